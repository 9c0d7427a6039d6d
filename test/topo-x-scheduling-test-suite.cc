/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * From a traffic matrix to settings of optical switches: decompositions and matchings, held against
 * brute force and the bounds that their authors prove.
 */

#include "room-cases.h"

#include "ns3/adjust-decomposition.h"
#include "ns3/birkhoff-von-neumann.h"
#include "ns3/matching.h"
#include "ns3/ns3-compat.h"
#include "ns3/parallel-switches.h"
#include "ns3/stable-matching.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// @returns a square matrix, each entry with a probability of fill/8 between 1 and most
DemandMatrix
RandomDemand(std::mt19937& random, uint32_t n, uint64_t most, uint32_t fill, bool diagonal = true)
{
    DemandMatrix demand(n, std::vector<uint64_t>(n, 0));
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            const uint64_t entry = 1 + random() % most;
            if (random() % 8 < fill && (diagonal || s != t))
            {
                demand[s][t] = entry;
            }
        }
    }
    return demand;
}

bool
IsPermutation(const std::vector<uint32_t>& to, uint32_t n)
{
    const std::set<uint32_t> distinct(to.begin(), to.end());
    return to.size() == n && distinct.size() == n && *distinct.rbegin() == n - 1;
}

class BirkhoffCase : public TestCase
{
  public:
    BirkhoffCase()
        : TestCase("Birkhoff-von Neumann: 1000 stuffed matrices are sums of their terms, within "
                   "n^2 - 2n + 2 of them")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        for (uint32_t k = 0; k < 1000; ++k)
        {
            const uint32_t n = 2 + random() % 9;
            const auto demand = RandomDemand(random, n, k % 2 ? 1'000'000'000'000 : 5, 1 + k % 8);
            const auto sum = LargestLineSum(demand);
            const auto stuffed = Stuff(demand, sum);
            const auto terms = BirkhoffVonNeumann(stuffed);
            DemandMatrix rebuilt(n, std::vector<uint64_t>(n, 0));
            for (const auto& term : terms)
            {
                NS_TEST_ASSERT_MSG_EQ(IsPermutation(term.to, n), true, "matrix " << k);
                for (uint32_t s = 0; s < n; ++s)
                {
                    rebuilt[s][term.to[s]] += term.weight;
                }
            }
            NS_TEST_ASSERT_MSG_EQ((rebuilt == stuffed), true, "matrix " << k << " is rebuilt");
            NS_TEST_ASSERT_MSG_LT_OR_EQ(terms.size(), n * n - 2 * n + 2, "matrix " << k);
            NS_TEST_ASSERT_MSG_EQ(TotalWeight(terms), sum, "not below the floor, nor above");
            NS_TEST_ASSERT_MSG_EQ(Covers(demand, terms), true, "matrix " << k);
        }
        const auto refuses = [](auto&& call) {
            try
            {
                call();
                return false;
            }
            catch (const std::invalid_argument&)
            {
                return true;
            }
        };
        NS_TEST_ASSERT_MSG_EQ(refuses([]() {
                                  BirkhoffVonNeumann({{1, 2}, {2, 0}});
                              }),
                              true,
                              "sums differ");
        NS_TEST_ASSERT_MSG_EQ(refuses([]() { Stuff({{1, 2}, {2, 0}}, 2); }), true, "too small");
    }
};

class AdjustCase : public TestCase
{
  public:
    AdjustCase()
        : TestCase("DOUBLE and ADJUST carry all within the bounds of their papers")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(2);
        for (uint32_t k = 0; k < 200; ++k)
        {
            const uint32_t n = 2 + random() % 11;
            const auto demand = RandomDemand(random, n, 1'000'000, 1 + k % 8);
            const auto sum = LargestLineSum(demand);
            if (sum == 0)
            {
                NS_TEST_ASSERT_MSG_EQ(Double(demand).empty(), true, "nothing to carry");
                continue;
            }
            const auto twice = Double(demand);
            NS_TEST_ASSERT_MSG_EQ(Covers(demand, twice), true, "DOUBLE " << k);
            NS_TEST_ASSERT_MSG_LT_OR_EQ(twice.size(), 2 * n, "DOUBLE " << k);
            // A grain is rounded up to a whole number: n more for each half.
            NS_TEST_ASSERT_MSG_LT_OR_EQ(TotalWeight(twice), 2 * (sum + n), "DOUBLE " << k);
            for (const uint64_t delta : {sum / n / 16, sum / n / 4, sum / n, 4 * sum / n})
            {
                const auto terms = Adjust(demand, delta);
                NS_TEST_ASSERT_MSG_EQ(Covers(demand, terms), true, "ADJUST " << k);
                const double lambda =
                    delta > 0 ? std::sqrt(static_cast<double>(sum) / n / delta) : 0;
                const auto grains = std::max(1.0, std::round(lambda * n));
                if (delta > 0)
                {
                    NS_TEST_ASSERT_MSG_LT_OR_EQ(terms.size(), grains + n, "ADJUST " << k);
                    NS_TEST_ASSERT_MSG_LT_OR_EQ(TotalWeight(terms),
                                                sum * (1 + n / grains) + grains + n,
                                                "ADJUST " << k);
                }
            }
            NS_TEST_ASSERT_MSG_EQ(TotalWeight(Adjust(demand, 0)), sum, "no darkness: exact");
        }
    }
};

class ParallelSwitchesCase : public TestCase
{
  public:
    ParallelSwitchesCase()
        : TestCase("dense 16 x 16 over 4 switches: within 1.15 of the floor plus 4 "
                   "reconfigurations of 1 %, 1.35 of 10 %")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t n = 16;
        constexpr uint32_t switches = 4;
        std::mt19937 random(3);
        for (uint32_t k = 0; k < 10; ++k)
        {
            const auto demand = RandomDemand(random, n, 1'000'000, 8);
            const auto floor = LargestLineSum(demand) / switches;
            NS_TEST_ASSERT_MSG_EQ(FewSettings(demand).size(), n, "as few as receivers");
            // Darkness as a share of the floor; no schedule need exist that reaches the floor of
            // the long ones.
            for (const auto& [share, limit] : {std::pair{10'000, 1.01},
                                               std::pair{1000, 1.05},
                                               std::pair{100, 1.15},
                                               std::pair{10, 1.35}})
            {
                const auto delta = floor / share;
                const auto split = SplitOverSwitches(demand, switches, delta);
                std::vector<CircuitTerm> all;
                uint64_t makespan = 0;
                for (const auto& terms : split)
                {
                    makespan = std::max(makespan, Makespan(terms, delta));
                    all.insert(all.end(), terms.begin(), terms.end());
                }
                NS_TEST_ASSERT_MSG_EQ(split.size(), switches, "one list each");
                NS_TEST_ASSERT_MSG_EQ(Covers(demand, all), true, "all is carried");
                NS_TEST_ASSERT_MSG_GT_OR_EQ(makespan, floor, "nothing is below the floor");
                const auto least = floor + n / switches * delta;
                NS_TEST_ASSERT_MSG_LT_OR_EQ(static_cast<double>(makespan) / least,
                                            limit,
                                            "matrix " << k << ", darkness " << delta);
            }
        }
    }
};

class HeliosMatchingCase : public TestCase
{
  public:
    HeliosMatchingCase()
        : TestCase("maximum-weight matching of 10 nodes: as in a brute force over all subsets")
    {
    }

  private:
    /// Best total weight by dynamic programming over sets of receivers that are taken.
    static uint64_t BruteForce(const DemandMatrix& weight)
    {
        const auto n = static_cast<uint32_t>(weight.size());
        std::vector<uint64_t> best(1U << n, 0);
        for (uint32_t s = 0; s < n; ++s)
        {
            auto next = best;
            for (uint32_t taken = 0; taken < best.size(); ++taken)
            {
                for (uint32_t t = 0; t < n; ++t)
                {
                    const auto with = taken | (1U << t);
                    if (t != s && with != taken)
                    {
                        next[with] = std::max(next[with], best[taken] + weight[s][t]);
                    }
                }
            }
            best = next;
        }
        return *std::max_element(best.begin(), best.end());
    }

    void DoRun() override
    {
        std::mt19937 random(4);
        for (uint32_t k = 0; k < 100; ++k)
        {
            const auto weight = RandomDemand(random, 10, k % 2 ? 1000 : 3, 1 + k % 8, false);
            uint64_t total = 0;
            std::set<uint32_t> senders;
            std::set<uint32_t> receivers;
            const auto arcs = MaximumWeightAssignment(weight);
            for (const auto& arc : arcs)
            {
                total += weight[arc.from][arc.to];
                senders.insert(arc.from);
                receivers.insert(arc.to);
            }
            NS_TEST_ASSERT_MSG_EQ(senders.size(), arcs.size(), "graph " << k);
            NS_TEST_ASSERT_MSG_EQ(receivers.size(), arcs.size(), "graph " << k);
            NS_TEST_ASSERT_MSG_EQ(total, BruteForce(weight), "graph " << k);
        }
    }
};

class StableMatchingCase : public TestCase
{
  public:
    StableMatchingCase()
        : TestCase("stable matching: no sender and receiver would both rather have each other")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(5);
        for (uint32_t k = 0; k < 500; ++k)
        {
            const uint32_t n = 2 + random() % 12;
            const auto weight = RandomDemand(random, n, k % 2 ? 1000 : 3, 1 + k % 8, false);
            std::vector<uint64_t> sends(n, 0);
            std::vector<uint64_t> receives(n, 0);
            for (const auto& arc : StableMatching(weight))
            {
                NS_TEST_ASSERT_MSG_EQ(sends[arc.from], 0, "one receiver each");
                NS_TEST_ASSERT_MSG_EQ(receives[arc.to], 0, "one sender each");
                sends[arc.from] = weight[arc.from][arc.to];
                receives[arc.to] = weight[arc.from][arc.to];
                NS_TEST_ASSERT_MSG_GT(sends[arc.from], 0, "only where there is demand");
            }
            for (uint32_t s = 0; s < n; ++s)
            {
                for (uint32_t t = 0; t < n; ++t)
                {
                    const bool both = weight[s][t] > sends[s] && weight[s][t] > receives[t];
                    NS_TEST_ASSERT_MSG_EQ(both, false, "graph " << k << ": " << s << ", " << t);
                }
            }
        }
    }
};

} // namespace

void
ns3::topox::AddSchedulingCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new BirkhoffCase, TEST_QUICK);
    suite.AddTestCase(new AdjustCase, TEST_QUICK);
    suite.AddTestCase(new ParallelSwitchesCase, TEST_QUICK);
    suite.AddTestCase(new HeliosMatchingCase, TEST_QUICK);
    suite.AddTestCase(new StableMatchingCase, TEST_QUICK);
}

namespace
{

class TopoXSchedulingTestSuite : public RoomTestSuite
{
  public:
    TopoXSchedulingTestSuite()
        : RoomTestSuite("topo-x-scheduling", TEST_UNIT)
    {
        AddSchedulingCases(*this);
    }
};

TopoXSchedulingTestSuite g_topoXSchedulingTestSuite; //!< registers the suite

} // namespace
