/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_STABLE_MATCHING_H
#define TOPO_X_STABLE_MATCHING_H

/**
 * @file
 * Stable matchings, which servers can find among themselves.
 */

#include "circuit-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Match senders and receivers such that no two of them would both rather have each other (Gale and
 * Shapley 1962), as ProjecToR does (SIGCOMM 2016): senders propose, both sides prefer the larger
 * weight, then the lower number.
 *
 * @param weight [from][to], square; zero means no arc, the diagonal is ignored
 * @returns the arcs, sorted
 */
std::vector<Arc> StableMatching(const std::vector<std::vector<uint64_t>>& weight);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_STABLE_MATCHING_H */
