/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_CHECKER_H
#define TOPO_X_PLAN_CHECKER_H

/**
 * @file
 * Says what is wrong with a plan. Written from the constraints; shares no code with planners.
 */

#include "plan.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// A constraint that a plan violates.
struct Violation
{
    std::string constraint; //!< short name, for instance "precedence"
    std::string text;       //!< with task, port and time
};

/**
 * Check a plan:
 *
 * - `tasks`: one entry for each task; `rank`: all distinct;
 * - `duration`: finish - start is at least the run time of a compute task, and what the narrowest
 *   hop allows for the largest share of any other;
 * - `precedence`: no task starts before those it depends on finish;
 * - `device`: one compute task at a time;
 * - `configuration`: index in range, never less than that of a task it depends on; ports in range
 *   and on the same switch, no transmit or receive port twice, no circuit to its own server;
 * - `route`: right ends, no server twice, each hop a circuit of the task's configuration (or as
 *   Route says for the other fabrics);
 * - `return-path`: circuits of the same configuration lead back, or the electrical side does;
 * - `share`: shares add up to what the task moves; `ring`: rings visit each member once, hop by
 * hop;
 * - `planned-time`: not before the last finish; `lower-bound`: not above the planned time.
 *
 * @param plan the plan
 * @returns all violations found; empty for a good plan
 */
std::vector<Violation> CheckPlan(const Plan& plan);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_CHECKER_H */
