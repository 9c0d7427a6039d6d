/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The electrical room: times, memory, pauses, marks, congestion controls, load balancing.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/boolean.h"
#include "ns3/dcqcn.h"
#include "ns3/double.h"
#include "ns3/hpcc.h"
#include "ns3/network-generators.h"
#include "ns3/network-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/pause-watchdog.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace ns3;
using namespace ns3::topox;

namespace
{

constexpr uint64_t GBPS = 1'000'000'000;
constexpr LinkKind LINK_100G{100 * GBPS, PS_PER_US};

class SwitchTimeCase : public PicosecondTestCase
{
  public:
    SwitchTimeCase(uint64_t bytes, bool cutThrough)
        : PicosecondTestCase("a WRITE of " + std::to_string(bytes) + " bytes through a " +
                             (cutThrough ? "cut-through" : "store-and-forward") +
                             " switch takes the closed form to the picosecond"),
          m_bytes(bytes),
          m_cutThrough(cutThrough)
    {
    }

  private:
    void DoRun() override
    {
        NetworkHelper net;
        net.SetSwitchAttribute("CutThrough", BooleanValue(m_cutThrough));
        net.SetSwitchAttribute("ForwardingDelay", TimeValue(NanoSeconds(300)));
        net.Install(Star(2, LINK_100G));
        auto [out, in] = net.Connect(0, 1);
        Time arrived;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { arrived = Simulator::Now(); }));
        out->PostWrite(m_bytes, 0);
        Simulator::Run();
        // start_k = max(start of k - 1 and its frame and gap, arrival of what the switch needs)
        const int64_t psPerByte = 80;
        const int64_t flight = 1'000'000;
        const uint64_t frames = (m_bytes + 4095) / 4096;
        int64_t sent = 0;
        int64_t free = 0;
        int64_t last = 0;
        for (uint64_t k = 0; k < frames; ++k)
        {
            const uint64_t payload = std::min<uint64_t>(4096, m_bytes - k * 4096);
            const int64_t line =
                8 + 14 + 20 + 8 + 12 + (k == 0 ? 16 : 0) + (payload + 3) / 4 * 4 + 4 + 4;
            const auto needed = m_cutThrough ? 8 + 64 : line;
            const auto ready = sent + needed * psPerByte + flight + 300'000;
            const auto start = std::max(ready, free);
            last = start + line * psPerByte + flight;
            free = start + (line + 12) * psPerByte;
            sent += (line + 12) * psPerByte;
        }
        NS_TEST_ASSERT_MSG_EQ(arrived.GetPicoSeconds(), last, "last bit at the receiver");
        Simulator::Destroy();
    }

    uint64_t m_bytes;  //!< of the message
    bool m_cutThrough; //!< how the switch forwards
};

class SharedBufferCase : public TestCase
{
  public:
    SharedBufferCase()
        : TestCase("dynamic thresholds: n queues that want everything share as Choudhury and Hahne "
                   "compute")
    {
    }

  private:
    void DoRun() override
    {
        // n greedy queues end at alpha * B / (1 + n alpha) each.
        for (const double alpha : {0.5, 1.0, 2.0})
        {
            for (const uint32_t n : {1, 2, 5})
            {
                SharedBufferConfig config;
                config.bytes = 1'000'000;
                config.egressAlpha = alpha;
                config.headroom.assign(n + 1, 0);
                SharedBuffer buffer(config);
                bool stored = true;
                while (stored)
                {
                    stored = false;
                    for (uint32_t q = 0; q < n; ++q)
                    {
                        stored |= buffer.Store(n, q, 0, 100) == SharedBuffer::Verdict::STORED;
                    }
                }
                const auto share = alpha * 1'000'000 / (1 + n * alpha);
                NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(buffer.QueueBytes(0, 0)),
                                          share,
                                          100 * n,
                                          "share of one queue");
            }
        }
        // A lossless class pauses at its threshold, and goes to the headroom above it.
        SharedBufferConfig config;
        config.bytes = 100'000;
        config.pauseAlpha = 0.25;
        config.losslessClasses = 1 << 3;
        config.hysteresis = 2000;
        config.headroom.assign(2, 10'000);
        SharedBuffer buffer(config);
        uint64_t stored = 0;
        while (!buffer.PauseDue(0, 3))
        {
            NS_TEST_ASSERT_MSG_EQ((buffer.Store(0, 1, 3, 100) == SharedBuffer::Verdict::STORED),
                                  true,
                                  "below the threshold");
            stored += 100;
        }
        // x > 0.25 (80000 - x): x just above 16000
        NS_TEST_ASSERT_MSG_EQ(stored, 16'100, "threshold");
        uint64_t headroom = 0;
        while (buffer.Store(0, 1, 3, 100) == SharedBuffer::Verdict::STORED)
        {
            headroom += 100;
        }
        NS_TEST_ASSERT_MSG_EQ(headroom, 10'000, "headroom");
        NS_TEST_ASSERT_MSG_EQ(buffer.UsedBytes(), 26'100, "all of it");
        while (!buffer.ResumeDue(0, 3))
        {
            buffer.Release(0, 1, 3, 100);
        }
        // 0.25 (80000 - x) - 2000 >= x: x at most 14400
        NS_TEST_ASSERT_MSG_EQ(buffer.QueueBytes(1, 3), 14'400, "resumes below the hysteresis");
        std::string complaint;
        try
        {
            config.bytes = 30'000;
            SharedBuffer small(config);
        }
        catch (const std::invalid_argument& error)
        {
            complaint = error.what();
        }
        NS_TEST_ASSERT_MSG_NE(complaint.find("20000 bytes of headroom"),
                              std::string::npos,
                              complaint);
    }
};

class IncastCase : public PicosecondTestCase
{
  public:
    explicit IncastCase(bool lossless)
        : PicosecondTestCase(lossless ? "a 64:1 incast with PFC loses nothing"
                                      : "without PFC it loses frames, and every byte arrives"),
          m_lossless(lossless)
    {
    }

  private:
    void DoRun() override
    {
        NetworkHelper net;
        net.SetSwitchAttribute("LosslessClasses", UintegerValue(m_lossless ? 1 << 3 : 0));
        net.SetSwitchAttribute("BufferSize", UintegerValue(8'000'000));
        net.SetQueuePairAttribute("RetransmitTimeout", TimeValue(MicroSeconds(500)));
        net.SetQueuePairAttribute("RetryCount", UintegerValue(50));
        net.Install(Star(65, LINK_100G));
        net.AssignStreams(1);
        uint32_t arrived = 0;
        uint64_t again = 0;
        std::vector<Ptr<RdmaQueuePair>> senders;
        for (uint32_t s = 1; s <= 64; ++s)
        {
            auto [out, in] = net.Connect(s, 0);
            in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t bytes) {
                NS_TEST_ASSERT_MSG_EQ(bytes, 1'000'000, "size");
                ++arrived;
            }));
            out->PostWrite(1'000'000, 0);
            senders.push_back(out);
        }
        uint32_t pauses = 0;
        net.GetSwitch(65)->TraceConnectWithoutContext(
            "Pause",
            Callback<void, uint32_t, uint8_t, bool>(
                [&](uint32_t, uint8_t, bool pause) { pauses += pause ? 1 : 0; }));
        Simulator::Run();
        for (const auto& sender : senders)
        {
            again += sender->GetRetransmissions();
        }
        const auto dropped = net.GetSwitch(65)->GetFramesDropped();
        NS_TEST_ASSERT_MSG_EQ(arrived, 64, "messages");
        NS_TEST_ASSERT_MSG_EQ((dropped == 0), m_lossless, "drops: " << dropped);
        NS_TEST_ASSERT_MSG_EQ((again == 0), m_lossless, "sent again: " << again);
        NS_TEST_ASSERT_MSG_EQ((pauses > 0), m_lossless, "pauses: " << pauses);
        NS_TEST_ASSERT_MSG_EQ(net.GetSwitch(65)->GetBufferedBytes(), 0, "nothing is left inside");
        Simulator::Destroy();
    }

    bool m_lossless; //!< with PFC
};

class CongestionControlCase : public PicosecondTestCase
{
  public:
    /// @param least utilisation that is asked for @param mostQueue bytes on average, 0 for no
    /// matter
    CongestionControlCase(const std::string& name, double jain, double least, uint64_t mostQueue)
        : PicosecondTestCase(name + ": eight long flows into one port share it"),
          m_name(name),
          m_jain(jain),
          m_least(least),
          m_mostQueue(mostQueue)
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t senders = 8;
        NetworkHelper net;
        net.SetQueuePairAttribute("CongestionControl", StringValue("ns3::topox::" + m_name));
        // HPCC's authors have frames of 1000 bytes: its queue is counted in few of them.
        const bool small = m_mostQueue > 0;
        const uint64_t rate = (small ? 100 : 25) * GBPS;
        net.SetQueuePairAttribute("PathMtu", UintegerValue(small ? 1024 : 4096));
        net.Install(Star(senders + 1, {rate, PS_PER_US}));
        net.AssignStreams(1);
        const auto begin = MilliSeconds(small ? 5 : 30);
        const auto end = MilliSeconds(small ? 15 : 60);
        std::vector<uint64_t> before(senders);
        std::vector<double> share(senders);
        std::vector<Ptr<RdmaQueuePair>> pairs;
        for (uint32_t s = 0; s < senders; ++s)
        {
            auto [out, in] = net.Connect(s + 1, 0);
            pairs.push_back(out);
            // They start one after the other, so that they have something to become fair about.
            Simulator::Schedule(MicroSeconds(200 * s),
                                [qp = out]() { qp->PostWrite(1'000'000'000, 0); });
        }
        const auto hub = net.GetSwitch(senders + 1);
        uint64_t lineBytes = 0;
        double queue = 0;
        uint32_t looks = 0;
        Simulator::Schedule(begin, [&]() {
            lineBytes = hub->GetPort(0)->GetLineBytesSent();
            for (uint32_t s = 0; s < senders; ++s)
            {
                before[s] = pairs[s]->GetFramesSent();
            }
        });
        for (auto at = begin; at < end; at += MicroSeconds(10))
        {
            Simulator::Schedule(at, [&]() {
                queue += static_cast<double>(hub->GetQueueBytes(0, 3));
                ++looks;
            });
        }
        Simulator::Stop(end);
        Simulator::Run();
        double sum = 0;
        double squares = 0;
        for (uint32_t s = 0; s < senders; ++s)
        {
            share[s] = static_cast<double>(pairs[s]->GetFramesSent() - before[s]);
            sum += share[s];
            squares += share[s] * share[s];
        }
        const double jain = sum * sum / (senders * squares);
        const double used = static_cast<double>(hub->GetPort(0)->GetLineBytesSent() - lineBytes) *
                            8 / (static_cast<double>(rate) * (end - begin).GetSeconds());
        queue /= looks;
        std::cout << "  " << m_name << ": Jain " << jain << ", utilisation " << used
                  << ", mean queue " << queue << " bytes\n";
        NS_TEST_ASSERT_MSG_GT(jain, m_jain, "Jain index");
        NS_TEST_ASSERT_MSG_GT(used, m_least, "utilisation");
        NS_TEST_ASSERT_MSG_EQ((m_mostQueue == 0 || queue <= m_mostQueue), true, "queue " << queue);
        NS_TEST_ASSERT_MSG_EQ(hub->GetFramesDropped(), 0, "PFC holds what congestion control lets");
        Simulator::Destroy();
    }

    std::string m_name;   //!< class
    double m_jain;        //!< least fairness
    double m_least;       //!< least utilisation
    uint64_t m_mostQueue; //!< bytes
};

class EveryCongestionControlCase : public PicosecondTestCase
{
  public:
    EveryCongestionControlCase()
        : PicosecondTestCase("every registered congestion control brings every byte over a lossy "
                             "line, by every recovery")
    {
    }

  private:
    void Run(TypeId control, const std::string& recovery)
    {
        auto network = Star(3, LINK_100G);
        for (auto& link : network.links)
        {
            link.errorRate = 0.005;
        }
        NetworkHelper net;
        net.SetQueuePairAttribute("CongestionControl", TypeIdValue(control));
        net.SetQueuePairAttribute("Recovery", StringValue(recovery));
        net.SetQueuePairAttribute("RetransmitTimeout", TimeValue(MicroSeconds(200)));
        net.SetQueuePairAttribute("RetryCount", UintegerValue(100));
        net.Install(network);
        net.AssignStreams(7);
        uint64_t bytes = 0;
        uint32_t reads = 0;
        for (const uint32_t source : {1, 2})
        {
            auto [out, in] = net.Connect(source, 0);
            in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t b) { bytes += b; }));
            in->SetSendCallback(Callback<void, uint64_t>([&](uint64_t) { ++reads; }));
            out->PostWrite(3'000'000, 0);
            out->PostSend(1'000'000, 1);
            in->PostRead(500'000, 0);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bytes, 8'000'000, control.GetName() << " " << recovery);
        NS_TEST_ASSERT_MSG_EQ(reads, 2, control.GetName() << " " << recovery);
        Simulator::Destroy();
    }

    void DoRun() override
    {
        uint32_t found = 0;
        for (uint16_t k = 0; k < TypeId::GetRegisteredN(); ++k)
        {
            const auto type = TypeId::GetRegistered(k);
            if (type.IsChildOf(CongestionControl::GetTypeId()) && type.HasConstructor())
            {
                ++found;
                Run(type, "GoBackN");
                Run(type, "SelectiveRepeat");
            }
        }
        NS_TEST_ASSERT_MSG_EQ(found, 5, "None, DCQCN, HPCC, TIMELY, Swift");
    }
};

class EcmpCase : public PicosecondTestCase
{
  public:
    EcmpCase()
        : PicosecondTestCase("ECMP spreads 10000 flows over a k = 8 fat-tree within the 99.9 % "
                             "bounds of the multinomial")
    {
    }

  private:
    void DoRun() override
    {
        NetworkHelper net;
        net.Install(FatTree(8, 0, LINK_100G));
        net.AssignStreams(1);
        // Each flow is one frame from a server of the first pod to one of the last.
        std::vector<std::vector<uint64_t>> before;
        const auto switches = net.GetSwitches();
        uint32_t arrived = 0;
        for (uint32_t k = 0; k < 10'000; ++k)
        {
            auto [out, in] = net.Connect(k % 16, 112 + k / 16 % 16);
            in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t) { ++arrived; }));
            Simulator::Schedule(MicroSeconds(k), [qp = out]() { qp->PostWrite(1, 0); });
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(arrived, 10'000, "flows");
        // Switches: 32 edge, 32 aggregation, 16 core. Up-ports of edges are 4 to 7, of aggregation
        // switches 4 to 7; 10000 flows share 4 edges, then 4 x 4 ways to the core.
        std::vector<uint64_t> edge;
        std::vector<uint64_t> core;
        for (uint32_t s = 0; s < 4; ++s)
        {
            for (uint32_t port = 4; port < 8; ++port)
            {
                edge.push_back(switches[s]->GetPort(port)->GetFramesSent());
                core.push_back(switches[32 + s]->GetPort(port)->GetFramesSent());
            }
        }
        // Bounds of each of 16 cells: 10000 / 16 with the normal quantile of 0.001 / 2 / 16.
        const double mean = 10'000.0 / 16;
        const double bound = 4.0 * std::sqrt(10'000.0 / 16 * 15 / 16);
        for (const auto& counts : {edge, core})
        {
            for (const auto count : counts)
            {
                NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(count),
                                          mean,
                                          bound,
                                          "flows of a port");
            }
        }
        Simulator::Destroy();
    }
};

class LoadBalancingCase : public PicosecondTestCase
{
  public:
    LoadBalancingCase()
        : PicosecondTestCase(
              "one flow over four spines: ECMP takes one way, flowlets another after "
              "a pause, spraying all")
    {
    }

  private:
    /// @returns frames that each spine sent on, most first
    std::vector<uint64_t> Run(const std::string& balancing)
    {
        NetworkHelper net;
        net.SetSwitchAttribute("LoadBalancing", StringValue(balancing));
        net.SetQueuePairAttribute("Recovery", StringValue("SelectiveRepeat"));
        net.Install(LeafSpine(2, 2, 4, LINK_100G, LINK_100G));
        net.AssignStreams(3);
        auto [out, in] = net.Connect(0, 1);
        uint32_t arrived = 0;
        in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t) { ++arrived; }));
        for (uint32_t k = 0; k < 50; ++k)
        {
            Simulator::Schedule(MilliSeconds(k), [qp = out]() { qp->PostWrite(40'960, 0); });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(arrived, 50, "messages by " << balancing);
        std::vector<uint64_t> frames;
        for (uint32_t spine = 4; spine < 8; ++spine)
        {
            frames.push_back(net.GetSwitch(spine)->GetPort(1)->GetFramesSent());
        }
        std::sort(frames.rbegin(), frames.rend());
        Simulator::Destroy();
        return frames;
    }

    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ((Run("Ecmp") == std::vector<uint64_t>{500, 0, 0, 0}), true, "ECMP");
        for (const auto count : Run("Flowlet"))
        {
            NS_TEST_ASSERT_MSG_EQ(count % 10, 0, "a message of ten frames stays together");
            NS_TEST_ASSERT_MSG_GT(count, 0, "every way is taken");
        }
        for (const auto count : Run("Spray"))
        {
            NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(count), 125, 45, "an even spray");
        }
    }
};

class PFabricCase : public PicosecondTestCase
{
  public:
    PFabricCase()
        : PicosecondTestCase("pFabric: a small message overtakes big ones in NICs and switches")
    {
    }

  private:
    void DoRun() override
    {
        NetworkHelper net;
        net.SetSwitchAttribute("Scheduling", StringValue("PFabric"));
        net.SetSwitchAttribute("PFabricQueueSize", UintegerValue(100'000));
        net.SetDeviceAttribute("Scheduling", StringValue("SmallestRemaining"));
        net.SetQueuePairAttribute("Recovery", StringValue("SelectiveRepeat"));
        net.SetQueuePairAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
        net.SetQueuePairAttribute("RetryCount", UintegerValue(100));
        net.SetQueuePairAttribute("MaxInFlight", UintegerValue(100'000));
        net.Install(Star(4, LINK_100G));
        net.AssignStreams(1);
        std::vector<Time> done(3);
        for (uint32_t k = 0; k < 3; ++k)
        {
            auto [out, in] = net.Connect(k + 1, 0);
            in->SetReceiveCallback(
                Callback<void, uint64_t>([&done, k](uint64_t) { done[k] = Simulator::Now(); }));
            const uint64_t bytes = k < 2 ? 10'000'000 : 100'000;
            const auto start = MicroSeconds(k < 2 ? 0 : 300);
            Simulator::Schedule(start, [qp = out, bytes]() { qp->PostWrite(bytes, 0); });
        }
        Simulator::Run();
        // Alone it takes 8.2 us on the line and 4 us of flight.
        NS_TEST_ASSERT_MSG_LT(done[2] - MicroSeconds(300), MicroSeconds(20), "small message");
        NS_TEST_ASSERT_MSG_GT(done[0], MicroSeconds(800), "a big one");
        NS_TEST_ASSERT_MSG_GT(done[1], MicroSeconds(800), "the other big one");
        Simulator::Destroy();
    }
};

class DeadlockCase : public PicosecondTestCase
{
  public:
    explicit DeadlockCase(bool cyclic)
        : PicosecondTestCase(cyclic ? "pauses that wait for each other in a ring of switches are "
                                      "reported with their cycle"
                                    : "pauses without a cycle are not"),
          m_cyclic(cyclic)
    {
    }

  private:
    void DoRun() override
    {
        // Servers 0, 1, 2 at switches 3, 4, 5 in a ring. Every flow goes two switches on,
        // clockwise.
        Network network;
        network.name = "ring";
        network.isSwitch = {false, false, false, true, true, true};
        network.links = {{0, 3, 100 * GBPS, PS_PER_US, 0},
                         {1, 4, 100 * GBPS, PS_PER_US, 0},
                         {2, 5, 100 * GBPS, PS_PER_US, 0},
                         {3, 4, 100 * GBPS, PS_PER_US, 0},
                         {4, 5, 100 * GBPS, PS_PER_US, 0},
                         {5, 3, 100 * GBPS, PS_PER_US, 0}};
        NetworkHelper net;
        net.SetSwitchAttribute("BufferSize", UintegerValue(600'000));
        net.SetSwitchAttribute("PauseAlpha", DoubleValue(0.05));
        net.Install(network);
        net.AssignStreams(1);
        // Port 1 of switch 3, port 2 of 4 and port 2 of 5 go round clockwise.
        const uint32_t clockwise[] = {1, 2, 2};
        auto watchdog = CreateObject<PauseWatchdog>();
        for (uint32_t k = 0; k < 3; ++k)
        {
            watchdog->Watch(net.GetSwitch(3 + k));
            const auto to = [&](uint32_t server) { return net.GetHost(server)->GetAddress(); };
            net.GetSwitch(3 + k)->SetRoute(to((k + 1) % 3), {clockwise[k]});
            net.GetSwitch(3 + k)->SetRoute(to((k + 2) % 3), {clockwise[k]});
        }
        for (uint32_t k = 0; k < (m_cyclic ? 3U : 2U); ++k)
        {
            auto [out, in] = net.Connect(k, (k + 2) % 3);
            out->PostWrite(100'000'000, 0);
        }
        watchdog->Start();
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        const auto found = watchdog->GetDeadlocks();
        NS_TEST_ASSERT_MSG_EQ(found.size(), (m_cyclic ? 1 : 0), "reports");
        if (m_cyclic)
        {
            for (const auto* node : {"node 3 port 1 class 3", "node 4 port 2", "node 5 port 2"})
            {
                NS_TEST_ASSERT_MSG_NE(found.at(0).find(node), std::string::npos, found.at(0));
            }
        }
        watchdog->Dispose();
        Simulator::Destroy();
    }

    bool m_cyclic; //!< three flows, not two
};

} // namespace

void
ns3::topox::AddElectricalCases(RoomTestSuite& suite)
{
    for (const bool cutThrough : {false, true})
    {
        for (const uint64_t bytes : {1ULL, 4096ULL, 4097ULL, 1'000'000'000ULL})
        {
            suite.AddTestCase(new SwitchTimeCase(bytes, cutThrough), TEST_QUICK);
        }
    }
    suite.AddTestCase(new SharedBufferCase, TEST_QUICK);
    suite.AddTestCase(new IncastCase(true), TEST_QUICK);
    suite.AddTestCase(new IncastCase(false), TEST_QUICK);
    suite.AddTestCase(new CongestionControlCase("Dcqcn", 0.95, 0.95, 0), TEST_QUICK);
    suite.AddTestCase(new CongestionControlCase("Hpcc", 0.9, 0.93, 10'000), TEST_QUICK);
    // TIMELY has many fixed points, most of them unfair (Zhu et al., CoNEXT 2016): only its use of
    // the line is asked for.
    suite.AddTestCase(new CongestionControlCase("Timely", 0.1, 0.9, 0), TEST_QUICK);
    suite.AddTestCase(new CongestionControlCase("Swift", 0.9, 0.95, 0), TEST_QUICK);
    suite.AddTestCase(new EveryCongestionControlCase, TEST_QUICK);
    suite.AddTestCase(new EcmpCase, TEST_QUICK);
    suite.AddTestCase(new LoadBalancingCase, TEST_QUICK);
    suite.AddTestCase(new PFabricCase, TEST_QUICK);
    suite.AddTestCase(new DeadlockCase(true), TEST_QUICK);
    suite.AddTestCase(new DeadlockCase(false), TEST_QUICK);
}

namespace
{

class TopoXElectricalTestSuite : public RoomTestSuite
{
  public:
    TopoXElectricalTestSuite()
        : RoomTestSuite("topo-x-electrical", TEST_UNIT)
    {
        AddElectricalCases(*this);
    }
};

TopoXElectricalTestSuite g_topoXElectricalTestSuite; //!< registers the suite

} // namespace
