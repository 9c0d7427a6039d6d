/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The optical switch beyond a single circuit: every small world, several switches in a row,
 * wavelength groups, power, faults and the control channel.
 */

#include "optical-test-bench.h"
#include "room-cases.h"
#include "test-data.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/ns3-compat.h"
#include "ns3/ocs-helper.h"
#include "ns3/optical-budget.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <fstream>
#include <set>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// All states of a 4-port switch, all commands, all positions of a frame about the command.
class SmallWorldCase : public PicosecondTestCase
{
  public:
    explicit SmallWorldCase(int64_t delta)
        : PicosecondTestCase("every state, command and frame position of a 4-port switch, "
                             "reconfiguration " +
                             std::to_string(delta) + " ticks: as in a brute force"),
          m_delta(delta)
    {
    }

  private:
    static constexpr uint32_t PORTS = 4;
    static constexpr int64_t DELAY = 3;    //!< of a fibre, in ticks
    static constexpr int64_t DURATION = 2; //!< of a frame, in ticks
    static constexpr int64_t EPOCH = 64;   //!< of one command and a frame at each input, in ticks

    using State = std::vector<int>; //!< by input: output, -1 for none

    static Time Ticks(int64_t ticks)
    {
        return NanoSeconds(10 * ticks);
    }

    static void AllStates(State& state, std::vector<State>& states)
    {
        if (state.size() == PORTS)
        {
            states.push_back(state);
            return;
        }
        for (int out = -1; out < static_cast<int>(PORTS); ++out)
        {
            if (out >= 0 && std::count(state.begin(), state.end(), out) > 0)
            {
                continue;
            }
            state.push_back(out);
            AllStates(state, states);
            state.pop_back();
        }
    }

    /// @returns where light of an input goes in a tick; the command is at tick 0 of the epoch
    int OutputAt(const State& before, CrossConnect command, int64_t tick, uint32_t in) const
    {
        const auto out = static_cast<int>(command.out);
        if (tick < 0 || before[command.in] == out)
        {
            return before[in];
        }
        if (in == command.in)
        {
            return out < static_cast<int>(PORTS) && tick >= m_delta ? out : -1;
        }
        return before[in] == out ? -1 : before[in];
    }

    void RunState(const State& state, CrossConnect command)
    {
        Bench bench(PORTS, Ticks(m_delta), Ticks(DELAY));
        std::vector<CrossConnect> circuits;
        std::vector<uint32_t> none;
        for (uint32_t in = 0; in < PORTS; ++in)
        {
            if (state[in] >= 0)
            {
                circuits.push_back({in, static_cast<uint32_t>(state[in])});
            }
            else
            {
                none.push_back(in);
            }
        }
        // A frame's first bit is at the crossbar at ticks -DURATION - 2 ... delta + 2.
        const int64_t earliest = -DURATION - 2;
        const int64_t positions = m_delta + 3 - earliest;
        for (int64_t p = 0; p < positions; ++p)
        {
            const auto at = (p + 1) * EPOCH;
            Simulator::Schedule(Ticks(at - EPOCH / 2), [&bench, circuits, none]() {
                bench.ocs->Reconfigure({}, {0, 1, 2, 3});
                bench.ocs->SetInitialCircuits(circuits);
            });
            for (uint32_t in = 0; in < PORTS; ++in)
            {
                Simulator::Schedule(Ticks(at + earliest + p - DELAY),
                                    &Probe::Emit,
                                    bench.probes[in],
                                    static_cast<uint32_t>(p * PORTS + in),
                                    Ticks(DURATION));
            }
            Simulator::Schedule(Ticks(at), [&bench, command]() {
                command.out == PORTS ? bench.ocs->Reconfigure({}, {command.in})
                                     : bench.ocs->Reconfigure({command}, {});
            });
        }
        Simulator::Run();
        for (int64_t p = 0; p < positions; ++p)
        {
            for (uint32_t in = 0; in < PORTS; ++in)
            {
                const int out = OutputAt(state, command, earliest + p, in);
                bool through = out >= 0;
                for (int64_t k = 0; k < DURATION; ++k)
                {
                    through = through && OutputAt(state, command, earliest + p + k, in) == out;
                }
                Check(bench, static_cast<uint32_t>(p * PORTS + in), through ? out : -1, p);
            }
        }
        Simulator::Destroy();
    }

    void Check(const Bench& bench, uint32_t frame, int out, int64_t position)
    {
        NS_TEST_ASSERT_MSG_EQ(bench.lost.count(frame), (out < 0 ? 1 : 0), "lost or not");
        for (uint32_t port = 0; port < PORTS; ++port)
        {
            const auto& arrivals = bench.probes[port]->arrivals;
            const bool here = static_cast<int>(port) == out;
            NS_TEST_ASSERT_MSG_EQ(arrivals.count(frame), (here ? 1 : 0), "where it arrives");
            if (here)
            {
                const auto first = (position + 1) * EPOCH - DURATION - 2 + position;
                NS_TEST_ASSERT_MSG_EQ(arrivals.at(frame),
                                      Ticks(first + DURATION + DELAY),
                                      "when it arrives");
            }
        }
    }

    void DoRun() override
    {
        std::vector<State> states;
        State empty;
        AllStates(empty, states);
        NS_TEST_ASSERT_MSG_EQ(states.size(), 209, "partial permutations of 4: sum C(4,k)^2 k!");
        for (const auto& state : states)
        {
            for (uint32_t in = 0; in < PORTS; ++in)
            {
                for (uint32_t out = 0; out <= PORTS; ++out)
                {
                    RunState(state, {in, out});
                }
            }
        }
    }

    int64_t m_delta; //!< reconfiguration time, in ticks
};

/// Two switches in a row: probes at ports 0 and 1 of each, two fibres between them.
struct TwoStages
{
    explicit TwoStages(Time delta)
        : first(4, delta, NanoSeconds(10)),
          second(4, delta, NanoSeconds(10))
    {
        // Probes 2 and 3 of both benches are there, but their ports are used for the joint: give
        // the joint ports of its own.
        for (auto* bench : {&first, &second})
        {
            for (uint32_t k = 0; k < 2; ++k)
            {
                auto port = CreateObject<OcsNetDevice>();
                bench->ocs->GetObject<Node>()->AddDevice(port);
                bench->ocs->AddPort(port);
            }
        }
        const OcsHelper helper;
        helper.Join(first.ocs, 4, second.ocs, 4, NanoSeconds(25));
        helper.Join(first.ocs, 5, second.ocs, 5, NanoSeconds(25));
    }

    Bench first;  //!< where frames come from
    Bench second; //!< where they go
};

class TwoStageCase : public PicosecondTestCase
{
  public:
    TwoStageCase()
        : PicosecondTestCase("a circuit through two switches: propagation only; the link is up "
                             "while both are lit; frames are lost at the switch that is dark")
    {
    }

  private:
    void DoRun() override
    {
        TwoStages net(NanoSeconds(100));
        auto& from = net.first.probes[0];
        auto& to = net.second.probes[1];
        Simulator::ScheduleNow([&net, &to, this]() {
            net.first.ocs->SetInitialCircuits({{0, 4}});
            NS_TEST_EXPECT_MSG_EQ(to->IsLinkUp(), false, "half a way");
            net.second.ocs->SetInitialCircuits({{4, 1}});
            NS_TEST_EXPECT_MSG_EQ(to->IsLinkUp(), true, "the whole way");
        });
        const auto emit = [&from](int64_t at, uint32_t frame) {
            Simulator::Schedule(NanoSeconds(at), &Probe::Emit, from, frame, NanoSeconds(20));
        };
        emit(0, 0);
        emit(985, 1);  // at the second switch from 1020 to 1040, dark since 1030
        emit(1400, 2); // after both
        emit(1990, 3); // at the first switch when that goes dark
        Simulator::Schedule(NanoSeconds(1030), [&net]() {
            net.second.ocs->Reconfigure({{4, 0}}, {});
        });
        Simulator::Schedule(NanoSeconds(1200), [&net, this]() {
            NS_TEST_EXPECT_MSG_EQ(net.second.probes[0]->IsLinkUp(), true, "new end");
            NS_TEST_EXPECT_MSG_EQ(net.second.probes[1]->IsLinkUp(), false, "old end");
        });
        Simulator::Schedule(NanoSeconds(2010), [&net, this]() {
            net.first.ocs->Reconfigure({}, {0});
            NS_TEST_EXPECT_MSG_EQ(net.second.probes[0]->IsLinkUp(), false, "dark upstream");
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(to->arrivals.size(), 1, "one frame over the first circuit");
        NS_TEST_ASSERT_MSG_EQ(to->arrivals.at(0), NanoSeconds(20 + 10 + 25 + 10), "propagation");
        NS_TEST_ASSERT_MSG_EQ(net.second.probes[0]->arrivals.at(2), NanoSeconds(1465), "then");
        NS_TEST_ASSERT_MSG_EQ(net.second.lost.at(1), "cut", "lost at the second");
        NS_TEST_ASSERT_MSG_EQ(net.first.lost.at(3), "cut", "lost at the first");
        Simulator::Destroy();
    }
};

class LoopbackCase : public PicosecondTestCase
{
  public:
    LoopbackCase()
        : PicosecondTestCase("loopback and simplex: a port hears itself; light goes one way; a "
                             "closed ring of switches has no light")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(3, NanoSeconds(5), NanoSeconds(10));
        bench.ocs->SetInitialCircuits({{0, 0}, {1, 2}});
        Simulator::ScheduleNow(&Probe::Emit, bench.probes[0], 0, NanoSeconds(20));
        Simulator::ScheduleNow(&Probe::Emit, bench.probes[1], 1, NanoSeconds(20));
        Simulator::ScheduleNow(&Probe::Emit, bench.probes[2], 2, NanoSeconds(20));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[0]->arrivals.at(0), NanoSeconds(40), "itself");
        NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->arrivals.count(1), 1, "one way");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.at(2), "no-circuit", "not the other");
        TwoStages ring(NanoSeconds(5));
        ring.first.ocs->SetInitialCircuits({{4, 5}, {5, 4}});
        ring.second.ocs->SetInitialCircuits({{4, 5}, {5, 4}});
        NS_TEST_ASSERT_MSG_EQ(ring.first.ocs->GetPort(4)->IsLinkUp(), false, "from nowhere");
        // A NIC's light goes in, and the ring is closed behind it.
        ring.first.ocs->SetInitialCircuits({{0, 4}});
        NS_TEST_ASSERT_MSG_EQ(ring.first.ocs->GetPort(4)->IsLinkUp(), true, "light");
        ring.first.ocs->SetInitialCircuits({{5, 4}});
        NS_TEST_ASSERT_MSG_EQ(ring.first.ocs->GetPort(4)->IsLinkUp(), false, "gone");
        Simulator::Destroy();
    }
};

class GroupCase : public PicosecondTestCase
{
  public:
    GroupCase()
        : PicosecondTestCase("one command moves a wavelength group")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(8, NanoSeconds(5), NanoSeconds(10));
        bench.ocs->SetAttribute("GroupSize", UintegerValue(2));
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{1, 5}, {4, 0}}, {}), true, "accepted");
        for (const auto& [in, out] : {std::pair{0, 4}, {1, 5}, {4, 0}, {5, 1}, {2, -1}})
        {
            NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetOutput(in), out, "input " << in);
        }
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 3}}, {}), false, "another wavelength");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 2}, {1, 7}}, {}), false, "twice");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({}, {5}), true, "accepted");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetOutput(4), -1, "cleared with its group");
        Simulator::Destroy();
    }
};

class BudgetCase : public PicosecondTestCase
{
  public:
    BudgetCase()
        : PicosecondTestCase("power: circuits with too little light are refused, or lose frames "
                             "as the bit error rate says")
    {
    }

  private:
    void DoRun() override
    {
        // reference: erfc in closed form at the sensitivity, and Q = 6 for 1e-9 (0.69 dB less)
        NS_TEST_ASSERT_MSG_EQ_TOL(BitErrorRate(0), 1e-12, 0.01e-12, "at the sensitivity");
        NS_TEST_ASSERT_MSG_EQ_TOL(BitErrorRate(10 * std::log10(6 / 7.034)), 0.987e-9, 2e-12, "Q 6");
        // 100 us of fibre each way: 20 km, 0.35 dB/km: 7 dB each, and 2 dB in the switch.
        Bench bench(2, NanoSeconds(5), MicroSeconds(100));
        const auto budget = BudgetOf(*bench.ocs->GetPort(0), *bench.ocs->GetPort(1));
        NS_TEST_ASSERT_MSG_EQ(budget.complete, true, "from NIC to NIC");
        NS_TEST_ASSERT_MSG_EQ_TOL(budget.received, -16, 1e-9, "0 dBm less 16 dB");
        NS_TEST_ASSERT_MSG_EQ_TOL(budget.Margin(), -6, 1e-9, "-10 dBm were needed");
        bench.ocs->SetAttribute("Budget", StringValue("Refuse"));
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 1}}, {}), false, "too dark");
        bench.probes[0]->SetAttribute("LaunchPower", DoubleValue(6));
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->Reconfigure({{0, 1}}, {}), true, "just enough");
        // A margin where one frame in two or so is lost.
        bench.ocs->SetAttribute("Budget", StringValue("Errors"));
        bench.ocs->AssignStreams(3);
        bench.probes[0]->SetAttribute("LaunchPower", DoubleValue(3.7));
        const double ber = BitErrorRate(-2.3);
        constexpr uint32_t frames = 4000;
        for (uint32_t k = 0; k < frames; ++k)
        {
            Simulator::Schedule(MicroSeconds(k + 1),
                                &Probe::Emit,
                                bench.probes[0],
                                1000 + k % 2, // 1100 or 1101 bytes
                                NanoSeconds(500));
        }
        Simulator::Run();
        const double expected = 1 - std::pow(1 - ber, 8 * 1100.5);
        const double lost = static_cast<double>(bench.ocs->GetFramesLost()) / frames;
        NS_TEST_ASSERT_MSG_GT(expected, 0.05, "worth counting");
        NS_TEST_ASSERT_MSG_EQ_TOL(lost,
                                  expected,
                                  4 * std::sqrt(expected * (1 - expected) / frames),
                                  "within four standard deviations");
        NS_TEST_ASSERT_MSG_EQ(bench.lost.begin()->second, "bit-errors", "reason");
        Simulator::Destroy();
    }
};

class FaultCase : public PicosecondTestCase
{
  public:
    FaultCase()
        : PicosecondTestCase("faults: a dark port, a stuck mirror, a dead switch; each mended")
    {
    }

  private:
    void Failed(uint32_t in, const std::string& reason)
    {
        m_failures.emplace_back(in, reason);
    }

    void DoRun() override
    {
        Bench bench(4, NanoSeconds(100), NanoSeconds(10));
        auto ocs = bench.ocs;
        ocs->TraceConnectWithoutContext("CommandFailed", MakeCallback(&FaultCase::Failed, this));
        ocs->SetInitialCircuits({{0, 1}, {1, 0}, {2, 3}});
        // Frames of 20 ns every 50 ns from port 0, until 5 us.
        for (uint32_t k = 0; k < 100; ++k)
        {
            Simulator::Schedule(NanoSeconds(50 * k),
                                &Probe::Emit,
                                bench.probes[0],
                                k,
                                NanoSeconds(20));
        }
        Simulator::Schedule(NanoSeconds(1005), [&]() { ocs->SetPortDark(1, true); });
        Simulator::Schedule(NanoSeconds(1200), [&]() {
            NS_TEST_EXPECT_MSG_EQ(bench.probes[1]->IsLinkUp(), false, "to a dark port");
            NS_TEST_EXPECT_MSG_EQ(bench.probes[0]->IsLinkUp(), false, "from a dark port");
            NS_TEST_EXPECT_MSG_EQ(bench.probes[3]->IsLinkUp(), true, "others");
            ocs->Reconfigure({{0, 2}}, {}); // not to the dark port: works
            ocs->Reconfigure({{3, 1}}, {}); // to the dark port: waits
        });
        Simulator::Schedule(NanoSeconds(2000), [&]() {
            NS_TEST_EXPECT_MSG_EQ(ocs->IsLit(0), true, "lit");
            NS_TEST_EXPECT_MSG_EQ(ocs->IsLit(3), false, "not lit");
            ocs->SetPortDark(1, false);
        });
        Simulator::Schedule(NanoSeconds(2200), [&]() {
            NS_TEST_EXPECT_MSG_EQ(ocs->IsLit(3), true, "mended, and lit");
            NS_TEST_EXPECT_MSG_EQ(ocs->IsLit(1), true, "the way from it too");
            ocs->SetMirrorStuck(0, true);
            ocs->Reconfigure({{0, 1}}, {});
            ocs->Reconfigure({{3, 2}}, {});
            NS_TEST_EXPECT_MSG_EQ(ocs->GetOutput(0), 2, "where it was");
            NS_TEST_EXPECT_MSG_EQ(ocs->GetOutput(3), -1, "its output is held");
            ocs->SetMirrorStuck(0, false);
        });
        Simulator::Schedule(NanoSeconds(3005), [&]() { ocs->SetDead(true); });
        Simulator::Schedule(NanoSeconds(3100), [&]() { ocs->Reconfigure({{0, 1}}, {}); });
        Simulator::Schedule(NanoSeconds(4000), [&]() { ocs->SetDead(false); });
        Simulator::Run();
        const std::vector<std::pair<uint32_t, std::string>> failures{
            {3, "a port is dark"},
            {0, "its mirror is stuck"},
            {3, "a stuck mirror holds its output"},
            {4, "the switch is dead"}};
        NS_TEST_ASSERT_MSG_EQ((m_failures == failures), true, "what failed and why");
        // At the crossbar from 10 + 50 k to 30 + 50 k.
        for (uint32_t k = 0; k < 100; ++k)
        {
            const int64_t first = 50 * k + 10;
            const int64_t last = first + 20;
            const bool old = last <= 1005;
            const bool next = (first >= 1300 && last <= 3005) || first >= 4100;
            NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.count(k), (old ? 1 : 0), k);
            NS_TEST_ASSERT_MSG_EQ(bench.probes[2]->arrivals.count(k), (next ? 1 : 0), k);
            NS_TEST_ASSERT_MSG_EQ(bench.lost.count(k), (old || next ? 0 : 1), k);
        }
        Simulator::Destroy();
    }

    std::vector<std::pair<uint32_t, std::string>> m_failures; //!< traced
};

class ControlChannelCase : public PicosecondTestCase
{
  public:
    ControlChannelCase()
        : PicosecondTestCase("control channel: commands take their time, in order; lost ones are "
                             "said again, or fail")
    {
    }

  private:
    void Failed(uint32_t, const std::string&)
    {
        ++m_failures;
    }

    void DoRun() override
    {
        auto channel = CreateObject<OcsControlChannel>();
        channel->SetAttribute("Delay",
                              StringValue("ns3::UniformRandomVariable[Min=1e-6|Max=9e-6]"));
        channel->SetAttribute("LossRate", DoubleValue(0.3));
        channel->SetAttribute("Timeout", TimeValue(MicroSeconds(10)));
        Bench bench(4, NanoSeconds(100), NanoSeconds(10));
        bench.ocs->SetAttribute("ControlChannel", PointerValue(channel));
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->AssignStreams(5), 3, "delay, loss, bit errors");
        bench.ocs->TraceConnectWithoutContext("CommandFailed",
                                              MakeCallback(&ControlChannelCase::Failed, this));
        CircuitTimes times(bench.ocs);
        // Each command would undo the one before: only in order does the last one win.
        for (uint32_t k = 0; k < 20; ++k)
        {
            Simulator::Schedule(MicroSeconds(k), [&bench, k]() {
                bench.ocs->Reconfigure({{0, 1 + k % 3}}, {});
            });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetOutput(0), 1 + 19 % 3, "the last command");
        NS_TEST_ASSERT_MSG_GT(channel->GetLost(), 0, "some were lost");
        NS_TEST_ASSERT_MSG_EQ(m_failures, 0, "and said again");
        NS_TEST_ASSERT_MSG_EQ((times.up.at(0) >= NanoSeconds(19'000 + 1000 + 100)), true, "late");
        channel->SetAttribute("LossRate", DoubleValue(1));
        bench.ocs->Reconfigure({{0, 3}}, {});
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_failures, 1, "given up");
        NS_TEST_ASSERT_MSG_EQ(bench.ocs->GetOutput(0), 1 + 19 % 3, "no effect");
        Simulator::Destroy();
    }

    uint32_t m_failures{0}; //!< traced
};

class PortTraceCase : public PicosecondTestCase
{
  public:
    PortTraceCase()
        : PicosecondTestCase("ascii of a port: light in and out with times, and arrivals as "
                             "without it")
    {
    }

  private:
    void DoRun() override
    {
        Bench bench(3, NanoSeconds(100), NanoSeconds(10));
        bench.ocs->SetInitialCircuits({{0, 1}});
        const auto file = CreateTempDirFilename("port.tr");
        const auto pcap = CreateTempDirFilename("port.pcap");
        OcsHelper helper;
        helper.EnableAscii(file, bench.ocs->GetPort(0), true);
        helper.EnableAscii(file + "1", bench.ocs->GetPort(1), true);
        helper.EnablePcap(pcap, bench.ocs->GetPort(1), true, true);
        for (const uint32_t in : {0, 1})
        {
            Simulator::Schedule(NanoSeconds(100 + in),
                                &Probe::Emit,
                                bench.probes[in],
                                in,
                                NanoSeconds(20));
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bench.probes[1]->arrivals.at(0), NanoSeconds(140), "as ever");
        Simulator::Destroy();
        NS_TEST_ASSERT_MSG_EQ(Words(file), "r 1.3e-07", "light in");
        NS_TEST_ASSERT_MSG_EQ(Words(file + "1"), "- 1.3e-07, r 1.31e-07", "out, and lost light in");
        std::ifstream frames(pcap, std::ios::ate | std::ios::binary);
        NS_TEST_ASSERT_MSG_EQ(frames.tellg(), 24 + 16 + 100 + 16 + 101, "two frames");
    }

    /// @returns first two words of each line
    static std::string Words(const std::string& file)
    {
        std::ifstream in(file);
        std::string words;
        for (std::string kind, time, rest; in >> kind >> time && std::getline(in, rest);)
        {
            words += (words.empty() ? "" : ", ") + kind + " " + time;
        }
        return words;
    }
};

} // namespace

void
ns3::topox::AddOcsCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new SmallWorldCase(0), TEST_QUICK);
    suite.AddTestCase(new SmallWorldCase(5), TEST_QUICK);
    suite.AddTestCase(new TwoStageCase, TEST_QUICK);
    suite.AddTestCase(new LoopbackCase, TEST_QUICK);
    suite.AddTestCase(new GroupCase, TEST_QUICK);
    suite.AddTestCase(new BudgetCase, TEST_QUICK);
    suite.AddTestCase(new FaultCase, TEST_QUICK);
    suite.AddTestCase(new ControlChannelCase, TEST_QUICK);
    suite.AddTestCase(new PortTraceCase, TEST_QUICK);
}

namespace
{

class TopoXOcsTestSuite : public RoomTestSuite
{
  public:
    TopoXOcsTestSuite()
        : RoomTestSuite("topo-x-ocs", TEST_UNIT)
    {
        AddOcsCases(*this);
    }
};

TopoXOcsTestSuite g_topoXOcsTestSuite; //!< registers the suite

} // namespace
