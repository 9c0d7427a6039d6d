/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_HAMILTONIAN_RINGS_H
#define TOPO_X_HAMILTONIAN_RINGS_H

/**
 * @file
 * Rings of neighbours through all servers of a network without switches.
 */

#include "network.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Find Hamiltonian cycles that share no link, by rotations (Pósa, Discrete Mathematics 14, 1976),
 * and keep the largest set of some tries. A heuristic: there may be more.
 *
 * @param network without switches
 * @param seed same seed, same rings
 * @returns for each ring the servers in order, the first one again not repeated; none for fewer
 *          than three servers
 */
std::vector<std::vector<uint32_t>> HamiltonianRings(const Network& network, uint64_t seed);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_HAMILTONIAN_RINGS_H */
