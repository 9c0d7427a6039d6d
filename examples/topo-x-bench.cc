/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * What ./topo-x bench runs: memory of what stands idle, and the cost of a hop through light.
 */

#include "ns3/command-line.h"
#include "ns3/network-generators.h"
#include "ns3/network-helper.h"
#include "ns3/ocs-helper.h"
#include "ns3/rdma-queue-pair.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// @returns resident memory of this process, in bytes (Linux, proc(5))
uint64_t
ResidentBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
    {
        if (word == "VmRSS:")
        {
            uint64_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes * 1024;
        }
    }
    return 0;
}

} // namespace

/**
 * One message from a server to another one, over a plain pair of fibres or through a switch.
 *
 * @param bytes of the message
 * @param optical whether there is a switch between them
 * @returns wall seconds for each frame
 */
double
SecondsPerFrame(uint64_t bytes, bool optical)
{
    NodeContainer nodes(3);
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate("100Gb/s")));
    std::vector<Ptr<RdmaHost>> hosts;
    std::vector<Ptr<RdmaNetDevice>> ports;
    for (uint32_t k = 0; k < 2; ++k)
    {
        hosts.push_back(rdma.Install(nodes.Get(k), Ipv4Address(0x0A000001 + k)));
        ports.push_back(rdma.AddPort(nodes.Get(k)));
    }
    if (optical)
    {
        const OcsHelper helper;
        auto ocs = helper.Install(nodes.Get(2), 2);
        helper.Attach(ports[0], ocs, 0, NanoSeconds(50));
        helper.Attach(ports[1], ocs, 1, NanoSeconds(50));
        ocs->SetInitialCircuits({{0, 1}, {1, 0}});
    }
    else
    {
        rdma.Connect(ports[0], ports[1], NanoSeconds(100));
    }
    auto out = hosts[0]->CreateQueuePair();
    auto in = hosts[1]->CreateQueuePair();
    out->Connect(hosts[1]->GetAddress(), in->GetNumber(), 0, 0);
    in->Connect(hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
    out->PostWrite(bytes, 0);
    const auto start = std::chrono::steady_clock::now();
    Simulator::Run();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const auto frames = ports[0]->GetFramesSent();
    Simulator::Destroy();
    return wall.count() / static_cast<double>(frames);
}

/// Turn by turn, so that whatever else the machine does meets both; the best of each counts.
void
CompareHops(uint64_t bytes)
{
    double plain = 1;
    double optical = 1;
    for (uint32_t k = 0; k < 5; ++k)
    {
        plain = std::min(plain, SecondsPerFrame(bytes, false));
        optical = std::min(optical, SecondsPerFrame(bytes, true));
    }
    std::cout << std::fixed << std::setprecision(0) << "a frame over a plain link: " << plain * 1e9
              << " ns of wall time; through an optical switch: " << optical * 1e9 << " ns, ratio "
              << std::setprecision(3) << optical / plain << " (best of 5)\n";
}

int
main(int argc, char* argv[])
{
    uint32_t servers = 4096;
    uint32_t queuePairs = 50'000;
    uint64_t messageBytes = 400'000'000;
    CommandLine command(__FILE__);
    command.AddValue("servers", "Servers on one switch", servers);
    command.AddValue("queuePairs", "Pairs of idle queue pairs", queuePairs);
    command.AddValue("messageBytes", "Of the message that compares hops", messageBytes);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);

    const auto begin = ResidentBytes();
    NetworkHelper net;
    net.Install(Star(servers, {100'000'000'000, PS_PER_US}));
    const auto built = ResidentBytes();
    for (uint32_t k = 0; k < queuePairs; ++k)
    {
        net.Connect(k % servers, (k + 1) % servers);
    }
    const auto connected = ResidentBytes();
    std::cout << std::fixed << std::setprecision(0)
              << "memory of an idle server, its line and its switch port: "
              << static_cast<double>(built - begin) / servers << " bytes (" << servers
              << " servers)\n"
              << "memory of an idle queue pair: "
              << static_cast<double>(connected - built) / (2.0 * queuePairs) << " bytes ("
              << 2 * queuePairs << " queue pairs)\n";
    Simulator::Destroy();
    CompareHops(messageBytes);
    return 0;
}
