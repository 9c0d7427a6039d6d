/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Networks: generators against their closed forms, routes, readers, odd ones in simulation, IP
 * beside RDMA.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/atomic-file.h"
#include "ns3/cost-model.h"
#include "ns3/hamiltonian-rings.h"
#include "ns3/hpcc-reader.h"
#include "ns3/icmpv4.h"
#include "ns3/inet-socket-address.h"
#include "ns3/input-error.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/network-generators.h"
#include "ns3/network-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <queue>
#include <set>

using namespace ns3;
using namespace ns3::topox;

namespace
{

constexpr LinkKind LINK{100'000'000'000, PS_PER_US};

/// Hops from one node to all others, breadth first.
std::vector<uint32_t>
Hops(const Network& network, uint32_t from)
{
    std::vector<uint32_t> hops(network.isSwitch.size(), UINT32_MAX);
    std::queue<uint32_t> open;
    hops[from] = 0;
    open.push(from);
    while (!open.empty())
    {
        const auto node = open.front();
        open.pop();
        for (const auto& link : network.links)
        {
            if (link.a != node && link.b != node)
            {
                continue;
            }
            const auto next = link.a == node ? link.b : link.a;
            if (hops[next] == UINT32_MAX)
            {
                hops[next] = hops[node] + 1;
                open.push(next);
            }
        }
    }
    return hops;
}

/// @returns largest number of hops between two servers
uint32_t
Diameter(const Network& network)
{
    uint32_t most = 0;
    for (const auto s : network.Servers())
    {
        const auto hops = Hops(network, s);
        for (const auto t : network.Servers())
        {
            most = std::max(most, hops[t]);
        }
    }
    return most;
}

/// @returns what a function complains about, empty when it does not
template <typename F>
std::string
Complaint(F f)
{
    try
    {
        f();
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

class GeneratorsCase : public TestCase
{
  public:
    GeneratorsCase()
        : TestCase("generated networks have the nodes, links and diameters of the textbooks")
    {
    }

  private:
    void Check(const Network& network,
               size_t servers,
               size_t switches,
               size_t links,
               uint32_t diameter)
    {
        NS_TEST_EXPECT_MSG_EQ(network.Servers().size(), servers, network.name << " servers");
        NS_TEST_EXPECT_MSG_EQ(network.isSwitch.size(),
                              servers + switches,
                              network.name << " nodes");
        NS_TEST_EXPECT_MSG_EQ(network.links.size(), links, network.name << " links");
        NS_TEST_EXPECT_MSG_EQ(Diameter(network), diameter, network.name << " diameter");
    }

    void DoRun() override
    {
        Check(Star(5, LINK), 5, 1, 5, 2);
        Check(LeafSpine(16, 2, 8, LINK, LINK), 16, 10, 32, 4);
        // k^3/4 servers, 5k^2/4 switches, 3k^3/4 links.
        Check(FatTree(4, 0, LINK), 16, 20, 48, 6);
        Check(FatTree(8, 0, LINK), 128, 80, 384, 6);
        // Half the aggregation and core switches.
        Check(FatTree(4, 0, LINK, 2), 16, 8 + 4 + 2, 16 + 8 + 8, 6);
        Check(RailOptimized(16, 4, 8, 4, LINK), 16, 8 + 4, 64 + 32, 4);
        // Sums of half the sides; a side of 2 has one link.
        Check(Torus({4, 4}, 0, LINK), 16, 0, 32, 4);
        Check(Torus({4, 4, 4}, 0, LINK), 64, 0, 192, 6);
        Check(Torus({2, 2}, 0, LINK), 4, 0, 4, 2);
        // 4 x 8: 6 without, and 4 with the twist (Camarero et al.: the rectangular twisted torus
        // 2a x a has diameter a).
        Check(Torus({4, 8}, 0, LINK), 32, 0, 64, 6);
        Check(Torus({4, 8}, 4, LINK), 32, 0, 64, 4);
        // p = h = 2, a = 4: 9 groups, 36 switches, 72 servers; 6 links in a group, 36 between.
        Check(Dragonfly(2, 4, 2, 0, LINK), 72, 36, 72 + 54 + 36, 5);
        const auto expander = Expander(64, 6, 5, LINK);
        NS_TEST_ASSERT_MSG_EQ(expander.links.size(), 192, "links");
        for (const auto& ports : expander.Ports())
        {
            NS_TEST_ASSERT_MSG_EQ(ports.size(), 6, "every server has as many links");
        }
        // Moore: 1 + 6 + 30 < 64, so three hops are the least; a random graph gets there, or
        // nearly.
        NS_TEST_ASSERT_MSG_LT(Diameter(expander), 5, "random graphs are short");
        const auto again = Expander(64, 6, 5, LINK);
        const auto other = Expander(64, 6, 6, LINK);
        const auto same = [&expander](const Network& n) {
            return std::equal(n.links.begin(),
                              n.links.end(),
                              expander.links.begin(),
                              [](const NetworkLink& x, const NetworkLink& y) {
                                  return x.a == y.a && x.b == y.b;
                              });
        };
        NS_TEST_ASSERT_MSG_EQ(same(again), true, "same seed, same graph");
        NS_TEST_ASSERT_MSG_EQ(same(other), false, "another seed, another graph");
        NS_TEST_ASSERT_MSG_NE(Complaint([]() { FatTree(5, 0, LINK); }).find("even"),
                              std::string::npos,
                              "odd k");
        NS_TEST_ASSERT_MSG_NE(Complaint([]() { FatTree(4, 17, LINK); }).find("16 servers, not 17"),
                              std::string::npos,
                              "too many servers");
        NS_TEST_ASSERT_MSG_NE(Complaint([]() { Expander(4, 4, 1, LINK); }).find("expander"),
                              std::string::npos,
                              "degree");
    }
};

class RingsCase : public TestCase
{
  public:
    RingsCase()
        : TestCase("rings through all servers of tori and expanders: every server once, every link "
                   "at most once, as many as fit")
    {
    }

  private:
    void Check(const Network& network, size_t most)
    {
        const auto rings = HamiltonianRings(network, 1);
        NS_TEST_ASSERT_MSG_EQ(rings.size(), most, network.name);
        std::multiset<std::pair<uint32_t, uint32_t>> links;
        for (const auto& link : network.links)
        {
            links.emplace(std::minmax(link.a, link.b));
        }
        for (const auto& ring : rings)
        {
            const std::set<uint32_t> visited(ring.begin(), ring.end());
            NS_TEST_ASSERT_MSG_EQ(ring.size(), network.isSwitch.size(), "length");
            NS_TEST_ASSERT_MSG_EQ(visited.size(), network.isSwitch.size(), "all servers");
            for (size_t k = 0; k < ring.size(); ++k)
            {
                const auto it = links.find(std::minmax(ring[k], ring[(k + 1) % ring.size()]));
                NS_TEST_ASSERT_MSG_EQ((it != links.end()), true, "a link, not taken before");
                links.erase(it);
            }
        }
    }

    void DoRun() override
    {
        // Products of cycles decompose into Hamiltonian cycles (Kotzig 1973; Foregger 1978).
        Check(Torus({4, 4}, 0, LINK), 2);
        Check(Torus({3, 5}, 0, LINK), 2);
        Check(Torus({3, 3, 3}, 0, LINK), 3);
        Check(Torus({4, 8}, 4, LINK), 2);
        Check(Expander(64, 5, 3, LINK), 2);
        Check(Torus({2, 2}, 0, LINK), 1);
        Check(Torus({2, 1}, 0, LINK), 0); // two servers
        Check(Star(5, LINK), 0);
    }
};

class CostCase : public TestCase
{
  public:
    CostCase()
        : TestCase(
              "fabrics cost the sum of their parts; the fat-tree of equal cost does so within a "
              "bit per second")
    {
    }

  private:
    void DoRun() override
    {
        const auto prices = PricesFromJson(
            R"({"transceiver": [[1e9, 1], [100e9, 100]], "nicPort": [[1e9, 2], [100e9, 200]],
                "switchPort": [[1e9, 4], [100e9, 400]], "ocsPort": 50})",
            "prices.json");
        NS_TEST_ASSERT_MSG_EQ(PriceAt(prices.nicPort, 50e9), 100, "between two points");
        NS_TEST_ASSERT_MSG_EQ(PriceAt(prices.nicPort, 200e9), 400, "in proportion outside");
        Fabric fabric;
        fabric.servers = 16;
        fabric.degree = 4;
        fabric.linkRate = 100'000'000'000;
        NS_TEST_ASSERT_MSG_EQ(FabricCost(fabric, prices), 64 * (100 + 200 + 50), "optical");
        fabric.electricalRate = 10'000'000'000;
        NS_TEST_ASSERT_MSG_EQ_TOL(FabricCost(fabric, prices),
                                  64 * (100 + 200 + 50) + 16 * (10 + 20 + 10 + 40),
                                  1e-6,
                                  "hybrid");
        fabric.electricalRate = 0;
        fabric.kind = FabricKind::FIBRES;
        NS_TEST_ASSERT_MSG_EQ(FabricCost(fabric, prices), 64 * (100 + 200), "fibres");
        fabric.kind = FabricKind::FAT_TREE;
        // k = 4 and 400 Gb/s: 16 ends at servers, 80 at switches.
        NS_TEST_ASSERT_MSG_EQ_TOL(FabricCost(fabric, prices),
                                  16 * (400 + 800) + 80 * (400 + 1600),
                                  1e-6,
                                  "fat-tree");
        fabric.kind = FabricKind::OPTICAL;
        // Prices are in proportion to the rate: B' = B * 22400 / 179200.
        NS_TEST_ASSERT_MSG_EQ_TOL(
            static_cast<double>(EqualCostRate(fabric, FabricKind::FAT_TREE, prices)),
            12.5e9,
            2,
            "equal cost");
        const auto refused = Complaint([]() {
            PricesFromJson(R"({"transceiver": [[9, 1], [5, 1]], "nicPort": [], "switchPort": [],
                               "ocsPort": 1})",
                           "p.json");
        });
        NS_TEST_ASSERT_MSG_NE(refused.find("p.json: /transceiver/1"), std::string::npos, refused);
    }
};

class RoutesCase : public TestCase
{
  public:
    RoutesCase()
        : TestCase("routes are all shortest ways, and avoid servers where switches lead on")
    {
    }

  private:
    void DoRun() override
    {
        const auto network = FatTree(4, 0, LINK);
        const NetworkRoutes routes(network);
        const auto ways = routes.PortsTo(15);
        const auto hops = Hops(network, 15);
        const auto ports = network.Ports();
        for (uint32_t node = 16; node < network.isSwitch.size(); ++node)
        {
            std::vector<uint32_t> expected;
            for (uint32_t port = 0; port < ports[node].size(); ++port)
            {
                const auto& link = network.links[ports[node][port]];
                const auto next = link.a == node ? link.b : link.a;
                if (hops[next] + 1 == hops[node])
                {
                    expected.push_back(port);
                }
            }
            NS_TEST_ASSERT_MSG_EQ((ways[node] == expected), true, "node " << node);
        }
        // Servers 0 and 1 share a bus (3); each has its own way out (4, 5, 6). From 0 to 2 the way
        // over server 1 is as short as none other, and still not taken.
        Network rails;
        rails.name = "rails";
        rails.isSwitch = {false, false, false, true, true, true, true};
        for (const auto& [a, b] : std::vector<std::pair<uint32_t, uint32_t>>{{0, 3},
                                                                             {1, 3},
                                                                             {0, 4},
                                                                             {1, 6},
                                                                             {4, 5},
                                                                             {5, 6},
                                                                             {2, 6}})
        {
            rails.links.push_back({a, b, 1'000'000'000, 0, 0});
        }
        const auto toTwo = NetworkRoutes(rails).PortsTo(2);
        NS_TEST_ASSERT_MSG_EQ((toTwo[0] == std::vector<uint32_t>{1}), true, "by switches only");
        // To 1 by its port 1, behind node 6: not over the bus.
        const auto byPort = NetworkRoutes(rails).PortsTo(1, 1);
        NS_TEST_ASSERT_MSG_EQ((byPort[0] == std::vector<uint32_t>{1}), true, "not the short way");
        NS_TEST_ASSERT_MSG_EQ((byPort[3].empty()), false, "the bus leads there over server 0");
    }
};

class HpccReaderCase : public TestCase
{
  public:
    HpccReaderCase()
        : TestCase("HPCC topologies and flows: every known form, and what is wrong with bad ones")
    {
    }

  private:
    static WithWarnings<Network> Topology(const std::string& text)
    {
        const std::string path = CreateFile(text);
        auto network = ReadHpccTopology(path);
        std::remove(path.c_str());
        return network;
    }

    static std::string CreateFile(const std::string& text)
    {
        const std::string path = "topo-x-hpcc-test.txt";
        WriteFileAtomically(path, text);
        return path;
    }

    void Refuse(const std::string& text, const std::string& part)
    {
        const auto complaint = Complaint([&text]() { Topology(text); });
        NS_TEST_EXPECT_MSG_NE(complaint.find(part), std::string::npos, part << " | " << complaint);
    }

    void RefuseFlow(const Network& network, const std::string& text, const std::string& part)
    {
        const auto path = CreateFile(text);
        const auto complaint = Complaint([&]() { ReadHpccFlows(path, network); });
        NS_TEST_EXPECT_MSG_NE(complaint.find(part), std::string::npos, part << " | " << complaint);
        std::remove(path.c_str());
    }

    void DoRun() override
    {
        const auto plain = Topology("3 1 3\n2\n0 2 100Gbps 0.001ms 0\n1 2 25Gbps 500ns 0.01\n"
                                    "1 2 25000000000.0 1us 0\n\nsrc dst rate delay error\n")
                               .value;
        NS_TEST_ASSERT_MSG_EQ(plain.Servers().size(), 2, "servers");
        NS_TEST_ASSERT_MSG_EQ(plain.links.size(), 3, "parallel links are kept");
        NS_TEST_ASSERT_MSG_EQ(plain.links[0].rate, 100'000'000'000, "rate");
        NS_TEST_ASSERT_MSG_EQ(plain.links[0].delay, PS_PER_US, "delay");
        NS_TEST_ASSERT_MSG_EQ(plain.links[1].errorRate, 0.01, "error rate");
        NS_TEST_ASSERT_MSG_EQ(plain.links[2].rate, 25'000'000'000, "bare bit/s");
        NS_TEST_ASSERT_MSG_EQ(Topology("2 0 1\n\n0 1 1Gbps 1ms 0\n").value.links.size(), 1, "none");
        NS_TEST_ASSERT_MSG_EQ(
            Topology("4 1 1 2\n3\n0 3 1Gbps 1ms 0\n1 3 1Gbps 1ms 0\n").value.Servers().size(),
            3,
            "four fields");
        const auto nv =
            Topology("4 2 1 1 4 H100\n2 3\n0 2 2880Gbps 0.000025ms 0\n"
                     "1 2 2880Gbps 0.000025ms 0\n0 3 400Gbps 1us 0\n1 3 400Gbps 1us 0\n");
        NS_TEST_ASSERT_MSG_EQ(nv.value.Servers().size(), 2, "six fields");
        NS_TEST_ASSERT_MSG_EQ(nv.value.links[0].delay, 25'000, "25 ns");
        const auto more = Topology("2 0 1\n0 1 1Gbps 1ms 0\n0 1 1Gbps 1ms 0\n");
        NS_TEST_ASSERT_MSG_EQ(more.warnings.size(), 1, "more links than announced: a warning");

        Refuse("3 1\n", "line 1: expected \"nodes switches links\"");
        Refuse("3 5 1\n", "no more switches than nodes");
        Refuse("3 1 1\n7\n0 2 1Gbps 1ms 0\n", "line 2: expected 1 different numbers of switches");
        Refuse("3 1 1\n2\n0 9 1Gbps 1ms 0\n",
               "line 3: expected a link between two different nodes");
        Refuse("3 1 1\n2\n0 2 0Gbps 1ms 0\n", "expected a rate above zero");
        Refuse("3 1 1\n2\n0 2 1Gbpz 1ms 0\n", "not \"1Gbpz\"");
        Refuse("3 1 1\n2\n0 2 1Gbps 1m 0\n", "expected a delay");
        Refuse("3 1 1\n2\n0 2 1Gbps 1ms 1.5\n", "expected an error rate");
        Refuse("3 1 2\n2\n0 2 1Gbps 1ms 0\n", "link 2 of 2), found the end of the file");
        Refuse("99999999999999999999 1 1\n", "line 1");

        const auto path = CreateFile("2\n0 1 3 100 5000 2\n1 0 3 100 7000 2.5\n0 1 3 100 1 3\n");
        const auto flows = ReadHpccFlows(path, plain);
        NS_TEST_ASSERT_MSG_EQ(flows.value.size(), 2, "as many as announced");
        NS_TEST_ASSERT_MSG_EQ(flows.warnings.size(), 1, "the rest is a warning");
        NS_TEST_ASSERT_MSG_EQ(flows.value[1].bytes, 7000, "bytes");
        NS_TEST_ASSERT_MSG_EQ(flows.value[1].start, 5 * PS_PER_SECOND / 2, "start");
        CreateFile("1\n0 1 3 10000000 2.0 9.5\n");
        const auto packets = ReadHpccFlows(path, plain);
        NS_TEST_ASSERT_MSG_EQ(packets.value[0].bytes, 10'000'000'000, "packets of 1000 bytes");
        std::remove(path.c_str());
        RefuseFlow(plain, "x\n", "line 1: expected the number of flows");
        RefuseFlow(plain, "1\n0 2 3 100 5000 2\n", "expected a server of the topology, not \"2\"");
        RefuseFlow(plain, "1\n0 1 9 100 5000 2\n", "priority group from 0 to 7");
        RefuseFlow(plain, "1\n0 1 3 100 5000 -2\n", "start in seconds");
        RefuseFlow(plain, "1\n0 1 3\n", "flow 1 of 1");

        // Files that others made: nodes, switches and links as their headers say.
        const std::vector<std::tuple<std::string, size_t, size_t, size_t>> files = {
            {"topology.txt", 66, 1, 65},
            {"fat.txt", 376, 56, 480},
            {"8_nodes_1_switch_topology.txt", 9, 1, 8},
            {"8nodes_ring_topology.txt", 8, 0, 8},
            {"inet-tub_topology.txt", 138, 10, 144},
            {"ns3-msccl_star-n8.txt", 9, 1, 8},
            {"ns3-rdma_topology.txt", 4, 1, 3},
            {"simai_Spectrum-X_8g_8gps_400Gbps_H100.txt", 18, 10, 24}};
        for (const auto& [name, nodes, switches, links] : files)
        {
            const auto file = SharedData("hpcc/" + name);
            if (file.empty())
            {
                return;
            }
            const auto network = ReadHpccTopology(file).value;
            NS_TEST_EXPECT_MSG_EQ(network.isSwitch.size(), nodes, name);
            NS_TEST_EXPECT_MSG_EQ(network.Servers().size(), nodes - switches, name);
            NS_TEST_EXPECT_MSG_EQ(network.links.size(), links, name);
        }
        const auto network = ReadHpccTopology(SharedData("hpcc/topology.txt")).value;
        const auto read = ReadHpccFlows(SharedData("hpcc/flow.txt"), network);
        NS_TEST_EXPECT_MSG_EQ(read.value.size(), 2, "flow.txt");
        const auto small = ReadHpccTopology(SharedData("hpcc/ns3-rdma_topology.txt")).value;
        NS_TEST_EXPECT_MSG_EQ(
            ReadHpccFlows(SharedData("hpcc/ns3-rdma_flow.txt"), small).value.size(),
            2,
            "ns3-rdma_flow.txt");
    }
};

class OddNetworksCase : public PicosecondTestCase
{
  public:
    OddNetworksCase()
        : PicosecondTestCase("a ring without switches, parallel links, a line of 10 ms, a star of "
                             "4096 servers: messages arrive when they should")
    {
    }

  private:
    /// @returns arrival of one message, or of the last of several
    Time Send(const Network& network,
              uint32_t from,
              uint32_t to,
              uint64_t bytes,
              uint32_t count = 1)
    {
        NetworkHelper net;
        net.Install(network);
        Time arrived;
        uint32_t messages = 0;
        for (uint32_t k = 0; k < count; ++k)
        {
            auto [out, in] = net.Connect(from, to);
            in->SetReceiveCallback(Callback<void, uint64_t>([&](uint64_t) {
                arrived = Simulator::Now();
                ++messages;
            }));
            out->PostWrite(bytes, 0);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(messages, count, "messages");
        Simulator::Destroy();
        return arrived;
    }

    void DoRun() override
    {
        const int64_t frame = (8 + 54 + 16 + 4096 + 4 + 4) * 80; // ps, with RETH
        // Three relays in a ring of eight: four lines, the frame stored three times.
        const auto ring = Send(Torus({8}, 0, LINK), 0, 4, 4096);
        NS_TEST_ASSERT_MSG_EQ(ring.GetPicoSeconds(), 4 * (frame + 1'000'000), "ring");
        Network parallel;
        parallel.name = "two lines";
        parallel.isSwitch = {false, false};
        parallel.links = {{0, 1, LINK.rate, LINK.delay, 0}, {0, 1, LINK.rate, LINK.delay, 0}};
        const auto one = Send(parallel, 0, 1, 10'000'000);
        const auto two = Send(parallel, 0, 1, 10'000'000, 2);
        NS_TEST_ASSERT_MSG_EQ(two, one, "two messages take two lines");
        auto lng = parallel;
        lng.links = {{0, 1, LINK.rate, 10 * PS_PER_MS, 0}};
        NS_TEST_ASSERT_MSG_EQ(Send(lng, 0, 1, 4096).GetPicoSeconds(),
                              frame + 10 * PS_PER_MS,
                              "10 ms of fibre");
        const auto star = Send(Star(4096, LINK), 7, 4095, 4096);
        NS_TEST_ASSERT_MSG_EQ(star.GetPicoSeconds(), 2 * (frame + 1'000'000), "star of 4096");
    }
};

class InternetCase : public PicosecondTestCase
{
  public:
    InternetCase()
        : PicosecondTestCase("ping and TCP run beside RDMA on the same NICs")
    {
    }

  private:
    void DoRun() override
    {
        NetworkHelper net;
        net.Install(Star(3, LINK));
        net.AssignStreams(1);
        net.InstallInternetStack();
        // RDMA from server 0 to server 1 all the while.
        auto [out, in] = net.Connect(0, 1);
        Time rdma;
        in->SetReceiveCallback(
            Callback<void, uint64_t>([&](uint64_t) { rdma = Simulator::Now(); }));
        out->PostWrite(20'000'000, 0);

        auto ping = Socket::CreateSocket(net.GetNodes().Get(0), Ipv4RawSocketFactory::GetTypeId());
        ping->SetAttribute("Protocol", UintegerValue(1));
        uint32_t replies = 0;
        ping->SetRecvCallback(Callback<void, Ptr<Socket>>([&replies](Ptr<Socket> socket) {
            while (auto packet = socket->Recv())
            {
                Ipv4Header ip;
                packet->RemoveHeader(ip);
                Icmpv4Header icmp;
                packet->RemoveHeader(icmp);
                replies += icmp.GetType() == Icmpv4Header::ICMPV4_ECHO_REPLY ? 1 : 0;
            }
        }));
        ping->Connect(InetSocketAddress(net.GetHost(1)->GetAddress(), 0));
        for (uint16_t k = 0; k < 10; ++k)
        {
            Simulator::Schedule(MicroSeconds(100 * k), [ping, k]() {
                Icmpv4Echo echo;
                echo.SetSequenceNumber(k);
                echo.SetIdentifier(1);
                auto packet = Create<Packet>();
                packet->AddHeader(echo);
                Icmpv4Header header;
                header.SetType(Icmpv4Header::ICMPV4_ECHO);
                header.SetCode(0);
                packet->AddHeader(header);
                ping->Send(packet);
            });
        }

        auto listener = Socket::CreateSocket(net.GetNodes().Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5001));
        listener->Listen();
        uint64_t received = 0;
        listener->SetAcceptCallback(
            Callback<bool, Ptr<Socket>, const Address&>(
                [](Ptr<Socket>, const Address&) { return true; }),
            Callback<void, Ptr<Socket>, const Address&>([&](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&](Ptr<Socket> from) {
                    while (auto packet = from->Recv())
                    {
                        received += packet->GetSize();
                    }
                }));
            }));
        auto sender = Socket::CreateSocket(net.GetNodes().Get(2), TcpSocketFactory::GetTypeId());
        sender->SetAttribute("SndBufSize", UintegerValue(2'000'000));
        sender->SetConnectCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> socket) {
                                       socket->Send(Create<Packet>(1'000'000));
                                   }),
                                   Callback<void, Ptr<Socket>>());
        sender->Connect(InetSocketAddress(net.GetHost(1)->GetAddress(), 5001));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(replies, 10, "echo replies");
        NS_TEST_ASSERT_MSG_EQ(received, 1'000'000, "bytes by TCP");
        // 4883 frames of 4178 bytes take 1.632 ms alone; TCP's million bytes cost at most 0.1 ms.
        NS_TEST_ASSERT_MSG_EQ_TOL(rdma.GetSeconds(), 1.68e-3, 0.06e-3, "RDMA hardly notices");
        Simulator::Destroy();
    }
};

} // namespace

void
ns3::topox::AddNetworkCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new GeneratorsCase, TEST_QUICK);
    suite.AddTestCase(new RingsCase, TEST_QUICK);
    suite.AddTestCase(new CostCase, TEST_QUICK);
    suite.AddTestCase(new RoutesCase, TEST_QUICK);
    suite.AddTestCase(new HpccReaderCase, TEST_QUICK);
    suite.AddTestCase(new OddNetworksCase, TEST_QUICK);
    suite.AddTestCase(new InternetCase, TEST_QUICK);
}

namespace
{

class TopoXNetworkTestSuite : public RoomTestSuite
{
  public:
    TopoXNetworkTestSuite()
        : RoomTestSuite("topo-x-network", TEST_UNIT)
    {
        AddNetworkCases(*this);
    }
};

TopoXNetworkTestSuite g_topoXNetworkTestSuite; //!< registers the suite

} // namespace
