/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-progress.h"

namespace ns3
{
namespace topox
{

TaskProgress::TaskProgress(const TaskGraph& graph)
    : m_graph(graph),
      m_complete(graph.Tasks().size(), false)
{
    for (const auto& task : graph.Tasks())
    {
        m_open.push_back(static_cast<uint32_t>(task.predecessors.size()));
    }
}

std::vector<TaskId>
TaskProgress::Start() const
{
    std::vector<TaskId> ready;
    for (const auto id : m_graph.TopologicalOrder())
    {
        if (m_open[id] == 0)
        {
            ready.push_back(id);
        }
    }
    return ready;
}

std::vector<TaskId>
TaskProgress::Complete(TaskId id)
{
    m_complete[id] = true;
    ++m_done;
    std::vector<TaskId> ready;
    for (const auto next : m_graph.Successors()[id])
    {
        if (--m_open[next] == 0)
        {
            ready.push_back(next);
        }
    }
    return ready;
}

uint32_t
TaskProgress::Done() const
{
    return m_done;
}

bool
TaskProgress::AllDone() const
{
    return m_done == m_complete.size();
}

std::vector<TaskId>
TaskProgress::Startable() const
{
    std::vector<TaskId> tasks;
    for (TaskId id = 0; id < m_complete.size(); ++id)
    {
        if (!m_complete[id] && m_open[id] == 0)
        {
            tasks.push_back(id);
        }
    }
    return tasks;
}

} // namespace topox
} // namespace ns3
