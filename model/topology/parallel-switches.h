/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PARALLEL_SWITCHES_H
#define TOPO_X_PARALLEL_SWITCHES_H

/**
 * @file
 * A traffic matrix over several switches at once.
 */

#include "circuit-terms.h"

namespace ns3
{
namespace topox
{

/**
 * Split a demand over switches that work side by side, in the manner of Spectra (2025):
 * decompose, give the settings to the switches, longest first to the least loaded, then equalise
 * by cutting a setting of the last switch in two where that ends earlier. Several decompositions
 * are tried (exact; ADJUST at several grains; as few settings as possible; several between these)
 * and that of smallest makespan is taken. On dense random 16 x 16 matrices and 4 switches the
 * makespan is within 1.15 of the floor, (largest line sum) / switches + n / switches darknesses,
 * while one darkness is at most 1 % of the former, and within 1.35 when it is 10 %.
 *
 * @param demand the matrix
 * @param switches how many, at least 1
 * @param reconfiguration darkness before each setting, in the matrix's unit
 * @returns settings of each switch
 */
std::vector<std::vector<CircuitTerm>> SplitOverSwitches(const DemandMatrix& demand,
                                                        uint32_t switches,
                                                        uint64_t reconfiguration);

/**
 * Few settings: as many as the most that a line has non-zero entries (König 1916 says so many are
 * enough), those with large entries together.
 *
 * @param demand the matrix
 * @returns settings that carry all demand
 */
std::vector<CircuitTerm> FewSettings(const DemandMatrix& demand);

/**
 * Between exact and few: each setting lasts as long as a given share of its pairs needs, the rest
 * of their demand waits for a later setting.
 *
 * @param demand the matrix
 * @param quantile 0: until the first pair is done; 1: until the last one is
 * @returns settings that carry all demand
 */
std::vector<CircuitTerm> SettingsAtQuantile(const DemandMatrix& demand, double quantile);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PARALLEL_SWITCHES_H */
