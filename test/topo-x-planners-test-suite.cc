/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Planners against each other, against what they must achieve, and jobs that do not fit.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/ns3-compat.h"
#include "ns3/plan-checker.h"
#include "ns3/plan-json.h"
#include "ns3/planner.h"
#include "ns3/rounds.h"

#include <map>
#include <numeric>
#include <random>

using namespace ns3;
using namespace ns3::topox;

namespace
{

class PlannersCase : public TestCase
{
  public:
    PlannersCase()
        : TestCase("every planner's plan passes the checker; topo-x is not behind topo-opt")
    {
    }

  private:
    void Compare(const std::shared_ptr<const TaskGraph>& graph, const Fabric& fabric)
    {
        PlannerOptions options;
        options.electricalThreshold = 3'000'000; // in hybrid fabrics
        std::map<std::string, Plan> plans;
        for (const auto& name : PlannerNames())
        {
            if (name.find("torus") == 0 || name.find("twisted") == 0 || name.find("expander") == 0)
            {
                continue; // not for every number of servers and ports
            }
            auto plan = MakePlanner(name)->Solve(graph, fabric, options);
            const auto violations = CheckPlan(plan);
            NS_TEST_ASSERT_MSG_EQ(violations.size(),
                                  0,
                                  name << " on " << graph->Name() << ": "
                                       << (violations.empty() ? "" : violations.front().text));
            plans[name] = std::move(plan);
        }
        NS_TEST_ASSERT_MSG_EQ((plans["topo-x"].plannedTime <= plans["topo-opt"].plannedTime),
                              true,
                              "topo-x against topo-opt on " << graph->Name());
        const auto again = MakePlanner("topo-x")->Solve(graph, fabric, options);
        NS_TEST_ASSERT_MSG_EQ((PlanToJson(again) == PlanToJson(plans["topo-x"])),
                              true,
                              "same seed, same plan");
    }

    void DoRun() override
    {
        Compare(Share(BuildTaskGraph(DefaultJob())), MakeFabric(16, 4, 100));
        std::mt19937 random(9);
        for (uint32_t round = 0; round < 12; ++round)
        {
            const uint32_t n = 2 + random() % 7;
            std::vector<Task> tasks;
            for (uint32_t k = 0; k < 40; ++k)
            {
                std::vector<TaskId> after;
                if (k > 0 && random() % 2 == 0)
                {
                    after.push_back(random() % k);
                }
                const uint32_t s = random() % n;
                const auto kind = random() % 4;
                auto task = kind == 0 ? ComputeTask(s, random() % PS_PER_MS, after)
                            : kind == 1
                                ? TransferTask(s, (s + 1) % n, random() % 9'000'000, after)
                                : AllReduceTask(1 + random() % n, random() % 9'000'000, after);
                if (kind == 3)
                {
                    task.collective = CollectiveKind::ALL_TO_ALL;
                }
                tasks.push_back(std::move(task));
            }
            auto fabric = MakeFabric(n, 1 + random() % 3, 10);
            fabric.electricalRate = round % 2 * 5'000'000'000;
            Compare(Share(MakeGraph(n, tasks)), fabric);
        }
    }
};

class PaysCase : public TestCase
{
  public:
    PaysCase()
        : TestCase("two permutations one after the other: topo-x switches when that is cheap")
    {
    }

  private:
    static Plan Solve(Picoseconds delta)
    {
        // First everybody sends to the next but one, then to the next but three.
        std::vector<Task> tasks;
        for (uint32_t s = 0; s < 8; ++s)
        {
            tasks.push_back(TransferTask(s, (s + 2) % 8, 50'000'000));
        }
        std::vector<TaskId> all(8);
        std::iota(all.begin(), all.end(), 0);
        for (uint32_t s = 0; s < 8; ++s)
        {
            tasks.push_back(TransferTask(s, (s + 4) % 8, 50'000'000, all));
        }
        auto fabric = MakeFabric(8, 1, 100);
        fabric.reconfigurationTime = delta;
        return MakePlanner("topo-x")->Solve(Share(MakeGraph(8, tasks)), fabric, PlannerOptions());
    }

    void DoRun() override
    {
        // A ring is needed for acknowledgements of +2 (two cycles of four: their own is one) and
        // +4 (pairs). Direct light: 4 ms each at 100 Gb/s, and delta in between.
        const auto fast = Solve(PS_PER_US);
        NS_TEST_ASSERT_MSG_EQ(fast.configurations.size(), 2, "one for each");
        NS_TEST_ASSERT_MSG_LT(fast.plannedTime / 1e9, 2 * 4 * 1.021 + 0.02, "4 ms each");
        const auto slow = Solve(10 * PS_PER_SECOND);
        NS_TEST_ASSERT_MSG_EQ(slow.configurations.size(), 1, "too slow to switch");
    }
};

class RoundsCase : public TestCase
{
  public:
    RoundsCase()
        : TestCase("an all-to-all with more peers than ports goes in rounds when switching is fast")
    {
    }

  private:
    static Plan Solve(Picoseconds delta)
    {
        std::vector<Task> tasks;
        for (uint32_t s = 0; s < 8; ++s)
        {
            for (uint32_t t = 0; t < 8; ++t)
            {
                if (s != t)
                {
                    tasks.push_back(TransferTask(s, t, 12'500'000));
                }
            }
        }
        auto fabric = MakeFabric(8, 2, 100);
        fabric.reconfigurationTime = delta;
        return MakePlanner("topo-x")->Solve(Share(MakeGraph(8, tasks)), fabric, PlannerOptions());
    }

    void DoRun() override
    {
        const std::vector<std::vector<uint64_t>> all(7, std::vector<uint64_t>(7, 1));
        const auto rounds = FindRounds(7, 4, all);
        const std::vector<std::vector<uint32_t>> expected{{1, 6, 2, 5}, {3, 4}};
        NS_TEST_ASSERT_MSG_EQ((rounds == expected), true, "each jump once, next to its reverse");
        // ceil(7/2) = 4 configurations of 1 ms each (reference.md, section 3), and headers; the
        // last, jump 4 alone, could use both ports of a server.
        const auto fast = Solve(PS_PER_US);
        NS_TEST_ASSERT_MSG_EQ(fast.configurations.size(), 4, "rounds");
        NS_TEST_ASSERT_MSG_LT(fast.plannedTime / 1e9, 4 * 1.021 + 0.02, "direct light");
        NS_TEST_ASSERT_MSG_GT(fast.plannedTime / 1e9, 3.5, "bytes over rate");
        // Relayed over a static graph of degree 2: 2 + 2 * 4 + 3 hops and more in all.
        const auto slow = Solve(PS_PER_SECOND);
        NS_TEST_ASSERT_MSG_EQ(slow.configurations.size(), 1, "too slow to switch");
        NS_TEST_ASSERT_MSG_GT(slow.plannedTime / 1e9, 13 * 1.0 / 2, "relayed");
    }
};

class ImpossibleCase : public TestCase
{
  public:
    ImpossibleCase()
        : TestCase("jobs that do not fit are refused with the numbers")
    {
    }

  private:
    void DoRun() override
    {
        std::string what;
        try
        {
            MakePlanner("topo-x")->Solve(Share(MakeGraph(4, {})), MakeFabric(8, 1, 100), {});
        }
        catch (const InputError& e)
        {
            what = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(what.find("4 servers, but the fabric has 8"),
                              std::string::npos,
                              what);
        try
        {
            MakePlanner("topo-z");
        }
        catch (const InputError& e)
        {
            what = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(what.find("known are topo-opt"), std::string::npos, what);
    }
};

} // namespace

void
ns3::topox::AddPlannersCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new PlannersCase, TEST_QUICK);
    suite.AddTestCase(new PaysCase, TEST_QUICK);
    suite.AddTestCase(new RoundsCase, TEST_QUICK);
    suite.AddTestCase(new ImpossibleCase, TEST_QUICK);
}

namespace
{

class TopoXPlannersTestSuite : public RoomTestSuite
{
  public:
    TopoXPlannersTestSuite()
        : RoomTestSuite("topo-x-planners", TEST_UNIT)
    {
        AddPlannersCases(*this);
    }
};

TopoXPlannersTestSuite g_topoXPlannersTestSuite; //!< registers the suite

} // namespace
