/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LOWER_BOUNDS_H
#define TOPO_X_LOWER_BOUNDS_H

/**
 * @file
 * Times that no plan and no simulation can beat.
 */

#include "plan.h"

namespace ns3
{
namespace topox
{

/**
 * The best of these bounds (reference.md sections 1 and 3): the critical path with every task at
 * the best rate that the fabric could give it alone; and for each device, each server's egress and
 * each server's ingress as one machine, Jackson's preemptive schedule of its jobs with head, body
 * and tail (which is at least the load of the machine). Headers and time of flight are left out.
 * It assumes that the members of an all-reduce carry equal shares.
 *
 * @param graph the iteration
 * @param fabric the cluster
 * @returns the bound and the resource that gives it
 */
LowerBound ComputeLowerBound(const TaskGraph& graph, const Fabric& fabric);

/**
 * Shortest time that a task can take, alone on the fabric.
 *
 * @param task the task
 * @param fabric the cluster
 * @returns duration of a compute task, bytes over the best rate of a communication
 */
Picoseconds BestDuration(const Task& task, const Fabric& fabric);

/// A job of one machine.
struct MachineJob
{
    Picoseconds head; //!< not before
    Picoseconds body; //!< time on the machine
    Picoseconds tail; //!< time behind it, elsewhere
};

/**
 * Jackson's preemptive schedule: at each moment the available job with the longest tail.
 *
 * @param jobs the jobs of one machine
 * @returns the least possible max of (completion + tail), with preemption; 0 for no jobs
 */
Picoseconds JacksonPreemptive(std::vector<MachineJob> jobs);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LOWER_BOUNDS_H */
