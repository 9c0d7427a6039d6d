/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CIRCUIT_TERMS_H
#define TOPO_X_CIRCUIT_TERMS_H

/**
 * @file
 * What decompositions of a traffic matrix into circuits have in common.
 */

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// Demand, [from][to], square: bytes, or the time that they take on a circuit.
using DemandMatrix = std::vector<std::vector<uint64_t>>;

/// One setting of a switch, and for how much of each pair's demand it stays.
struct CircuitTerm
{
    std::vector<uint32_t> to; //!< by sender: its receiver; a permutation
    uint64_t weight{0};       //!< in the matrix's unit
};

/// @returns the largest sum of a row or of a column: no switch serves the demand in less
/// @param demand the matrix
uint64_t LargestLineSum(const DemandMatrix& demand);

/// @returns sum of the weights. @param terms settings of one switch
uint64_t TotalWeight(const std::vector<CircuitTerm>& terms);

/**
 * @param terms settings of a switch
 * @param reconfiguration darkness before each of them, in the unit of the weights
 * @returns how long they take, one after the other
 */
uint64_t Makespan(const std::vector<CircuitTerm>& terms, uint64_t reconfiguration);

/**
 * @param demand what is asked for
 * @param terms settings, of one or of several switches
 * @returns whether they carry all of it
 */
bool Covers(const DemandMatrix& demand, const std::vector<CircuitTerm>& terms);

/// @returns demand[from][to] - carried, not below zero. @param demand the matrix @param terms
/// settings
DemandMatrix Remaining(const DemandMatrix& demand, const std::vector<CircuitTerm>& terms);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CIRCUIT_TERMS_H */
