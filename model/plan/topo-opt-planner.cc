/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-opt-planner.h"

#include "plan-builder.h"
#include "plan-estimator.h"
#include "route-table.h"
#include "traffic.h"

#include "ns3/port-assignment.h"

namespace ns3
{
namespace topox
{

Plan
TopoOptPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                      const Fabric& fabric,
                      const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = FabricKind::OPTICAL;
    Plan plan = BeginPlan(std::move(graph), own, "topo-opt", options.seed);
    const auto traffic = TrafficOf(*plan.graph, AllTasks(*plan.graph));
    const auto found =
        FindTopology(own.servers, own.degree, traffic.demand, options.permutationStyle);
    plan.configurations.push_back(AssignPorts(found.graph, own, nullptr));
    RouteTable routes(own.servers, plan.configurations.front(), RouteSpread::ROUND_ROBIN);
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        const auto& task = plan.graph->Tasks()[id];
        auto& planned = plan.tasks[id];
        for (const auto& d : PairDemands(task))
        {
            planned.flows.push_back({routes.Take(d.source, d.destination, d.bytes), d.bytes});
        }
        if (traffic.groupOf[id] < 0)
        {
            continue;
        }
        auto jumps = found.jumps[traffic.groupOf[id]];
        if (jumps.empty())
        {
            jumps = SelectPermutations(static_cast<uint32_t>(task.group.size()),
                                       own.degree,
                                       options.permutationStyle);
        }
        const auto shares = SplitBytes(task.bytes, std::vector<double>(jumps.size(), 1));
        for (size_t r = 0; r < jumps.size(); ++r)
        {
            if (shares[r] == 0)
            {
                continue; // fewer bytes than rings
            }
            const auto egress = 2 * shares[r] * (task.group.size() - 1) / task.group.size();
            planned.rings.push_back(
                MakeRing(RingOrder(task.group, jumps[r]), shares[r], [&](ServerId s, ServerId t) {
                    return routes.Take(s, t, egress);
                }));
        }
    }
    plan.provenance.method = options.permutationStyle == PermutationStyle::PUBLIC_CODE
                                 ? "topology-finder, as in the public code"
                                 : "topology-finder, as in the paper";
    RankByReadiness(plan);
    return plan;
}

} // namespace topox
} // namespace ns3
