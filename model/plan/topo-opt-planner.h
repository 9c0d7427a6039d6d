/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TOPO_OPT_PLANNER_H
#define TOPO_X_TOPO_OPT_PLANNER_H

/**
 * @file
 * The baseline: TopoOpt (NSDI 2023) with the strategy given.
 */

#include "planner.h"

namespace ns3
{
namespace topox
{

/**
 * One topology for the whole job, found by FindTopology(); servers relay. An all-reduce is split
 * evenly over the rings of its group; a group without rings of its own runs as many rings as it
 * would have had, over the rings of all servers as CoinChangeMod() says, or fewest-hop routes where
 * there are none. Transfers take fewest-hop routes, in turn where there are
 * several. Nothing is ordered: whatever is ready shares the circuits.
 */
class TopoOptPlanner : public Planner
{
  public:
    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TOPO_OPT_PLANNER_H */
