/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "circuit-graph.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace ns3
{
namespace topox
{

bool
Circuit::operator<(const Circuit& o) const
{
    return std::tie(source, sourcePort, destination, destinationPort) <
           std::tie(o.source, o.sourcePort, o.destination, o.destinationPort);
}

CircuitGraph::CircuitGraph(uint32_t servers, uint32_t degree)
    : m_servers(servers),
      m_degree(degree),
      m_out(servers, 0),
      m_in(servers, 0)
{
}

uint32_t
CircuitGraph::Servers() const
{
    return m_servers;
}

uint32_t
CircuitGraph::Degree() const
{
    return m_degree;
}

uint32_t
CircuitGraph::OutDegree(uint32_t server) const
{
    return m_out.at(server);
}

uint32_t
CircuitGraph::InDegree(uint32_t server) const
{
    return m_in.at(server);
}

uint32_t
CircuitGraph::Multiplicity(uint32_t from, uint32_t to) const
{
    const auto range = std::equal_range(m_arcs.begin(), m_arcs.end(), Arc{from, to});
    return static_cast<uint32_t>(range.second - range.first);
}

bool
CircuitGraph::CanAdd(uint32_t from, uint32_t to) const
{
    return from != to && m_out.at(from) < m_degree && m_in.at(to) < m_degree;
}

void
CircuitGraph::Add(uint32_t from, uint32_t to)
{
    if (!CanAdd(from, to))
    {
        throw std::logic_error("arc " + std::to_string(from) + " -> " + std::to_string(to) +
                               " exceeds the degree " + std::to_string(m_degree) + " or is a loop");
    }
    ++m_out[from];
    ++m_in[to];
    const Arc arc{from, to};
    m_arcs.insert(std::upper_bound(m_arcs.begin(), m_arcs.end(), arc), arc);
}

const std::vector<Arc>&
CircuitGraph::Arcs() const
{
    return m_arcs;
}

std::vector<uint32_t>
CircuitGraph::Neighbours(uint32_t server) const
{
    std::vector<uint32_t> neighbours;
    const auto first = std::lower_bound(m_arcs.begin(), m_arcs.end(), Arc{server, 0});
    for (auto it = first; it != m_arcs.end() && it->from == server; ++it)
    {
        if (neighbours.empty() || neighbours.back() != it->to)
        {
            neighbours.push_back(it->to);
        }
    }
    return neighbours;
}

} // namespace topox
} // namespace ns3
