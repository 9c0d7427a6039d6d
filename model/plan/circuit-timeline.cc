/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "circuit-timeline.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <deque>

namespace ns3
{
namespace topox
{

CircuitTimeline::CircuitTimeline(const std::vector<Configuration>& configurations)
{
    using Port = std::pair<ServerId, uint32_t>;
    std::map<Port, uint32_t> lastOnTransmit;
    std::map<Port, uint32_t> lastOnReceive;
    for (uint32_t k = 0; k < configurations.size(); ++k)
    {
        std::map<Port, uint32_t> lit;
        for (const auto& c : configurations[k])
        {
            const Port tx{c.source, c.sourcePort};
            const Port rx{c.destination, c.destinationPort};
            const auto before = lastOnTransmit.find(tx);
            const auto received = lastOnReceive.find(rx);
            if (before != lastOnTransmit.end() && received != lastOnReceive.end() &&
                before->second == received->second)
            {
                // Neither end was used otherwise since: the light is still there.
                m_spans[before->second].last = k;
                lit[tx] = before->second;
                continue;
            }
            CircuitSpan span{c, k, k, {}};
            if (before != lastOnTransmit.end())
            {
                span.follows.push_back(before->second);
            }
            if (received != lastOnReceive.end() &&
                (span.follows.empty() || span.follows.front() != received->second))
            {
                span.follows.push_back(received->second);
            }
            const auto id = static_cast<uint32_t>(m_spans.size());
            m_spans.push_back(std::move(span));
            lit[tx] = id;
        }
        for (const auto& [tx, id] : lit)
        {
            const auto& c = m_spans[id].circuit;
            lastOnTransmit[tx] = id;
            lastOnReceive[{c.destination, c.destinationPort}] = id;
        }
        m_byPort.push_back(std::move(lit));
    }
}

const std::vector<CircuitSpan>&
CircuitTimeline::Spans() const
{
    return m_spans;
}

uint32_t
CircuitTimeline::SpanOf(uint32_t configuration, ServerId server, uint32_t port) const
{
    const auto& lit = m_byPort.at(configuration);
    const auto it = lit.find({server, port});
    if (it == lit.end())
    {
        throw InputError("plan",
                         "/configurations/" + std::to_string(configuration),
                         "a route leaves server " + std::to_string(server) + " by port " +
                             std::to_string(port) + ", which has no circuit there");
    }
    return it->second;
}

std::vector<uint32_t>
CircuitTimeline::SpansOf(uint32_t configuration, const Route& route) const
{
    std::vector<uint32_t> spans;
    spans.reserve(route.ports.size());
    for (size_t k = 0; k < route.ports.size(); ++k)
    {
        spans.push_back(SpanOf(configuration, route.servers[k], route.ports[k]));
    }
    return spans;
}

ReturnRoutes::ReturnRoutes(uint32_t servers, const Configuration& configuration)
    : m_servers(servers),
      m_out(servers)
{
    for (const auto& c : configuration)
    {
        m_out.at(c.source).push_back(c);
    }
    for (auto& out : m_out)
    {
        std::sort(out.begin(), out.end(), [](const Circuit& a, const Circuit& b) {
            return a.destination != b.destination ? a.destination < b.destination
                                                  : a.sourcePort < b.sourcePort;
        });
    }
}

const Route&
ReturnRoutes::Find(ServerId from, ServerId to)
{
    const auto known = m_known.find({from, to});
    if (known != m_known.end())
    {
        return known->second;
    }
    // Breadth first; the first circuit that reaches a server is the one with the lowest numbers.
    std::vector<const Circuit*> reachedBy(m_servers, nullptr);
    std::deque<ServerId> queue{from};
    while (!queue.empty() && !reachedBy[to])
    {
        const auto server = queue.front();
        queue.pop_front();
        for (const auto& c : m_out[server])
        {
            if (c.destination != from && !reachedBy[c.destination])
            {
                reachedBy[c.destination] = &c;
                queue.push_back(c.destination);
            }
        }
    }
    Route route;
    if (reachedBy[to])
    {
        route.servers.push_back(to);
        for (auto at = to; at != from; at = reachedBy[at]->source)
        {
            route.servers.push_back(reachedBy[at]->source);
            route.ports.push_back(reachedBy[at]->sourcePort);
        }
        std::reverse(route.servers.begin(), route.servers.end());
        std::reverse(route.ports.begin(), route.ports.end());
    }
    return m_known[{from, to}] = route;
}

std::vector<const Route*>
DataRoutes(const PlannedTask& task)
{
    std::vector<const Route*> routes;
    for (const auto& flow : task.flows)
    {
        routes.push_back(&flow.route);
    }
    for (const auto& ring : task.rings)
    {
        for (const auto& hop : ring.hops)
        {
            routes.push_back(&hop);
        }
    }
    return routes;
}

} // namespace topox
} // namespace ns3
