/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TRAFFIC_H
#define TOPO_X_TRAFFIC_H

/**
 * @file
 * What a set of tasks asks of a topology.
 */

#include "ns3/task-graph.h"
#include "ns3/topology-finder.h"

#include <vector>

namespace ns3
{
namespace topox
{

/// Traffic of some tasks, and to which group each all-reduce belongs.
struct Traffic
{
    TopologyDemand demand;        //!< per group and per pair
    std::vector<int32_t> groupOf; //!< for each task of the graph: index into demand.groups or -1
};

/**
 * @param graph the tasks
 * @param tasks which of them count
 * @returns their traffic; groups with the same members in whatever order are one, with the order
 *          of the first
 */
Traffic TrafficOf(const TaskGraph& graph, const std::vector<TaskId>& tasks);

/// @returns 0 .. number of tasks - 1
std::vector<TaskId> AllTasks(const TaskGraph& graph);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TRAFFIC_H */
