/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Ping and TCP across an optical switch that is reconfigured under them. Servers a, b and c have a
 * port at the switch, and c has a plain fibre to b. At first a has a circuit to b; then it is moved
 * to c, and b is two hops away; then back. RIP finds the way, since interfaces follow the light.
 *
 *     a ---- switch ---- b        a ---- switch      b
 *               '------- c                  '------- c
 *                   (b --- c)                   (b --- c)
 */

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/icmpv4.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-list-routing-helper.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/light-follower.h"
#include "ns3/ocs-helper.h"
#include "ns3/rdma-helper.h"
#include "ns3/rip-helper.h"
#include "ns3/simulator.h"
#include "ns3/tcp-channel.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// Sends an echo request every interval and tells when replies stop and come again.
class Pinger
{
  public:
    Pinger(Ptr<Node> node, Ipv4Address target, Time interval)
        : m_target(target),
          m_interval(interval),
          m_socket(Socket::CreateSocket(node, Ipv4RawSocketFactory::GetTypeId()))
    {
        m_socket->SetAttribute("Protocol", UintegerValue(1)); // ICMP
        m_socket->SetRecvCallback(MakeCallback(&Pinger::Receive, this));
        Simulator::ScheduleNow(&Pinger::Send, this);
    }

    uint32_t sent{0};     //!< requests
    uint32_t received{0}; //!< replies

  private:
    void Send()
    {
        if (m_hops > 0 && sent > m_lastReply + 1)
        {
            std::cout << Simulator::Now().As(Time::MS) << "  ping: no reply\n";
            m_hops = 0;
        }
        Icmpv4Echo echo;
        echo.SetIdentifier(1);
        echo.SetSequenceNumber(static_cast<uint16_t>(sent++));
        auto packet = Create<Packet>();
        packet->AddHeader(echo);
        Icmpv4Header header;
        header.SetType(Icmpv4Header::ICMPV4_ECHO);
        packet->AddHeader(header);
        m_socket->SendTo(packet, 0, InetSocketAddress(m_target, 0));
        Simulator::Schedule(m_interval, &Pinger::Send, this);
    }

    void Receive(Ptr<Socket> socket)
    {
        auto packet = socket->Recv();
        Ipv4Header ip;
        Icmpv4Header header;
        packet->RemoveHeader(ip);
        packet->RemoveHeader(header);
        if (header.GetType() != Icmpv4Header::ICMPV4_ECHO_REPLY)
        {
            return;
        }
        Icmpv4Echo echo;
        packet->RemoveHeader(echo);
        ++received;
        m_lastReply = echo.GetSequenceNumber();
        const uint32_t hops = 65 - ip.GetTtl(); // ns-3 replies with a TTL of 64
        if (hops != m_hops)
        {
            std::cout << Simulator::Now().As(Time::MS) << "  ping: replies come back over " << hops
                      << " hop(s)\n";
            m_hops = hops;
        }
    }

    Ipv4Address m_target;    //!< whom to ask
    Time m_interval;         //!< from request to request
    Ptr<Socket> m_socket;    //!< raw
    uint32_t m_hops{0};      //!< of the last reply; 0 while there is none
    uint32_t m_lastReply{0}; //!< its number
};

} // namespace

int
main(int argc, char* argv[])
{
    Time move = Seconds(2);
    CommandLine command(__FILE__);
    command.AddValue("move", "When the circuit is moved, and after how long again", move);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);
    Config::SetDefault("ns3::Rip::UnsolicitedRoutingUpdate", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::Rip::MinTriggeredCooldown", TimeValue(MilliSeconds(10)));
    Config::SetDefault("ns3::Rip::MaxTriggeredCooldown", TimeValue(MilliSeconds(20)));
    Config::SetDefault("ns3::Rip::StartupDelay", TimeValue(MilliSeconds(10)));

    NodeContainer servers(3);
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate("10Gb/s")));
    for (uint32_t s = 0; s < 3; ++s)
    {
        rdma.Install(servers.Get(s), Ipv4Address(0x0B000001 + s));
        rdma.AddPort(servers.Get(s));
    }
    OcsHelper optics;
    optics.SetPreset("mems-3d"); // dark for 10 ms
    const auto ocs = optics.InstallPlanes(servers, NodeContainer(1), MicroSeconds(1)).front();
    auto atB = rdma.AddPort(servers.Get(1));
    auto atC = rdma.AddPort(servers.Get(2));
    rdma.Connect(atB, atC, MicroSeconds(1));

    RipHelper rip;
    InternetStackHelper internet;
    internet.SetRoutingHelper(rip);
    internet.SetIpv6StackInstall(false);
    internet.Install(servers);
    NetDeviceContainer light;
    for (uint32_t s = 0; s < 3; ++s)
    {
        light.Add(servers.Get(s)->GetDevice(0));
    }
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(light);
    addresses.SetBase("10.0.1.0", "255.255.255.0");
    addresses.Assign(NetDeviceContainer(NetDeviceContainer(atB), NetDeviceContainer(atC)));
    for (uint32_t s = 0; s < 3; ++s)
    {
        FollowLight(servers.Get(s)->GetObject<Ipv4>(),
                    DynamicCast<LineDevice>(servers.Get(s)->GetDevice(0)));
    }
    const auto connect = [&](uint32_t s) {
        std::cout << Simulator::Now().As(Time::MS) << "  circuit from a to "
                  << "abc"[s] << '\n';
        ocs->Reconfigure({{0, s}, {s, 0}}, {3 - s});
    };
    connect(1);
    Simulator::Schedule(move, [&]() { connect(2); });
    Simulator::Schedule(move * 2, [&]() { connect(1); });

    const Ipv4Address target("10.0.1.1"); // b, whichever way
    Pinger pinger(servers.Get(0), target, MilliSeconds(10));
    constexpr uint64_t MEGABYTE = 1'000'000;
    uint64_t acknowledged = 0;
    Ptr<TcpChannel> out;
    Ptr<TcpChannel> in;
    Simulator::Schedule(MilliSeconds(500), [&]() {
        std::tie(out, in) = TcpChannel::Connect(servers.Get(0), servers.Get(1), target, 5000);
        out->SetSendCallback(Callback<void, uint64_t>([&](uint64_t) {
            acknowledged += MEGABYTE;
            out->PostMessage(MEGABYTE, 0);
        }));
        out->PostMessage(MEGABYTE, 0);
        out->PostMessage(MEGABYTE, 0);
    });
    uint64_t before = 0;
    std::function<void()> report = [&]() {
        std::cout << Simulator::Now().As(Time::MS)
                  << "  TCP: " << (acknowledged - before) / MEGABYTE
                  << " MB in the last half second\n";
        before = acknowledged;
        Simulator::Schedule(MilliSeconds(500), report);
    };
    Simulator::Schedule(MilliSeconds(1000), report);
    Simulator::Stop(move * 3);
    Simulator::Run();
    std::cout << pinger.sent << " requests, " << pinger.received << " replies; "
              << ocs->GetFramesLost() << " frames lost in the switch\n";
    const bool through = pinger.received > pinger.sent / 2 && acknowledged > 0;
    Simulator::Destroy();
    return through ? 0 : 1;
}
