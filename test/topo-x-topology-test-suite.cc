/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The topology room: rings, matchings, paths, ports.
 */

#include "room-cases.h"

#include "ns3/circuit-graph.h"
#include "ns3/coin-change.h"
#include "ns3/fabric.h"
#include "ns3/input-error.h"
#include "ns3/matching.h"
#include "ns3/ns3-compat.h"
#include "ns3/port-assignment.h"
#include "ns3/shortest-paths.h"
#include "ns3/topology-finder.h"
#include "ns3/totient-perms.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>

using namespace ns3;
using namespace ns3::topox;

namespace
{

using Jumps = std::vector<uint32_t>;

CircuitGraph
Circulant(uint32_t n, const Jumps& jumps)
{
    CircuitGraph graph(n, static_cast<uint32_t>(jumps.size()));
    for (uint32_t s = 0; s < n; ++s)
    {
        for (const auto jump : jumps)
        {
            graph.Add(s, (s + jump) % n);
        }
    }
    return graph;
}

CircuitGraph
RandomGraph(uint32_t n, uint32_t degree, std::mt19937& random)
{
    CircuitGraph graph(n, degree);
    for (uint32_t k = 0; k < 3 * n * degree; ++k)
    {
        const uint32_t s = random() % n;
        const uint32_t t = random() % n;
        if (graph.CanAdd(s, t))
        {
            graph.Add(s, t);
        }
    }
    return graph;
}

/// Vectors of reference.md, section 2: jumps, diameter and mean distance.
class CirculantCase : public TestCase
{
  public:
    CirculantCase(uint32_t n,
                  uint32_t degree,
                  PermutationStyle style,
                  Jumps jumps,
                  uint32_t diameter,
                  double mean)
        : TestCase("rings of " + std::to_string(n) + " servers with degree " +
                   std::to_string(degree) +
                   (style == PermutationStyle::PUBLIC_CODE ? ", public code" : ", paper")),
          m_n(n),
          m_degree(degree),
          m_style(style),
          m_jumps(std::move(jumps)),
          m_diameter(diameter),
          m_mean(mean)
    {
    }

  private:
    void DoRun() override
    {
        const auto jumps = SelectPermutations(m_n, m_degree, m_style);
        NS_TEST_ASSERT_MSG_EQ((jumps == m_jumps), true, "jumps");
        const auto hops = HopsFrom(Circulant(m_n, jumps), 0);
        NS_TEST_ASSERT_MSG_EQ(*std::max_element(hops.begin(), hops.end()), m_diameter, "diameter");
        const double mean = std::accumulate(hops.begin(), hops.end(), 0.0) / (m_n - 1);
        NS_TEST_ASSERT_MSG_EQ_TOL(mean, m_mean, 0.006, "mean distance");
        const auto change = CoinChangeMod(m_n, jumps);
        for (uint32_t distance = 0; distance < m_n; ++distance)
        {
            const auto& coins = change[distance];
            NS_TEST_ASSERT_MSG_EQ(coins.size(), hops[distance], "fewest jumps");
            NS_TEST_ASSERT_MSG_EQ(std::accumulate(coins.begin(), coins.end(), 0U) % m_n,
                                  distance,
                                  "jumps add up");
        }
    }

    uint32_t m_n;             //!< servers
    uint32_t m_degree;        //!< rings
    PermutationStyle m_style; //!< how to select
    Jumps m_jumps;            //!< expected
    uint32_t m_diameter;      //!< expected
    double m_mean;            //!< expected
};

class TotientCase : public TestCase
{
  public:
    TotientCase()
        : TestCase("TotientPerms lists as many jumps as Euler's function says, each one ring")
    {
    }

  private:
    void DoRun() override
    {
        // Euler's phi for 2 .. 16 (OEIS A000010).
        const std::vector<size_t> phi{1, 2, 2, 4, 2, 6, 4, 6, 4, 10, 4, 12, 6, 8, 8};
        for (uint32_t k = 2; k <= 16; ++k)
        {
            const auto perms = TotientPerms(k);
            NS_TEST_ASSERT_MSG_EQ(perms.size(), phi[k - 2], "size for " << k);
            std::vector<uint32_t> members(k);
            std::iota(members.begin(), members.end(), 100);
            for (const auto jump : perms)
            {
                const auto ring = RingOrder(members, jump);
                NS_TEST_ASSERT_MSG_EQ(std::set<uint32_t>(ring.begin(), ring.end()).size(),
                                      k,
                                      "all members are on the ring");
            }
        }
    }
};

class MatchingCase : public TestCase
{
  public:
    MatchingCase()
        : TestCase("the matching is as heavy as the best of all permutations")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        for (uint32_t round = 0; round < 200; ++round)
        {
            const uint32_t n = 2 + random() % 6;
            const uint64_t scale = round % 2 == 0 ? 1 : uint64_t{1} << 50;
            std::vector<std::vector<uint64_t>> weight(n, std::vector<uint64_t>(n, 0));
            for (auto& row : weight)
            {
                for (auto& w : row)
                {
                    w = random() % 3 == 0 ? 0 : random() % 1000 * scale;
                }
            }
            std::vector<uint32_t> permutation(n);
            std::iota(permutation.begin(), permutation.end(), 0);
            uint64_t best = 0;
            do
            {
                uint64_t sum = 0;
                for (uint32_t s = 0; s < n; ++s)
                {
                    sum += permutation[s] == s ? 0 : weight[s][permutation[s]];
                }
                best = std::max(best, sum);
            } while (std::next_permutation(permutation.begin(), permutation.end()));
            uint64_t sum = 0;
            std::set<uint32_t> from;
            std::set<uint32_t> to;
            for (const auto& arc : MaximumWeightAssignment(weight))
            {
                sum += weight[arc.from][arc.to];
                NS_TEST_ASSERT_MSG_EQ(from.insert(arc.from).second, true, "sends once");
                NS_TEST_ASSERT_MSG_EQ(to.insert(arc.to).second, true, "receives once");
                NS_TEST_ASSERT_MSG_NE(arc.from, arc.to, "not to itself");
            }
            NS_TEST_ASSERT_MSG_EQ(sum, best, "weight in round " << round);
        }
    }
};

class PathsCase : public TestCase
{
  public:
    PathsCase()
        : TestCase("k shortest paths are the first of all loopless paths")
    {
    }

  private:
    static std::vector<ServerPath> AllPaths(const CircuitGraph& graph, uint32_t s, uint32_t t)
    {
        std::vector<ServerPath> all;
        ServerPath path{s};
        const std::function<void()> extend = [&]() {
            if (path.back() == t)
            {
                all.push_back(path);
                return;
            }
            for (const auto next : graph.Neighbours(path.back()))
            {
                if (std::find(path.begin(), path.end(), next) == path.end())
                {
                    path.push_back(next);
                    extend();
                    path.pop_back();
                }
            }
        };
        extend();
        std::sort(all.begin(), all.end(), [](const ServerPath& a, const ServerPath& b) {
            return a.size() != b.size() ? a.size() < b.size() : a < b;
        });
        return all;
    }

    void DoRun() override
    {
        std::mt19937 random(2);
        for (uint32_t round = 0; round < 60; ++round)
        {
            const uint32_t n = 3 + random() % 5;
            const auto graph = RandomGraph(n, 1 + random() % 3, random);
            bool connected = true;
            for (uint32_t s = 0; s < n; ++s)
            {
                for (uint32_t t = 0; t < n; ++t)
                {
                    if (s == t)
                    {
                        continue;
                    }
                    auto all = AllPaths(graph, s, t);
                    connected = connected && !all.empty();
                    const uint32_t k = 1 + random() % 6;
                    all.resize(std::min<size_t>(all.size(), k));
                    NS_TEST_ASSERT_MSG_EQ((KShortestPaths(graph, s, t, k) == all),
                                          true,
                                          "paths in round " << round);
                }
            }
            NS_TEST_ASSERT_MSG_EQ(IsStronglyConnected(graph), connected, "connected");
        }
    }
};

class PortsCase : public TestCase
{
  public:
    PortsCase()
        : TestCase("ports: every arc once, no port twice, both ends on one switch, old ones kept")
    {
    }

  private:
    void Check(const CircuitGraph& graph, const Fabric& fabric, const Configuration& circuits)
    {
        std::vector<Arc> arcs;
        std::set<std::pair<uint32_t, uint32_t>> tx;
        std::set<std::pair<uint32_t, uint32_t>> rx;
        for (const auto& c : circuits)
        {
            arcs.push_back({c.source, c.destination});
            NS_TEST_ASSERT_MSG_EQ(tx.insert({c.source, c.sourcePort}).second, true, "transmit");
            NS_TEST_ASSERT_MSG_EQ(rx.insert({c.destination, c.destinationPort}).second,
                                  true,
                                  "receive");
            NS_TEST_ASSERT_MSG_LT(c.sourcePort, fabric.degree, "port in range");
            NS_TEST_ASSERT_MSG_EQ(fabric.SwitchOfPort(c.sourcePort),
                                  fabric.SwitchOfPort(c.destinationPort),
                                  "one switch");
        }
        std::sort(arcs.begin(), arcs.end());
        NS_TEST_ASSERT_MSG_EQ((arcs == graph.Arcs()), true, "every arc once");
        NS_TEST_ASSERT_MSG_EQ(std::is_sorted(circuits.begin(), circuits.end()), true, "sorted");
    }

    void DoRun() override
    {
        std::mt19937 random(3);
        for (uint32_t round = 0; round < 100; ++round)
        {
            Fabric fabric;
            fabric.servers = 3 + random() % 14;
            fabric.degree = 2 * (1 + random() % 3);
            fabric.switches = round % 2 == 0 ? fabric.degree : fabric.degree / 2;
            const auto graph = RandomGraph(fabric.servers, fabric.degree, random);
            const auto before = AssignPorts(graph, fabric, nullptr);
            Check(graph, fabric, before);
            NS_TEST_ASSERT_MSG_EQ((AssignPorts(graph, fabric, &before) == before),
                                  true,
                                  "the same graph keeps all its ports");
            const auto next = RandomGraph(fabric.servers, fabric.degree, random);
            Check(next, fabric, AssignPorts(next, fabric, &before));
        }
        // A ring stays as it is while another one is exchanged.
        Fabric fabric;
        fabric.servers = 8;
        fabric.degree = fabric.switches = 2;
        const auto before = AssignPorts(Circulant(8, {1, 3}), fabric, nullptr);
        const auto after = AssignPorts(Circulant(8, {1, 5}), fabric, &before);
        uint32_t kept = 0;
        for (const auto& c : after)
        {
            kept += std::binary_search(before.begin(), before.end(), c) ? 1 : 0;
        }
        NS_TEST_ASSERT_MSG_EQ(kept, 8, "circuits of the common ring");
    }
};

class FinderCase : public TestCase
{
  public:
    FinderCase()
        : TestCase("TopologyFinder splits the degree by traffic and stays connected")
    {
    }

  private:
    static TopologyDemand Demand(uint32_t n, uint64_t ring, uint64_t pair)
    {
        TopologyDemand demand;
        std::vector<uint32_t> all(n);
        std::iota(all.begin(), all.end(), 0);
        demand.groups.push_back({all, ring});
        demand.pairs.assign(n, std::vector<uint64_t>(n, pair));
        for (uint32_t s = 0; s < n; ++s)
        {
            demand.pairs[s][s] = 0;
        }
        return demand;
    }

    void DoRun() override
    {
        const auto style = PermutationStyle::NEAREST_GEOMETRIC;
        // DLRM on 16 servers: 574.4 MB of 637.3 MB are all-reduce, so ceil(3.6) = 4 rings.
        auto found = FindTopology(16, 4, Demand(16, 574'400'000, 4'194'304), style);
        NS_TEST_ASSERT_MSG_EQ((found.jumps[0] == Jumps{1, 3, 5, 7}), true, "four rings");
        found =
            FindTopology(16, 4, Demand(16, 574'400'000, 4'194'304), PermutationStyle::PUBLIC_CODE);
        NS_TEST_ASSERT_MSG_EQ((found.jumps[0] == Jumps{1, 5, 11, 15}), true, "public code");
        // Half and half: two rings, two matchings.
        found = FindTopology(16, 4, Demand(16, 1500, 100), style);
        NS_TEST_ASSERT_MSG_EQ(found.jumps[0].size(), 2, "two rings");
        NS_TEST_ASSERT_MSG_EQ(found.graph.Arcs().size(), 64, "all ports are used");
        // Two groups that exchange nothing keep their own circuits; a transfer between them needs a
        // ring over all.
        TopologyDemand islands;
        islands.groups = {{{0, 1}, 1000}, {{2, 3}, 1000}};
        islands.pairs.assign(4, std::vector<uint64_t>(4, 0));
        found = FindTopology(4, 1, islands, style);
        NS_TEST_ASSERT_MSG_EQ(ServesDemand(found.graph, islands), true, "each for itself");
        NS_TEST_ASSERT_MSG_EQ(found.graph.Multiplicity(0, 1), 1, "each for itself");
        islands.pairs[0][2] = 1;
        NS_TEST_ASSERT_MSG_EQ(ServesDemand(found.graph, islands), false, "no way across");
        found = FindTopology(4, 1, islands, style);
        NS_TEST_ASSERT_MSG_EQ(IsStronglyConnected(found.graph), true, "connected");
        // A group of four has two rings; more ports give parallel circuits.
        TopologyDemand small;
        small.groups = {{{0, 1, 2, 3}, 1000}};
        small.pairs.assign(4, std::vector<uint64_t>(4, 0));
        found = FindTopology(4, 4, small, style);
        NS_TEST_ASSERT_MSG_EQ((found.jumps[0] == Jumps{1, 3, 1, 3}), true, "parallel rings");
    }
};

class FabricCase : public TestCase
{
  public:
    FabricCase()
        : TestCase("a fabric that cannot be is refused, with the numbers")
    {
    }

  private:
    void Refused(const Fabric& fabric, const std::string& part)
    {
        std::string text;
        try
        {
            fabric.Validate();
        }
        catch (const InputError& e)
        {
            text = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }

    void DoRun() override
    {
        Fabric fabric;
        fabric.Validate();
        auto bad = fabric;
        bad.degree = 0;
        Refused(bad, "degree");
        bad = fabric;
        bad.servers = 20;
        Refused(bad, "need 20 ports on each switch, but it has 16: 4 too few");
        bad = fabric;
        bad.linkRate = 0;
        Refused(bad, "linkRate");
        bad = fabric;
        bad.switches = 3;
        Refused(bad, "4 ports do not divide among 3 switches");
        bad = fabric;
        bad.mtu = 5000;
        Refused(bad, "mtu");
        bad = fabric;
        bad.reconfigurationTime = -1;
        Refused(bad, "reconfigurationTime");
        // Two ports of each server on each of two switches.
        fabric.switches = 2;
        fabric.switchPorts = 32;
        fabric.Validate();
        NS_TEST_ASSERT_MSG_EQ(fabric.SwitchOfPort(3), 1, "switch");
        NS_TEST_ASSERT_MSG_EQ(fabric.SwitchPort(5, 3), 11, "port of the switch");
    }
};

} // namespace

void
ns3::topox::AddTopologyCases(RoomTestSuite& suite)
{
    const auto paper = PermutationStyle::NEAREST_GEOMETRIC;
    const auto code = PermutationStyle::PUBLIC_CODE;
    const Jumps odd{1, 3, 5, 7, 9, 11, 13, 15};
    suite.AddTestCase(new CirculantCase(16, 4, code, {1, 5, 11, 15}, 4, 2.133), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(16, 4, paper, {1, 3, 5, 7}, 3, 2.0), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(16, 8, code, odd, 2, 1.467), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(16, 8, paper, odd, 2, 1.467), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(128, 4, code, {1, 13, 115, 127}, 10, 5.62), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(128, 4, paper, {1, 3, 11, 39}, 8, 4.57), TEST_QUICK);
    suite.AddTestCase(new CirculantCase(128, 6, code, {1, 7, 27, 101, 121, 127}, 6, 3.67),
                      TEST_QUICK);
    suite.AddTestCase(new CirculantCase(128, 8, code, {1, 5, 13, 39, 89, 115, 123, 127}, 5, 2.96),
                      TEST_QUICK);
    suite.AddTestCase(new CirculantCase(12, 4, code, {1, 5, 7, 11}, 3, 1.818), TEST_QUICK);
    suite.AddTestCase(new TotientCase, TEST_QUICK);
    suite.AddTestCase(new MatchingCase, TEST_QUICK);
    suite.AddTestCase(new PathsCase, TEST_QUICK);
    suite.AddTestCase(new PortsCase, TEST_QUICK);
    suite.AddTestCase(new FinderCase, TEST_QUICK);
    suite.AddTestCase(new FabricCase, TEST_QUICK);
}

namespace
{

class TopoXTopologyTestSuite : public RoomTestSuite
{
  public:
    TopoXTopologyTestSuite()
        : RoomTestSuite("topo-x-topology", TEST_UNIT)
    {
        AddTopologyCases(*this);
    }
};

TopoXTopologyTestSuite g_topoXTopologyTestSuite; //!< registers the suite

} // namespace
