/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Rotor switches (RotorNet, SIGCOMM 2017): what they carry of uniform and of skewed demand, over
 * one hop and over two, and what a shorter slot costs.
 */

#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/light-cluster.h"
#include "ns3/rotor-controller.h"
#include "ns3/simulator.h"

#ifdef TOPOX_HAVE_NETANIM
#include "ns3/topo-x-animation.h"
#endif

#include <cstdio>
#include <memory>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// What to simulate.
struct Setting
{
    uint32_t servers{8};             //!< number
    uint32_t switches{2};            //!< number
    Time slot{MicroSeconds(100)};    //!< from change to change
    Time duration{MilliSeconds(10)}; //!< to simulate
    bool staggered{false};           //!< as Opera
    std::string animation;           //!< file for NetAnim, if any
};

/// Run, and draw it if somebody asked for that.
void
RunDrawn(const LightCluster& net, const Setting& setting)
{
#ifdef TOPOX_HAVE_NETANIM
    std::unique_ptr<TopoXAnimation> animation;
    if (!setting.animation.empty())
    {
        TopoXAnimation::Scene scene{net.servers, net.SwitchNodes(), net.switches, {}, 0};
        for (uint32_t s = 0; s < setting.servers; ++s)
        {
            for (uint32_t k = 0; k < setting.switches; ++k)
            {
                scene.attachments.push_back({s, k, s});
            }
        }
        const double perPort = 100e9 / (8 * 1538) * setting.duration.GetSeconds();
        scene.frames = static_cast<uint64_t>(perPort * setting.servers * setting.switches);
        animation = std::make_unique<TopoXAnimation>(std::move(scene), setting.animation);
    }
    Simulator::Run();
    if (animation)
    {
        animation->Finish();
    }
#else
    static_cast<void>(net);
    static_cast<void>(setting);
    Simulator::Run();
#endif
}

/// @returns bytes received, as a share of what all ports could send all the time
double
Run(const Setting& setting, bool skewed, bool relay)
{
    OcsHelper ocs;
    ocs.SetPreset("rotor");
    LightCluster net(setting.servers, ocs, setting.switches, relay);
    auto rotor = CreateObjectWithAttributes<RotorController>("SlotTime",
                                                             TimeValue(setting.slot),
                                                             "Staggered",
                                                             BooleanValue(setting.staggered));
    constexpr uint64_t PLENTY = 1'000'000'000'000;
    for (uint32_t s = 0; s < setting.servers; ++s)
    {
        for (uint32_t t = 0; t < setting.servers; ++t)
        {
            if (s != t && (!skewed || t == (s + 1) % setting.servers))
            {
                net.queues[s]->Enqueue(t, PLENTY);
            }
        }
    }
    rotor->Start(net.switches, setting.duration);
    Simulator::Stop(setting.duration);
    RunDrawn(net, setting);
    const double received = 8.0 * static_cast<double>(net.Received());
    const double capacity =
        100e9 * setting.duration.GetSeconds() * setting.servers * setting.switches;
    Simulator::Destroy();
    return received / capacity;
}

} // namespace

int
main(int argc, char* argv[])
{
    Setting setting;
    CommandLine command(__FILE__);
    command.AddValue("servers", "Number of servers", setting.servers);
    command.AddValue("switches",
                     "Number of rotor switches, each with a port of every server",
                     setting.switches);
    command.AddValue("slotTime", "From one change of a switch to its next", setting.slot);
    command.AddValue("duration", "Simulated time", setting.duration);
    command.AddValue("staggered",
                     "Switches change one after the other, as in Opera",
                     setting.staggered);
    command.AddValue("animation",
                     "File for NetAnim of the last run; none without",
                     setting.animation);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);
    const double delta = 10e-6;
    std::printf("%u servers, %u rotor switches of 100 Gb/s ports, slots of %g us, 10 us of each "
                "dark:\nat most %.4f of the capacity is light, and %.4f of that payload\n\n",
                setting.servers,
                setting.switches,
                setting.slot.GetSeconds() * 1e6,
                1 - delta / setting.slot.GetSeconds(),
                1496.0 / 1538);
    std::printf("%-22s %9s %9s\n", "demand", "one hop", "two hops");
    for (const bool skewed : {false, true})
    {
        std::printf("%-22s %9.4f %9.4f\n",
                    skewed ? "one destination each" : "uniform",
                    Run(setting, skewed, false),
                    Run(setting, skewed, true));
    }
    return 0;
}
