/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The plan room: bounds, MIP, estimator, checker, planners.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/circuit-timeline.h"
#include "ns3/configuration-mip.h"
#include "ns3/flexflow-reader.h"
#include "ns3/fluid-links.h"
#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/lower-bounds.h"
#include "ns3/mip.h"
#include "ns3/ns3-compat.h"
#include "ns3/phases.h"
#include "ns3/plan-builder.h"
#include "ns3/plan-checker.h"
#include "ns3/plan-estimator.h"
#include "ns3/plan-json.h"
#include "ns3/planner.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// Table III and the other bounds that reference.md, section 1, prints, in ms.
class PublishedBoundsCase : public TestCase
{
  public:
    PublishedBoundsCase()
        : TestCase("lower bounds of the public graphs as printed in reference.md")
    {
    }

  private:
    struct Row
    {
        std::string graph; //!< file
        uint32_t degree;   //!< d
        uint64_t rate;     //!< B in Gb/s
        double bound;      //!< ms
    };

    void DoRun() override
    {
        const std::vector<Row> rows{{"160dlrm_128", 4, 40, 132.3},
                                    {"100dlrm_128", 6, 40, 94.4},
                                    {"100dlrm_128", 4, 100, 60.2},
                                    {"100dlrm_128", 6, 100, 43.2},
                                    {"40dlrm_16", 4, 10, 129.075},
                                    {"40dlrm_16", 4, 25, 53.079},
                                    {"40dlrm_16", 4, 40, 34.841},
                                    {"40dlrm_16", 4, 100, 16.603},
                                    {"40dlrm_16", 4, 200, 14.543},
                                    {"40dlrm_16", 8, 10, 65.344},
                                    {"40dlrm_16", 8, 25, 28.761},
                                    {"40dlrm_16", 8, 40, 19.642},
                                    {"40dlrm_16", 8, 100, 14.543},
                                    {"100dlrm_16", 4, 25, 53.204},
                                    {"160dlrm_16", 4, 40, 36.020},
                                    {"320dlrm_16", 8, 40, 21.039},
                                    {"100candle_16", 4, 25, 408.641},
                                    {"100transformer_16", 4, 25, 63.617},
                                    {"100vgg_16", 4, 25, 203.306}};
        for (const auto& row : rows)
        {
            const auto path = SharedData("taskgraphs/" + row.graph + ".fbuf");
            if (path.empty())
            {
                continue;
            }
            const auto graph = ReadFlexFlowTaskGraph(path);
            const auto bound =
                ComputeLowerBound(graph, MakeFabric(graph.Servers(), row.degree, row.rate));
            const bool three = row.bound * 10 != std::round(row.bound * 10);
            NS_TEST_ASSERT_MSG_EQ_TOL(bound.time / 1e9,
                                      row.bound,
                                      (three ? 0.0006 : 0.06),
                                      row.graph << " d " << row.degree << " B " << row.rate << ": "
                                                << bound.certificate);
        }
    }
};

class JacksonCase : public TestCase
{
  public:
    JacksonCase()
        : TestCase("Jackson's schedule is the best of all preemptive schedules in unit steps")
    {
    }

  private:
    /// The least max lateness by trying every job at every step.
    static Picoseconds Best(std::vector<MachineJob> jobs, Picoseconds now)
    {
        const bool open =
            std::any_of(jobs.begin(), jobs.end(), [](const MachineJob& j) { return j.body > 0; });
        if (!open)
        {
            return 0;
        }
        Picoseconds best = INT64_MAX;
        bool ran = false;
        for (auto& job : jobs)
        {
            if (job.body > 0 && job.head <= now)
            {
                ran = true;
                --job.body;
                const auto own = job.body == 0 ? now + 1 + job.tail : 0;
                best = std::min(best, std::max(own, Best(jobs, now + 1)));
                ++job.body;
            }
        }
        return ran ? best : Best(jobs, now + 1);
    }

    void DoRun() override
    {
        std::mt19937 random(1);
        for (uint32_t round = 0; round < 100; ++round)
        {
            std::vector<MachineJob> jobs;
            for (uint32_t k = 0; k < 3; ++k)
            {
                jobs.push_back({static_cast<Picoseconds>(random() % 5),
                                static_cast<Picoseconds>(1 + random() % 3),
                                static_cast<Picoseconds>(random() % 6)});
            }
            NS_TEST_ASSERT_MSG_EQ(JacksonPreemptive(jobs), Best(jobs, 0), "round " << round);
        }
    }
};

class MipCase : public TestCase
{
  public:
    MipCase()
        : TestCase("GLPK's optimum equals brute force on knapsacks; limits and failures are told")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(1);
        for (uint32_t round = 0; round < 30; ++round)
        {
            MipModel model;
            std::vector<MipModel::Term> row;
            std::vector<std::pair<int, int>> items; // value, weight
            for (uint32_t k = 0; k < 10; ++k)
            {
                items.emplace_back(1 + random() % 20, 1 + random() % 20);
                row.emplace_back(model.AddVariable(0, 1, items.back().first, true),
                                 items.back().second);
            }
            model.AddRow(-MIP_INFINITY, 50, row);
            int best = 0;
            for (uint32_t set = 0; set < 1024; ++set)
            {
                int value = 0;
                int weight = 0;
                for (uint32_t k = 0; k < 10; ++k)
                {
                    value += (set >> k & 1) * items[k].first;
                    weight += (set >> k & 1) * items[k].second;
                }
                best = weight <= 50 ? std::max(best, value) : best;
            }
            const auto solution = SolveMip(model, MipLimits());
            NS_TEST_ASSERT_MSG_EQ(solution.optimal, true, "optimal");
            NS_TEST_ASSERT_MSG_EQ_TOL(solution.objective, best, 1e-6, "optimum");
            NS_TEST_ASSERT_MSG_EQ(solution.gap, 0, "gap");
        }
        MipModel infeasible;
        const auto x = infeasible.AddVariable(0, 1, 1, true);
        infeasible.AddRow(2, MIP_INFINITY, {{x, 1}});
        const auto none = SolveMip(infeasible, MipLimits());
        NS_TEST_ASSERT_MSG_EQ(none.feasible, false, "infeasible");
        NS_TEST_ASSERT_MSG_NE(none.status, "", "says why");
        MipModel broken; // the same variable twice in a row makes GLPK abort, were it not caught
        const auto y = broken.AddVariable(0, 1, 1, false);
        broken.AddRow(0, 1, {{y, 1}, {y, 1}});
        NS_TEST_ASSERT_MSG_EQ(SolveMip(broken, MipLimits()).status, "GLPK failed", "caught");
        NS_TEST_ASSERT_MSG_EQ(SolveMip(infeasible, MipLimits()).feasible, false, "goes on");
    }
};

class FluidCase : public TestCase
{
  public:
    FluidCase()
        : TestCase("rates: max-min fair as in Bertsekas and Gallager's example, or by rank")
    {
    }

  private:
    void DoRun() override
    {
        // Links of 1, 1, 1: one long fluid over all, one more on the first, two on the last.
        const std::vector<std::vector<std::pair<uint32_t, double>>> links{{{0, 1}, {1, 1}, {2, 1}},
                                                                          {{0, 1}},
                                                                          {{2, 1}},
                                                                          {{2, 1}}};
        FluidLinks fair({1, 1, 1}, false);
        for (uint32_t k = 0; k < links.size(); ++k)
        {
            fair.Add(k, k, 10, links[k]);
        }
        // Shares 1/3, 2/3, 1/3, 1/3: the second is dry first, after 15.
        NS_TEST_ASSERT_MSG_EQ_TOL(fair.TimeToDry(), 15, 1e-6, "first to run dry");
        fair.Advance(15);
        NS_TEST_ASSERT_MSG_EQ((fair.TakeDry() == std::vector<uint32_t>{1}), true, "the second");
        NS_TEST_ASSERT_MSG_EQ_TOL(fair.TimeToDry(), 15, 1e-6, "the others");
        FluidLinks ordered({1, 1, 1}, true);
        for (uint32_t k = 0; k < links.size(); ++k)
        {
            ordered.Add(k, 10 - k, 10, links[k]); // the long one goes last
        }
        NS_TEST_ASSERT_MSG_EQ_TOL(ordered.TimeToDry(), 10, 1e-6, "full rate");
        ordered.Advance(10);
        NS_TEST_ASSERT_MSG_EQ((ordered.TakeDry() == std::vector<uint32_t>{3, 1}),
                              true,
                              "those of the best rank on each link");
    }
};

class TimelineCase : public TestCase
{
  public:
    TimelineCase()
        : TestCase("circuits that configurations share are one span; others follow in order")
    {
    }

  private:
    void DoRun() override
    {
        const Circuit a{0, 0, 1, 0};
        const Circuit b{1, 0, 0, 0};
        const Circuit c{0, 0, 2, 0};
        const Circuit d{2, 0, 1, 0};
        const CircuitTimeline timeline({{a, b}, {b, c}, {b, d}, {a, b}});
        const auto& spans = timeline.Spans();
        NS_TEST_ASSERT_MSG_EQ(spans.size(), 5, "a, b, c, d, a again");
        NS_TEST_ASSERT_MSG_EQ(timeline.SpanOf(0, 1, 0), timeline.SpanOf(3, 1, 0), "b stays");
        const auto last = timeline.SpanOf(3, 0, 0);
        const std::vector<uint32_t> both{timeline.SpanOf(1, 0, 0), timeline.SpanOf(2, 2, 0)};
        NS_TEST_ASSERT_MSG_EQ((spans[last].follows == both), true, "a follows c and d");
        const auto third = timeline.SpanOf(2, 2, 0);
        NS_TEST_ASSERT_MSG_EQ((spans[third].follows == std::vector<uint32_t>{0}), true, "d, a");
    }
};

/// Two servers, two configurations: a plan whose times can be computed by hand.
Plan
HandMadePlan()
{
    const auto fabric = MakeFabric(3, 1, 80); // 10 bytes in a nanosecond
    auto plan = BeginPlan(Share(MakeGraph(3,
                                          {ComputeTask(0, 5 * PS_PER_US),
                                           TransferTask(0, 1, 4'096'000, {0}),
                                           TransferTask(0, 2, 4'096'000, {1}),
                                           ComputeTask(2, 7 * PS_PER_US, {2})})),
                          fabric,
                          "by hand",
                          1);
    plan.configurations = {{{0, 0, 1, 0}, {1, 0, 0, 0}}, {{0, 0, 2, 0}, {2, 0, 0, 0}}};
    plan.tasks[1].flows = {{{{0, 1}, {0}}, 4'096'000}};
    plan.tasks[2].flows = {{{{0, 2}, {0}}, 4'096'000}};
    plan.tasks[2].configuration = 1;
    for (uint32_t k = 0; k < 4; ++k)
    {
        plan.tasks[k].rank = k;
    }
    EstimatePlan(plan);
    return plan;
}

class EstimatorCase : public TestCase
{
  public:
    EstimatorCase()
        : TestCase("estimate of a hand-made plan: compute, send, switch, send, compute")
    {
    }

  private:
    void DoRun() override
    {
        const auto plan = HandMadePlan();
        // 1000 frames of 4178 bytes and 16 bytes of RETH at 10 bytes in a nanosecond.
        const Picoseconds send = (1000 * 4178 + 16) * 100;
        const Picoseconds flight = 100 * PS_PER_NS;
        NS_TEST_ASSERT_MSG_EQ_TOL(plan.tasks[1].finish,
                                  5 * PS_PER_US + send + flight,
                                  1,
                                  "first transfer");
        NS_TEST_ASSERT_MSG_EQ_TOL(plan.plannedTime,
                                  5 * PS_PER_US + 2 * (send + flight) + PS_PER_MS + 7 * PS_PER_US,
                                  2,
                                  "with one darkness of 1 ms");
    }
};

class RingEstimateCase : public TestCase
{
  public:
    RingEstimateCase()
        : TestCase("a ring all-reduce is estimated at 2(n-1) n-ths of S over B plus headers")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t bytes = 256'000'000;
        for (const auto* name : {"full-mesh", "ideal-switch", "topo-opt"})
        {
            const auto plan =
                MakePlanner(name)->Solve(Share(MakeGraph(16, {AllReduceTask(16, bytes)})),
                                         MakeFabric(16, 1, 100),
                                         PlannerOptions());
            const double formula = 2.0 * 15 / 16 * bytes * 8 / 100e9 * (4178.0 / 4096);
            NS_TEST_ASSERT_MSG_EQ_TOL(plan.plannedTime / 1e12 / formula, 1, 0.005, name);
        }
    }
};

class PhasesCase : public TestCase
{
  public:
    PhasesCase()
        : TestCase("phases never decrease along dependencies, and are as few as asked")
    {
    }

  private:
    void DoRun() override
    {
        std::mt19937 random(4);
        for (uint32_t round = 0; round < 50; ++round)
        {
            std::vector<Task> tasks;
            for (uint32_t k = 0; k < 60; ++k)
            {
                std::vector<TaskId> after;
                for (uint32_t p = random() % 4; p < k && after.size() < 2; p += 1 + random() % k)
                {
                    after.push_back(p);
                }
                const auto kind = random() % 3;
                tasks.push_back(kind == 0   ? ComputeTask(0, 5, after)
                                : kind == 1 ? TransferTask(0, 1, random() % 100, after)
                                            : AllReduceTask(4, 100, after));
            }
            const auto graph = MakeGraph(4, tasks);
            const auto phase = FindPhases(graph, 3);
            for (TaskId id = 0; id < tasks.size(); ++id)
            {
                NS_TEST_ASSERT_MSG_LT(phase[id], 3, "few");
                for (const auto p : tasks[id].predecessors)
                {
                    NS_TEST_ASSERT_MSG_EQ((phase[p] <= phase[id]), true, "in order");
                }
            }
        }
    }
};

class CheckerCase : public TestCase
{
  public:
    CheckerCase()
        : TestCase("a good plan passes; each of many mistakes is caught by its name")
    {
    }

  private:
    void Caught(const std::string& constraint, const std::function<void(Plan&)>& spoil)
    {
        auto plan = HandMadePlan();
        spoil(plan);
        const auto violations = CheckPlan(plan);
        const bool found =
            std::any_of(violations.begin(), violations.end(), [&](const Violation& v) {
                return v.constraint == constraint;
            });
        NS_TEST_ASSERT_MSG_EQ(
            found,
            true,
            constraint << " (found "
                       << (violations.empty() ? "nothing" : violations.front().constraint) << ")");
    }

    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(CheckPlan(HandMadePlan()).size(), 0, "a good plan");
        Caught("tasks", [](Plan& p) { p.tasks.pop_back(); });
        Caught("rank", [](Plan& p) { p.tasks[1].rank = 0; });
        Caught("duration", [](Plan& p) { p.tasks[0].finish = 0; });
        Caught("duration", [](Plan& p) { p.tasks[1].finish = p.tasks[1].start + PS_PER_US; });
        Caught("precedence", [](Plan& p) { p.tasks[1].start = 0; });
        Caught("device", [](Plan& p) {
            auto tasks = p.graph->Tasks();
            tasks[3].device = 0;
            p.graph = Share(MakeGraph(3, tasks));
            p.tasks[3].start = 0;
        });
        Caught("configuration", [](Plan& p) { p.tasks[2].configuration = 2; });
        Caught("configuration", [](Plan& p) { p.configurations.clear(); });
        Caught("configuration",
               [](Plan& p) { std::swap(p.tasks[1].configuration, p.tasks[2].configuration); });
        Caught("configuration", [](Plan& p) { p.configurations[0][0].source = 9; });
        Caught("configuration", [](Plan& p) { p.configurations[0][0].sourcePort = 1; });
        Caught("configuration", [](Plan& p) { p.configurations[0][0].destination = 0; });
        Caught("configuration", [](Plan& p) { p.configurations[0].push_back({0, 0, 2, 0}); });
        Caught("configuration", [](Plan& p) { p.configurations[0].push_back({2, 0, 1, 0}); });
        Caught("configuration", [](Plan& p) {
            p.fabric.degree = p.fabric.switches = 2;
            p.configurations[0][0].sourcePort = 1;
        });
        Caught("route", [](Plan& p) { p.tasks[1].configuration = 1; });
        Caught("route", [](Plan& p) { p.tasks[1].flows[0].route.servers[1] = 2; });
        Caught("route", [](Plan& p) { p.tasks[1].flows[0].route.ports.push_back(0); });
        Caught("route", [](Plan& p) { p.tasks[1].flows[0].route = {{0, 1, 0, 1}, {0, 0, 0}}; });
        Caught("route", [](Plan& p) { p.tasks[1].flows[0].route = {}; });
        Caught("return-path", [](Plan& p) { p.configurations[0].pop_back(); });
        Caught("share", [](Plan& p) { --p.tasks[1].flows[0].bytes; });
        Caught("share", [](Plan& p) { ++p.tasks[1].flows[0].bytes; });
        Caught("share", [](Plan& p) { p.tasks[2].flows.clear(); });
        Caught("share", [](Plan& p) { p.tasks[0].flows = p.tasks[1].flows; });
        Caught("ring", [](Plan& p) { p.tasks[1].rings.push_back({{0, 1}, {}, 1}); });
        Caught("planned-time", [](Plan& p) { --p.plannedTime; });
        Caught("lower-bound", [](Plan& p) { p.lowerBound = p.plannedTime + 1; });
        Caught("fabric", [](Plan& p) { p.fabric.linkRate = 0; });
    }
};

class RingCheckerCase : public TestCase
{
  public:
    RingCheckerCase()
        : TestCase("mistakes in rings are caught by name")
    {
    }

  private:
    void DoRun() override
    {
        const auto good = MakePlanner("topo-opt")
                              ->Solve(Share(MakeGraph(4, {AllReduceTask(4, 9999)})),
                                      MakeFabric(4, 2, 100),
                                      PlannerOptions());
        NS_TEST_ASSERT_MSG_EQ(CheckPlan(good).size(), 0, "a good plan");
        const std::vector<std::pair<std::string, std::function<void(PlannedTask&)>>> mistakes{
            {"share", [](PlannedTask& t) { ++t.rings[0].bytes; }},
            {"ring", [](PlannedTask& t) { t.rings[0].members[0] = t.rings[0].members[1]; }},
            {"ring", [](PlannedTask& t) { t.rings[0].hops.pop_back(); }},
            {"ring", [](PlannedTask& t) { std::swap(t.rings[0].hops[0], t.rings[0].hops[1]); }},
            {"route", [](PlannedTask& t) { t.rings[0].hops[0].ports[0] ^= 1; }}};
        for (const auto& [constraint, spoil] : mistakes)
        {
            auto bad = good;
            spoil(bad.tasks[0]);
            bool found = false;
            for (const auto& v : CheckPlan(bad))
            {
                found = found || v.constraint == constraint;
            }
            NS_TEST_ASSERT_MSG_EQ(found, true, constraint);
        }
    }
};

class PlanJsonCase : public TestCase
{
  public:
    PlanJsonCase()
        : TestCase("plans come back from JSON as they were")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& name : PlannerNames())
        {
            Job job = DefaultJob();
            job.training.servers = 8;
            const auto plan = MakePlanner(name)->Solve(Share(BuildTaskGraph(job)),
                                                       MakeFabric(8, 6, 100),
                                                       PlannerOptions());
            const auto text = PlanToJson(plan);
            const auto back = PlanFromJson(text, "p.json");
            NS_TEST_ASSERT_MSG_EQ((PlanToJson(back) == text), true, name);
            NS_TEST_ASSERT_MSG_EQ(CheckPlan(back).size(), 0, "still good");
        }
        std::string what;
        try
        {
            auto text = PlanToJson(HandMadePlan());
            text.replace(text.find("\"rank\""), 6, "\"rnk\"");
            PlanFromJson(text, "p.json");
        }
        catch (const InputError& e)
        {
            what = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(what.find("did you mean \"rank\""), std::string::npos, what);
    }
};

} // namespace

void
ns3::topox::AddPlanCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new PublishedBoundsCase, TEST_QUICK);
    suite.AddTestCase(new JacksonCase, TEST_QUICK);
    suite.AddTestCase(new MipCase, TEST_QUICK);
    suite.AddTestCase(new FluidCase, TEST_QUICK);
    suite.AddTestCase(new TimelineCase, TEST_QUICK);
    suite.AddTestCase(new EstimatorCase, TEST_QUICK);
    suite.AddTestCase(new RingEstimateCase, TEST_QUICK);
    suite.AddTestCase(new PhasesCase, TEST_QUICK);
    suite.AddTestCase(new CheckerCase, TEST_QUICK);
    suite.AddTestCase(new RingCheckerCase, TEST_QUICK);
    suite.AddTestCase(new PlanJsonCase, TEST_QUICK);
}

namespace
{

class TopoXPlanTestSuite : public RoomTestSuite
{
  public:
    TopoXPlanTestSuite()
        : RoomTestSuite("topo-x-plan", TEST_UNIT)
    {
        AddPlanCases(*this);
    }
};

TopoXPlanTestSuite g_topoXPlanTestSuite; //!< registers the suite

} // namespace
