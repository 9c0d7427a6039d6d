/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_MATCHING_H
#define TOPO_X_MATCHING_H

/**
 * @file
 * Maximum-weight matchings, on Boost.Graph.
 */

#include "circuit-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Choose arcs of largest total weight such that each server sends on at most one and receives on
 * at most one: what one OCS can carry at a time with simplex circuits.
 *
 * @param weight [from][to], square; zero means no arc, the diagonal is ignored. Weights of 2^40
 *        and more are compared after dropping their low bits.
 * @returns the arcs, sorted; only those with weight
 */
std::vector<Arc> MaximumWeightAssignment(const std::vector<std::vector<uint64_t>>& weight);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_MATCHING_H */
