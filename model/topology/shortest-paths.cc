/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shortest-paths.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/reverse_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using Edge = boost::graph_traits<Graph>::edge_descriptor;

Graph
ToBoost(const CircuitGraph& circuits)
{
    Graph graph(circuits.Servers());
    for (uint32_t s = 0; s < circuits.Servers(); ++s)
    {
        for (const auto t : circuits.Neighbours(s))
        {
            boost::add_edge(s, t, graph);
        }
    }
    return graph;
}

/// What Yen's algorithm takes out of the graph before it looks for a deviation.
struct Removed
{
    std::set<Arc> arcs;        //!< arcs
    std::vector<bool> servers; //!< by server
};

/// Keeps arcs that are not removed.
struct KeepArc
{
    const Graph* graph{nullptr};     //!< to ask for ends
    const Removed* removed{nullptr}; //!< what is out

    bool operator()(const Edge& e) const
    {
        const auto from = static_cast<uint32_t>(boost::source(e, *graph));
        const auto to = static_cast<uint32_t>(boost::target(e, *graph));
        return !removed->servers[from] && !removed->servers[to] &&
               removed->arcs.count({from, to}) == 0;
    }
};

template <class G>
std::vector<uint32_t>
Hops(const G& graph, uint32_t source)
{
    std::vector<uint32_t> hops(boost::num_vertices(graph), UNREACHABLE);
    hops[source] = 0;
    boost::breadth_first_search(graph,
                                source,
                                boost::visitor(boost::make_bfs_visitor(
                                    boost::record_distances(hops.data(), boost::on_tree_edge()))));
    return hops;
}

/// The lexicographically first of the shortest paths that avoid what is removed; empty if none.
ServerPath
FirstPath(const Graph& graph, uint32_t source, uint32_t destination, const Removed& removed)
{
    const boost::filtered_graph<Graph, KeepArc> kept(graph, KeepArc{&graph, &removed});
    const auto toGo = Hops(boost::make_reverse_graph(kept), destination);
    if (toGo[source] == UNREACHABLE)
    {
        return {};
    }
    ServerPath path{source};
    while (path.back() != destination)
    {
        uint32_t next = UNREACHABLE;
        for (auto [e, end] = boost::out_edges(path.back(), kept); e != end; ++e)
        {
            const auto t = static_cast<uint32_t>(boost::target(*e, kept));
            if (toGo[t] + 1 == toGo[path.back()])
            {
                next = std::min(next, t);
            }
        }
        path.push_back(next);
    }
    return path;
}

/// By hops, then lexicographically.
struct ShorterPath
{
    bool operator()(const ServerPath& a, const ServerPath& b) const
    {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

} // namespace

std::vector<ServerPath>
KShortestPaths(const CircuitGraph& circuits, uint32_t source, uint32_t destination, uint32_t k)
{
    const auto graph = ToBoost(circuits);
    const Removed nothing{{}, std::vector<bool>(circuits.Servers(), false)};
    std::vector<ServerPath> found;
    std::set<ServerPath, ShorterPath> candidates;
    auto first = FirstPath(graph, source, destination, nothing);
    if (!first.empty() && k > 0)
    {
        candidates.insert(std::move(first));
    }
    while (!candidates.empty())
    {
        found.push_back(*candidates.begin());
        candidates.erase(candidates.begin());
        if (found.size() == k)
        {
            break;
        }
        const auto last = found.back();
        Removed removed = nothing;
        for (size_t spur = 0; spur + 1 < last.size(); ++spur)
        {
            removed.arcs.clear();
            for (const auto& path : found)
            {
                if (path.size() > spur + 1 &&
                    std::equal(path.begin(), path.begin() + spur + 1, last.begin()))
                {
                    removed.arcs.insert({path[spur], path[spur + 1]});
                }
            }
            const auto tail = FirstPath(graph, last[spur], destination, removed);
            if (!tail.empty())
            {
                ServerPath path(last.begin(), last.begin() + spur);
                path.insert(path.end(), tail.begin(), tail.end());
                candidates.insert(std::move(path));
            }
            removed.servers[last[spur]] = true; // the root of later deviations
        }
    }
    return found;
}

std::vector<uint32_t>
HopsFrom(const CircuitGraph& graph, uint32_t source)
{
    return Hops(ToBoost(graph), source);
}

std::vector<int>
StrongComponents(const CircuitGraph& graph)
{
    const auto boostGraph = ToBoost(graph);
    std::vector<int> component(graph.Servers());
    const auto index = boost::get(boost::vertex_index, boostGraph);
    boost::strong_components(boostGraph,
                             boost::make_iterator_property_map(component.begin(), index));
    return component;
}

bool
IsStronglyConnected(const CircuitGraph& graph)
{
    const auto component = StrongComponents(graph);
    return std::all_of(component.begin(), component.end(), [&component](int c) {
        return c == component.front();
    });
}

} // namespace topox
} // namespace ns3
