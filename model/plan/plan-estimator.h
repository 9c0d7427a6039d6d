/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_ESTIMATOR_H
#define TOPO_X_PLAN_ESTIMATOR_H

/**
 * @file
 * How long a plan takes, without packets: a fluid model that the planners share.
 */

#include "plan.h"

namespace ns3
{
namespace topox
{

/**
 * Estimate a plan and fill in start and finish of every task and plannedTime.
 *
 * Transfers are fluid with the header overhead of full frames. Each hop of an all-reduce ring
 * carries 2(n-1)/n of its share. Where Plan::ordered holds, a resource serves by rank, lower first,
 * and the hops of a ring flow by themselves: other traffic holds up one hop at a time, and pieces
 * that wait even that out. Otherwise rates are max-min fair, and a ring is one fluid with the same
 * rate on all its hops. Both are the closer one to what packets do.
 * Compute tasks run one at a time on each device: ready tasks by rank, or without order first come,
 * first served. Circuits change as
 * CircuitTimeline says: a port is dark for reconfigurationTime after its last user is done.
 * Latency (flight, store-and-forward at relays, 2(n-1) times that round a ring) delays completion.
 *
 * @param plan the plan; graph, fabric, configurations, ranks, routes and shares must be set
 * @throws InputError when a route uses a circuit that its configuration does not have, or when
 *         tasks wait for one another through the configurations
 */
void EstimatePlan(Plan& plan);

/**
 * Estimate a plan without order, and rank its tasks by when they start.
 *
 * @param plan the plan; as for EstimatePlan(), but ranks are set here
 */
void RankByReadiness(Plan& plan);

/**
 * Longest time from the start of each task to the end of the iteration, at the best rates that
 * the fabric could give each task alone: the priority of list scheduling.
 *
 * @param graph the tasks
 * @param fabric the cluster
 * @returns for each task its own best duration plus that of the longest chain behind it
 */
std::vector<Picoseconds> LongestTails(const TaskGraph& graph, const Fabric& fabric);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_ESTIMATOR_H */
