/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TOPO_X_PLANNER_H
#define TOPO_X_TOPO_X_PLANNER_H

/**
 * @file
 * The planner that the project is named after: topology over time, routes and order together.
 */

#include "planner.h"

namespace ns3
{
namespace topox
{

/**
 * Starts from TopoOpt's plan and keeps the best of many, judged by EstimatePlan(); the result is
 * never worse than TopoOpt's by that estimate. Capacity-safe: flows share circuits, ports are dark
 * while they change.
 *
 * The candidates: the phases of FindPhases(), cut at every set of phase borders, each segment with
 * a topology of its own from ChooseTopology() (GLPK) or FindTopology() (greedy), or, where there
 * are only transfers, several that serve all pairs directly, round by round; all-reduces split over
 * their rings evenly or as the MIP has it; transfers on least loaded routes; flows ordered by
 * longest remaining tail or all alike; in a hybrid fabric, short messages on the electrical side or
 * on circuits. Reconfigurations cost their darkness, so that a plan with
 * them wins only where the gain is larger.
 */
class TopoXPlanner : public Planner
{
  public:
    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TOPO_X_PLANNER_H */
