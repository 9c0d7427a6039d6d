/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-topology-planner.h"

#include "electrical-side.h"
#include "plan-builder.h"
#include "plan-estimator.h"
#include "route-table.h"

#include "ns3/hamiltonian-rings.h"
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
    own.electricalRate = 0;
    auto name = ToString(m_kind);
    if (m_equalCost)
    {
        Fabric optical = fabric;
        optical.kind = FabricKind::OPTICAL;
        own.linkRate = EqualCostRate(optical, m_kind, options.prices);
        name += "-equal-cost";
    }
    Plan plan = BeginPlan(std::move(graph), own, name, options.seed);
    plan.configurations.emplace_back();
    for (TaskId id = 0; id < plan.tasks.size(); ++id)
    {
        PlanTask(plan, id);
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

void
FixedTopologyPlanner::PlanTask(Plan& plan, TaskId id) const
{
    const auto& task = plan.graph->Tasks()[id];
    auto& planned = plan.tasks[id];
    const uint32_t rails = m_kind == FabricKind::RAIL_OPTIMIZED ? plan.fabric.degree : 1;
    const std::vector<double> alike(rails, 1);
    for (const auto& demand : PairDemands(task))
    {
        const auto shares = SplitBytes(demand.bytes, alike);
        for (uint32_t rail = 0; rail < rails; ++rail)
        {
            if (shares[rail] > 0)
            {
                planned.flows.push_back(
                    {DirectRoute(plan.fabric, demand.source, demand.destination, rail),
                     shares[rail]});
            }
        }
    }
    if (!NeedsRings(task))
    {
        return;
    }
    const auto shares = SplitBytes(task.bytes, alike);
    for (uint32_t rail = 0; rail < rails; ++rail)
    {
        if (shares[rail] > 0)
        {
            planned.rings.push_back(MakeRing(task.group, shares[rail], [&](ServerId s, ServerId t) {
                return DirectRoute(plan.fabric, s, t, rail);
            }));
        }
    }
}

DirectTopologyPlanner::DirectTopologyPlanner(const std::string& shape, FabricKind kind)
    : m_shape(shape),
      m_kind(kind)
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

Configuration
DirectTopologyPlanner::Circuits(const Network& network, const Fabric& fabric) const
{
    const auto ports = network.Ports();
    for (const auto& links : ports)
    {
        if (links.size() > fabric.degree)
        {
            throw InputError("--planner",
                             m_shape,
                             "more than the " + std::to_string(fabric.degree) +
                                 " ports that each server has: a torus needs 2 for each dimension");
        }
    }
    if (m_kind == FabricKind::OPTICAL)
    {
        CircuitGraph circuits(fabric.servers, fabric.degree);
        for (const auto& link : network.links)
        {
            circuits.Add(link.a, link.b);
            circuits.Add(link.b, link.a);
        }
        return AssignPorts(circuits, fabric, nullptr);
    }
    Configuration fibres;
    const auto portOf = [&ports](uint32_t server, uint32_t link) {
        const auto& links = ports[server];
        return static_cast<uint32_t>(std::find(links.begin(), links.end(), link) - links.begin());
    };
    for (uint32_t k = 0; k < network.links.size(); ++k)
    {
        const auto& link = network.links[k];
        fibres.push_back({link.a, portOf(link.a, k), link.b, portOf(link.b, k)});
        fibres.push_back({link.b, portOf(link.b, k), link.a, portOf(link.a, k)});
    }
    std::sort(fibres.begin(), fibres.end());
    return fibres;
}

Plan
DirectTopologyPlanner::Solve(std::shared_ptr<const TaskGraph> graph,
                             const Fabric& fabric,
                             const PlannerOptions& options) const
{
    Fabric own = fabric;
    own.kind = m_kind;
    own.electricalRate = m_kind == FabricKind::OPTICAL ? fabric.electricalRate : 0;
    const bool fibres = m_kind == FabricKind::FIBRES;
    Plan plan = BeginPlan(std::move(graph), own, m_shape + (fibres ? "" : "-ocs"), options.seed);
    plan.electricalAcks = own.electricalRate > 0 && options.electricalAcks;
    const auto network = DirectNetwork(m_shape, own, options.seed);
    plan.configurations.push_back(Circuits(network, own));
    const auto rings = HamiltonianRings(network, options.seed);
    RouteTable routes(own.servers, plan.configurations.front(), RouteSpread::ROUND_ROBIN);
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
        if (!NeedsRings(task))
        {
            continue;
        }
        const auto orders = task.group.size() == own.servers && !rings.empty()
                                ? rings
                                : std::vector<std::vector<ServerId>>{task.group};
        const auto shares = SplitBytes(task.bytes, std::vector<double>(2 * orders.size(), 1));
        for (size_t k = 0; k < shares.size(); ++k)
        {
            auto members = orders[k / 2];
            if (k % 2 == 1)
            {
                std::reverse(members.begin(), members.end());
            }
            const auto egress = 2 * shares[k] * (members.size() - 1) / members.size();
            if (shares[k] > 0)
            {
                planned.rings.push_back(MakeRing(members, shares[k], [&](ServerId s, ServerId t) {
                    return routes.Take(s, t, egress);
                }));
            }
        }
    }
    plan.provenance.method = network.name + ", " + std::to_string(network.links.size()) +
                             (fibres ? " fibres" : " links through optical switches");
    RankByReadiness(plan);
    return plan;
}

} // namespace topox
} // namespace ns3
