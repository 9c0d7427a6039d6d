/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "traffic.h"

#include "plan-builder.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ns3
{
namespace topox
{

Traffic
TrafficOf(const TaskGraph& graph, const std::vector<TaskId>& tasks)
{
    Traffic traffic;
    traffic.groupOf.assign(graph.Tasks().size(), -1);
    auto& pairs = traffic.demand.pairs;
    pairs.assign(graph.Servers(), std::vector<uint64_t>(graph.Servers(), 0));
    std::map<std::vector<ServerId>, int32_t> groups;
    for (const auto id : tasks)
    {
        const auto& task = graph.Tasks()[id];
        for (const auto& d : PairDemands(task))
        {
            pairs[d.source][d.destination] += d.bytes;
        }
        if (!NeedsRings(task))
        {
            continue;
        }
        auto key = task.group;
        std::sort(key.begin(), key.end());
        const auto [it, isNew] =
            groups.emplace(std::move(key), static_cast<int32_t>(traffic.demand.groups.size()));
        if (isNew)
        {
            traffic.demand.groups.push_back({task.group, 0});
        }
        traffic.groupOf[id] = it->second;
        traffic.demand.groups[it->second].bytes += EgressBytes(task, task.group.front());
    }
    return traffic;
}

std::vector<TaskId>
AllTasks(const TaskGraph& graph)
{
    std::vector<TaskId> all(graph.Tasks().size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

} // namespace topox
} // namespace ns3
