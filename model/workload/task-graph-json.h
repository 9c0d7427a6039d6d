/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TASK_GRAPH_JSON_H
#define TOPO_X_TASK_GRAPH_JSON_H

/**
 * @file
 * Task graphs as JSON, schema topo-x/task-graph/1.
 */

#include "json-reader.h"
#include "task-graph.h"

namespace ns3
{
namespace topox
{

/// Identifier of the format.
constexpr const char* TASK_GRAPH_SCHEMA = "topo-x/task-graph/1";

/// @returns the graph as JSON; TaskGraphFromJson() gives an equal one. @param graph the graph
Json ToJson(const TaskGraph& graph);

/**
 * @param value the JSON
 * @returns the graph
 * @throws InputError with the place and what was expected there
 */
TaskGraph TaskGraphFromJson(const JsonValue& value);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TASK_GRAPH_JSON_H */
