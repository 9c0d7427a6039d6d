/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_COIN_CHANGE_H
#define TOPO_X_COIN_CHANGE_H

/**
 * @file
 * Routing on circulants: which jumps add up to a distance (TopoOpt, NSDI 2023, algorithm 2).
 */

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Fewest jumps that add up to each distance modulo n. The graph is the same seen from every
 * server, so one table serves every pair: from s to t take the entry of (t - s) mod n.
 *
 * @param n number of servers on the circulant
 * @param jumps the jumps of its rings, each 1 .. n-1
 * @returns for each distance 0 .. n-1 the jumps to take, ascending, those with small jumps first
 *          where there is a choice; empty for distance 0 and for what cannot be reached
 */
std::vector<std::vector<uint32_t>> CoinChangeMod(uint32_t n, const std::vector<uint32_t>& jumps);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_COIN_CHANGE_H */
