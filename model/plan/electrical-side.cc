/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "electrical-side.h"

#include "plan-builder.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

bool
IsElectrical(const Fabric& fabric, const Route& route)
{
    return fabric.electricalRate > 0 && route.ports.size() == 1 &&
           route.ports.front() == fabric.degree;
}

Route
ElectricalRoute(const Fabric& fabric, ServerId source, ServerId destination)
{
    return {{source, destination}, {fabric.degree}};
}

bool
IsSmall(const Task& task, const Fabric& fabric, const PlannerOptions& options)
{
    if (fabric.electricalRate == 0 || task.kind == TaskKind::COMPUTE)
    {
        return false;
    }
    const auto message =
        NeedsRings(task) ? (task.bytes + task.group.size() - 1) / task.group.size() : task.bytes;
    return message <= options.electricalThreshold;
}

std::vector<TaskId>
WithoutSmall(const TaskGraph& graph,
             std::vector<TaskId> tasks,
             const Fabric& fabric,
             const PlannerOptions& options)
{
    const auto small = [&](TaskId id) { return IsSmall(graph.Tasks()[id], fabric, options); };
    tasks.erase(std::remove_if(tasks.begin(), tasks.end(), small), tasks.end());
    return tasks;
}

void
PlanElectrically(Plan& plan, TaskId id)
{
    const auto& task = plan.graph->Tasks()[id];
    auto& planned = plan.tasks[id];
    const auto route = [&plan](ServerId s, ServerId t) {
        return ElectricalRoute(plan.fabric, s, t);
    };
    for (const auto& d : PairDemands(task))
    {
        planned.flows.push_back({route(d.source, d.destination), d.bytes});
    }
    if (NeedsRings(task))
    {
        planned.rings.push_back(MakeRing(task.group, task.bytes, route));
    }
}

} // namespace topox
} // namespace ns3
