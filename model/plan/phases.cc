/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "phases.h"

#include "plan-builder.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

namespace
{

/// @returns bytes that a task puts on links, over all servers
double
TrafficVolume(const Task& task)
{
    if (NeedsRings(task))
    {
        return static_cast<double>(EgressBytes(task, task.group.front())) * task.group.size();
    }
    double volume = 0;
    for (const auto& d : PairDemands(task))
    {
        volume += static_cast<double>(d.bytes);
    }
    return volume;
}

/// Merge the lightest neighbours until few enough are left.
/// @returns for each level its phase
std::vector<uint32_t>
MergeLevels(const std::vector<double>& volume, uint32_t most)
{
    std::vector<double> phaseVolume(volume);
    std::vector<uint32_t> lastLevel(volume.size());
    for (uint32_t k = 0; k < volume.size(); ++k)
    {
        lastLevel[k] = k;
    }
    while (phaseVolume.size() > 1)
    {
        size_t lightest = 0;
        for (size_t k = 1; k + 1 < phaseVolume.size(); ++k)
        {
            if (phaseVolume[k] + phaseVolume[k + 1] <
                phaseVolume[lightest] + phaseVolume[lightest + 1])
            {
                lightest = k;
            }
        }
        const auto empty = std::find(phaseVolume.begin(), phaseVolume.end(), 0.0);
        if (empty != phaseVolume.end())
        {
            const auto k = static_cast<size_t>(empty - phaseVolume.begin());
            lightest = k > 0 ? k - 1 : 0;
        }
        else if (phaseVolume.size() <= most)
        {
            break;
        }
        phaseVolume[lightest] += phaseVolume[lightest + 1];
        phaseVolume.erase(phaseVolume.begin() + lightest + 1);
        lastLevel.erase(lastLevel.begin() + lightest);
    }
    std::vector<uint32_t> phaseOf(volume.size());
    uint32_t phase = 0;
    for (uint32_t level = 0; level < volume.size(); ++level)
    {
        phaseOf[level] = phase;
        phase += level == lastLevel[phase] ? 1 : 0;
    }
    return phaseOf;
}

} // namespace

std::vector<uint32_t>
FindPhases(const TaskGraph& graph, uint32_t most)
{
    const auto& tasks = graph.Tasks();
    std::vector<uint32_t> level(tasks.size(), 0);
    std::vector<double> volume;
    for (const auto id : graph.TopologicalOrder())
    {
        const auto own = TrafficVolume(tasks[id]);
        volume.resize(std::max<size_t>(volume.size(), level[id] + 1), 0.0);
        volume[level[id]] += own;
        for (const auto next : graph.Successors()[id])
        {
            level[next] = std::max(level[next], level[id] + (own > 0 ? 1 : 0));
        }
    }
    if (volume.empty())
    {
        return level;
    }
    const auto phaseOf = MergeLevels(volume, most);
    for (auto& l : level)
    {
        l = phaseOf[l];
    }
    return level;
}

} // namespace topox
} // namespace ns3
