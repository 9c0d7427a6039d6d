/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Controllers of optical switches, with frames: rotor cycles, demand-driven ones, schedules.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/birkhoff-von-neumann.h"
#include "ns3/boolean.h"
#include "ns3/helios-controller.h"
#include "ns3/light-cluster.h"
#include "ns3/ns3-compat.h"
#include "ns3/parallel-switches.h"
#include "ns3/projector-controller.h"
#include "ns3/rotor-controller.h"
#include "ns3/schedule-controller.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/topo-opt-controller.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// How long circuits of a switch were lit, and between whom.
struct LightMeter
{
    void Watch(Ptr<OpticalCircuitSwitch> ocs)
    {
        ocs->TraceConnectWithoutContext("CircuitUp", MakeCallback(&LightMeter::Up, this));
        ocs->TraceConnectWithoutContext("CircuitDown", MakeCallback(&LightMeter::Down, this));
    }

    void Up(uint32_t in, uint32_t out)
    {
        since[{in, out}] = Simulator::Now();
        met.insert({in, out});
        ++lit;
    }

    void Down(uint32_t in, uint32_t out)
    {
        total += Simulator::Now() - since.at({in, out});
        --lit;
        least = std::min(least, lit);
    }

    std::map<std::pair<uint32_t, uint32_t>, Time> since; //!< by circuit
    std::set<std::pair<uint32_t, uint32_t>> met;         //!< circuits
    Time total;                                          //!< of all circuits that ended
    int lit{0};                                          //!< circuits now
    int least{1000};                                     //!< the fewest
};

/// Bytes that every server has for every other one.
void
EnqueueAll(const LightCluster& net, uint64_t bytes)
{
    const auto n = static_cast<uint32_t>(net.queues.size());
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            net.queues[s]->Enqueue(t, s == t ? 0 : bytes);
        }
    }
}

class RotorCase : public PicosecondTestCase
{
  public:
    RotorCase()
        : PicosecondTestCase("rotor: D out of D + delta of the time is light, and as much of the "
                             "capacity is carried; every pair meets in a cycle")
    {
    }

  private:
    void DoRun() override
    {
        OcsHelper ocs;
        ocs.SetPreset("rotor"); // delta 10 us
        LightCluster net(8, ocs, 2, false);
        LightMeter meter;
        for (const auto& device : net.switches)
        {
            meter.Watch(device);
        }
        EnqueueAll(net, 1'000'000'000);
        auto rotor =
            CreateObjectWithAttributes<RotorController>("SlotTime", TimeValue(MicroSeconds(100)));
        // 14 slots are two cycles of 7 matchings; the 15th change ends the light of the 14th.
        rotor->Start(net.switches, MicroSeconds(1401));
        Simulator::Stop(MicroSeconds(1405));
        Simulator::Run();
        const double utilisation = meter.total.GetSeconds() / (16 * 1400e-6);
        NS_TEST_ASSERT_MSG_EQ_TOL(utilisation, 90.0 / 100, 1e-12, "D / (D + delta)");
        NS_TEST_ASSERT_MSG_EQ(meter.met.size(), 8 * 7, "all pairs");
        // Each of 16 ports loses less than two frames of each slot at the ends of the light.
        const double most = 16 * 14 * 90e-6 * 100e9 / 8 * 1496 / 1538;
        NS_TEST_ASSERT_MSG_LT_OR_EQ(net.Received(), most, "no more than light");
        NS_TEST_ASSERT_MSG_GT(net.Received(), most - 16 * 14 * 2 * 1496, "almost all of it");
        rotor->Dispose();
        Simulator::Destroy();
    }
};

class StaggeredCase : public PicosecondTestCase
{
  public:
    StaggeredCase()
        : PicosecondTestCase("staggered rotors: one switch at a time is dark")
    {
    }

  private:
    static int LeastLit(bool staggered)
    {
        OcsHelper ocs;
        ocs.SetPreset("rotor");
        LightCluster net(8, ocs, 4, false);
        LightMeter meter;
        for (const auto& device : net.switches)
        {
            meter.Watch(device);
        }
        auto rotor =
            CreateObjectWithAttributes<RotorController>("Staggered", BooleanValue(staggered));
        rotor->Start(net.switches, MilliSeconds(3));
        Simulator::Run();
        rotor->Dispose();
        Simulator::Destroy();
        return meter.least;
    }

    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(LeastLit(true), 3 * 8, "three of four switches");
        NS_TEST_ASSERT_MSG_EQ(LeastLit(false), 0, "all at once");
    }
};

class TwoHopCase : public PicosecondTestCase
{
  public:
    TwoHopCase()
        : PicosecondTestCase(
              "two hops: one hot pair gets the circuits of all, one hop only its own")
    {
    }

  private:
    static uint64_t Received(bool relay)
    {
        OcsHelper ocs;
        ocs.SetPreset("rotor");
        LightCluster net(8, ocs, 1, relay);
        net.queues[0]->Enqueue(5, 1'000'000'000);
        auto rotor = CreateObject<RotorController>();
        rotor->Start(net.switches, MilliSeconds(14));
        Simulator::Stop(MilliSeconds(14));
        Simulator::Run();
        const auto bytes = net.queues[5]->GetReceived();
        rotor->Dispose();
        Simulator::Destroy();
        return bytes;
    }

    void DoRun() override
    {
        const double slot = 90e-6 * 100e9 / 8 * 1496 / 1538; // bytes
        const auto direct = static_cast<double>(Received(false));
        NS_TEST_ASSERT_MSG_EQ_TOL(direct / (20 * slot), 1, 0.005, "20 cycles of 7 slots");
        // All 7 slots of a cycle reach it, after up to a cycle.
        const auto relayed = static_cast<double>(Received(true));
        NS_TEST_ASSERT_MSG_GT(relayed, 0.98 * 133 * slot, "all but a cycle");
        NS_TEST_ASSERT_MSG_LT_OR_EQ(relayed, 140 * slot, "no more than it can send");
    }
};

/// A demand that both kinds of matching see differently: 5 + 5 is more than 6, but 6 comes first.
DemandMatrix
Demand()
{
    return {{0, 5, 6, 0}, {0, 0, 5, 0}, {0, 0, 0, 2}, {1, 0, 0, 0}};
}

class DemandCase : public PicosecondTestCase
{
  public:
    DemandCase()
        : PicosecondTestCase("Helios takes the most bytes, ProjecToR the largest first; a second "
                             "switch takes what is left")
    {
    }

  private:
    template <typename Controller>
    static std::vector<std::vector<int32_t>> Outputs(uint64_t circuitBytes)
    {
        LightCluster net(4, OcsHelper(), 2, false);
        auto controller =
            CreateObjectWithAttributes<Controller>("CircuitBytes", UintegerValue(circuitBytes));
        controller->SetDemand(&Demand);
        controller->Start(net.switches, MicroSeconds(1));
        std::vector<std::vector<int32_t>> outputs;
        for (const auto& ocs : net.switches)
        {
            outputs.emplace_back();
            for (uint32_t in = 0; in < 4; ++in)
            {
                outputs.back().push_back(ocs->GetOutput(in));
            }
        }
        controller->Dispose();
        Simulator::Destroy();
        return outputs;
    }

    void DoRun() override
    {
        const std::vector<std::vector<int32_t>> helios{{1, 2, 3, 0}, {2, -1, -1, -1}};
        const std::vector<std::vector<int32_t>> projector{{2, -1, 3, 0}, {1, 2, -1, -1}};
        NS_TEST_ASSERT_MSG_EQ((Outputs<HeliosController>(10) == helios), true, "Helios");
        NS_TEST_ASSERT_MSG_EQ((Outputs<ProjectorController>(10) == projector), true, "ProjecToR");
    }
};

class TopoOptReconfigurationCase : public PicosecondTestCase
{
  public:
    TopoOptReconfigurationCase()
        : PicosecondTestCase("OCS-reconfig: pause, drain, switch, 4 delta of light; parallel "
                             "circuits for what counts twice as much")
    {
    }

  private:
    void DoRun() override
    {
        OcsHelper ocs;
        ocs.SetSwitchAttribute("ReconfigurationTime", TimeValue(MicroSeconds(25)));
        LightCluster net(4, ocs, 2, false);
        auto controller = CreateObject<TopoOptController>(); // drains for 10 us
        controller->SetDemand([]() {
            return DemandMatrix{{0, 8, 3, 0}, {0, 0, 0, 0}, {0, 3, 0, 0}, {0, 0, 0, 0}};
        });
        std::vector<std::pair<Time, bool>> pauses;
        controller->SetPause(
            [&pauses](bool paused) { pauses.emplace_back(Simulator::Now(), paused); });
        controller->Start(net.switches, MicroSeconds(200));
        Simulator::Run();
        const std::vector<std::pair<Time, bool>> expected{{MicroSeconds(0), true},
                                                          {MicroSeconds(35), false},
                                                          {MicroSeconds(135), true},
                                                          {MicroSeconds(170), false}};
        NS_TEST_ASSERT_MSG_EQ((pauses == expected), true, "pause, 10 + 25 us, 4 x 25 us, pause");
        NS_TEST_ASSERT_MSG_EQ(net.switches[0]->GetOutput(0), 1, "8 of 0 to 1 come first");
        NS_TEST_ASSERT_MSG_EQ(net.switches[1]->GetOutput(0), 1, "half of 8 is more than 3");
        NS_TEST_ASSERT_MSG_EQ(net.switches[0]->GetOutput(2), -1, "1 is taken");
        controller->Dispose();
        Simulator::Destroy();
    }
};

class ScheduleCase : public PicosecondTestCase
{
  public:
    ScheduleCase()
        : PicosecondTestCase("schedules of known demand: all is sent in the time that was "
                             "computed, and what is lost is one frame at the end of a setting")
    {
    }

  private:
    static constexpr uint64_t FRAME = 123'040; //!< ps on a line of 100 Gb/s

    void RunSchedule(const DemandMatrix& frames, uint32_t switches)
    {
        const auto n = static_cast<uint32_t>(frames.size());
        // A circuit that stays from one setting to the next carries whole frames meanwhile.
        const uint64_t delta = 41 * FRAME - 50'000;
        auto times = frames;
        for (auto& row : times)
        {
            for (auto& entry : row)
            {
                entry *= FRAME;
            }
        }
        auto schedule = switches == 1 ? std::vector<std::vector<CircuitTerm>>{BirkhoffVonNeumann(
                                            Stuff(times, LargestLineSum(times)))}
                                      : SplitOverSwitches(times, switches, delta);
        uint64_t makespan = 0;
        for (auto& terms : schedule)
        {
            for (auto& term : terms)
            {
                // A fibre longer, and up to a whole frame: the split cuts where it likes.
                term.weight = (term.weight + FRAME - 1) / FRAME * FRAME + 50'000;
            }
            makespan = std::max(makespan, Makespan(terms, delta));
        }
        OcsHelper ocs;
        ocs.SetSwitchAttribute("ReconfigurationTime",
                               TimeValue(PicoSeconds(static_cast<int64_t>(delta))));
        LightCluster net(n, ocs, switches, false);
        uint64_t total = 0;
        for (uint32_t s = 0; s < n; ++s)
        {
            for (uint32_t t = 0; t < n; ++t)
            {
                net.queues[s]->Enqueue(t, frames[s][t] * 1496);
                total += frames[s][t] * 1496;
            }
        }
        auto controller = CreateObject<ScheduleController>();
        controller->SetSchedule(schedule);
        controller->Start(net.switches, Seconds(1));
        Simulator::Stop(PicoSeconds(makespan) + NanoSeconds(50));
        Simulator::Run();
        // Servers are not told when a setting ends: one that has more for the same receiver, in a
        // later setting, may lose the frame that it has just begun.
        size_t ends = 0;
        for (const auto& terms : schedule)
        {
            ends += terms.size() * n;
        }
        NS_TEST_ASSERT_MSG_EQ(net.Received() + net.Lost() * 1496, total, "each frame has a fate");
        NS_TEST_ASSERT_MSG_LT(net.Lost(), ends / 4, "few of those at the end of a setting");
        NS_TEST_ASSERT_MSG_EQ(LargestLineSum(net.Waiting()), 0, "all were sent");
        controller->Dispose();
        Simulator::Destroy();
    }

    void DoRun() override
    {
        RunSchedule({{0, 50, 7}, {20, 0, 33}, {40, 3, 0}}, 1);
        DemandMatrix dense(6, std::vector<uint64_t>(6, 0));
        for (uint32_t s = 0; s < 6; ++s)
        {
            for (uint32_t t = 0; t < 6; ++t)
            {
                dense[s][t] = s == t ? 0 : 10 + (7 * s + 11 * t) % 90;
            }
        }
        RunSchedule(dense, 1);
        RunSchedule(dense, 3);
    }
};

} // namespace

void
ns3::topox::AddControllersCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new RotorCase, TEST_QUICK);
    suite.AddTestCase(new StaggeredCase, TEST_QUICK);
    suite.AddTestCase(new TwoHopCase, TEST_QUICK);
    suite.AddTestCase(new DemandCase, TEST_QUICK);
    suite.AddTestCase(new TopoOptReconfigurationCase, TEST_QUICK);
    suite.AddTestCase(new ScheduleCase, TEST_QUICK);
}

namespace
{

class TopoXControllersTestSuite : public RoomTestSuite
{
  public:
    TopoXControllersTestSuite()
        : RoomTestSuite("topo-x-controllers", TEST_UNIT)
    {
        AddControllersCases(*this);
    }
};

TopoXControllersTestSuite g_topoXControllersTestSuite; //!< registers the suite

} // namespace
