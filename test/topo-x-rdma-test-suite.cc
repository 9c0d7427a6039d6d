/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The RDMA room: times in closed form, loss recovery, order, priorities.
 */

#include "rdma-test-net.h"
#include "room-cases.h"
#include "test-data.h"

#include "ns3/boolean.h"
#include "ns3/ns3-compat.h"
#include "ns3/roce-header.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <random>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// Frames of one message on the line, in bytes with preamble and FCS (reference.md, section 4).
std::vector<uint64_t>
FramesOf(uint64_t bytes, uint64_t mtu)
{
    std::vector<uint64_t> frames;
    const uint64_t n = std::max<uint64_t>(1, (bytes + mtu - 1) / mtu);
    for (uint64_t k = 0; k < n; ++k)
    {
        const uint64_t payload = std::min(mtu, bytes - k * mtu);
        const uint64_t padded = (payload + 3) / 4 * 4;
        frames.push_back(8 + 14 + 20 + 8 + 12 + (k == 0 ? 16 : 0) + padded + 4 + 4);
    }
    return frames;
}

/// Arrival of the last bit by the recurrence start_i = max(arrive_i, end_{i-1} + gap), hop by hop.
int64_t
ClosedForm(uint64_t bytes, uint64_t mtu, uint32_t hops, int64_t psPerByte, int64_t flight)
{
    const auto frames = FramesOf(bytes, mtu);
    std::vector<int64_t> ready(frames.size(), 0);
    for (uint32_t hop = 0; hop < hops; ++hop)
    {
        int64_t free = 0;
        for (size_t k = 0; k < frames.size(); ++k)
        {
            const auto end = std::max(ready[k], free) + static_cast<int64_t>(frames[k]) * psPerByte;
            free = end + 12 * psPerByte;
            ready[k] = end + flight;
        }
    }
    return ready.back();
}

class WriteTimeCase : public PicosecondTestCase
{
  public:
    WriteTimeCase(uint64_t bytes, uint32_t relays, bool optical)
        : PicosecondTestCase("a WRITE of " + std::to_string(bytes) + " bytes over " +
                             std::to_string(relays) + " relay(s) and " +
                             (optical ? "circuits" : "plain fibre") +
                             " takes the closed form to the picosecond"),
          m_bytes(bytes),
          m_relays(relays),
          m_optical(optical)
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(m_relays + 2, "100Gb/s", NanoSeconds(50), m_optical);
        const int64_t flight = m_optical ? 100'000 : 50'000;
        auto [out, in] = net.Connect();
        Time arrived;
        uint64_t size = 0;
        bool acknowledged = false;
        in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t bytes) {
            arrived = Simulator::Now();
            size = bytes;
        }));
        out->SetSendCallback(Callback<void, uint64_t>([&](uint64_t) { acknowledged = true; }));
        out->PostWrite(m_bytes, 7);
        Simulator::Run();
        const auto expected = ClosedForm(m_bytes, 4096, m_relays + 1, 80, flight);
        NS_TEST_ASSERT_MSG_EQ(arrived.GetPicoSeconds(), expected, "last bit at the receiver");
        if (m_relays == 0)
        {
            // The same in one line, as the reference prints it.
            const auto frames = FramesOf(m_bytes, 4096);
            int64_t sum = 0;
            for (const auto frame : frames)
            {
                sum += static_cast<int64_t>(frame) * 80;
            }
            sum += static_cast<int64_t>(frames.size() - 1) * 12 * 80 + flight;
            NS_TEST_ASSERT_MSG_EQ(expected, sum, "recurrence and sum");
        }
        NS_TEST_ASSERT_MSG_EQ(size, m_bytes, "bytes of the message");
        NS_TEST_ASSERT_MSG_EQ(acknowledged, true, "acknowledged");
        NS_TEST_ASSERT_MSG_EQ(out->GetRetransmissions(), 0, "nothing sent again");
        Simulator::Destroy();
    }

    uint64_t m_bytes;  //!< size of the message
    uint32_t m_relays; //!< hosts in between
    bool m_optical;    //!< through a switch
};

class OddRateCase : public PicosecondTestCase
{
  public:
    OddRateCase()
        : PicosecondTestCase("back-to-back frames at 30 Gbit per second do not drift, 10000 of "
                             "them to a picosecond")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(2, "30Gb/s", NanoSeconds(50));
        auto [out, in] = net.Connect();
        Time arrived;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { arrived = Simulator::Now(); }));
        const uint64_t bytes = 10'000ULL * 4096;
        out->PostWrite(bytes, 0);
        Simulator::Run();
        uint64_t onLine = 9'999 * 12;
        for (const auto frame : FramesOf(bytes, 4096))
        {
            onLine += frame;
        }
        // 8 bits in 100/3 ps each.
        NS_TEST_ASSERT_MSG_EQ(arrived.GetPicoSeconds(),
                              static_cast<int64_t>(onLine * 800 / 3) + 50'000,
                              "last bit at the receiver");
        Simulator::Destroy();
    }
};

class OcsLossCase : public PicosecondTestCase
{
  public:
    explicit OcsLossCase(bool tail)
        : PicosecondTestCase(tail ? "a tail lost in darkness comes again after the timeout"
                                  : "frames lost in darkness come again after a NAK"),
          m_tail(tail)
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes;
        nodes.Create(3);
        OcsHelper ocsHelper;
        ocsHelper.SetSwitchAttribute("ReconfigurationTime", TimeValue(MicroSeconds(10)));
        auto ocs = ocsHelper.Install(nodes.Get(2), 3);
        RdmaHelper rdma;
        std::vector<Ptr<RdmaHost>> hosts;
        for (uint32_t k = 0; k < 2; ++k)
        {
            hosts.push_back(rdma.Install(nodes.Get(k), Ipv4Address(0x0A000001 + k)));
            ocsHelper.Attach(rdma.AddPort(nodes.Get(k)), ocs, k, NanoSeconds(50));
        }
        ocs->SetInitialCircuits({{0, 1}, {1, 0}});
        auto out = hosts[0]->CreateQueuePair();
        auto in = hosts[1]->CreateQueuePair();
        out->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
        out->Connect(hosts[1]->GetAddress(), in->GetNumber(), 0, 0);
        in->Connect(hosts[0]->GetAddress(), out->GetNumber(), 0, 0);
        std::vector<uint64_t> received;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t bytes) { received.push_back(bytes); }));
        uint32_t lost = 0;
        uint32_t timeouts = 0;
        ocs->TraceConnectWithoutContext(
            "FrameLost",
            Callback<void, Ptr<const Packet>, uint32_t, const std::string&>(
                [&lost](Ptr<const Packet>, uint32_t, const std::string&) { ++lost; }));
        out->TraceConnectWithoutContext(
            "Timeout",
            Callback<void, uint32_t, uint32_t>([&timeouts](uint32_t, uint32_t) { ++timeouts; }));
        // 100 frames of 334 ns. The light goes in the middle, or for the last ones.
        out->PostWrite(100 * 4096, 0);
        const auto cut = m_tail ? NanoSeconds(33'000) : NanoSeconds(10'000);
        Simulator::Schedule(cut, [&]() { ocs->Reconfigure({{0, 2}}, {}); });
        Simulator::Schedule(cut + NanoSeconds(1), [&]() { ocs->Reconfigure({{0, 1}}, {}); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_GT(lost, 0, "frames are lost and traced");
        NS_TEST_ASSERT_MSG_EQ(received.size(), 1, "the message completes");
        NS_TEST_ASSERT_MSG_EQ(received.at(0), 100 * 4096, "with all its bytes");
        NS_TEST_ASSERT_MSG_GT(out->GetRetransmissions(), 0, "frames are sent again");
        NS_TEST_ASSERT_MSG_EQ((timeouts > 0), m_tail, "only a lost tail needs the timer");
        Simulator::Destroy();
    }

    bool m_tail; //!< lose the last frames
};

class GiveUpCase : public PicosecondTestCase
{
  public:
    GiveUpCase()
        : PicosecondTestCase(
              "without any answer the queue pair goes into the error state after RetryCount")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(2, "100Gb/s", NanoSeconds(50));
        auto out = net.hosts[0]->CreateQueuePair();
        out->SetAttribute("RetransmitTimeout", TimeValue(MicroSeconds(10)));
        out->SetAttribute("RetryCount", UintegerValue(2));
        out->Connect(net.hosts[1]->GetAddress(), 77, 0, 0); // there is no queue pair 77
        uint32_t errors = 0;
        out->SetErrorCallback(Callback<void>([&errors]() { ++errors; }));
        out->PostWrite(1000, 0);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(errors, 1, "the application hears of it");
        NS_TEST_ASSERT_MSG_EQ((out->GetState() == RdmaQueuePair::State::ERROR), true, "state");
        NS_TEST_ASSERT_MSG_EQ(net.hosts[1]->GetFramesDropped(), 3, "one frame, three times");
        // 10 + 20 + 40 us of waiting, counted from each frame's start.
        NS_TEST_ASSERT_MSG_EQ_TOL(Simulator::Now().GetMicroSeconds(), 70, 2, "back-off");
        Simulator::Destroy();
    }
};

class PriorityCase : public PicosecondTestCase
{
  public:
    PriorityCase()
        : PicosecondTestCase("a flow of higher priority waits for one frame at most")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(3, "100Gb/s", NanoSeconds(50));
        for (const auto& host : net.hosts)
        {
            for (uint32_t port = 0; port < host->GetNDevices(); ++port)
            {
                host->GetDevice(port)->SetAttribute("Scheduling", StringValue("PlanOrder"));
            }
        }
        auto [slowOut, slowIn] = net.Connect(5);
        auto [fastOut, fastIn] = net.Connect(2);
        Time slow;
        Time fast;
        slowIn->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { slow = Simulator::Now(); }));
        fastIn->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { fast = Simulator::Now(); }));
        slowOut->PostWrite(10'000'000, 0);
        const auto begin = MicroSeconds(100);
        Simulator::Schedule(begin, [qp = fastOut]() { qp->PostWrite(1'000'000, 0); });
        Simulator::Run();
        const auto alone = ClosedForm(1'000'000, 4096, 2, 80, 50'000);
        const int64_t frame = (4096 + 82) * 80;
        NS_TEST_ASSERT_MSG_GT((fast - begin).GetPicoSeconds(), alone - 1, "not faster than alone");
        NS_TEST_ASSERT_MSG_LT((fast - begin).GetPicoSeconds(),
                              alone + 2 * frame,
                              "at most one frame in the way at each of two ports");
        NS_TEST_ASSERT_MSG_GT(slow, fast, "the other one is held up");
        Simulator::Destroy();
    }
};

class FairnessCase : public PicosecondTestCase
{
  public:
    FairnessCase()
        : PicosecondTestCase("flows of one priority take turns, local or relayed")
    {
    }

  private:
    void DoRun() override
    {
        // Two flows from the first host and one from the relay share the second fibre.
        RowOfHosts net(3, "100Gb/s", NanoSeconds(50));
        std::vector<std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>> pairs;
        pairs.push_back(net.Connect());
        pairs.push_back(net.Connect());
        auto local = net.hosts[1]->CreateQueuePair();
        auto remote = net.hosts[2]->CreateQueuePair();
        local->Connect(net.hosts[2]->GetAddress(), remote->GetNumber(), 1, 0);
        remote->Connect(net.hosts[1]->GetAddress(), local->GetNumber(), 0, 0);
        pairs.emplace_back(local, remote);
        std::vector<Time> done(3);
        for (uint32_t k = 0; k < 3; ++k)
        {
            pairs[k].first->SetAttribute("MaxInFlight", UintegerValue(1 << 20));
            pairs[k].second->SetReceiveCallback(
                Callback<void, uint64_t>([&done, k](uint64_t) { done[k] = Simulator::Now(); }));
            pairs[k].first->PostWrite(20'000'000, 0);
        }
        Simulator::Run();
        const double all = ClosedForm(60'000'000, 4096, 1, 80, 50'000);
        for (const auto& time : done)
        {
            NS_TEST_ASSERT_MSG_EQ_TOL(time.GetPicoSeconds() / all, 1, 0.02, "all end together");
        }
        Simulator::Destroy();
    }
};

class RelayDropCase : public PicosecondTestCase
{
  public:
    RelayDropCase()
        : PicosecondTestCase(
              "a relay drops what it has no entry for, and frames that go round in circles")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(3, "100Gb/s", NanoSeconds(50));
        std::vector<std::string> reasons;
        for (const auto& host : net.hosts)
        {
            host->TraceConnectWithoutContext(
                "Drop",
                Callback<void, Ptr<const Packet>, const std::string&>(
                    [&reasons](Ptr<const Packet>, const std::string& reason) {
                        reasons.push_back(reason);
                    }));
        }
        auto out = net.hosts[0]->CreateQueuePair();
        out->SetAttribute("RetryCount", UintegerValue(0));
        out->Connect(Ipv4Address("10.0.0.99"), 2, 0, 0);
        out->PostWrite(1, 0);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(reasons.size(), 1, "drops");
        NS_TEST_ASSERT_MSG_EQ(reasons.at(0), "no-route", "reason");
        // Both neighbours believe that the other one knows the way.
        net.hosts[1]->SetRoute(Ipv4Address("10.0.0.99"), {0});
        net.hosts[0]->SetRoute(Ipv4Address("10.0.0.99"), {0});
        auto again = net.hosts[0]->CreateQueuePair();
        again->SetAttribute("RetryCount", UintegerValue(0));
        again->Connect(Ipv4Address("10.0.0.99"), 2, 0, 0);
        again->PostWrite(1, 0);
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(reasons.size(), 2, "drops");
        NS_TEST_ASSERT_MSG_EQ(reasons.at(1), "ttl", "reason");
        Simulator::Destroy();
    }
};

class HoldCase : public PicosecondTestCase
{
  public:
    HoldCase()
        : PicosecondTestCase("a port that is held sends nothing and goes on where it stopped")
    {
    }

  private:
    void DoRun() override
    {
        RowOfHosts net(2, "100Gb/s", NanoSeconds(50));
        auto [out, in] = net.Connect();
        Time arrived;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { arrived = Simulator::Now(); }));
        auto port = net.hosts[0]->GetDevice(0);
        out->PostWrite(409'600, 0);
        // At 10 us a frame is on the line until 10.0464 us, its gap until 10.04736 us.
        Simulator::Schedule(MicroSeconds(10), [&]() { port->SetTransmitEnabled(false); });
        Simulator::Schedule(MicroSeconds(30), [&]() { port->SetTransmitEnabled(true); });
        Simulator::Run();
        const auto frames = FramesOf(409'600, 4096);
        int64_t now = 0;
        for (const auto frame : frames)
        {
            now = now > 10'000'000 && now < 30'000'000 ? 30'000'000 : now;
            now += static_cast<int64_t>(frame + 12) * 80;
        }
        NS_TEST_ASSERT_MSG_EQ(arrived.GetPicoSeconds(), now - 12 * 80 + 50'000, "arrival");
        Simulator::Destroy();
    }
};

class HeaderCase : public PicosecondTestCase
{
  public:
    HeaderCase()
        : PicosecondTestCase(
              "headers come back as written; IPv4 checksum and ICRC as computed bit by bit")
    {
    }

  private:
    /// CRC-32 of IEEE 802.3, one bit at a time.
    static uint32_t SlowCrc(const std::vector<uint8_t>& bytes)
    {
        uint32_t crc = 0xFFFFFFFF;
        for (const auto byte : bytes)
        {
            crc ^= byte;
            for (int bit = 0; bit < 8; ++bit)
            {
                crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
            }
        }
        return ~crc;
    }

    void DoRun() override
    {
        std::mt19937 random(1);
        // Extended headers by opcode, from the table of the standard: RETH, AETH, ImmDt.
        const std::map<uint8_t, uint32_t> extended = {{0x00, 0},
                                                      {0x01, 0},
                                                      {0x02, 0},
                                                      {0x03, 4},
                                                      {0x04, 0},
                                                      {0x05, 4},
                                                      {0x06, 16},
                                                      {0x07, 0},
                                                      {0x08, 0},
                                                      {0x09, 4},
                                                      {0x0A, 16},
                                                      {0x0B, 20},
                                                      {0x0C, 16},
                                                      {0x0D, 4},
                                                      {0x0E, 0},
                                                      {0x0F, 4},
                                                      {0x10, 4},
                                                      {0x11, 4},
                                                      {0x81, 0}};
        for (const auto& [code, bytesMore] : extended)
        {
            RoceHeader header;
            header.opcode = static_cast<RoceOpcode>(code);
            header.immediate = header.HasImmediate() ? random() : 0;
            header.identification = random() % 65536;
            header.SetClass(random() % 8, random() % 2 == 1);
            NS_TEST_ASSERT_MSG_EQ(header.GetSerializedSize(),
                                  54 + bytesMore,
                                  "size of opcode " << int(code));
            header.source = Ipv4Address("10.1.2.3");
            header.destination = Ipv4Address("10.250.0.77");
            header.sourcePort = 50'123;
            header.destinationQp = random() % PSN_MODULUS;
            header.psn = random() % PSN_MODULUS;
            header.ackRequest = random() % 2 == 1;
            header.msn = header.HasAeth() ? random() % PSN_MODULUS : 0;
            header.dmaLength = header.HasReth() ? random() : 0;
            header.payload = header.HasAeth() ? 0 : 512;
            auto frame = Create<Packet>(header.payload + RoceHeader::ICRC_SIZE);
            frame->AddHeader(header);
            uint8_t bytes[RoceHeader::MAX_SIZE];
            frame->CopyData(bytes, sizeof(bytes));
            RoceHeader back;
            NS_TEST_ASSERT_MSG_EQ(back.Parse(bytes, sizeof(bytes)), true, "parsed");
            NS_TEST_ASSERT_MSG_EQ(back.psn, header.psn, "PSN");
            NS_TEST_ASSERT_MSG_EQ(back.destinationQp, header.destinationQp, "QP");
            NS_TEST_ASSERT_MSG_EQ(back.destination, header.destination, "destination");
            NS_TEST_ASSERT_MSG_EQ(back.ackRequest, header.ackRequest, "AckReq");
            NS_TEST_ASSERT_MSG_EQ(back.dmaLength, header.dmaLength, "RETH");
            NS_TEST_ASSERT_MSG_EQ(back.msn, header.msn, "AETH");
            NS_TEST_ASSERT_MSG_EQ(back.payload, header.payload, "payload");
            NS_TEST_ASSERT_MSG_EQ(back.immediate, header.immediate, "ImmDt");
            NS_TEST_ASSERT_MSG_EQ(back.identification, header.identification, "IPv4 id");
            NS_TEST_ASSERT_MSG_EQ(back.trafficClass, header.trafficClass, "DSCP and ECN");
            uint32_t sum = 0; // of a good IPv4 header: all ones
            for (uint32_t k = 14; k < 34; k += 2)
            {
                sum += static_cast<uint32_t>(bytes[k]) << 8 | bytes[k + 1];
            }
            NS_TEST_ASSERT_MSG_EQ((sum & 0xFFFF) + (sum >> 16), 0xFFFF, "IPv4 checksum");
            std::vector<uint8_t> covered(8, 0xFF);
            covered.insert(covered.end(), bytes + 14, bytes + header.GetSerializedSize());
            covered.resize(covered.size() + header.payload, 0);
            for (const uint32_t masked : {1, 8, 10, 11, 26, 27, 32})
            {
                covered[8 + masked] = 0xFF;
            }
            NS_TEST_ASSERT_MSG_EQ(RoceIcrc(bytes, header.GetSerializedSize(), header.payload),
                                  SlowCrc(covered),
                                  "ICRC");
        }
    }
};

} // namespace

void
ns3::topox::AddRdmaCases(RoomTestSuite& suite)
{
    for (const uint64_t bytes : {0ULL, 1ULL, 4096ULL, 4097ULL, 1'000'000'000ULL})
    {
        for (const uint32_t relays : {0, 1, 2})
        {
            suite.AddTestCase(new WriteTimeCase(bytes, relays, false), TEST_QUICK);
            suite.AddTestCase(new WriteTimeCase(bytes, relays, true), TEST_QUICK);
        }
    }
    suite.AddTestCase(new OddRateCase, TEST_QUICK);
    suite.AddTestCase(new OcsLossCase(false), TEST_QUICK);
    suite.AddTestCase(new OcsLossCase(true), TEST_QUICK);
    suite.AddTestCase(new GiveUpCase, TEST_QUICK);
    suite.AddTestCase(new PriorityCase, TEST_QUICK);
    suite.AddTestCase(new FairnessCase, TEST_QUICK);
    suite.AddTestCase(new RelayDropCase, TEST_QUICK);
    suite.AddTestCase(new HoldCase, TEST_QUICK);
    suite.AddTestCase(new HeaderCase, TEST_QUICK);
}

namespace
{

class TopoXRdmaTestSuite : public RoomTestSuite
{
  public:
    TopoXRdmaTestSuite()
        : RoomTestSuite("topo-x-rdma", TEST_UNIT)
    {
        AddRdmaCases(*this);
    }
};

TopoXRdmaTestSuite g_topoXRdmaTestSuite; //!< registers the suite

} // namespace
