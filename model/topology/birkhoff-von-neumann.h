/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_BIRKHOFF_VON_NEUMANN_H
#define TOPO_X_BIRKHOFF_VON_NEUMANN_H

/**
 * @file
 * A traffic matrix as a weighted sum of permutations.
 */

#include "circuit-terms.h"

namespace ns3
{
namespace topox
{

/**
 * Add demand that nobody has, so that all rows and columns have the same sum.
 *
 * @param demand the matrix
 * @param sum that of each line; at least LargestLineSum(demand)
 * @returns a matrix that is nowhere below it
 * @throws std::invalid_argument when the sum is too small
 */
DemandMatrix Stuff(const DemandMatrix& demand, uint64_t sum);

/**
 * The exact decomposition (Birkhoff 1946, von Neumann 1953). Of all permutations within the
 * non-zero entries, that whose smallest entry is largest goes next, so that there are few.
 *
 * @param stuffed a matrix whose rows and columns all have one sum
 * @returns at most n^2 - 2n + 2 terms (Marcus and Ree 1959) whose weighted sum is the matrix,
 *          heaviest first
 * @throws std::invalid_argument when the sums differ
 */
std::vector<CircuitTerm> BirkhoffVonNeumann(const DemandMatrix& stuffed);

/**
 * @param demand a matrix
 * @returns the permutation whose smallest entry is largest, and that entry; an empty one when each
 *          permutation has a zero
 */
CircuitTerm HeaviestTerm(const DemandMatrix& demand);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_BIRKHOFF_VON_NEUMANN_H */
