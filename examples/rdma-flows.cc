/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Flows over an electrical network: reads topology and flow files of the HPCC family, simulates
 * every packet, writes fct.txt and flows.csv, prints slowdown by size.
 */

#include "ns3/atomic-file.h"
#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/hpcc-reader.h"
#include "ns3/input-error.h"
#include "ns3/network-helper.h"
#include "ns3/pause-watchdog.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// What the user asks for.
struct Options
{
    std::string topology;                 //!< file
    std::string flows;                    //!< file
    std::string output{"rdma-flows-out"}; //!< folder
    std::string control{"none"};          //!< congestion control
    std::string recovery{"go-back-n"};    //!< loss recovery
    std::string balancing{"ecmp"};        //!< load balancing
    uint32_t mtu{4096};                   //!< path MTU
    bool pfc{true};                       //!< lossless classes
    bool cutThrough{false};               //!< switches
    double stop{0};                       //!< simulated seconds; 0 for no limit
    uint32_t seed{1};                     //!< random streams
    bool pcap{false};                     //!< capture servers
};

/// @returns what a name stands for. @param option for errors @param name of it @param known names
template <typename T>
T
Choose(const std::string& option, const std::string& name, const std::map<std::string, T>& known)
{
    const auto it = known.find(name);
    if (it == known.end())
    {
        std::string names;
        for (const auto& [key, value] : known)
        {
            names += (names.empty() ? "" : ", ") + key;
        }
        throw InputError(option, "", "one of " + names + ", found \"" + name + "\"");
    }
    return it->second;
}

/// One flow that runs.
struct Flow
{
    TimedFlow what;         //!< from the file
    Ptr<RdmaQueuePair> out; //!< at the source
    Ptr<RdmaQueuePair> in;  //!< at the destination
    uint64_t open{0};       //!< messages not yet there
    Picoseconds ideal{0};   //!< time on an empty network
    Picoseconds finish{-1}; //!< when the last byte arrived
};

/// Runs all flows and writes what comes out.
class FlowRun
{
  public:
    FlowRun(const Options& options, const Network& network);
    void Start(const std::vector<TimedFlow>& flows);
    /// @returns whether all flows are complete
    bool Report();

  private:
    void Post(size_t index);
    void Arrived(size_t index, uint64_t bytes);
    Picoseconds Ideal(const TimedFlow& flow);
    std::vector<uint32_t> Way(uint32_t source, uint32_t destination);
    void PrintSlowdown() const;

    const Options& m_options;                                      //!< what the user asks for
    const Network& m_network;                                      //!< where it runs
    NetworkRoutes m_routes;                                        //!< shortest ways
    std::vector<std::vector<uint32_t>> m_ports;                    //!< links of each node
    std::map<uint32_t, std::vector<std::vector<uint32_t>>> m_ways; //!< by destination
    NetworkHelper m_helper;                                        //!< nodes and devices
    Ptr<PauseWatchdog> m_watchdog;                                 //!< finds deadlocks
    std::vector<Flow> m_flows;                                     //!< all
    size_t m_complete{0};                                          //!< how many
    std::ofstream m_csv;                                           //!< written while running
    uint64_t m_pauses{0};                                          //!< asked for by switches
};

FlowRun::FlowRun(const Options& options, const Network& network)
    : m_options(options),
      m_network(network),
      m_routes(network),
      m_ports(network.Ports())
{
    const auto control = Choose<std::string>("--congestionControl",
                                             options.control,
                                             {{"none", "ns3::topox::NoCongestionControl"},
                                              {"dcqcn", "ns3::topox::Dcqcn"},
                                              {"hpcc", "ns3::topox::Hpcc"},
                                              {"timely", "ns3::topox::Timely"},
                                              {"swift", "ns3::topox::Swift"}});
    const auto recovery =
        Choose<std::string>("--recovery",
                            options.recovery,
                            {{"go-back-n", "GoBackN"}, {"selective-repeat", "SelectiveRepeat"}});
    const auto balancing =
        Choose<std::string>("--loadBalancing",
                            options.balancing,
                            {{"ecmp", "Ecmp"}, {"flowlet", "Flowlet"}, {"spray", "Spray"}});
    if (std::set<uint32_t>{256, 512, 1024, 2048, 4096}.count(options.mtu) == 0)
    {
        throw InputError("--mtu",
                         "",
                         "256, 512, 1024, 2048 or 4096, found " + std::to_string(options.mtu));
    }
    m_helper.SetQueuePairAttribute("PathMtu", UintegerValue(options.mtu));
    m_helper.SetQueuePairAttribute("Recovery", StringValue(recovery));
    m_helper.SetQueuePairAttribute("RetransmitTimeout", TimeValue(MilliSeconds(20)));
    m_helper.SetQueuePairAttribute("CongestionControl", StringValue(control));
    m_helper.SetSwitchAttribute("LoadBalancing", StringValue(balancing));
    m_helper.SetSwitchAttribute("CutThrough", BooleanValue(options.cutThrough));
    m_helper.SetSwitchAttribute("LosslessClasses", UintegerValue(options.pfc ? 0xBE : 0));
    m_helper.Install(network);
    m_helper.AssignStreams(1);
    m_watchdog = CreateObject<PauseWatchdog>();
    for (const auto& packetSwitch : m_helper.GetSwitches())
    {
        m_watchdog->Watch(packetSwitch);
        packetSwitch->TraceConnectWithoutContext(
            "Pause",
            Callback<void, uint32_t, uint8_t, bool>(
                [this](uint32_t, uint8_t, bool pause) { m_pauses += pause ? 1 : 0; }));
    }
}

std::vector<uint32_t>
FlowRun::Way(uint32_t source, uint32_t destination)
{
    auto it = m_ways.find(destination);
    if (it == m_ways.end())
    {
        it = m_ways.emplace(destination, m_routes.PortsTo(destination)).first;
    }
    std::vector<uint32_t> links;
    for (auto node = source; node != destination;)
    {
        const auto& ports = it->second[node];
        if (ports.empty() && m_ports[node].size() != 1)
        {
            throw InputError(m_network.name,
                             "",
                             "there is no way from node " + std::to_string(source) + " to node " +
                                 std::to_string(destination));
        }
        const auto link = m_ports[node][ports.empty() ? 0 : ports.front()];
        links.push_back(link);
        const auto& ends = m_network.links[link];
        node = ends.a == node ? ends.b : ends.a;
    }
    return links;
}

Picoseconds
FlowRun::Ideal(const TimedFlow& flow)
{
    // The slowest line carries everything; the others only the last frame, and nobody waits.
    const auto links = Way(flow.source, flow.destination);
    const auto last = flow.bytes == 0 ? 0 : (flow.bytes - 1) % m_options.mtu + 1;
    uint64_t slowest = UINT64_MAX;
    Picoseconds time = 0;
    for (const auto link : links)
    {
        slowest = std::min(slowest, m_network.links[link].rate);
        time += m_network.links[link].delay;
    }
    bool counted = false;
    for (const auto link : links)
    {
        const auto rate = m_network.links[link].rate;
        const bool all = rate == slowest && !counted;
        counted = counted || all;
        // Without RETH, padding and the gap behind the last frame: a floor.
        const auto bytes = all ? LineBytes(std::max<uint64_t>(flow.bytes, 1), m_options.mtu)
                               : last + LINE_OVERHEAD;
        time += static_cast<Picoseconds>((bytes - 12) * 8e12 / static_cast<double>(rate));
    }
    return time;
}

void
FlowRun::Start(const std::vector<TimedFlow>& flows)
{
    MakeOutputFolder(m_options.output);
    m_csv.open(m_options.output + "/flows.csv");
    m_csv << "source,destination,class,bytes,start_ns,finish_ns,fct_ns,ideal_ns,retransmissions\n";
    for (const auto& flow : flows)
    {
        m_flows.push_back({flow, nullptr, nullptr, 0, Ideal(flow), -1});
    }
    for (size_t k = 0; k < m_flows.size(); ++k)
    {
        Simulator::Schedule(PicoSeconds(flows[k].start), [this, k]() { Post(k); });
    }
    if (m_options.pcap)
    {
        RdmaHelper rdma;
        for (const auto server : m_network.Servers())
        {
            rdma.EnablePcap(m_options.output + "/rdma-flows",
                            NodeContainer(m_helper.GetNodes().Get(server)));
        }
    }
    m_watchdog->Start();
    if (m_options.stop > 0)
    {
        Simulator::Stop(Seconds(m_options.stop));
    }
    Simulator::Run();
}

void
FlowRun::Post(size_t index)
{
    constexpr uint64_t largest = 1ULL << 30; // a message has less than 4 GiB
    auto& flow = m_flows[index];
    m_helper.SetQueuePairAttribute("TrafficClass", UintegerValue(flow.what.priority));
    std::tie(flow.out, flow.in) = m_helper.Connect(flow.what.source, flow.what.destination);
    flow.in->SetReceiveCallback(
        Callback<void, uint64_t>([this, index](uint64_t bytes) { Arrived(index, bytes); }));
    flow.open = std::max<uint64_t>(1, (flow.what.bytes + largest - 1) / largest);
    for (uint64_t k = 0; k < flow.open; ++k)
    {
        flow.out->PostWrite(std::min(largest, flow.what.bytes - k * largest), k);
    }
}

void
FlowRun::Arrived(size_t index, uint64_t)
{
    auto& flow = m_flows[index];
    if (--flow.open > 0)
    {
        return;
    }
    flow.finish = Simulator::Now().GetPicoSeconds();
    const auto time = flow.finish - flow.what.start;
    m_csv << flow.what.source << ',' << flow.what.destination << ',' << flow.what.priority << ','
          << flow.what.bytes << ',' << flow.what.start / PS_PER_NS << ',' << flow.finish / PS_PER_NS
          << ',' << time / PS_PER_NS << ',' << flow.ideal / PS_PER_NS << ','
          << flow.out->GetRetransmissions() << std::endl;
    if (++m_complete == m_flows.size())
    {
        Simulator::Stop();
    }
}

void
FlowRun::PrintSlowdown() const
{
    // By size, as many classes as there are sizes up to ten.
    std::map<uint64_t, std::vector<double>> bySize;
    for (const auto& flow : m_flows)
    {
        if (flow.finish >= 0)
        {
            const auto slowdown = static_cast<double>(flow.finish - flow.what.start) / flow.ideal;
            // Powers of ten as upper limits.
            uint64_t limit = 1000;
            while (limit < flow.what.bytes)
            {
                limit *= 10;
            }
            bySize[limit].push_back(slowdown);
        }
    }
    std::cout << "\nup to bytes        flows   slowdown: median     99 %      worst\n"
              << std::fixed << std::setprecision(3);
    for (auto [limit, values] : bySize)
    {
        std::sort(values.begin(), values.end());
        const auto at = [&values](double share) {
            return values[static_cast<size_t>(share * (values.size() - 1) + 0.5)];
        };
        std::cout << std::setw(11) << limit << std::setw(13) << values.size() << std::setw(20)
                  << at(0.5) << std::setw(10) << at(0.99) << std::setw(11) << values.back() << '\n';
    }
}

bool
FlowRun::Report()
{
    std::ostringstream fct;
    for (const auto& flow : m_flows)
    {
        if (flow.finish < 0)
        {
            continue;
        }
        const auto address = [](uint32_t node) {
            std::ostringstream text;
            text << std::hex << std::setw(8) << std::setfill('0') << 0x0A000001 + node;
            return text.str();
        };
        fct << address(flow.what.source) << ' ' << address(flow.what.destination) << ' '
            << flow.out->GetNumber() << ' ' << flow.what.port << ' ' << flow.what.bytes << ' '
            << flow.what.start / PS_PER_NS << ' ' << (flow.finish - flow.what.start) / PS_PER_NS
            << ' ' << flow.ideal / PS_PER_NS << '\n';
    }
    WriteFileAtomically(m_options.output + "/fct.txt", fct.str());
    uint64_t again = 0;
    for (const auto& flow : m_flows)
    {
        again += flow.out ? flow.out->GetRetransmissions() : 0;
    }
    uint64_t dropped = 0;
    uint64_t marked = 0;
    for (const auto& packetSwitch : m_helper.GetSwitches())
    {
        dropped += packetSwitch->GetFramesDropped();
        marked += packetSwitch->GetFramesMarked();
    }
    std::cout << m_complete << " of " << m_flows.size() << " flows complete after "
              << Simulator::Now().As(Time::MS) << ". Frames dropped by switches: " << dropped
              << ", marked: " << marked << ", sent again: " << again << ". Pauses: " << m_pauses
              << ".\n";
    for (const auto& deadlock : m_watchdog->GetDeadlocks())
    {
        std::cout << "Deadlock of paused ports: " << deadlock << '\n';
    }
    PrintSlowdown();
    std::cout << "\nResults are in " << m_options.output << ": fct.txt, flows.csv\n";
    return m_complete == m_flows.size();
}

int
Run(int argc, char* argv[])
{
    Options options;
    CommandLine command(__FILE__);
    command.AddValue("topology", "HPCC topology file", options.topology);
    command.AddValue("flows", "HPCC flow file", options.flows);
    command.AddValue("output", "Folder to write to", options.output);
    command.AddValue("congestionControl", "none, dcqcn, hpcc, timely or swift", options.control);
    command.AddValue("recovery", "go-back-n or selective-repeat", options.recovery);
    command.AddValue("loadBalancing", "ecmp, flowlet or spray", options.balancing);
    command.AddValue("mtu", "Path MTU: payload of a full frame, in bytes", options.mtu);
    command.AddValue("pfc", "Lossless classes: all but 0 and 6", options.pfc);
    command.AddValue("cutThrough", "Switches do not wait for whole frames", options.cutThrough);
    command.AddValue("stop",
                     "Simulated seconds; 0 runs until all flows are complete",
                     options.stop);
    command.AddValue("seed", "Seed of the random streams", options.seed);
    command.AddValue("pcap", "Write pcap files of all servers", options.pcap);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);
    RngSeedManager::SetSeed(options.seed);

    WithWarnings<Network> network;
    WithWarnings<std::vector<TimedFlow>> flows;
    if (options.topology.empty() != options.flows.empty())
    {
        throw InputError(options.topology.empty() ? "--topology" : "--flows",
                         "",
                         "expected a file: topology and flows go together");
    }
    if (options.topology.empty())
    {
        // Sixteen servers on one switch, all to the first.
        network.value.name = "16 servers, one switch";
        network.value.isSwitch.assign(17, false);
        network.value.isSwitch[16] = true;
        for (uint32_t s = 0; s < 16; ++s)
        {
            network.value.links.push_back({s, 16, 100'000'000'000, PS_PER_US, 0});
            if (s > 0)
            {
                flows.value.push_back({s, 0, 3, 100, s % 2 == 0 ? 1'000'000U : 10'000U, 0});
            }
        }
    }
    else
    {
        network = ReadHpccTopology(options.topology);
        flows = ReadHpccFlows(options.flows, network.value);
    }
    for (const auto& warnings : {network.warnings, flows.warnings})
    {
        for (const auto& warning : warnings)
        {
            std::cerr << "warning: " << warning << '\n';
        }
    }
    FlowRun run(options, network.value);
    run.Start(flows.value);
    const bool complete = run.Report();
    Simulator::Destroy();
    return complete ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        return Run(argc, argv);
    }
    catch (const InputError& error)
    {
        std::cerr << "rdma-flows: " << error.what() << '\n';
        return 2;
    }
}
