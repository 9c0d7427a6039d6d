/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-topology-planner.h"

#include "plan-builder.h"
#include "plan-estimator.h"

namespace ns3
{
namespace topox
{

FixedTopologyPlanner::FixedTopologyPlanner(FabricKind kind)
    : m_kind(kind)
{
}

Plan
FixedTopologyPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                            const Fabric& fabric,
                            const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = m_kind;
    Plan plan = BeginPlan(std::move(graph), own, ToString(m_kind), options.seed);
    const bool mesh = m_kind == FabricKind::FULL_MESH;
    const auto direct = [mesh](ServerId s, ServerId t) {
        return Route{{s, t}, {mesh ? (t < s ? t : t - 1) : 0}};
    };
    plan.configurations.emplace_back();
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        const auto& task = plan.graph->Tasks()[id];
        auto& planned = plan.tasks[id];
        for (const auto& demand : PairDemands(task))
        {
            planned.flows.push_back({direct(demand.source, demand.destination), demand.bytes});
        }
        if (NeedsRings(task))
        {
            planned.rings.push_back(MakeRing(task.group, task.bytes, direct));
        }
    }
    plan.provenance.method = "direct links";
    RankByReadiness(plan);
    return plan;
}

} // namespace topox
} // namespace ns3
