/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <queue>

namespace ns3
{
namespace topox
{

namespace
{
/// What a server in the middle of a way costs, in hops: more than any way through switches.
constexpr uint64_t RELAY_COST = 1 << 20;
} // namespace

std::vector<uint32_t>
Network::Servers() const
{
    std::vector<uint32_t> servers;
    for (uint32_t node = 0; node < isSwitch.size(); ++node)
    {
        if (!isSwitch[node])
        {
            servers.push_back(node);
        }
    }
    return servers;
}

std::vector<std::vector<uint32_t>>
Network::Ports() const
{
    std::vector<std::vector<uint32_t>> ports(isSwitch.size());
    for (uint32_t k = 0; k < links.size(); ++k)
    {
        ports[links[k].a].push_back(k);
        ports[links[k].b].push_back(k);
    }
    return ports;
}

void
Network::Validate() const
{
    const auto nodes = isSwitch.size();
    const auto require = [this](bool holds, size_t link, const std::string& text) {
        if (!holds)
        {
            throw InputError(name, "link " + std::to_string(link), text);
        }
    };
    for (size_t k = 0; k < links.size(); ++k)
    {
        const auto& link = links[k];
        for (const auto end : {link.a, link.b})
        {
            require(end < nodes,
                    k,
                    "nodes are 0 to " + std::to_string(nodes - 1) + ", found " +
                        std::to_string(end));
        }
        require(link.a != link.b, k, "joins node " + std::to_string(link.a) + " with itself");
        require(link.rate > 0, k, "a rate above zero");
        require(link.delay >= 0, k, "a delay of zero or more");
        require(link.errorRate >= 0 && link.errorRate < 1, k, "an error rate in [0, 1)");
    }
    const auto servers = std::count(isSwitch.begin(), isSwitch.end(), false);
    if (servers < 2)
    {
        throw InputError(name, "", "at least 2 servers, found " + std::to_string(servers));
    }
}

NetworkRoutes::NetworkRoutes(const Network& network)
    : m_network(network),
      m_ports(network.Ports())
{
}

std::vector<std::vector<uint32_t>>
NetworkRoutes::PortsTo(uint32_t destination, uint32_t port) const
{
    // Dijkstra from the destination; a leaf server is on no way but its own and is left out.
    const auto nodes = m_network.isSwitch.size();
    const auto isLeaf = [&](uint32_t node) {
        return !m_network.isSwitch[node] && m_ports[node].size() == 1 && node != destination;
    };
    std::vector<uint64_t> distance(nodes, UINT64_MAX);
    using Entry = std::pair<uint64_t, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    distance[destination] = 0;
    open.emplace(0, destination);
    const auto costFrom = [&](uint32_t node) {
        const bool relay = !m_network.isSwitch[node] && node != destination;
        return distance[node] + 1 + (relay ? RELAY_COST : 0);
    };
    // Ways that end elsewhere than asked for are left out.
    const auto closed = [&](uint32_t link) {
        return port != ANY_PORT && m_ports[destination].at(port) != link &&
               (m_network.links[link].a == destination || m_network.links[link].b == destination);
    };
    const auto otherEnd = [&](uint32_t link, uint32_t node) {
        return m_network.links[link].a == node ? m_network.links[link].b : m_network.links[link].a;
    };
    while (!open.empty())
    {
        const auto [d, node] = open.top();
        open.pop();
        if (d > distance[node])
        {
            continue;
        }
        for (const auto link : m_ports[node])
        {
            const auto next = otherEnd(link, node);
            if (!closed(link) && !isLeaf(next) && costFrom(node) < distance[next])
            {
                distance[next] = costFrom(node);
                open.emplace(distance[next], next);
            }
        }
    }
    std::vector<std::vector<uint32_t>> ways(nodes);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        if (node == destination || distance[node] == UINT64_MAX)
        {
            continue;
        }
        for (uint32_t out = 0; out < m_ports[node].size(); ++out)
        {
            const auto link = m_ports[node][out];
            const auto next = otherEnd(link, node);
            if (!closed(link) && distance[next] != UINT64_MAX && costFrom(next) == distance[node])
            {
                ways[node].push_back(out);
            }
        }
    }
    return ways;
}

EcmpShares::EcmpShares(const Network& network)
    : m_network(network),
      m_routes(network),
      m_ports(network.Ports())
{
}

const std::vector<std::pair<uint32_t, double>>&
EcmpShares::Find(uint32_t source, uint32_t destination, uint32_t rail)
{
    const auto key = std::make_tuple(source, destination, rail);
    const auto known = m_shares.find(key);
    if (known != m_shares.end())
    {
        return known->second;
    }
    const auto end = std::make_pair(destination, rail);
    auto ways = m_ways.find(end);
    if (ways == m_ways.end())
    {
        ways = m_ways.emplace(end, m_routes.PortsTo(destination, rail)).first;
    }
    // All shortest ways have as many hops, so the flow moves on hop by hop.
    std::map<uint32_t, double> here{{source, 1.0}};
    std::map<uint32_t, double> lines;
    while (!here.empty())
    {
        std::map<uint32_t, double> next;
        for (const auto& [node, part] : here)
        {
            if (node == destination)
            {
                continue;
            }
            auto ports = ways->second[node];
            if (ports.empty() && m_ports[node].size() == 1)
            {
                ports = {0};
            }
            if (node == source && rail != NetworkRoutes::ANY_PORT)
            {
                ports = {rail};
            }
            for (const auto port : ports)
            {
                const auto link = m_ports[node][port];
                const bool forward = m_network.links[link].a == node;
                const double share = part / static_cast<double>(ports.size());
                lines[2 * link + (forward ? 0 : 1)] += share;
                next[forward ? m_network.links[link].b : m_network.links[link].a] += share;
            }
        }
        here = std::move(next);
    }
    std::vector<std::pair<uint32_t, double>> shares(lines.begin(), lines.end());
    return m_shares.emplace(key, std::move(shares)).first->second;
}

uint32_t
EcmpShares::Hops(uint32_t source, uint32_t destination, uint32_t rail)
{
    double hops = 0;
    for (const auto& [line, share] : Find(source, destination, rail))
    {
        hops += share;
    }
    return static_cast<uint32_t>(hops + 0.5);
}

} // namespace topox
} // namespace ns3
