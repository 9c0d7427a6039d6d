/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The optical room: light passes in time, or is lost where it meets darkness.
 */

#include "optical-test-bench.h"
#include "room-cases.h"
#include "test-data.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/ocs-helper.h"
#include "ns3/optical-circuit-switch.h"
#include "ns3/optical-fiber-channel.h"
#include "ns3/pointer.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <map>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::topox;

namespace
{

class PropagationOnlyCase : public PicosecondTestCase
{
  public:
    PropagationOnlyCase()
        : PicosecondTestCase(
              "a switch adds propagation only: arrival as over plain fibre of the same length")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(2, MilliSeconds(1), NanoSeconds(70));
        bench.ocs->SetInitialCircuits({{0, 1}});
        auto a = CreateObject<Probe>();
        auto b = CreateObject<Probe>();
        CreateObject<Node>()->AddDevice(a);
        CreateObject<Node>()->AddDevice(b);
        auto fibre =
            CreateObjectWithAttributes<OpticalFiberChannel>("Delay", TimeValue(NanoSeconds(140)));
        fibre->Attach(a);
        fibre->Attach(b);
        Simulator::Schedule(NanoSeconds(3), &Probe::Emit, bench.probes[0], 0, PicoSeconds(334880));
        Simulator::Schedule(NanoSeconds(3), &Probe::Emit, a, 0, PicoSeconds(334880));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.at(0),
                              b->arrivals.at(0),
                              "arrival over switch and fibre");
        NS_TEST_ASSERT_MSG_EQ(b->arrivals.at(0), PicoSeconds(3000 + 334880 + 140000), "arrival");
        Simulator::Destroy();
    }
};

class DarknessCase : public PicosecondTestCase
{
  public:
    DarknessCase()
        : PicosecondTestCase(
              "frames that meet darkness are lost with the reason, those around it arrive")
    {
    }

  private:
    void DoRun() override
    {
        // First bit at the crossbar 10 ns after it left; darkness from 100 to 200 ns.
        Bench bench(3, NanoSeconds(100), NanoSeconds(10));
        bench.ocs->SetInitialCircuits({{0, 1}});
        const auto emit = [&](int64_t at, uint32_t frame) {
            Simulator::Schedule(NanoSeconds(at),
                                &Probe::Emit,
                                bench.probes[0],
                                frame,
                                NanoSeconds(20));
        };
        emit(70, 0);  // at the crossbar 80 to 100: just in time
        emit(71, 1);  // 81 to 101: cut
        emit(120, 2); // 130 to 150: no light at all
        emit(175, 3); // 185 to 205: comes too early
        emit(190, 4); // 200 to 220: the new circuit
        Simulator::Schedule(NanoSeconds(100), [&]() { bench.ocs->Reconfigure({{0, 2}}, {}); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.size(), 1, "frames over the old circuit");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.at(0), NanoSeconds(110), "frame 0");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->arrivals.size(), 1, "frames over the new circuit");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->arrivals.at(4), NanoSeconds(230), "frame 4");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.at(1), "cut", "frame 1");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.at(2), "no-circuit", "frame 2");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.at(3), "dark", "frame 3");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetFramesLost(), 3, "frames lost");
        Simulator::Destroy();
    }
};

class PartialReconfigurationCase : public PicosecondTestCase
{
  public:
    PartialReconfigurationCase()
        : PicosecondTestCase(
              "only ports whose circuit changes go dark; a circuit in place is left alone")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(4, MicroSeconds(1), NanoSeconds(10));
        bench.ocs->SetInitialCircuits({{0, 1}, {2, 3}});
        for (uint32_t k = 0; k < 50; ++k)
        {
            Simulator::Schedule(NanoSeconds(100 * k),
                                &Probe::Emit,
                                bench.probes[0],
                                k,
                                NanoSeconds(90));
            Simulator::Schedule(NanoSeconds(100 * k),
                                &Probe::Emit,
                                bench.probes[2],
                                k,
                                NanoSeconds(90));
        }
        Simulator::Schedule(MicroSeconds(2), [&]() {
            NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 1}, {2, 0}}, {}), true, "accepted");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.size(), 50, "frames on the untouched port");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[3]->arrivals.size(), 20, "frames before the change");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[0]->arrivals.size(), 20, "frames after the darkness");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetReconfigurations(), 1, "circuits set");
        Simulator::Destroy();
    }
};

class InstantSwitchCase : public PicosecondTestCase
{
  public:
    InstantSwitchCase()
        : PicosecondTestCase(
              "with a reconfiguration time of zero, frames before and after a change arrive")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(3, Time(0), NanoSeconds(10));
        bench.ocs->SetInitialCircuits({{0, 1}});
        // The change comes while frame 1 is in the fibre: it lands wholly in the new circuit.
        Simulator::Schedule(NanoSeconds(0), &Probe::Emit, bench.probes[0], 0, NanoSeconds(20));
        Simulator::Schedule(NanoSeconds(25), &Probe::Emit, bench.probes[0], 1, NanoSeconds(20));
        Simulator::Schedule(NanoSeconds(30), [&]() { bench.ocs->Reconfigure({{0, 2}}, {}); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.count(0), 1, "before");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->arrivals.at(1), NanoSeconds(65), "after");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetFramesLost(), 0, "lost");
        Simulator::Destroy();
    }
};

class RefusalCase : public PicosecondTestCase
{
  public:
    RefusalCase()
        : PicosecondTestCase("commands that contradict themselves are refused and change nothing")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(3, NanoSeconds(5), NanoSeconds(10));
        std::vector<std::string> reasons;
        bench.ocs->TraceConnectWithoutContext(
            "CommandRefused",
            Callback<void, const std::string&>(
                [&reasons](const std::string& reason) { reasons.push_back(reason); }));
        bench.ocs->SetInitialCircuits({{0, 1}});
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 2}, {0, 1}}, {}), false, "input twice");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 2}, {1, 2}}, {}), false, "output twice");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 3}}, {}), false, "no such port");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 2}}, {0}), false, "set and cleared");
        NS_TEST_ASSERT_MSG_EQ(reasons.size(), 4, "each refusal is traced");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetOutput(0), 1, "nothing changed");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->IsLit(0), true, "nothing changed");
        Simulator::Destroy();
    }
};

/// Random commands and frames against a model that steps through time tick by tick.
class BruteForceCase : public PicosecondTestCase
{
  public:
    explicit BruteForceCase(uint32_t delta)
        : PicosecondTestCase(
              "4 ports, random commands and frames: as in a model that steps tick by tick, "
              "reconfiguration " +
              std::to_string(delta) + " ticks"),
          m_delta(delta)
    {
    }

  private:
    static constexpr uint32_t PORTS = 4;
    static constexpr uint32_t TICKS = 400;
    static constexpr uint32_t DELAY = 6;    //!< of a fibre, in ticks
    static constexpr uint32_t DURATION = 5; //!< of a frame, in ticks

    /// A command of the scenario.
    struct Command
    {
        uint32_t in;  //!< input
        uint32_t out; //!< output, PORTS to clear
    };

    static Time Ticks(uint32_t ticks)
    {
        return NanoSeconds(10 * ticks);
    }

    /// By tick and input: the output that light goes to, or -1.
    std::vector<std::vector<int>> Model(const std::map<uint32_t, Command>& commands) const
    {
        std::vector<int> target(PORTS, -1);
        std::vector<uint32_t> dark(PORTS, 0);
        for (uint32_t k = 0; k < PORTS; ++k)
        {
            target[k] = static_cast<int>((k + 1) % PORTS);
        }
        std::vector<std::vector<int>> states;
        for (uint32_t tick = 0; tick < TICKS + 100; ++tick)
        {
            const auto it = commands.find(tick);
            if (it != commands.end())
            {
                const auto [in, out] = it->second;
                if (out == PORTS)
                {
                    target[in] = -1;
                }
                else if (target[in] != static_cast<int>(out))
                {
                    for (auto& t : target)
                    {
                        t = t == static_cast<int>(out) ? -1 : t;
                    }
                    target[in] = static_cast<int>(out);
                    dark[in] = m_delta;
                }
            }
            std::vector<int> state(PORTS, -1);
            for (uint32_t k = 0; k < PORTS; ++k)
            {
                if (dark[k] > 0)
                {
                    --dark[k];
                }
                else
                {
                    state[k] = target[k];
                }
            }
            states.push_back(state);
        }
        return states;
    }

    void DoRun() override
    {
        for (uint32_t seed = 0; seed < 60; ++seed)
        {
            std::mt19937 random(seed);
            std::map<uint32_t, Command> commands;
            for (uint32_t k = 0; k < 25; ++k)
            {
                commands[random() % TICKS] = {static_cast<uint32_t>(random() % PORTS),
                                              static_cast<uint32_t>(random() % (PORTS + 1))};
            }
            Bench bench(PORTS, Ticks(m_delta), Ticks(DELAY));
            bench.ocs->SetInitialCircuits({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
            for (const auto& [tick, command] : commands)
            {
                Simulator::Schedule(Ticks(tick), [&bench, c = command]() {
                    c.out == PORTS ? bench.ocs->Reconfigure({}, {c.in})
                                   : bench.ocs->Reconfigure({{c.in, c.out}}, {});
                });
            }
            uint32_t frame = 0;
            std::map<uint32_t, std::pair<uint32_t, uint32_t>> sent; // frame to (input, tick)
            for (uint32_t in = 0; in < PORTS; ++in)
            {
                for (uint32_t tick = random() % 7; tick < TICKS; tick += DURATION + random() % 4)
                {
                    Simulator::Schedule(Ticks(tick),
                                        &Probe::Emit,
                                        bench.probes[in],
                                        frame,
                                        Ticks(DURATION));
                    sent[frame++] = {in, tick};
                }
            }
            Simulator::Run();
            const auto states = Model(commands);
            for (const auto& [number, where] : sent)
            {
                const auto [in, tick] = where;
                const int out = states[tick + DELAY][in];
                bool through = out >= 0;
                for (uint32_t k = 0; k < DURATION; ++k)
                {
                    through = through && states[tick + DELAY + k][in] == out;
                }
                if (through)
                {
                    const auto& arrivals = bench.probes[out]->arrivals;
                    NS_TEST_ASSERT_MSG_EQ(arrivals.count(number),
                                          1,
                                          "seed " << seed << " frame " << number << " arrives");
                    NS_TEST_ASSERT_MSG_EQ(arrivals.at(number),
                                          Ticks(tick + 2 * DELAY + DURATION),
                                          "seed " << seed << " frame " << number << " in time");
                }
                else
                {
                    NS_TEST_ASSERT_MSG_EQ(bench.lost.count(number),
                                          1,
                                          "seed " << seed << " frame " << number << " is lost");
                }
            }
            Simulator::Destroy();
        }
    }

    uint32_t m_delta; //!< reconfiguration time, in ticks
};

class CommandTimeCase : public PicosecondTestCase
{
  public:
    CommandTimeCase()
        : PicosecondTestCase(
              "commands: latency, switching and relocking add up; one at a time they "
              "wait for each other; random times are drawn for each command")
    {
    }

  private:
    static CircuitTimes Run(bool oneAtATime, Ptr<RandomVariableStream> random)
    {
        Bench bench(4, MicroSeconds(1), NanoSeconds(10));
        bench.ocs->SetAttribute("CommandLatency", TimeValue(NanoSeconds(100)));
        bench.ocs->SetAttribute("RelockTime", TimeValue(NanoSeconds(200)));
        bench.ocs->SetAttribute("OneCommandAtATime", BooleanValue(oneAtATime));
        if (random)
        {
            bench.ocs->SetAttribute("SwitchingTime", PointerValue(random));
            bench.ocs->AssignStreams(7);
        }
        CircuitTimes times(bench.ocs);
        bench.ocs->SetInitialCircuits({{0, 1}});
        Simulator::ScheduleNow([&bench]() {
            bench.ocs->Reconfigure({{0, 2}}, {});
            bench.ocs->Reconfigure({{1, 3}}, {});
        });
        // As many frames as fit, some in each moment that matters.
        for (uint32_t k = 0; k < 80; ++k)
        {
            Simulator::Schedule(NanoSeconds(50 * k),
                                &Probe::Emit,
                                bench.probes[0],
                                k,
                                NanoSeconds(20));
        }
        Simulator::Run();
        for (uint32_t k = 0; k < 80; ++k)
        {
            const auto first = NanoSeconds(50 * k + 10);
            const auto last = first + NanoSeconds(20);
            const bool before = last <= times.down.at(0);
            const bool after = first >= times.up.at(0);
            const auto& got = bench.probes[after ? 2 : 1]->arrivals;
            times.asModelled = times.asModelled && (got.count(k) == (before || after ? 1 : 0));
        }
        Simulator::Destroy();
        return times;
    }

    void DoRun() override
    {
        const auto together = Run(false, nullptr);
        NS_TEST_ASSERT_MSG_EQ(together.down.at(0), NanoSeconds(100), "dark after the latency");
        NS_TEST_ASSERT_MSG_EQ(together.up.at(0), NanoSeconds(1300), "first");
        NS_TEST_ASSERT_MSG_EQ(together.up.at(1), NanoSeconds(1300), "second");
        const auto queued = Run(true, nullptr);
        NS_TEST_ASSERT_MSG_EQ(queued.up.at(0), NanoSeconds(1300), "first");
        NS_TEST_ASSERT_MSG_EQ(queued.up.at(1), NanoSeconds(1300 + 1200), "then the second");
        auto random = CreateObject<UniformRandomVariable>();
        random->SetAttribute("Min", DoubleValue(1e-6));
        random->SetAttribute("Max", DoubleValue(2e-6));
        const auto drawn = Run(false, random);
        NS_TEST_ASSERT_MSG_NE(drawn.up.at(0), drawn.up.at(1), "each command its own");
        for (const uint32_t in : {0, 1})
        {
            NS_TEST_ASSERT_MSG_EQ((drawn.up.at(in) >= NanoSeconds(1300)), true, "not below Min");
            NS_TEST_ASSERT_MSG_EQ((drawn.up.at(in) <= NanoSeconds(2300)), true, "not above Max");
        }
        NS_TEST_ASSERT_MSG_EQ(Run(false, random).up.at(0),
                              drawn.up.at(0),
                              "same stream, same time");
        for (const auto* times : {&together, &queued, &drawn})
        {
            NS_TEST_ASSERT_MSG_EQ(times->asModelled, true, "frames meet what the traces tell");
        }
    }
};

class BlockAllCase : public PicosecondTestCase
{
  public:
    BlockAllCase()
        : PicosecondTestCase(
              "BlockAllPorts: one circuit changes, all go dark and come back; links of "
              "devices follow the light")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(4, MicroSeconds(1), NanoSeconds(10));
        bench.ocs->SetAttribute("BlockAllPorts", BooleanValue(true));
        for (const auto& probe : bench.probes)
        {
            NS_TEST_ASSERT_MSG_EQ(probe->IsLinkUp(), false, "no light yet");
        }
        CircuitTimes times(bench.ocs);
        bench.ocs->SetInitialCircuits({{0, 1}, {1, 0}, {2, 3}});
        bench.probes[1]->AddLinkChangeCallback(MakeCallback(&CircuitTimes::LinkChanged, &times));
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->IsLinkUp(), true, "light from 0");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->IsLinkUp(), false, "none leads there");
        Simulator::Schedule(MicroSeconds(5), [&bench]() { bench.ocs->Reconfigure({{3, 2}}, {}); });
        Simulator::Schedule(NanoSeconds(5500), [this, &bench]() {
            NS_TEST_EXPECT_MSG_EQ(bench.probes[1]->IsLinkUp(), false, "dark with the others");
        });
        for (uint32_t k = 0; k < 9; ++k)
        {
            Simulator::Schedule(MicroSeconds(k), &Probe::Emit, bench.probes[0], k, NanoSeconds(20));
        }
        // A command that changes nothing blocks nothing.
        Simulator::Schedule(MicroSeconds(7), [&bench]() { bench.ocs->Reconfigure({{3, 2}}, {}); });
        Simulator::Run();
        for (const uint32_t in : {0, 1, 2})
        {
            NS_TEST_ASSERT_MSG_EQ(times.down.at(in), MicroSeconds(5), "input " << in);
        }
        for (const uint32_t in : {0, 1, 2, 3})
        {
            NS_TEST_ASSERT_MSG_EQ(times.up.at(in), MicroSeconds(6), "input " << in);
        }
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.size(), 8, "one frame met darkness");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.count(5), 1, "that of 5 us");
        NS_TEST_ASSERT_MSG_EQ(times.linkChanges, 2, "down and up");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetReconfigurations(), 1, "one circuit was set");
        Simulator::Destroy();
    }
};

class PresetCase : public PicosecondTestCase
{
  public:
    PresetCase()
        : PicosecondTestCase("presets: attributes of every kind, overridden where asked")
    {
    }

  private:
    void DoRun() override
    {
        // reference: published switching times, reference.md section 5
        const std::map<std::string, int64_t> published{{"patch-panel", 120'000'000'000'000},
                                                       {"mems-3d", 10'000'000'000},
                                                       {"paper", 1'000'000'000},
                                                       {"mems-2d", 11'500'000},
                                                       {"rotor", 10'000'000},
                                                       {"silicon-photonics", 900'000},
                                                       {"tunable-laser", 3840}};
        NS_TEST_ASSERT_MSG_EQ(OcsPresets().size(), published.size(), "all of them");
        for (const auto& [name, time] : published)
        {
            OcsHelper helper;
            helper.SetPreset(name);
            const auto ocs = helper.Install(CreateObject<Node>(), 2);
            NS_TEST_ASSERT_MSG_EQ(ocs->GetReconfigurationTime().GetPicoSeconds(), time, name);
            BooleanValue all;
            ocs->GetAttribute("BlockAllPorts", all);
            NS_TEST_ASSERT_MSG_EQ(all.Get(), (name == "rotor" || name == "tunable-laser"), name);
        }
        OcsHelper helper;
        helper.SetPreset("rotor");
        helper.SetSwitchAttribute("ReconfigurationTime", TimeValue(MicroSeconds(3)));
        NS_TEST_ASSERT_MSG_EQ(helper.Install(CreateObject<Node>(), 2)->GetReconfigurationTime(),
                              MicroSeconds(3),
                              "overridden");
        std::string what;
        try
        {
            helper.SetPreset("mems");
        }
        catch (const std::invalid_argument& e)
        {
            what = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(what.find("known are patch-panel, mems-3d"), std::string::npos, what);
        Simulator::Destroy();
    }
};

} // namespace

void
ns3::topox::AddOpticalCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new PropagationOnlyCase, TEST_QUICK);
    suite.AddTestCase(new DarknessCase, TEST_QUICK);
    suite.AddTestCase(new PartialReconfigurationCase, TEST_QUICK);
    suite.AddTestCase(new InstantSwitchCase, TEST_QUICK);
    suite.AddTestCase(new RefusalCase, TEST_QUICK);
    suite.AddTestCase(new CommandTimeCase, TEST_QUICK);
    suite.AddTestCase(new BlockAllCase, TEST_QUICK);
    suite.AddTestCase(new PresetCase, TEST_QUICK);
    for (const uint32_t delta : {0, 2, 6, 20})
    {
        suite.AddTestCase(new BruteForceCase(delta), TEST_QUICK);
    }
}

namespace
{

class TopoXOpticalTestSuite : public RoomTestSuite
{
  public:
    TopoXOpticalTestSuite()
        : RoomTestSuite("topo-x-optical", TEST_UNIT)
    {
        AddOpticalCases(*this);
    }
};

TopoXOpticalTestSuite g_topoXOpticalTestSuite; //!< registers the suite

} // namespace
