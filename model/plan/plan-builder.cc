/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-builder.h"

#include "lower-bounds.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace topox
{

std::vector<PairDemand>
PairDemands(const Task& task)
{
    std::vector<PairDemand> demands;
    if (task.bytes == 0)
    {
        return demands;
    }
    if (task.kind == TaskKind::TRANSFER)
    {
        demands.push_back({task.source, task.destination, task.bytes});
    }
    else if (task.kind == TaskKind::COLLECTIVE && task.collective == CollectiveKind::ALL_TO_ALL)
    {
        for (const auto s : task.group)
        {
            for (const auto t : task.group)
            {
                if (s != t)
                {
                    demands.push_back({s, t, task.bytes});
                }
            }
        }
    }
    return demands;
}

bool
NeedsRings(const Task& task)
{
    return task.kind == TaskKind::COLLECTIVE && task.collective == CollectiveKind::ALL_REDUCE &&
           task.group.size() > 1 && task.bytes > 0;
}

Route
DirectRoute(const Fabric& fabric, ServerId source, ServerId destination, uint32_t rail)
{
    uint32_t port = 0;
    if (fabric.kind == FabricKind::FULL_MESH)
    {
        port = destination < source ? destination : destination - 1;
    }
    else if (fabric.kind == FabricKind::RAIL_OPTIMIZED)
    {
        port = rail;
    }
    return {{source, destination}, {port}};
}

PlannedRing
MakeRing(const std::vector<ServerId>& members, uint64_t bytes, const RouteFunction& route)
{
    PlannedRing ring{members, {}, bytes};
    for (size_t k = 0; k < members.size(); ++k)
    {
        ring.hops.push_back(route(members[k], members[(k + 1) % members.size()]));
    }
    return ring;
}

std::vector<uint64_t>
SplitBytes(uint64_t bytes, const std::vector<double>& weights)
{
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<uint64_t> parts;
    double sum = 0;
    uint64_t given = 0;
    for (const auto weight : weights)
    {
        sum += weight;
        // Cutting the running sum keeps the parts exact; the last cut is the whole.
        auto cut = static_cast<uint64_t>(static_cast<double>(bytes) * (sum / total));
        cut = parts.size() + 1 == weights.size() ? bytes : std::min(std::max(cut, given), bytes);
        parts.push_back(cut - given);
        given = cut;
    }
    return parts;
}

Plan
BeginPlan(std::shared_ptr<const TaskGraph> graph,
          const Fabric& fabric,
          const std::string& planner,
          uint64_t seed)
{
    fabric.Validate();
    if (graph->Servers() != fabric.servers)
    {
        throw InputError("--servers",
                         "",
                         "the job " + graph->Name() + " is for " +
                             std::to_string(graph->Servers()) + " servers, but the fabric has " +
                             std::to_string(fabric.servers));
    }
    Plan plan;
    plan.graph = std::move(graph);
    plan.strategy = "as given by the job";
    plan.fabric = fabric;
    plan.tasks.resize(plan.graph->Tasks().size());
    plan.lowerBound = ComputeLowerBound(*plan.graph, fabric).time;
    plan.provenance.planner = planner;
    plan.provenance.seed = seed;
    return plan;
}

} // namespace topox
} // namespace ns3
