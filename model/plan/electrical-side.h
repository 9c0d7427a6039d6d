/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ELECTRICAL_SIDE_H
#define TOPO_X_ELECTRICAL_SIDE_H

/**
 * @file
 * What takes the electrical side of a hybrid fabric: one more port of each server, into a packet
 * switch.
 */

#include "planner.h"

#include <vector>

namespace ns3
{
namespace topox
{

/// @returns whether a route takes the electrical side. @param fabric the cluster @param route it
bool IsElectrical(const Fabric& fabric, const Route& route);

/**
 * @param fabric a hybrid one
 * @param source a server
 * @param destination another one
 * @returns the route over the electrical side
 */
Route ElectricalRoute(const Fabric& fabric, ServerId source, ServerId destination);

/**
 * Whether all messages of a task are short enough for the electrical side: a transfer, the bytes
 * of a pair of an all-to-all, or the chunk (1/n of the vector) that members of an all-reduce pass
 * on.
 *
 * @param task any task
 * @param fabric the cluster
 * @param options with the threshold
 * @returns true for a communication with such messages in a hybrid fabric
 */
bool IsSmall(const Task& task, const Fabric& fabric, const PlannerOptions& options);

/// @returns the tasks among those given that are not small
std::vector<TaskId> WithoutSmall(const TaskGraph& graph,
                                 std::vector<TaskId> tasks,
                                 const Fabric& fabric,
                                 const PlannerOptions& options);

/// Plan a small task: straight over the electrical side, an all-reduce round one ring.
/// @param plan the plan @param id the task
void PlanElectrically(Plan& plan, TaskId id);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ELECTRICAL_SIDE_H */
