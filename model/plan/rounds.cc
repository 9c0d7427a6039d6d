/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rounds.h"

#include "circuit-timeline.h"
#include "electrical-side.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

std::vector<std::vector<uint32_t>>
FindRounds(uint32_t servers, uint32_t degree, const std::vector<std::vector<uint64_t>>& pairs)
{
    std::vector<bool> used(servers, false);
    for (uint32_t s = 0; s < servers; ++s)
    {
        for (uint32_t t = 0; t < servers; ++t)
        {
            const auto jump = (t + servers - s) % servers;
            used[jump] = used[jump] || pairs[s][t] > 0;
        }
    }
    std::vector<uint32_t> order; // 1, n-1, 2, n-2, ...
    for (uint32_t jump = 1; 2 * jump <= servers; ++jump)
    {
        order.push_back(jump);
        if (2 * jump < servers)
        {
            order.push_back(servers - jump);
        }
    }
    std::vector<std::vector<uint32_t>> rounds;
    for (const auto jump : order)
    {
        if (used[jump])
        {
            if (rounds.empty() || rounds.back().size() == degree)
            {
                rounds.emplace_back();
            }
            rounds.back().push_back(jump);
        }
    }
    return rounds;
}

CircuitGraph
Rotations(uint32_t servers, uint32_t degree, const std::vector<uint32_t>& jumps)
{
    CircuitGraph graph(servers, degree);
    for (uint32_t s = 0; s < servers; ++s)
    {
        for (const auto jump : jumps)
        {
            graph.Add(s, (s + jump) % servers);
        }
    }
    FillWithRings(graph);
    return graph;
}

bool
SettleConfigurations(Plan& plan)
{
    for (const auto id : plan.graph->TopologicalOrder())
    {
        auto& planned = plan.tasks[id];
        uint32_t latest = 0;
        for (const auto before : plan.graph->Tasks()[id].predecessors)
        {
            latest = std::max(latest, plan.tasks[before].configuration);
        }
        const auto routes = DataRoutes(planned);
        const bool usesNone = std::all_of(routes.begin(), routes.end(), [&plan](const auto* r) {
            return IsElectrical(plan.fabric, *r);
        });
        if (usesNone)
        {
            planned.configuration = latest;
        }
        else if (planned.configuration < latest)
        {
            return false;
        }
    }
    return true;
}

} // namespace topox
} // namespace ns3
