/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TASK_PROGRESS_H
#define TOPO_X_TASK_PROGRESS_H

/**
 * @file
 * Which tasks of a graph may start, are done, or wait: dependency counting, without any clock.
 */

#include "ns3/task-graph.h"

#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Counts dependencies of a task graph.
 */
class TaskProgress
{
  public:
    /// @param graph the tasks; must outlive this
    explicit TaskProgress(const TaskGraph& graph);

    /// @returns the tasks that wait for nobody, in topological order
    std::vector<TaskId> Start() const;

    /**
     * @param id a task that is complete now
     * @returns the tasks that may start because of that, ascending
     */
    std::vector<TaskId> Complete(TaskId id);

    /// @returns number of tasks that are complete
    uint32_t Done() const;
    /// @returns whether all are
    bool AllDone() const;
    /// @returns the tasks that are not complete although all they depend on is, ascending
    std::vector<TaskId> Startable() const;

  private:
    const TaskGraph& m_graph;     //!< the tasks
    std::vector<uint32_t> m_open; //!< of each task: predecessors that are not complete
    std::vector<bool> m_complete; //!< by task
    uint32_t m_done{0};           //!< how many are
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TASK_PROGRESS_H */
