/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TOTIENT_PERMS_H
#define TOPO_X_TOTIENT_PERMS_H

/**
 * @file
 * Ring permutations of a group and the choice among them (TopoOpt, NSDI 2023, section 4.3).
 */

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// How SelectPermutations() chooses.
enum class PermutationStyle
{
    NEAREST_GEOMETRIC, //!< the paper: those nearest to 1, x, x^2, ... with x = k^(1/count)
    PUBLIC_CODE        //!< the published simulator: count/2 jumps p, each with its reverse k - p;
                       //!< of a progression with ratio (max/min)^(2/count), rounded up
};

/**
 * @param k size of a group, at least 2
 * @returns all p in 1 .. k-1 with gcd(p, k) = 1: member i to member i + p mod k is one ring
 */
std::vector<uint32_t> TotientPerms(uint32_t k);

/**
 * @param k size of a group, at least 2
 * @param count how many rings are wanted
 * @param style how to choose
 * @returns at most count distinct jumps of TotientPerms(k), ascending; fewer where there are not
 *          as many. An odd count in PUBLIC_CODE style leaves out the last reverse.
 */
std::vector<uint32_t> SelectPermutations(uint32_t k, uint32_t count, PermutationStyle style);

/// @returns members[0], members[jump], members[2 jump], ... mod size; jump prime to the size
std::vector<uint32_t> RingOrder(const std::vector<uint32_t>& members, uint32_t jump);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TOTIENT_PERMS_H */
