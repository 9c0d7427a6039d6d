/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Demand that controllers do not know in advance: some pairs of servers have much to send, most
 * little. How long does each controller take until all of it is there?
 */

#include "ns3/adjust-decomposition.h"
#include "ns3/birkhoff-von-neumann.h"
#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/helios-controller.h"
#include "ns3/light-cluster.h"
#include "ns3/parallel-switches.h"
#include "ns3/projector-controller.h"
#include "ns3/rotor-controller.h"
#include "ns3/schedule-controller.h"
#include "ns3/simulator.h"
#include "ns3/topo-opt-controller.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <random>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// What to simulate.
struct Setting
{
    uint32_t servers{16};             //!< number
    uint32_t switches{2};             //!< number
    std::string preset{"mems-2d"};    //!< kind of switch
    Time interval{MicroSeconds(200)}; //!< of decisions
    Time duration{MilliSeconds(100)}; //!< at most
    uint32_t seed{1};                 //!< of the demand
};

constexpr double RATE = 100e9;                   //!< of a port, bit/s
constexpr double PAYLOAD = 1496.0 / (1496 + 42); //!< of what is on the line

/// @returns bytes: a permutation of large ones among random small ones
DemandMatrix
SkewedDemand(const Setting& setting)
{
    std::mt19937 random(setting.seed);
    const auto n = setting.servers;
    DemandMatrix demand(n, std::vector<uint64_t>(n, 0));
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            demand[s][t] = s == t ? 0 : 1496 * (1 + random() % 200);
        }
        for (const uint32_t step : {1, 5})
        {
            demand[s][(s + step) % n] += 1496 * (2000 + random() % 4000);
        }
    }
    return demand;
}

/// @returns how long a circuit needs for each pair, in picoseconds
DemandMatrix
Times(const DemandMatrix& demand)
{
    auto times = demand;
    for (auto& row : times)
    {
        std::transform(row.begin(), row.end(), row.begin(), [](uint64_t bytes) {
            return static_cast<uint64_t>(bytes * 8e12 / (RATE * PAYLOAD));
        });
    }
    return times;
}

Ptr<OcsController>
MakeController(const std::string& name, const Setting& setting, const LightCluster& net)
{
    if (name == "rotor")
    {
        return CreateObjectWithAttributes<RotorController>("SlotTime", TimeValue(setting.interval));
    }
    if (name == "helios" || name == "projector" || name == "topo-opt")
    {
        ObjectFactory factory(name == "helios"      ? "ns3::topox::HeliosController"
                              : name == "projector" ? "ns3::topox::ProjectorController"
                                                    : "ns3::topox::TopoOptController");
        const auto bytes = RATE / 8 * setting.interval.GetSeconds();
        factory.Set("Interval", TimeValue(setting.interval));
        factory.Set("CircuitBytes", UintegerValue(static_cast<uint64_t>(bytes)));
        auto controller = factory.Create<DemandController>();
        controller->SetDemand([&net]() { return net.Waiting(); });
        if (auto topoOpt = DynamicCast<TopoOptController>(controller))
        {
            topoOpt->SetPause([&net](bool paused) {
                for (const auto& queue : net.queues)
                {
                    queue->SetPaused(paused);
                }
            });
        }
        return controller;
    }
    // The others know the demand in advance. Frames that are cut off by the end of a setting are
    // lost, so each lasts a frame and a fibre longer.
    const auto times = Times(net.Waiting());
    const auto delta =
        static_cast<uint64_t>(net.switches[0]->GetReconfigurationTime().GetPicoSeconds());
    std::vector<std::vector<CircuitTerm>> schedule;
    if (name == "split")
    {
        schedule = SplitOverSwitches(times, setting.switches, delta);
    }
    else
    {
        schedule.push_back(name == "double" ? Double(times)
                           : name == "adjust"
                               ? Adjust(times, delta)
                               : BirkhoffVonNeumann(Stuff(times, LargestLineSum(times))));
    }
    for (auto& terms : schedule)
    {
        for (auto& term : terms)
        {
            term.weight += 300'000;
        }
    }
    auto controller = CreateObject<ScheduleController>();
    controller->SetSchedule(schedule);
    return controller;
}

void
Run(const std::string& name, const Setting& setting)
{
    OcsHelper ocs;
    ocs.SetPreset(setting.preset);
    LightCluster net(setting.servers, ocs, setting.switches, false);
    const auto demand = SkewedDemand(setting);
    uint64_t total = 0;
    for (uint32_t s = 0; s < setting.servers; ++s)
    {
        for (uint32_t t = 0; t < setting.servers; ++t)
        {
            total += demand[s][t];
            net.queues[s]->Enqueue(t, demand[s][t]);
        }
    }
    auto controller = MakeController(name, setting, net);
    controller->Start(net.switches, setting.duration);
    // A look every 10 us is fine enough for a table.
    Time done;
    std::function<void()> look = [&]() {
        if (LargestLineSum(net.Waiting()) == 0)
        {
            done = Simulator::Now();
            Simulator::Stop(MicroSeconds(1)); // what is in the fibres
        }
        else
        {
            Simulator::Schedule(MicroSeconds(10), look);
        }
    };
    Simulator::ScheduleNow(look);
    Simulator::Stop(setting.duration);
    Simulator::Run();
    // A decomposition is for one switch; only the split makes use of several.
    const bool single = name == "bvn" || name == "double" || name == "adjust";
    const uint32_t used = single ? 1 : setting.switches;
    const double floor = LargestLineSum(Times(demand)) / 1e9 / used;
    uint64_t set = 0;
    for (const auto& device : net.switches)
    {
        set += device->GetReconfigurations();
    }
    char time[32] = "unfinished";
    if (!done.IsZero())
    {
        std::snprintf(time, sizeof(time), "%.2f", done.GetSeconds() * 1e3);
    }
    std::printf("%-10s %8u %12s %10.2f %10lu %12.4f\n",
                name.c_str(),
                used,
                time,
                floor,
                set,
                100.0 * (total - net.Received()) / total);
    controller->Dispose();
    Simulator::Destroy();
}

} // namespace

int
main(int argc, char* argv[])
{
    Setting setting;
    std::string controllers = "helios,projector,topo-opt,rotor,bvn,double,adjust,split";
    CommandLine command(__FILE__);
    command.AddValue("controllers", "Which, with commas between them", controllers);
    command.AddValue("servers", "Number of servers", setting.servers);
    command.AddValue("switches", "Number of switches", setting.switches);
    command.AddValue("preset", "Kind of switch", setting.preset);
    command.AddValue("interval", "From decision to decision; slot of rotor", setting.interval);
    command.AddValue("duration", "Give up after", setting.duration);
    command.AddValue("seed", "Of the demand", setting.seed);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);
    std::printf("%-10s %8s %12s %10s %10s %12s\n",
                "controller",
                "switches",
                "time",
                "floor",
                "circuits",
                "lost");
    std::printf("%-10s %8s %12s %10s %10s %12s\n", "", "used", "ms", "ms", "set", "% of bytes");
    for (std::string rest = controllers + ','; !rest.empty(); rest.erase(0, rest.find(',') + 1))
    {
        Run(rest.substr(0, rest.find(',')), setting);
    }
    return 0;
}
