/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-opt-planner.h"

#include "electrical-side.h"
#include "plan-builder.h"
#include "plan-estimator.h"
#include "route-table.h"
#include "traffic.h"

#include "ns3/coin-change.h"
#include "ns3/port-assignment.h"

namespace ns3
{
namespace topox
{

namespace
{

/// Ways over the rings of a group of all servers: CoinChangeMod() on its circulant.
class CirculantWays
{
  public:
    /// @param servers number of servers @param demand groups @param found their rings
    CirculantWays(uint32_t servers, const TopologyDemand& demand, const FoundTopology& found)
        : m_position(servers)
    {
        for (size_t g = 0; g < demand.groups.size(); ++g)
        {
            if (demand.groups[g].members.size() == servers && !found.jumps[g].empty())
            {
                m_members = demand.groups[g].members;
                m_change = CoinChangeMod(servers, found.jumps[g]);
            }
        }
        for (uint32_t k = 0; k < m_members.size(); ++k)
        {
            m_position[m_members[k]] = k;
        }
    }

    /// @returns servers from s to t; empty when there are no such rings
    std::vector<ServerId> Find(ServerId s, ServerId t) const
    {
        std::vector<ServerId> way;
        if (m_members.empty())
        {
            return way;
        }
        const auto n = static_cast<uint32_t>(m_members.size());
        auto at = m_position[s];
        way.push_back(s);
        for (const auto jump : m_change[(m_position[t] + n - at) % n])
        {
            at = (at + jump) % n;
            way.push_back(m_members[at]);
        }
        return way;
    }

  private:
    std::vector<ServerId> m_members;             //!< in ring order
    std::vector<uint32_t> m_position;            //!< of each server there
    std::vector<std::vector<uint32_t>> m_change; //!< by distance: jumps to take
};

} // namespace

Plan
TopoOptPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                      const Fabric& fabric,
                      const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = FabricKind::OPTICAL;
    Plan plan = BeginPlan(std::move(graph), own, "topo-opt", options.seed);
    plan.electricalAcks = own.electricalRate > 0 && options.electricalAcks;
    const auto traffic =
        TrafficOf(*plan.graph, WithoutSmall(*plan.graph, AllTasks(*plan.graph), own, options));
    const auto found =
        FindTopology(own.servers, own.degree, traffic.demand, options.permutationStyle);
    plan.configurations.push_back(AssignPorts(found.graph, own, nullptr));
    RouteTable routes(own.servers, plan.configurations.front(), RouteSpread::ROUND_ROBIN);
    const CirculantWays circulant(own.servers, traffic.demand, found);
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        const auto& task = plan.graph->Tasks()[id];
        auto& planned = plan.tasks[id];
        if (IsSmall(task, own, options))
        {
            PlanElectrically(plan, id);
            continue;
        }
        for (const auto& d : PairDemands(task))
        {
            planned.flows.push_back({routes.Take(d.source, d.destination, d.bytes), d.bytes});
        }
        if (traffic.groupOf[id] < 0)
        {
            continue;
        }
        auto jumps = found.jumps[traffic.groupOf[id]];
        const bool ownRings = !jumps.empty();
        if (!ownRings)
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
                    const auto way = ownRings ? std::vector<ServerId>{} : circulant.Find(s, t);
                    return way.empty() ? routes.Take(s, t, egress) : routes.TakeWay(way, egress);
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
