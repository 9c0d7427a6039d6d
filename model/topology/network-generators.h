/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_NETWORK_GENERATORS_H
#define TOPO_X_NETWORK_GENERATORS_H

/**
 * @file
 * Networks of the textbooks. Servers are nodes 0, 1, ...; switches follow.
 */

#include "fabric.h"
#include "network.h"

namespace ns3
{
namespace topox
{

/// What all links of a generated network have, unless a function says otherwise.
struct LinkKind
{
    uint64_t rate;     //!< bit/s
    Picoseconds delay; //!< time of flight
};

/**
 * All servers on one switch.
 * @param servers at least 2 @param link to each server
 * @returns the network @throws InputError as Network::Validate()
 */
Network Star(uint32_t servers, LinkKind link);

/**
 * Two tiers: every leaf joined with every spine, servers spread evenly over the leaves.
 * @param servers at least 2 @param leaves at least 1 @param spines at least 1
 * @param link of servers @param uplink between leaf and spine
 * @returns the network @throws InputError when there are no leaves or spines
 */
Network LeafSpine(uint32_t servers,
                  uint32_t leaves,
                  uint32_t spines,
                  LinkKind link,
                  LinkKind uplink);

/**
 * Three tiers of k-port switches (Al-Fares et al., SIGCOMM 2008): pods of k/2 edge and k/2
 * aggregation switches, (k/2)^2 core switches, k/2 servers on each edge switch. Only as many pods
 * as the servers need are built.
 * @param k even, at least 2 @param servers at most k^3/4; 0 for that @param link every link
 * @param oversubscription edge switches have so many times fewer links up than servers; divides k/2
 * @returns the network @throws InputError naming what does not fit
 */
Network FatTree(uint32_t k, uint32_t servers, LinkKind link, uint32_t oversubscription = 1);

/// @param servers how many @returns the smallest even k with k^3/4 >= servers
uint32_t FatTreePorts(uint32_t servers);

/**
 * Rail-optimised: NIC r of every server of a group is on leaf r of the group; all leaves are joined
 * with all spines, with as much rate up as down. A single group has no spines.
 * @param servers at least 2 @param rails NICs of each server @param group servers on one leaf
 * @param spines at least 1 @param link of servers
 * @returns the network @throws InputError when a number is 0
 */
Network RailOptimized(uint32_t servers,
                      uint32_t rails,
                      uint32_t group,
                      uint32_t spines,
                      LinkKind link);

/**
 * Servers in a torus, without switches. Twisted (Camarero et al., IEEE Trans. Computers 59(11),
 * 2010; TPU v4: Jouppi et al., ISCA 2023): going round in a dimension other than the last moves on
 * by `twist` in the last.
 * @param sides of each dimension; 1 for none. A side of 2 has one link, not two.
 * @param twist 0 for a plain torus @param link every link
 * @returns the network @throws InputError when a side is 0
 */
Network Torus(const std::vector<uint32_t>& sides, uint32_t twist, LinkKind link);

/**
 * Servers in a random regular graph, without switches (Jellyfish: Singla et al., NSDI 2012): a ring
 * with chords, then random swaps of pairs of links.
 * @param servers more than degree @param degree links of each; servers * degree is even
 * @param seed same seed, same graph @param link every link
 * @returns the network, connected @throws InputError when no such graph exists
 */
Network Expander(uint32_t servers, uint32_t degree, uint64_t seed, LinkKind link);

/**
 * Dragonfly (Kim et al., ISCA 2008): groups of a switches, all joined within a group; h links of
 * each switch to other groups, one between each two groups; p servers on each switch.
 * @param p servers on a switch @param a switches of a group @param h links to other groups
 * @param servers at most a p (a h + 1); 0 for that @param link every link
 * @returns the network @throws InputError naming what does not fit
 */
Network Dragonfly(uint32_t p, uint32_t a, uint32_t h, uint32_t servers, LinkKind link);

/**
 * The packet switches of a fabric: NICs, and all links, of rate degree * linkRate; but
 * rail-optimised: `degree` NICs, and all links, of rate linkRate.
 *
 * Leaf-spine: about as many servers on a leaf as there are leaves, as many spines as servers on a
 * leaf. Fat-trees: the fewest ports per switch that reach all servers (a multiple of 4 with 2:1).
 * Dragonfly: the smallest balanced one, a = 2p = 2h. Rail-optimised: groups of 32 servers.
 *
 * @param fabric with Fabric::IsSwitched()
 * @returns the network; servers are nodes 0, 1, ...
 */
Network SwitchedNetwork(const Fabric& fabric);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_NETWORK_GENERATORS_H */
