/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CONFIGURATION_MIP_H
#define TOPO_X_CONFIGURATION_MIP_H

/**
 * @file
 * Which circuits serve a phase best: a MIP over candidate circuits, solved by GLPK.
 */

#include "mip.h"

#include "ns3/topology-finder.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// Circuits that are set together: a ring of a group, a rotation of all servers, a matching or one
/// direct pair. Each server sends on at most one of them and receives on at most one.
struct CandidateCircuits
{
    std::vector<Arc> arcs; //!< the circuits
    int32_t group{-1};     //!< group whose ring this is, -1 for none
    uint32_t jump{0};      //!< of that ring
};

/**
 * Candidates for a demand: rings of every group for jumps prime to its size; rotations s to s + j
 * of all servers; successive maximum-weight matchings of the pairs; the heaviest pairs alone.
 *
 * @param servers number of servers
 * @param degree ports of each
 * @param demand what to carry
 * @returns candidates without duplicates, in a fixed order
 */
std::vector<CandidateCircuits> FindCandidates(uint32_t servers,
                                              uint32_t degree,
                                              const TopologyDemand& demand);

/// A topology that the MIP chose.
struct ChosenTopology
{
    CircuitGraph graph;                       //!< the circuits, unused ports filled with rings
    std::vector<std::vector<uint32_t>> jumps; //!< of each group: rings to use
    std::vector<std::vector<double>> shares;  //!< of each group and ring: part of the traffic
    MipSolution solution;                     //!< how it was found; not feasible: nothing chosen
};

/**
 * Choose circuits that carry a demand as fast as possible: maximise the common throughput theta
 * of all demands, in demands per unit of time, over
 *
 * - y[c], integer: how often candidate c is set; each server has `degree` ports each way;
 * - F[g,p]: traffic of group g on its ring p, sum over p = theta * bytes of g;
 * - u[x,y]: traffic of a pair on direct circuits, at most theta * bytes of the pair; the rest is
 *   relayed over h hops, h being the mean distance of a Moore graph beyond the neighbours;
 * - w[a]: relayed traffic on arc a, which at each server has to add up to its own and its part of
 *   the transit;
 *
 * with F + u + w on each arc within the capacity that the chosen candidates give it. The routes
 * of relayed traffic are left to RouteTable; what the topology is worth is judged by
 * EstimatePlan().
 *
 * @param servers number of servers
 * @param degree ports of each
 * @param demand what to carry
 * @param limits for the solver
 * @returns the topology
 */
ChosenTopology ChooseTopology(uint32_t servers,
                              uint32_t degree,
                              const TopologyDemand& demand,
                              const MipLimits& limits);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CONFIGURATION_MIP_H */
