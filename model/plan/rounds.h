/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ROUNDS_H
#define TOPO_X_ROUNDS_H

/**
 * @file
 * Serving pairs by direct light, a few rotations at a time.
 */

#include "plan.h"

#include "ns3/topology-finder.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Split traffic among pairs into rounds of direct light: every pair s, s + j is served in the round
 * of its jump j. A jump and its reverse are neighbours in the order, so that acknowledgements have
 * direct light too.
 *
 * @param servers number of servers
 * @param degree ports of each
 * @param pairs [from][to] bytes
 * @returns for each round its jumps, at most `degree`
 */
std::vector<std::vector<uint32_t>> FindRounds(uint32_t servers,
                                              uint32_t degree,
                                              const std::vector<std::vector<uint64_t>>& pairs);

/// @returns rotations by these jumps, ports that are left filled with rings
/// @param servers number of servers @param degree ports of each @param jumps at most `degree`
CircuitGraph Rotations(uint32_t servers, uint32_t degree, const std::vector<uint32_t>& jumps);

/**
 * Let tasks that use no circuits go with the configuration of those they depend on.
 *
 * @param plan a plan whose flows have their configurations
 * @returns false when a task would have to wait for a later configuration than its own
 */
bool SettleConfigurations(Plan& plan);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ROUNDS_H */
