/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-graph.h"

#include "input-error.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace ns3
{
namespace topox
{

namespace
{

/// Checks one task at a time and says what is wrong with which.
class Validator
{
  public:
    Validator(const std::string& graph, uint32_t servers, size_t devices, size_t tasks)
        : m_graph(graph),
          m_servers(servers),
          m_devices(devices),
          m_tasks(tasks),
          m_seenServer(servers, 0)
    {
    }

    void Check(TaskId id, const Task& task)
    {
        m_id = id;
        m_task = &task;
        CheckPredecessors();
        switch (task.kind)
        {
        case TaskKind::COMPUTE:
            Require(task.device < m_devices,
                    "device " + std::to_string(task.device) + " is not one of the " +
                        std::to_string(m_devices) + " devices");
            Require(task.duration >= 0,
                    "the duration must not be negative, found " + std::to_string(task.duration) +
                        " ps");
            break;
        case TaskKind::TRANSFER:
            CheckServer(task.source, "source");
            CheckServer(task.destination, "destination");
            Require(task.source != task.destination,
                    "a transfer must go to another server, both ends are server " +
                        std::to_string(task.source));
            break;
        case TaskKind::COLLECTIVE:
            CheckGroup();
            break;
        }
    }

  private:
    void Require(bool holds, const std::string& text) const
    {
        if (!holds)
        {
            throw InputError(m_graph,
                             "task " + std::to_string(m_id) + " (" + m_task->name + ")",
                             text);
        }
    }

    void CheckServer(ServerId server, const std::string& what) const
    {
        Require(server < m_servers,
                what + " " + std::to_string(server) + " is not one of the " +
                    std::to_string(m_servers) + " servers");
    }

    void CheckPredecessors() const
    {
        auto sorted = m_task->predecessors;
        std::sort(sorted.begin(), sorted.end());
        for (size_t k = 0; k < sorted.size(); ++k)
        {
            Require(sorted[k] < m_tasks,
                    "predecessor " + std::to_string(sorted[k]) + " is not one of the " +
                        std::to_string(m_tasks) + " tasks");
            Require(sorted[k] != m_id, "a task cannot wait for itself");
            Require(k == 0 || sorted[k] != sorted[k - 1],
                    "predecessor " + std::to_string(sorted[k]) + " is named twice");
        }
    }

    void CheckGroup()
    {
        Require(!m_task->group.empty(), "a collective needs at least one member");
        for (const auto s : m_task->group)
        {
            CheckServer(s, "group member");
            Require(m_seenServer[s] != m_id + 1,
                    "server " + std::to_string(s) + " is twice in the group");
            m_seenServer[s] = m_id + 1;
        }
    }

    const std::string& m_graph;       //!< name of the graph
    uint32_t m_servers;               //!< number of servers
    size_t m_devices;                 //!< number of devices
    size_t m_tasks;                   //!< number of tasks
    std::vector<TaskId> m_seenServer; //!< by server: 1 + the last collective that had it
    TaskId m_id{0};                   //!< task under check
    const Task* m_task{nullptr};      //!< task under check
};

/// @returns text naming the tasks on one cycle among those whose predecessors never all completed
std::string
NameCycle(const std::vector<Task>& tasks, const std::vector<uint32_t>& open)
{
    // Walk backwards over unfinished predecessors until a task comes again.
    TaskId at = 0;
    while (open[at] == 0)
    {
        ++at;
    }
    std::vector<TaskId> walk;
    std::vector<bool> seen(tasks.size(), false);
    while (!seen[at])
    {
        seen[at] = true;
        walk.push_back(at);
        for (const auto p : tasks[at].predecessors)
        {
            if (open[p] > 0)
            {
                at = p;
                break;
            }
        }
    }
    std::string text;
    for (auto it = std::find(walk.begin(), walk.end(), at); it != walk.end(); ++it)
    {
        text = std::to_string(*it) + " -> " + text;
    }
    return "tasks wait for each other in a cycle: " + std::to_string(at) + " -> " +
           text.substr(0, text.size() - 4);
}

} // namespace

TaskGraph::TaskGraph(std::string name,
                     uint32_t servers,
                     std::vector<ServerId> serverOfDevice,
                     std::vector<Task> tasks)
    : m_name(std::move(name)),
      m_servers(servers),
      m_serverOfDevice(std::move(serverOfDevice)),
      m_tasks(std::move(tasks)),
      m_successors(m_tasks.size())
{
    for (size_t d = 0; d < m_serverOfDevice.size(); ++d)
    {
        if (m_serverOfDevice[d] >= servers)
        {
            throw InputError(m_name,
                             "device " + std::to_string(d),
                             "server " + std::to_string(m_serverOfDevice[d]) +
                                 " is not one of the " + std::to_string(servers) + " servers");
        }
    }
    Validator validator(m_name, servers, m_serverOfDevice.size(), m_tasks.size());
    for (TaskId id = 0; id < m_tasks.size(); ++id)
    {
        validator.Check(id, m_tasks[id]);
    }
    std::vector<uint32_t> open(m_tasks.size());
    std::priority_queue<TaskId, std::vector<TaskId>, std::greater<>> ready;
    for (TaskId id = 0; id < m_tasks.size(); ++id)
    {
        open[id] = static_cast<uint32_t>(m_tasks[id].predecessors.size());
        for (const auto p : m_tasks[id].predecessors)
        {
            m_successors[p].push_back(id);
        }
        if (open[id] == 0)
        {
            ready.push(id);
        }
    }
    m_order.reserve(m_tasks.size());
    while (!ready.empty())
    {
        const auto id = ready.top();
        ready.pop();
        m_order.push_back(id);
        for (const auto next : m_successors[id])
        {
            if (--open[next] == 0)
            {
                ready.push(next);
            }
        }
    }
    if (m_order.size() < m_tasks.size())
    {
        throw InputError(m_name, "", NameCycle(m_tasks, open));
    }
}

const std::string&
TaskGraph::Name() const
{
    return m_name;
}

uint32_t
TaskGraph::Servers() const
{
    return m_servers;
}

const std::vector<ServerId>&
TaskGraph::ServerOfDevice() const
{
    return m_serverOfDevice;
}

const std::vector<Task>&
TaskGraph::Tasks() const
{
    return m_tasks;
}

const std::vector<std::vector<TaskId>>&
TaskGraph::Successors() const
{
    return m_successors;
}

const std::vector<TaskId>&
TaskGraph::TopologicalOrder() const
{
    return m_order;
}

namespace
{

/// What each member of a collective sends, and by symmetry receives.
uint64_t
MemberBytes(const Task& task, ServerId server)
{
    const auto& group = task.group;
    if (std::find(group.begin(), group.end(), server) == group.end())
    {
        return 0;
    }
    const auto g = group.size();
    if (task.collective == CollectiveKind::ALL_TO_ALL)
    {
        return (g - 1) * task.bytes;
    }
    return static_cast<uint64_t>(static_cast<unsigned __int128>(2) * (g - 1) * task.bytes / g);
}

} // namespace

uint64_t
EgressBytes(const Task& task, ServerId server)
{
    if (task.kind == TaskKind::TRANSFER)
    {
        return server == task.source ? task.bytes : 0;
    }
    return task.kind == TaskKind::COLLECTIVE ? MemberBytes(task, server) : 0;
}

uint64_t
IngressBytes(const Task& task, ServerId server)
{
    if (task.kind == TaskKind::TRANSFER)
    {
        return server == task.destination ? task.bytes : 0;
    }
    return task.kind == TaskKind::COLLECTIVE ? MemberBytes(task, server) : 0;
}

} // namespace topox
} // namespace ns3
