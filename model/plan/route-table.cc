/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "route-table.h"

#include "ns3/input-error.h"
#include "ns3/shortest-paths.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

namespace
{

/// Ways of equal length beyond this many add nothing to the balance.
constexpr uint32_t MOST_WAYS = 8;

CircuitGraph
WithoutPorts(uint32_t servers, const Configuration& configuration)
{
    uint32_t degree = 1;
    for (const auto& c : configuration)
    {
        degree = std::max({degree, c.sourcePort + 1, c.destinationPort + 1});
    }
    CircuitGraph graph(servers, degree);
    for (const auto& c : configuration)
    {
        graph.Add(c.source, c.destination);
    }
    return graph;
}

} // namespace

RouteTable::RouteTable(uint32_t servers, const Configuration& configuration, RouteSpread spread)
    : m_spread(spread),
      m_graph(WithoutPorts(servers, configuration)),
      m_turn(servers, 0)
{
    for (const auto& c : configuration)
    {
        m_ports[{c.source, c.destination}].push_back(c.sourcePort);
        m_load[{c.source, c.sourcePort}] = 0;
    }
}

const std::vector<RouteTable::Way>&
RouteTable::Ways(ServerId source, ServerId destination)
{
    const auto found = m_ways.find({source, destination});
    if (found != m_ways.end())
    {
        return found->second;
    }
    auto ways = KShortestPaths(m_graph, source, destination, MOST_WAYS);
    while (!ways.empty() && ways.back().size() > ways.front().size())
    {
        ways.pop_back();
    }
    return m_ways[{source, destination}] = std::move(ways);
}

uint64_t
RouteTable::LoadOfBest(ServerId from, ServerId to) const
{
    uint64_t least = UINT64_MAX;
    for (const auto port : m_ports.at({from, to}))
    {
        least = std::min(least, m_load.at({from, port}));
    }
    return least;
}

uint32_t
RouteTable::TakePort(ServerId from, ServerId to, uint64_t bytes)
{
    uint32_t best = 0;
    uint64_t least = UINT64_MAX;
    for (const auto port : m_ports.at({from, to}))
    {
        if (m_load.at({from, port}) < least)
        {
            least = m_load.at({from, port});
            best = port;
        }
    }
    m_load[{from, best}] += bytes;
    return best;
}

Route
RouteTable::Take(ServerId source, ServerId destination, uint64_t bytes)
{
    const auto& ways = Ways(source, destination);
    if (ways.empty())
    {
        throw InputError("plan",
                         "",
                         "no circuits lead from server " + std::to_string(source) + " to server " +
                             std::to_string(destination));
    }
    size_t choice = m_turn[source] % ways.size();
    if (m_spread == RouteSpread::ROUND_ROBIN)
    {
        m_turn[source] += ways.size() > 1 ? 1 : 0;
    }
    else
    {
        // Ties go to the way whose circuits carry least in all: it leaves most to others.
        std::pair<uint64_t, uint64_t> least{UINT64_MAX, UINT64_MAX};
        for (size_t w = 0; w < ways.size(); ++w)
        {
            std::pair<uint64_t, uint64_t> load{0, 0};
            for (size_t k = 0; k + 1 < ways[w].size(); ++k)
            {
                const auto here = LoadOfBest(ways[w][k], ways[w][k + 1]);
                load.first = std::max(load.first, here);
                load.second += here;
            }
            if (load < least)
            {
                least = load;
                choice = w;
            }
        }
    }
    return TakeWay(ways[choice], bytes);
}

Route
RouteTable::TakeWay(const std::vector<ServerId>& way, uint64_t bytes)
{
    Route route{way, {}};
    for (size_t k = 0; k + 1 < way.size(); ++k)
    {
        if (m_ports.count({way[k], way[k + 1]}) == 0)
        {
            throw InputError("plan",
                             "",
                             "no circuit leads from server " + std::to_string(way[k]) +
                                 " to server " + std::to_string(way[k + 1]));
        }
        route.ports.push_back(TakePort(way[k], way[k + 1], bytes));
    }
    return route;
}

} // namespace topox
} // namespace ns3
