/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PHASES_H
#define TOPO_X_PHASES_H

/**
 * @file
 * Phases of communication in a task graph: what may get a configuration of its own.
 */

#include "ns3/task-graph.h"

#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Cut the iteration into phases. The level of a task is the largest number of communicating tasks
 * on a chain before it; no task depends on one of a higher level, so configurations in order of
 * level never wait for each other. Neighbouring levels are merged, lightest first, until at most
 * `most` are left and none but a single one is without traffic.
 *
 * @param graph the tasks
 * @param most how many phases at most, not zero
 * @returns for each task of the graph its phase, 0 .. phases-1, never less than that of a task it
 *          depends on
 */
std::vector<uint32_t> FindPhases(const TaskGraph& graph, uint32_t most);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PHASES_H */
