/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ADJUST_DECOMPOSITION_H
#define TOPO_X_ADJUST_DECOMPOSITION_H

/**
 * @file
 * Decompositions that carry more than is asked for, to switch less often.
 */

#include "circuit-terms.h"

namespace ns3
{
namespace topox
{

/**
 * ADJUST (Li and Hamdi, 2003). The demand is split at a grain of T / (lambda n), where T is the
 * largest sum of a line: what is a multiple of the grain goes in at most lambda n settings that
 * last T together, the rest, below one grain each, in n cyclic shifts that last T / lambda. All in
 * all (lambda + 1) n settings and T (1 + 1 / lambda); lambda = sqrt(T / (n delta)) makes the sum
 * with darkness smallest. Settings last no longer than their rest needs.
 *
 * @param demand the matrix
 * @param reconfiguration darkness delta before each setting, in the matrix's unit
 * @returns settings that carry all demand
 */
std::vector<CircuitTerm> Adjust(const DemandMatrix& demand, uint64_t reconfiguration);

/**
 * DOUBLE (Towles and Dally, 2003): the same with lambda = 1, that is 2n settings and a time of at
 * most 2 T whatever the darkness.
 *
 * @param demand the matrix
 * @returns settings that carry all demand
 */
std::vector<CircuitTerm> Double(const DemandMatrix& demand);

/**
 * What both do.
 *
 * @param demand the matrix
 * @param grains how many of them T has: lambda n, at least 1
 * @returns settings that carry all demand
 */
std::vector<CircuitTerm> SplitAtGrain(const DemandMatrix& demand, uint64_t grains);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ADJUST_DECOMPOSITION_H */
