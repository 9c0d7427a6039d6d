/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-x-planner.h"

#include "configuration-mip.h"
#include "electrical-side.h"
#include "phases.h"
#include "plan-builder.h"
#include "plan-estimator.h"
#include "rounds.h"
#include "route-table.h"
#include "topo-opt-planner.h"
#include "traffic.h"

#include "ns3/port-assignment.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ns3
{
namespace topox
{

namespace
{

/// Phases beyond this many are merged: each cut doubles the number of candidates.
constexpr uint32_t MOST_PHASES = 4;
/// Branch-and-bound nodes for one segment.
constexpr uint32_t MIP_NODES = 300;
/// A plan has to be this much faster to replace TopoOpt's.
constexpr double WORTHWHILE = 0.995;
/// What packets add to the estimate of an ordered plan, measured on the public graphs; plans
/// without order come out as estimated (doc/topo-x.rst).
constexpr double ORDERED_MARGIN = 1.02;

/// @returns the time that a plan is judged by
double
Score(const Plan& plan)
{
    return static_cast<double>(plan.plannedTime) * (plan.ordered ? ORDERED_MARGIN : 1);
}

/// A topology for some consecutive phases, and how all-reduces use it.
struct SegmentTopology
{
    CircuitGraph graph;                       //!< the circuits
    std::vector<std::vector<uint32_t>> jumps; //!< of each group: its rings; may be empty
    std::vector<std::vector<double>> shares;  //!< of each group and ring; empty for equal parts
};

/// Consecutive phases with their traffic and the topologies found for them.
struct Segment
{
    Traffic traffic;                           //!< of its tasks
    SegmentTopology greedy;                    //!< by FindTopology()
    std::optional<SegmentTopology> chosen;     //!< by ChooseTopology(), if it found one
    std::vector<std::vector<uint32_t>> rounds; //!< FindRounds(), where transfers are all there is
};

/// The search for one job.
class Search
{
  public:
    Search(const TaskGraph& graph, const PlannerOptions& options, Plan start);
    Plan Best();

  private:
    const Segment& SegmentOf(uint32_t firstPhase, uint32_t lastPhase);
    void RankByTail(Plan& plan) const;

    /// One way to build a plan.
    struct Variant
    {
        std::vector<uint32_t> borders; //!< first phase of each segment, and the number of phases
        bool useMip;                   //!< topologies by GLPK, otherwise greedy
        bool evenShares;               //!< rings share alike, otherwise as the MIP has it
        bool ordered;                  //!< flows by longest tail, otherwise all alike
        bool rounds;                   //!< direct light in rounds for segments that allow it
    };

    std::optional<Plan> Build(const Variant& variant);
    void AddConfiguration(Plan& plan, const CircuitGraph& graph) const;
    void PlanSegment(Plan& plan, const Variant& variant, size_t number);
    void PlanRounds(Plan& plan, const Variant& variant, size_t number);
    std::vector<TaskId> TasksOf(const Variant& variant, size_t number) const;
    std::vector<Variant> Variants() const;
    void PlanTask(Plan& plan,
                  TaskId id,
                  const Segment& segment,
                  const SegmentTopology& topology,
                  bool evenShares,
                  RouteTable& routes) const;
    void Consider(Plan plan);
    void TryOrderingStart();
    static std::string Describe(const Variant& variant);

    const TaskGraph& m_graph;                                    //!< the job
    const PlannerOptions& m_options;                             //!< seed and limits
    Plan m_start;                                                //!< TopoOpt's plan
    Plan m_best;                                                 //!< best so far
    std::vector<uint32_t> m_phase;                               //!< of each task
    uint32_t m_phases;                                           //!< number of phases
    std::vector<uint32_t> m_rank;                                //!< of each task, by longest tail
    std::vector<TaskId> m_order;                                 //!< tasks by rank
    std::map<std::pair<uint32_t, uint32_t>, Segment> m_segments; //!< by first and last phase
    double m_worstGap{0};                                        //!< of all MIPs
    uint32_t m_failed{0};                                        //!< MIPs that found nothing
};

Search::Search(const TaskGraph& graph, const PlannerOptions& options, Plan start)
    : m_graph(graph),
      m_options(options),
      m_start(std::move(start)),
      m_best(m_start),
      m_phase(FindPhases(graph, MOST_PHASES)),
      m_phases(m_phase.empty() ? 1 : *std::max_element(m_phase.begin(), m_phase.end()) + 1),
      m_rank(graph.Tasks().size()),
      m_order(graph.TopologicalOrder())
{
    const auto tail = LongestTails(graph, m_start.fabric);
    std::stable_sort(m_order.begin(), m_order.end(), [&tail](TaskId a, TaskId b) {
        return tail[a] > tail[b];
    });
    for (uint32_t k = 0; k < m_order.size(); ++k)
    {
        m_rank[m_order[k]] = k;
    }
}

void
Search::RankByTail(Plan& plan) const
{
    plan.ordered = true;
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        plan.tasks[id].rank = m_rank[id];
    }
}

const Segment&
Search::SegmentOf(uint32_t firstPhase, uint32_t lastPhase)
{
    const auto found = m_segments.find({firstPhase, lastPhase});
    if (found != m_segments.end())
    {
        return found->second;
    }
    std::vector<TaskId> tasks;
    for (TaskId id = 0; id < m_phase.size(); ++id)
    {
        if (m_phase[id] >= firstPhase && m_phase[id] <= lastPhase)
        {
            tasks.push_back(id);
        }
    }
    const auto& fabric = m_start.fabric;
    tasks = WithoutSmall(m_graph, std::move(tasks), fabric, m_options);
    auto traffic = TrafficOf(m_graph, tasks);
    auto greedy = FindTopology(fabric.servers,
                               fabric.degree,
                               traffic.demand,
                               PermutationStyle::NEAREST_GEOMETRIC);
    MipLimits limits;
    limits.nodes = MIP_NODES;
    limits.seconds = m_options.timeLimit / (m_phases * (m_phases + 1) / 2);
    limits.gap = 0.01;
    auto chosen = ChooseTopology(fabric.servers, fabric.degree, traffic.demand, limits);
    Segment segment{std::move(traffic), {greedy.graph, greedy.jumps, {}}, {}, {}};
    if (chosen.solution.feasible)
    {
        segment.chosen = SegmentTopology{chosen.graph, chosen.jumps, chosen.shares};
        m_worstGap = std::max(m_worstGap, chosen.solution.gap);
    }
    else
    {
        ++m_failed;
    }
    const bool splits = std::all_of(tasks.begin(), tasks.end(), [this](TaskId id) {
        return PairDemands(m_graph.Tasks()[id]).size() <= 1;
    });
    if (splits && segment.traffic.demand.groups.empty())
    {
        segment.rounds = FindRounds(fabric.servers, fabric.degree, segment.traffic.demand.pairs);
    }
    return m_segments.emplace(std::make_pair(firstPhase, lastPhase), std::move(segment))
        .first->second;
}

void
Search::PlanTask(Plan& plan,
                 TaskId id,
                 const Segment& segment,
                 const SegmentTopology& topology,
                 bool evenShares,
                 RouteTable& routes) const
{
    const auto& task = m_graph.Tasks()[id];
    auto& planned = plan.tasks[id];
    if (IsSmall(task, plan.fabric, m_options))
    {
        PlanElectrically(plan, id);
        return;
    }
    for (const auto& d : PairDemands(task))
    {
        planned.flows.push_back({routes.Take(d.source, d.destination, d.bytes), d.bytes});
    }
    const auto group = segment.traffic.groupOf[id];
    if (group < 0)
    {
        return;
    }
    auto jumps = topology.jumps[group];
    if (jumps.empty())
    {
        jumps = SelectPermutations(static_cast<uint32_t>(task.group.size()),
                                   plan.fabric.degree,
                                   PermutationStyle::NEAREST_GEOMETRIC);
    }
    std::vector<double> weights(jumps.size(), 1);
    if (!evenShares && topology.shares.size() > static_cast<size_t>(group) &&
        topology.shares[group].size() == jumps.size())
    {
        weights = topology.shares[group];
    }
    const auto shares = SplitBytes(task.bytes, weights);
    const auto& members = segment.traffic.demand.groups[group].members;
    for (size_t r = 0; r < jumps.size(); ++r)
    {
        if (shares[r] > 0)
        {
            const auto egress = 2 * shares[r] * (members.size() - 1) / members.size();
            planned.rings.push_back(
                MakeRing(RingOrder(members, jumps[r]), shares[r], [&](ServerId s, ServerId t) {
                    return routes.Take(s, t, egress);
                }));
        }
    }
}

std::vector<TaskId>
Search::TasksOf(const Variant& variant, size_t number) const
{
    std::vector<TaskId> tasks;
    for (const auto id : m_order)
    {
        if (m_phase[id] >= variant.borders[number] && m_phase[id] < variant.borders[number + 1])
        {
            tasks.push_back(id);
        }
    }
    return tasks;
}

void
Search::AddConfiguration(Plan& plan, const CircuitGraph& graph) const
{
    plan.configurations.push_back(
        AssignPorts(graph,
                    plan.fabric,
                    plan.configurations.empty() ? nullptr : &plan.configurations.back()));
}

void
Search::PlanSegment(Plan& plan, const Variant& variant, size_t number)
{
    const auto& segment = SegmentOf(variant.borders[number], variant.borders[number + 1] - 1);
    const auto& topology = variant.useMip && segment.chosen ? *segment.chosen : segment.greedy;
    AddConfiguration(plan, topology.graph);
    RouteTable routes(plan.fabric.servers, plan.configurations.back(), RouteSpread::LEAST_LOADED);
    for (const auto id : TasksOf(variant, number))
    {
        plan.tasks[id].configuration = static_cast<uint32_t>(plan.configurations.size()) - 1;
        PlanTask(plan, id, segment, topology, variant.evenShares, routes);
    }
}

void
Search::PlanRounds(Plan& plan, const Variant& variant, size_t number)
{
    const auto& segment = SegmentOf(variant.borders[number], variant.borders[number + 1] - 1);
    const auto n = plan.fabric.servers;
    const SegmentTopology noRings{CircuitGraph(n, plan.fabric.degree), {}, {}};
    std::vector<TaskId> large;
    for (const auto id : TasksOf(variant, number))
    {
        if (IsSmall(m_graph.Tasks()[id], plan.fabric, m_options))
        {
            PlanElectrically(plan, id);
        }
        else
        {
            large.push_back(id);
        }
    }
    for (const auto& jumps : segment.rounds)
    {
        AddConfiguration(plan, Rotations(n, plan.fabric.degree, jumps));
        RouteTable routes(n, plan.configurations.back(), RouteSpread::LEAST_LOADED);
        for (const auto id : large)
        {
            const auto& task = m_graph.Tasks()[id];
            const auto jump = (task.destination + n - task.source) % n;
            if (!PairDemands(task).empty() &&
                std::find(jumps.begin(), jumps.end(), jump) != jumps.end())
            {
                plan.tasks[id].configuration =
                    static_cast<uint32_t>(plan.configurations.size()) - 1;
                PlanTask(plan, id, segment, noRings, true, routes);
            }
        }
    }
}

std::optional<Plan>
Search::Build(const Variant& variant)
{
    Plan plan = m_start;
    plan.configurations.clear();
    for (auto& task : plan.tasks)
    {
        task = PlannedTask{};
    }
    bool hasRounds = false;
    for (size_t k = 0; k + 1 < variant.borders.size(); ++k)
    {
        const auto& segment = SegmentOf(variant.borders[k], variant.borders[k + 1] - 1);
        const bool inRounds = variant.rounds && segment.rounds.size() > 1;
        hasRounds = hasRounds || inRounds;
        inRounds ? PlanRounds(plan, variant, k) : PlanSegment(plan, variant, k);
    }
    if (variant.rounds != hasRounds || !SettleConfigurations(plan))
    {
        return std::nullopt; // nothing new, or tasks of a segment that wait for each other
    }
    if (variant.ordered)
    {
        RankByTail(plan);
        EstimatePlan(plan);
    }
    else
    {
        plan.ordered = false;
        RankByReadiness(plan);
    }
    plan.provenance.method = Describe(variant);
    return plan;
}

void
Search::Consider(Plan plan)
{
    if (Score(plan) < Score(m_best))
    {
        m_best = std::move(plan);
    }
}

void
Search::TryOrderingStart()
{
    Plan plan = m_start;
    RankByTail(plan);
    EstimatePlan(plan);
    plan.provenance.method = "topo-opt's topology, ordered by longest tail";
    Consider(std::move(plan));
}

std::string
Search::Describe(const Variant& variant)
{
    std::string text = variant.useMip ? "glpk-mip" : "greedy";
    text += ", phases of communication ";
    for (size_t k = 0; k + 1 < variant.borders.size(); ++k)
    {
        const auto first = variant.borders[k];
        const auto last = variant.borders[k + 1] - 1;
        text += (k > 0 ? " | " : "") + std::to_string(first);
        text += last > first ? "-" + std::to_string(last) : "";
    }
    text += variant.rounds ? ", pairs in rounds of direct light" : "";
    text += variant.evenShares ? ", even ring shares" : ", ring shares by the MIP";
    return text + (variant.ordered ? ", ordered by longest tail" : ", all flows alike");
}

std::vector<Search::Variant>
Search::Variants() const
{
    std::vector<Variant> variants;
    for (uint32_t cuts = 0; cuts < (1U << (m_phases - 1)); ++cuts)
    {
        std::vector<uint32_t> borders{0};
        for (uint32_t k = 1; k < m_phases; ++k)
        {
            if ((cuts >> (k - 1)) & 1)
            {
                borders.push_back(k);
            }
        }
        borders.push_back(m_phases);
        for (const bool ordered : {true, false})
        {
            for (const bool rounds : {false, true})
            {
                variants.push_back({borders, true, true, ordered, rounds});
                variants.push_back({borders, true, false, ordered, rounds});
                // greedy has no shares of its own
                variants.push_back({borders, false, true, ordered, rounds});
            }
        }
    }
    return variants;
}

Plan
Search::Best()
{
    TryOrderingStart();
    for (const auto& variant : Variants())
    {
        auto plan = Build(variant);
        if (plan)
        {
            Consider(std::move(*plan));
        }
    }
    if (Score(m_best) > WORTHWHILE * Score(m_start))
    {
        m_best = m_start;
        m_best.provenance.note = "no candidate was faster than topo-opt's plan by 0.5 %. ";
    }
    m_best.provenance.planner = "topo-x";
    m_best.provenance.mipGap = m_worstGap;
    m_best.provenance.note += std::to_string(m_segments.size()) + " MIPs solved by GLPK";
    if (m_failed > 0)
    {
        m_best.provenance.note +=
            "; " + std::to_string(m_failed) + " found nothing in time, the greedy choice stood";
    }
    return std::move(m_best);
}

} // namespace

Plan
TopoXPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                    const Fabric& fabric,
                    const PlannerOptions& options) const
{
    const auto solve = [&](const PlannerOptions& own) {
        return Search(*graph, own, TopoOptPlanner().Solve(graph, fabric, own)).Best();
    };
    Plan best = solve(options);
    const auto& tasks = graph->Tasks();
    if (std::any_of(tasks.begin(), tasks.end(), [&](const Task& t) {
            return IsSmall(t, fabric, options);
        }))
    {
        auto without = options;
        without.electricalThreshold = 0;
        Plan other = solve(without);
        if (Score(other) < Score(best))
        {
            best = std::move(other);
            best.provenance.note += "; faster with short messages on circuits, too";
        }
    }
    return best;
}

} // namespace topox
} // namespace ns3
