/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SHORTEST_PATHS_H
#define TOPO_X_SHORTEST_PATHS_H

/**
 * @file
 * Fewest-hop paths on a circuit graph, on Boost.Graph.
 */

#include "circuit-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// Servers along a path, first to last.
using ServerPath = std::vector<uint32_t>;

/**
 * The k shortest loopless paths by hops (Yen, Management Science 1971). Parallel arcs count once.
 *
 * @param graph the circuits
 * @param source first server
 * @param destination last server, another one
 * @param k how many
 * @returns at most k paths by (hops, servers in lexicographic order); fewer where there are not
 *          as many
 */
std::vector<ServerPath> KShortestPaths(const CircuitGraph& graph,
                                       uint32_t source,
                                       uint32_t destination,
                                       uint32_t k);

/// Not reached.
constexpr uint32_t UNREACHABLE = UINT32_MAX;

/// @returns hops from one server to each, UNREACHABLE where there is no way
std::vector<uint32_t> HopsFrom(const CircuitGraph& graph, uint32_t source);

/// @returns for each server the number of its strong component: servers of one component reach each
///          other
std::vector<int> StrongComponents(const CircuitGraph& graph);

/// @returns true when every server reaches every other
bool IsStronglyConnected(const CircuitGraph& graph);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SHORTEST_PATHS_H */
