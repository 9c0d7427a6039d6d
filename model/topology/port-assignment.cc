/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "port-assignment.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace topox
{

namespace
{

constexpr uint32_t FREE = UINT32_MAX;

/// An edge colouring under way: colours are ports.
class Colouring
{
  public:
    Colouring(uint32_t servers, uint32_t ports)
        : m_ports(ports),
          m_to(servers, std::vector<uint32_t>(ports, FREE)),
          m_from(servers, std::vector<uint32_t>(ports, FREE))
    {
    }

    bool IsFree(const Arc& arc, uint32_t port) const
    {
        return m_to[arc.from][port] == FREE && m_from[arc.to][port] == FREE;
    }

    void Set(const Arc& arc, uint32_t port)
    {
        m_to[arc.from][port] = arc.to;
        m_from[arc.to][port] = arc.from;
    }

    void Add(const Arc& arc)
    {
        for (uint32_t port = 0; port < m_ports; ++port)
        {
            if (IsFree(arc, port))
            {
                Set(arc, port);
                return;
            }
        }
        const auto a = FirstFree(m_to[arc.from]);
        const auto b = FirstFree(m_from[arc.to]);
        Swap(arc.to, a, b);
        Set(arc, a);
    }

    Configuration Take() const
    {
        Configuration circuits;
        for (uint32_t s = 0; s < m_to.size(); ++s)
        {
            for (uint32_t port = 0; port < m_ports; ++port)
            {
                if (m_to[s][port] != FREE)
                {
                    circuits.push_back({s, port, m_to[s][port], port});
                }
            }
        }
        return circuits;
    }

  private:
    uint32_t FirstFree(const std::vector<uint32_t>& peers) const
    {
        return static_cast<uint32_t>(std::find(peers.begin(), peers.end(), FREE) - peers.begin());
    }

    /// Exchange colours a and b along the path that enters `receiver` by a: a is free there then.
    /// In a bipartite graph that path never comes to the sender that wants a.
    void Swap(uint32_t receiver, uint32_t a, uint32_t b)
    {
        std::vector<std::pair<Arc, uint32_t>> path; // arc and its colour now
        auto colour = a;
        auto at = receiver;
        while (m_from[at][colour] != FREE)
        {
            const auto sender = m_from[at][colour];
            path.push_back({{sender, at}, colour});
            colour = colour == a ? b : a;
            if (m_to[sender][colour] == FREE)
            {
                break;
            }
            at = m_to[sender][colour];
            path.push_back({{sender, at}, colour});
            colour = colour == a ? b : a;
        }
        for (const auto& [arc, old] : path)
        {
            m_to[arc.from][old] = FREE;
            m_from[arc.to][old] = FREE;
        }
        for (const auto& [arc, old] : path)
        {
            Set(arc, old == a ? b : a);
        }
    }

    uint32_t m_ports;                          //!< number of colours
    std::vector<std::vector<uint32_t>> m_to;   //!< [sender][port] receiver or FREE
    std::vector<std::vector<uint32_t>> m_from; //!< [receiver][port] sender or FREE
};

} // namespace

Configuration
AssignPorts(const CircuitGraph& graph, const Fabric& fabric, const Configuration* previous)
{
    if (graph.Degree() > fabric.degree)
    {
        throw std::logic_error("AssignPorts: the graph's degree exceeds the fabric's");
    }
    Colouring colouring(fabric.servers, fabric.degree);
    auto left = graph.Arcs();
    for (const auto& circuit : previous ? *previous : Configuration{})
    {
        const Arc arc{circuit.source, circuit.destination};
        const auto it = std::find(left.begin(), left.end(), arc);
        if (it != left.end() && circuit.sourcePort == circuit.destinationPort &&
            colouring.IsFree(arc, circuit.sourcePort))
        {
            colouring.Set(arc, circuit.sourcePort);
            left.erase(it);
        }
    }
    for (const auto& arc : left)
    {
        colouring.Add(arc);
    }
    return colouring.Take();
}

} // namespace topox
} // namespace ns3
