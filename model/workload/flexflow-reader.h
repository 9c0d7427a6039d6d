/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FLEXFLOW_READER_H
#define TOPO_X_FLEXFLOW_READER_H

/**
 * @file
 * Reads task graphs that FlexFlow/FlexNet wrote for TopoOpt's simulator (.fbuf).
 */

#include "task-graph.h"

#include <string>

namespace ns3
{
namespace topox
{

/**
 * Read a FlexFlow task graph.
 *
 * FORWARD, BACKWARD and UPDATE become compute tasks of their run time; BARRIER one of no duration;
 * COMM and NOMINAL_COMM transfers between the servers of their network device (its property is
 * source * (nnode + nswitch) + destination), and the run time that the other tool guessed is
 * ignored; ALLREDUCE an all-reduce among the servers that its nexttasks list, in that order. A
 * transfer within one server stays as a compute task of no duration on the first device there: it
 * keeps the dependency and costs nothing.
 *
 * @param path the file
 * @returns the graph, named like the file without folder and ending
 * @throws InputError naming file and field when the file is not a FlexFlow task graph: malformed
 *         FlatBuffer, unknown type, device, successor or server, an id used twice, a run time that
 *         is negative or not finite, a cycle
 */
TaskGraph ReadFlexFlowTaskGraph(const std::string& path);

/**
 * As ReadFlexFlowTaskGraph(), from memory.
 *
 * @param data content of the file
 * @param path for messages
 * @returns the graph
 */
TaskGraph ParseFlexFlowTaskGraph(const std::string& data, const std::string& path);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FLEXFLOW_READER_H */
