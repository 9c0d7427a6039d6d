/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology-finder.h"

#include "matching.h"
#include "shortest-paths.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace topox
{

namespace
{

/// TopologyFinder at work.
class Finder
{
  public:
    Finder(uint32_t servers, uint32_t degree, const TopologyDemand& demand, PermutationStyle style);
    FoundTopology Find(bool ringFirst);

  private:
    uint32_t RingDegree() const;
    void AddGroupRings();
    void AddMatchings();
    bool AddRing(const std::vector<uint32_t>& members, uint32_t jump);

    const TopologyDemand& m_demand; //!< traffic
    uint32_t m_servers;             //!< number of servers
    uint32_t m_degree;              //!< ports of each
    PermutationStyle m_style;       //!< how jumps are selected
    FoundTopology m_found;          //!< result so far
};

Finder::Finder(uint32_t servers,
               uint32_t degree,
               const TopologyDemand& demand,
               PermutationStyle style)
    : m_demand(demand),
      m_servers(servers),
      m_degree(degree),
      m_style(style),
      m_found{CircuitGraph(servers, degree), {}}
{
}

uint32_t
Finder::RingDegree() const
{
    unsigned __int128 rings = 0;
    for (const auto& group : m_demand.groups)
    {
        rings += static_cast<unsigned __int128>(group.bytes) * group.members.size();
    }
    unsigned __int128 pairs = 0;
    for (const auto& row : m_demand.pairs)
    {
        pairs = std::accumulate(row.begin(), row.end(), pairs);
    }
    if (rings == 0)
    {
        return 0;
    }
    if (m_style == PermutationStyle::PUBLIC_CODE)
    {
        return m_degree;
    }
    const auto share = (rings * m_degree + (rings + pairs) - 1) / (rings + pairs);
    return std::max<uint32_t>(1, static_cast<uint32_t>(share));
}

bool
Finder::AddRing(const std::vector<uint32_t>& members, uint32_t jump)
{
    const auto k = members.size();
    for (size_t i = 0; i < k; ++i)
    {
        if (!m_found.graph.CanAdd(members[i], members[(i + jump) % k]))
        {
            return false;
        }
    }
    for (size_t i = 0; i < k; ++i)
    {
        m_found.graph.Add(members[i], members[(i + jump) % k]);
    }
    return true;
}

void
Finder::AddGroupRings()
{
    const auto ringDegree = RingDegree();
    const auto& groups = m_demand.groups;
    m_found.jumps.assign(groups.size(), {});
    std::vector<uint32_t> free(m_servers);
    for (uint32_t s = 0; s < m_servers; ++s)
    {
        free[s] = ringDegree;
    }
    std::vector<uint64_t> bytes(m_servers, 0); // all-reduce traffic of each server
    for (const auto& group : groups)
    {
        for (const auto s : group.members)
        {
            bytes[s] += group.bytes;
        }
    }
    std::vector<uint32_t> order(groups.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&groups](uint32_t a, uint32_t b) {
        return groups[a].bytes * groups[a].members.size() >
               groups[b].bytes * groups[b].members.size();
    });
    for (const auto g : order)
    {
        const auto& members = groups[g].members;
        uint64_t most = 0;
        uint32_t left = ringDegree;
        for (const auto s : members)
        {
            most = std::max(most, bytes[s]);
            left = std::min(left, free[s]);
        }
        if (most == 0 || left == 0 || groups[g].bytes == 0)
        {
            continue;
        }
        const auto wanted = static_cast<uint32_t>(
            (static_cast<unsigned __int128>(groups[g].bytes) * ringDegree + most - 1) / most);
        const auto count = std::min(wanted, left);
        const auto jumps =
            SelectPermutations(static_cast<uint32_t>(members.size()), count, m_style);
        for (uint32_t r = 0; r < count; ++r)
        {
            // A small group has fewer rings than ports: parallel circuits then.
            const auto jump = jumps[r % jumps.size()];
            if (AddRing(members, jump))
            {
                m_found.jumps[g].push_back(jump);
                for (const auto s : members)
                {
                    --free[s];
                }
            }
        }
    }
}

void
Finder::AddMatchings()
{
    // Weights are demands in sixteenths, so that halving small demands still tells them apart.
    std::vector<std::vector<uint64_t>> weight(m_servers, std::vector<uint64_t>(m_servers, 0));
    for (uint32_t round = 0; round < m_degree; ++round)
    {
        for (uint32_t s = 0; s < m_servers; ++s)
        {
            for (uint32_t t = 0; t < m_servers; ++t)
            {
                weight[s][t] = 0;
                if (s == t || m_demand.pairs.empty() || !m_found.graph.CanAdd(s, t))
                {
                    continue;
                }
                const auto c = m_found.graph.Multiplicity(s, t);
                const auto demand = m_demand.pairs[s][t] * 16;
                weight[s][t] = m_style == PermutationStyle::PUBLIC_CODE
                                   ? demand / (c + 1)
                                   : demand >> std::min(c, 63u);
            }
        }
        const auto matched = MaximumWeightAssignment(weight);
        if (matched.empty())
        {
            return;
        }
        for (const auto& arc : matched)
        {
            m_found.graph.Add(arc.from, arc.to);
        }
    }
}

FoundTopology
Finder::Find(bool ringFirst)
{
    if (ringFirst)
    {
        std::vector<uint32_t> all(m_servers);
        std::iota(all.begin(), all.end(), 0);
        AddRing(all, 1);
    }
    AddGroupRings();
    AddMatchings();
    FillWithRings(m_found.graph);
    return std::move(m_found);
}

} // namespace

FoundTopology
FindTopology(uint32_t servers,
             uint32_t degree,
             const TopologyDemand& demand,
             PermutationStyle style)
{
    auto found = Finder(servers, degree, demand, style).Find(false);
    if (!ServesDemand(found.graph, demand))
    {
        found = Finder(servers, degree, demand, style).Find(true);
    }
    return found;
}

bool
ServesDemand(const CircuitGraph& graph, const TopologyDemand& demand)
{
    const auto component = StrongComponents(graph);
    for (const auto& group : demand.groups)
    {
        for (const auto s : group.members)
        {
            if (component[s] != component[group.members.front()])
            {
                return false;
            }
        }
    }
    for (uint32_t s = 0; s < demand.pairs.size(); ++s)
    {
        for (uint32_t t = 0; t < demand.pairs[s].size(); ++t)
        {
            if (demand.pairs[s][t] > 0 && component[s] != component[t])
            {
                return false;
            }
        }
    }
    return true;
}

void
FillWithRings(CircuitGraph& graph)
{
    const auto n = graph.Servers();
    bool added = true;
    while (added) // more than once where the degree exceeds the number of peers
    {
        added = false;
        for (uint32_t jump = 1; jump < n; ++jump)
        {
            for (uint32_t s = 0; s < n; ++s)
            {
                if (graph.CanAdd(s, (s + jump) % n))
                {
                    graph.Add(s, (s + jump) % n);
                    added = true;
                }
            }
        }
    }
}

} // namespace topox
} // namespace ns3
