/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The RDMA room: operations, loss recovery, receivers that are not ready, pace, scheduling, pauses.
 */

#include "rdma-test-net.h"
#include "room-cases.h"
#include "test-data.h"

#include "ns3/boolean.h"
#include "ns3/ns3-compat.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <random>

using namespace ns3;
using namespace ns3::topox;

namespace
{

constexpr int64_t PS_PER_BYTE = 80; //!< at 100 Gb/s
constexpr int64_t FLIGHT = 50'000;  //!< of the fibres here, ps

/// Time of frames back to back until the last bit is there, in ps.
/// @param payloads of the frames @param extended bytes of extended headers of each
int64_t
Train(const std::vector<int64_t>& payloads, const std::vector<int64_t>& extended)
{
    int64_t time = FLIGHT;
    for (size_t k = 0; k < payloads.size(); ++k)
    {
        // preamble, Ethernet, IPv4, UDP, BTH, extended headers, payload, ICRC, FCS; gap in between
        time +=
            (8 + 14 + 20 + 8 + 12 + extended[k] + (payloads[k] + 3) / 4 * 4 + 4 + 4) * PS_PER_BYTE;
        time += k + 1 < payloads.size() ? 12 * PS_PER_BYTE : 0;
    }
    return time;
}

class OperationsCase : public PicosecondTestCase
{
  public:
    OperationsCase()
        : PicosecondTestCase("SEND, WRITE with immediate and READ take their closed forms")
    {
    }

  private:
    /// @returns when all that was posted was complete at both ends, ps
    int64_t Run(const std::function<void(Ptr<RdmaQueuePair>)>& post, bool read)
    {
        RowOfHosts net(2, "100Gb/s", PicoSeconds(FLIGHT));
        auto [out, in] = net.Connect();
        Time done;
        const auto note = [&done](uint64_t) { done = Simulator::Now(); };
        if (read)
        {
            out->SetSendCallback(Callback<void, uint64_t>(note));
        }
        else
        {
            in->SetReceiveCallback(Callback<void, uint64_t>(note));
        }
        in->SetImmediateCallback(
            Callback<void, uint64_t, uint32_t>([this](uint64_t bytes, uint32_t immediate) {
                m_immediate = {bytes, immediate};
            }));
        post(out);
        Simulator::Run();
        Simulator::Destroy();
        return done.GetPicoSeconds();
    }

    void DoRun() override
    {
        const auto send = [](Ptr<RdmaQueuePair> qp) { qp->PostSend(4097, 0); };
        NS_TEST_ASSERT_MSG_EQ(Run(send, false), Train({4096, 1}, {0, 0}), "SEND");
        const auto sendImmediate = [](Ptr<RdmaQueuePair> qp) { qp->PostSendImmediate(5, 0, 77); };
        NS_TEST_ASSERT_MSG_EQ(Run(sendImmediate, false), Train({5}, {4}), "SEND with immediate");
        NS_TEST_ASSERT_MSG_EQ(m_immediate.second, 77, "immediate data");
        const auto write = [](Ptr<RdmaQueuePair> qp) {
            qp->PostWriteImmediate(8192, 0, 0xDEADBEEF);
        };
        NS_TEST_ASSERT_MSG_EQ(Run(write, false), Train({4096, 4096}, {16, 4}), "WRITE");
        NS_TEST_ASSERT_MSG_EQ(m_immediate.first, 8192, "bytes");
        NS_TEST_ASSERT_MSG_EQ(m_immediate.second, 0xDEADBEEF, "immediate data");
        const auto read = [](Ptr<RdmaQueuePair> qp) { qp->PostRead(10'000, 0); };
        const auto request = Train({0}, {16});
        NS_TEST_ASSERT_MSG_EQ(Run(read, true),
                              request + Train({4096, 4096, 1808}, {4, 0, 4}),
                              "READ: request, then responses");
        const auto small = [](Ptr<RdmaQueuePair> qp) { qp->PostRead(1, 0); };
        NS_TEST_ASSERT_MSG_EQ(Run(small, true), request + Train({1}, {4}), "READ of one byte");
    }

    std::pair<uint64_t, uint32_t> m_immediate; //!< what came last
};

/// What happens on the line of a RandomLossCase.
enum class Trouble
{
    LOSS,  //!< 1 % of the frames, each way
    CHAOS, //!< bursts of losses, doubles, frames that come late
};

class RandomLossCase : public PicosecondTestCase
{
  public:
    RandomLossCase(const std::string& recovery, Trouble trouble)
        : PicosecondTestCase("every byte once, in order, no hang: " + recovery + ", " +
                             (trouble == Trouble::LOSS ? "1 % loss each way, 100000 messages"
                                                       : "bursts, doubles and reordering")),
          m_recovery(recovery),
          m_trouble(trouble)
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t seeds = m_trouble == Trouble::LOSS ? 1000 : 300;
        for (uint32_t seed = 0; seed < seeds; ++seed)
        {
            RunSeed(seed);
        }
    }

    std::vector<Time> Fate(std::mt19937& random)
    {
        const auto dice = random() % 1000;
        if (m_trouble == Trouble::LOSS)
        {
            return dice < 10 ? std::vector<Time>{} : std::vector<Time>{NanoSeconds(50)};
        }
        if (m_burst > 0 || dice < 20)
        {
            m_burst = m_burst > 0 ? m_burst - 1 : random() % 5;
            return {};
        }
        if (dice < 40)
        {
            return {NanoSeconds(50), NanoSeconds(500)};
        }
        return {NanoSeconds(dice < 80 ? 2000 : 50)};
    }

    void Configure(Ptr<RdmaQueuePair> qp, uint32_t seed)
    {
        qp->SetAttribute("Recovery", StringValue(m_recovery));
        qp->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(50)));
        qp->SetAttribute("RetryCount", UintegerValue(100));
        qp->SetAttribute("PathMtu", UintegerValue(1024));
        // Sequence numbers wrap in the middle.
        qp->SetAttribute("InitialPsn", UintegerValue(PSN_MODULUS - 1 - seed));
        qp->SetAttribute("MaxInFlight", UintegerValue(seed % 3 == 0 ? 0 : 16384));
        qp->SetAttribute("NotReadyTimer", UintegerValue(1));
        qp->SetAttribute("AlwaysReady", BooleanValue(seed % 4 != 0));
    }

    void RunSeed(uint32_t seed)
    {
        std::mt19937 random(seed);
        m_burst = 0;
        NodeContainer nodes;
        nodes.Create(2);
        const RdmaHelper rdma;
        std::vector<Ptr<RdmaHost>> hosts;
        for (uint32_t k = 0; k < 2; ++k)
        {
            hosts.push_back(rdma.Install(nodes.Get(k), Ipv4Address(0x0A000001 + k)));
            rdma.AddPort(nodes.Get(k));
        }
        auto fibre = CreateObject<UnreliableFibre>();
        fibre->Join(hosts[0]->GetDevice(0), hosts[1]->GetDevice(0), [&]() { return Fate(random); });
        auto out = hosts[0]->CreateQueuePair();
        auto in = hosts[1]->CreateQueuePair();
        Configure(out, seed);
        Configure(in, seed);
        out->Connect(hosts[1]->GetAddress(), in->GetNumber(), 0, 0);
        in->Connect(hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
        std::vector<uint64_t> posted;
        std::vector<uint64_t> received;
        std::vector<uint64_t> complete;
        // Every third receive is posted late, so that requesters are told to wait.
        in->PostReceives(1);
        in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t bytes) {
            received.push_back(bytes);
            const auto wait = MicroSeconds(received.size() % 3 == 0 ? 30 : 0);
            Simulator::Schedule(wait, [qp = in]() { qp->PostReceives(1); });
        }));
        out->SetSendCallback(
            Callback<void, uint64_t>([&](uint64_t id) { complete.push_back(id); }));
        const uint32_t messages = 100;
        for (uint64_t id = 0; id < messages; ++id)
        {
            const uint64_t bytes = random() % 4'000;
            const auto kind = random() % 4;
            if (kind == 0)
            {
                out->PostRead(bytes, id);
                continue;
            }
            posted.push_back(bytes);
            kind == 1   ? out->PostWrite(bytes, id)
            : kind == 2 ? out->PostSend(bytes, id)
                        : out->PostWriteImmediate(bytes, id, 1);
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ((received == posted), true, "messages in order, seed " << seed);
        NS_TEST_ASSERT_MSG_EQ(complete.size(), messages, "all complete, seed " << seed);
        NS_TEST_ASSERT_MSG_EQ(std::is_sorted(complete.begin(), complete.end()),
                              true,
                              "in order, seed " << seed);
        Simulator::Destroy();
    }

    std::string m_recovery; //!< attribute Recovery
    Trouble m_trouble;      //!< what happens
    uint32_t m_burst{0};    //!< frames still to lose
};

class RepeatOnlyLostCase : public PicosecondTestCase
{
  public:
    RepeatOnlyLostCase()
        : PicosecondTestCase("one lost frame of 1000: selective repeat sends one again, go-back-N "
                             "all in flight behind it")
    {
    }

  private:
    uint64_t Run(const std::string& recovery)
    {
        NodeContainer nodes;
        nodes.Create(2);
        const RdmaHelper rdma;
        std::vector<Ptr<RdmaHost>> hosts;
        for (uint32_t k = 0; k < 2; ++k)
        {
            hosts.push_back(rdma.Install(nodes.Get(k), Ipv4Address(0x0A000001 + k)));
            rdma.AddPort(nodes.Get(k));
        }
        auto fibre = CreateObject<UnreliableFibre>();
        uint32_t count = 0;
        fibre->Join(hosts[0]->GetDevice(0), hosts[1]->GetDevice(0), [&]() {
            return ++count == 10 ? std::vector<Time>{} : std::vector<Time>{MicroSeconds(5)};
        });
        auto out = hosts[0]->CreateQueuePair();
        auto in = hosts[1]->CreateQueuePair();
        out->SetAttribute("Recovery", StringValue(recovery));
        in->SetAttribute("Recovery", StringValue(recovery));
        out->Connect(hosts[1]->GetAddress(), in->GetNumber(), 0, 0);
        in->Connect(hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
        out->PostWrite(1000 * 4096, 0);
        Simulator::Run();
        const auto again = out->GetRetransmissions();
        Simulator::Destroy();
        return again;
    }

    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(Run("SelectiveRepeat"), 1, "frames sent again");
        // A round trip of 10 us, and frames of 334 ns: 30 are behind it when the NAK comes.
        const auto again = Run("GoBackN");
        NS_TEST_ASSERT_MSG_GT(again, 29, "frames sent again");
        NS_TEST_ASSERT_MSG_LT(again, 34, "frames sent again");
    }
};

class NotReadyCase : public PicosecondTestCase
{
  public:
    NotReadyCase()
        : PicosecondTestCase("without a posted receive a SEND waits for the receiver's timer; too "
                             "often, and it is an error")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(2, "100Gb/s", PicoSeconds(FLIGHT));
        auto [out, in] = net.Connect();
        in->SetAttribute("AlwaysReady", BooleanValue(false));
        in->SetAttribute("NotReadyTimer", UintegerValue(14)); // 1.28 ms
        std::vector<Time> told;
        out->TraceConnectWithoutContext(
            "NotReady",
            Callback<void, uint32_t, uint32_t>(
                [&told](uint32_t, uint32_t) { told.push_back(Simulator::Now()); }));
        Time arrived;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { arrived = Simulator::Now(); }));
        out->PostWrite(100, 0); // needs no receive
        out->PostSend(20'000, 1);
        Simulator::Schedule(MilliSeconds(2), [qp = in]() { qp->PostReceives(1); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(told.size(), 2, "at first, and after 1.28 ms");
        NS_TEST_ASSERT_MSG_EQ(told.at(1) - told.at(0),
                              MicroSeconds(1280) +
                                  PicoSeconds(Train({4096}, {0}) + Train({0}, {4})),
                              "timer, then one frame there and the NAK back");
        NS_TEST_ASSERT_MSG_EQ(
            arrived,
            told.at(1) + MicroSeconds(1280) +
                PicoSeconds(Train({4096, 4096, 4096, 4096, 3616}, {0, 0, 0, 0, 0})),
            "arrives on the third attempt");
        Simulator::Destroy();

        RowOfHosts strict(2, "100Gb/s", PicoSeconds(FLIGHT));
        auto [from, to] = strict.Connect();
        to->SetAttribute("AlwaysReady", BooleanValue(false));
        from->SetAttribute("NotReadyRetryCount", UintegerValue(2));
        std::string reason;
        uint32_t errors = 0;
        from->TraceConnectWithoutContext(
            "State",
            Callback<void, uint32_t, uint32_t, const std::string&>(
                [&](uint32_t, uint32_t, const std::string& why) { reason = why; }));
        from->SetErrorCallback(Callback<void>([&errors]() { ++errors; }));
        from->PostSend(1, 0);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(errors, 1, "the application hears of it");
        NS_TEST_ASSERT_MSG_EQ(reason, "receiver not ready 3 times", "and why");
        Simulator::Destroy();
    }
};

class PaceCase : public PicosecondTestCase
{
  public:
    PaceCase()
        : PicosecondTestCase("MaxRate paces a queue pair: frames start at its rate, and others use "
                             "what is left")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(2, "100Gb/s", PicoSeconds(FLIGHT));
        auto slowIn = net.hosts[1]->CreateQueuePair();
        auto slowOut = net.hosts[0]->CreateQueuePair();
        slowOut->SetAttribute("MaxRate", DataRateValue(DataRate("25Gb/s")));
        slowOut->Connect(net.hosts[1]->GetAddress(), slowIn->GetNumber(), 0, 0);
        slowIn->Connect(net.hosts[0]->GetAddress(), slowOut->GetNumber(), 0, 0);
        Time arrived;
        slowIn->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { arrived = Simulator::Now(); }));
        slowOut->PostWrite(1000 * 4096, 0);
        Simulator::Run();
        // Frame k starts when its predecessors, with gaps, have had their time at 25 Gb/s.
        const int64_t start = (999 * (4096 + 82) + 16) * PS_PER_BYTE * 4;
        NS_TEST_ASSERT_MSG_EQ(arrived.GetPicoSeconds(), start + Train({4096}, {0}), "alone");
        Simulator::Destroy();

        RowOfHosts both(2, "100Gb/s", PicoSeconds(FLIGHT));
        auto [fastOut, fastIn] = both.Connect();
        auto pacedOut = both.hosts[0]->CreateQueuePair();
        auto pacedIn = both.hosts[1]->CreateQueuePair();
        pacedOut->SetAttribute("MaxRate", DataRateValue(DataRate("25Gb/s")));
        pacedOut->Connect(both.hosts[1]->GetAddress(), pacedIn->GetNumber(), 0, 0);
        pacedIn->Connect(both.hosts[0]->GetAddress(), pacedOut->GetNumber(), 0, 0);
        Time fast;
        Time paced;
        fastIn->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { fast = Simulator::Now(); }));
        pacedIn->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { paced = Simulator::Now(); }));
        fastOut->PostWrite(3000 * 4096, 0);
        pacedOut->PostWrite(1000 * 4096, 0);
        Simulator::Run();
        const double all = 4000.0 * (4096 + 82) * PS_PER_BYTE;
        NS_TEST_ASSERT_MSG_EQ_TOL(fast.GetPicoSeconds() / all, 1, 0.01, "three quarters");
        NS_TEST_ASSERT_MSG_EQ_TOL(paced.GetPicoSeconds() / all, 1, 0.01, "one quarter");
        Simulator::Destroy();
    }
};

class SchedulingCase : public PicosecondTestCase
{
  public:
    SchedulingCase()
        : PicosecondTestCase(
              "ports schedule in turn, by traffic class, by what is left, or by plan")
    {
    }

  private:
    /// @returns order in which three flows of 3, 1 and 2 MB end
    std::string Run(const std::string& scheduling)
    {
        RowOfHosts net(2, "100Gb/s", PicoSeconds(FLIGHT));
        net.hosts[0]->GetDevice(0)->SetAttribute("Scheduling", StringValue(scheduling));
        std::string order;
        const uint64_t megabytes[] = {3, 1, 2};
        const uint32_t classes[] = {5, 3, 3};
        const uint32_t ranks[] = {2, 3, 1};
        for (uint32_t k = 0; k < 3; ++k)
        {
            auto out = net.hosts[0]->CreateQueuePair();
            auto in = net.hosts[1]->CreateQueuePair();
            out->SetAttribute("TrafficClass", UintegerValue(classes[k]));
            out->Connect(net.hosts[1]->GetAddress(), in->GetNumber(), 0, ranks[k]);
            in->Connect(net.hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
            in->SetReceiveCallback(
                Callback<void, uint64_t>([&order, k](uint64_t) { order += 'a' + k; }));
            out->PostWrite(megabytes[k] * 1'000'000, 0);
        }
        Simulator::Run();
        Simulator::Destroy();
        return order;
    }

    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(Run("RoundRobin"), "bca", "equal shares: the smallest ends first");
        NS_TEST_ASSERT_MSG_EQ(Run("StrictPriority"), "abc", "class 5, then 3 in turn");
        NS_TEST_ASSERT_MSG_EQ(Run("SmallestRemaining"), "bca", "smallest first");
        NS_TEST_ASSERT_MSG_EQ(Run("PlanOrder"), "cab", "by rank");
    }
};

class PauseCase : public PicosecondTestCase
{
  public:
    PauseCase()
        : PicosecondTestCase("a paused class stops within a frame, others go on; it resumes when "
                             "told to, or when the time is over")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool release : {true, false})
        {
            RowOfHosts net(2, "100Gb/s", PicoSeconds(FLIGHT));
            std::vector<Time> done(2);
            for (uint32_t k = 0; k < 2; ++k)
            {
                auto out = net.hosts[0]->CreateQueuePair();
                auto in = net.hosts[1]->CreateQueuePair();
                out->SetAttribute("TrafficClass", UintegerValue(3 + k));
                out->Connect(net.hosts[1]->GetAddress(), in->GetNumber(), 0, 0);
                in->Connect(net.hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
                in->SetReceiveCallback(
                    Callback<void, uint64_t>([&done, k](uint64_t) { done[k] = Simulator::Now(); }));
                out->PostWrite(100 * 4096, 0);
            }
            // 2000 quanta of 512 bit times at 100 Gb/s are 10.24 us.
            auto receiver = net.hosts[1]->GetDevice(0);
            receiver->SendPause(1 << 3, 2000);
            if (release)
            {
                Simulator::Schedule(MicroSeconds(5), [&]() { receiver->SendPause(1 << 3, 0); });
            }
            std::vector<std::pair<bool, int64_t>> pauses;
            net.hosts[0]->GetDevice(0)->TraceConnectWithoutContext(
                "Pause",
                Callback<void, uint8_t, bool>([&](uint8_t trafficClass, bool paused) {
                    NS_TEST_ASSERT_MSG_EQ(trafficClass, 3, "class");
                    pauses.emplace_back(paused, Simulator::Now().GetPicoSeconds());
                }));
            Simulator::Run();
            const int64_t pauseFrame = (8 + 64) * PS_PER_BYTE + FLIGHT;
            NS_TEST_ASSERT_MSG_EQ(pauses.size(), 2, "held and released");
            NS_TEST_ASSERT_MSG_EQ(pauses.at(0).second, pauseFrame, "held");
            NS_TEST_ASSERT_MSG_EQ(pauses.at(1).second,
                                  pauseFrame + (release ? 5'000'000 : 10'240'000),
                                  "released");
            // Class 4 has the line to itself meanwhile; all in all nothing is lost of the line, for
            // there is enough of class 4.
            NS_TEST_ASSERT_MSG_LT(done[1], done[0], "the other class is ahead");
            const double all = 200.0 * (4096 + 82) * PS_PER_BYTE;
            NS_TEST_ASSERT_MSG_EQ_TOL(done[0].GetPicoSeconds() / all, 1, 0.01, "line is busy");
            Simulator::Destroy();
        }
    }
};

class PauseFrameCase : public TestCase
{
  public:
    PauseFrameCase()
        : TestCase("a pause frame has the bytes of IEEE 802.1Qbb")
    {
    }

  private:
    void DoRun() override
    {
        PauseFrame pause;
        pause.source = Mac48Address("02:00:00:00:00:07");
        pause.enabled = 0x09;
        pause.quanta = {0x1234, 0, 0, 0xFFFF, 0, 0, 0, 0};
        auto packet = pause.ToPacket();
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 60, "64 with FCS");
        uint8_t bytes[60];
        packet->CopyData(bytes, 60);
        const std::vector<uint8_t> expected = {0x01, 0x80, 0xC2, 0x00, 0x00, 0x01, 0x02, 0x00, 0x00,
                                               0x00, 0x00, 0x07, 0x88, 0x08, 0x01, 0x01, 0x00, 0x09,
                                               0x12, 0x34, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF};
        NS_TEST_ASSERT_MSG_EQ(std::equal(expected.begin(), expected.end(), bytes), true, "bytes");
        PauseFrame back;
        NS_TEST_ASSERT_MSG_EQ(back.Parse(packet), true, "parsed");
        NS_TEST_ASSERT_MSG_EQ(back.enabled, pause.enabled, "classes");
        NS_TEST_ASSERT_MSG_EQ((back.quanta == pause.quanta), true, "times");
    }
};

class NotReadyTimeCase : public TestCase
{
  public:
    NotReadyTimeCase()
        : TestCase("receiver-not-ready timer codes are those of the standard")
    {
    }

  private:
    void DoRun() override
    {
        // A few lines of table 45 of the InfiniBand Architecture, in us.
        const std::pair<uint8_t, int64_t> table[] =
            {{0, 655'360}, {1, 10}, {5, 60}, {12, 640}, {20, 10'240}, {27, 122'880}, {31, 491'520}};
        for (const auto& [code, time] : table)
        {
            NS_TEST_ASSERT_MSG_EQ(NotReadyTime(code).GetMicroSeconds(), time, "code " << int(code));
        }
    }
};

class SequenceSetCase : public TestCase
{
  public:
    SequenceSetCase()
        : TestCase("a set of sequence numbers agrees with a plain bitmap")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(3);
        for (uint32_t round = 0; round < 200; ++round)
        {
            SequenceSet set;
            std::vector<bool> bits(80, false);
            for (uint32_t step = 0; step < 20; ++step)
            {
                const uint64_t first = random() % 60;
                const uint64_t end = first + random() % 6;
                set.Add(first, end);
                std::fill(bits.begin() + first, bits.begin() + end, true);
                const uint64_t below = random() % 10 == 0 ? random() % 60 : 0;
                set.EraseBelow(below);
                std::fill(bits.begin(), bits.begin() + below, false);
                for (uint64_t k = 0; k < 70; ++k)
                {
                    NS_TEST_ASSERT_MSG_EQ(set.Contains(k), bits[k], "number " << k);
                    const auto missing = std::find(bits.begin() + k, bits.end(), false);
                    NS_TEST_ASSERT_MSG_EQ(set.NextMissing(k), missing - bits.begin(), "missing");
                    const auto present = std::find(bits.begin() + k, bits.end(), true);
                    const auto expected =
                        present == bits.end() ? UINT64_MAX : present - bits.begin();
                    NS_TEST_ASSERT_MSG_EQ(set.NextPresent(k), expected, "present");
                }
            }
        }
    }
};

} // namespace

void
ns3::topox::AddTransportCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new OperationsCase, TEST_QUICK);
    for (const auto* recovery : {"GoBackN", "SelectiveRepeat"})
    {
        suite.AddTestCase(new RandomLossCase(recovery, Trouble::LOSS), TEST_QUICK);
        suite.AddTestCase(new RandomLossCase(recovery, Trouble::CHAOS), TEST_QUICK);
    }
    suite.AddTestCase(new RepeatOnlyLostCase, TEST_QUICK);
    suite.AddTestCase(new NotReadyCase, TEST_QUICK);
    suite.AddTestCase(new PaceCase, TEST_QUICK);
    suite.AddTestCase(new SchedulingCase, TEST_QUICK);
    suite.AddTestCase(new PauseCase, TEST_QUICK);
    suite.AddTestCase(new PauseFrameCase, TEST_QUICK);
    suite.AddTestCase(new NotReadyTimeCase, TEST_QUICK);
    suite.AddTestCase(new SequenceSetCase, TEST_QUICK);
}

namespace
{

class TopoXTransportTestSuite : public RoomTestSuite
{
  public:
    TopoXTransportTestSuite()
        : RoomTestSuite("topo-x-transport", TEST_UNIT)
    {
        AddTransportCases(*this);
    }
};

TopoXTransportTestSuite g_topoXTransportTestSuite; //!< registers the suite

} // namespace
