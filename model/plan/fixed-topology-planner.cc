/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-topology-planner.h"

#include "plan-builder.h"
#include "plan-estimator.h"
#include "route-table.h"

#include "ns3/input-error.h"
#include "ns3/network-generators.h"
#include "ns3/port-assignment.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

FixedTopologyPlanner::FixedTopologyPlanner(FabricKind kind, bool equalCost)
    : m_kind(kind),
      m_equalCost(equalCost)
{
}

Plan
FixedTopologyPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                            const Fabric& fabric,
                            const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = m_kind;
    auto name = ToString(m_kind);
    if (m_equalCost)
    {
        Fabric optical = fabric;
        optical.kind = FabricKind::OPTICAL;
        own.linkRate = EqualCostRate(optical, m_kind, options.prices);
        name += "-equal-cost";
    }
    Plan plan = BeginPlan(std::move(graph), own, name, options.seed);
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
    plan.provenance.method = m_kind == FabricKind::FULL_MESH ? "direct links" : "packet switches";
    if (m_equalCost)
    {
        plan.provenance.note = "NICs of " + std::to_string(own.ServerRate() / 1'000'000) +
                               " Mb/s, so that it costs as much as the optical fabric";
    }
    RankByReadiness(plan);
    return plan;
}

DirectTopologyPlanner::DirectTopologyPlanner(const std::string& name)
    : m_name(name)
{
}

namespace
{

/// @param n a number @param parts how many factors @returns factors of n as near each other as
/// possible, ascending
std::vector<uint32_t>
NearEqualFactors(uint32_t n, uint32_t parts)
{
    if (parts == 1)
    {
        return {n};
    }
    uint32_t best = 1;
    for (uint32_t f = 1; f <= n; ++f)
    {
        uint64_t power = 1;
        for (uint32_t k = 0; k < parts && power <= n; ++k)
        {
            power *= f;
        }
        best = n % f == 0 && power <= n ? f : best;
    }
    auto factors = NearEqualFactors(n / best, parts - 1);
    factors.insert(factors.begin(), best);
    return factors;
}

Network
DirectNetwork(const std::string& name, const Fabric& fabric, uint64_t seed)
{
    const LinkKind link{fabric.linkRate, fabric.fibreDelay};
    if (name == "expander")
    {
        return Expander(fabric.servers, std::min(fabric.degree, fabric.servers - 1), seed, link);
    }
    const auto sides = NearEqualFactors(fabric.servers, name == "torus-3d" ? 3 : 2);
    if (name != "twisted-torus")
    {
        return Torus(sides, 0, link);
    }
    // The rectangular twisted torus a x 2a is twisted by a (Camarero et al.).
    if (sides[1] != 2 * sides[0] || sides[0] < 2)
    {
        throw InputError("--planner",
                         name,
                         "a twisted torus has 2 a^2 servers, for instance 8, 32 or 128, found " +
                             std::to_string(fabric.servers));
    }
    return Torus(sides, sides[0], link);
}

} // namespace

Plan
DirectTopologyPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                             const Fabric& fabric,
                             const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = FabricKind::OPTICAL;
    Plan plan = BeginPlan(std::move(graph), own, m_name, options.seed);
    const auto network = DirectNetwork(m_name, own, options.seed);
    CircuitGraph circuits(own.servers, own.degree);
    for (const auto& link : network.links)
    {
        for (const auto& [s, t] : {std::make_pair(link.a, link.b), std::make_pair(link.b, link.a)})
        {
            if (!circuits.CanAdd(s, t))
            {
                throw InputError("--planner",
                                 m_name,
                                 "more than the " + std::to_string(own.degree) +
                                     " ports that each server has: a torus needs 2 for each "
                                     "dimension");
            }
            circuits.Add(s, t);
        }
    }
    plan.configurations.push_back(AssignPorts(circuits, own, nullptr));
    RouteTable routes(own.servers, plan.configurations.front(), RouteSpread::ROUND_ROBIN);
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        const auto& task = plan.graph->Tasks()[id];
        auto& planned = plan.tasks[id];
        for (const auto& d : PairDemands(task))
        {
            planned.flows.push_back({routes.Take(d.source, d.destination, d.bytes), d.bytes});
        }
        if (!NeedsRings(task))
        {
            continue;
        }
        auto members = task.group;
        const auto shares = SplitBytes(task.bytes, std::vector<double>(own.degree, 1));
        for (const auto share : shares)
        {
            const auto egress = 2 * share * (members.size() - 1) / members.size();
            if (share > 0)
            {
                planned.rings.push_back(MakeRing(members, share, [&](ServerId s, ServerId t) {
                    return routes.Take(s, t, egress);
                }));
            }
            std::reverse(members.begin(), members.end());
        }
    }
    plan.provenance.method = network.name + ", " + std::to_string(network.links.size()) + " links";
    RankByReadiness(plan);
    return plan;
}

} // namespace topox
} // namespace ns3
