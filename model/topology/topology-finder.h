/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TOPOLOGY_FINDER_H
#define TOPO_X_TOPOLOGY_FINDER_H

/**
 * @file
 * TopoOpt's TopologyFinder: rings for all-reduce groups, matchings for everything else.
 */

#include "circuit-graph.h"
#include "totient-perms.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// Traffic of the all-reduces of one group of servers.
struct GroupDemand
{
    std::vector<uint32_t> members; //!< in ring order
    uint64_t bytes{0};             //!< sent by each member: 2(g-1)/g of the vectors' sizes
};

/// What a topology has to carry.
struct TopologyDemand
{
    std::vector<GroupDemand> groups;          //!< each set of members once
    std::vector<std::vector<uint64_t>> pairs; //!< [from][to] bytes outside all-reduces
};

/// A topology and the rings that were laid into it.
struct FoundTopology
{
    CircuitGraph graph;                       //!< the circuits
    std::vector<std::vector<uint32_t>> jumps; //!< of each group: its rings, member i to i + jump
};

/**
 * TopologyFinder (TopoOpt, NSDI 2023, algorithm 1; reference.md section 2).
 *
 * NEAREST_GEOMETRIC is the paper's: degree is split between rings and matchings by traffic, the
 * demand of a matched pair is halved. PUBLIC_CODE is that of the published simulator: all ports go
 * to rings as long as there is all-reduce traffic, and the demand of a pair with c circuits weighs
 * c/(c+1) after each further one.
 *
 * Where the printed algorithm is silent: ring degree is counted per server, so that disjoint
 * groups do not use up each other's; ports left over get matchings while demand is left and then
 * rings over all servers with jumps 1, 2, ...; if the result does not serve the demand (see
 * ServesDemand()), a ring over all servers comes first.
 *
 * @param servers number of servers
 * @param degree ports of each
 * @param demand traffic
 * @param style how jumps are selected
 * @returns the topology
 */
FoundTopology FindTopology(uint32_t servers,
                           uint32_t degree,
                           const TopologyDemand& demand,
                           PermutationStyle style);

/**
 * @param graph a topology
 * @param demand traffic
 * @returns whether there are ways, there and back, between all servers that exchange anything
 */
bool ServesDemand(const CircuitGraph& graph, const TopologyDemand& demand);

/**
 * Use ports that are left: rings over all servers with jumps 1, 2, ... as far as degrees allow.
 *
 * @param graph the graph to add to
 */
void FillWithRings(CircuitGraph& graph);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TOPOLOGY_FINDER_H */
