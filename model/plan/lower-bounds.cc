/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lower-bounds.h"

#include <algorithm>
#include <queue>

namespace ns3
{
namespace topox
{

Picoseconds
BestDuration(const Task& task, const Fabric& fabric)
{
    switch (task.kind)
    {
    case TaskKind::COMPUTE:
        return task.duration;
    case TaskKind::TRANSFER:
        // One pair has one link in a full mesh, and may have all of a server's ports elsewhere.
        return TransferTime(task.bytes, fabric.PairRate());
    case TaskKind::COLLECTIVE:
        break;
    }
    return TransferTime(EgressBytes(task, task.group.front()), fabric.ServerRate());
}

Picoseconds
JacksonPreemptive(std::vector<MachineJob> jobs)
{
    std::sort(jobs.begin(), jobs.end(), [](const MachineJob& a, const MachineJob& b) {
        return a.head < b.head;
    });
    using Waiting = std::pair<Picoseconds, Picoseconds>; // tail, what is left of the body
    std::priority_queue<Waiting> waiting;
    Picoseconds now = 0;
    Picoseconds latest = 0;
    size_t next = 0;
    while (next < jobs.size() || !waiting.empty())
    {
        if (waiting.empty())
        {
            now = std::max(now, jobs[next].head);
        }
        while (next < jobs.size() && jobs[next].head <= now)
        {
            waiting.emplace(jobs[next].tail, jobs[next].body);
            ++next;
        }
        auto [tail, left] = waiting.top();
        waiting.pop();
        const auto until = next < jobs.size() ? std::min(now + left, jobs[next].head) : now + left;
        left -= until - now;
        now = until;
        if (left > 0)
        {
            waiting.emplace(tail, left);
        }
        else
        {
            latest = std::max(latest, now + tail);
        }
    }
    return latest;
}

namespace
{

/// Machines and their jobs for one graph.
class Bounds
{
  public:
    Bounds(const TaskGraph& graph, const Fabric& fabric);
    LowerBound Best();

  private:
    void AddJob(std::vector<MachineJob>& machine, TaskId id, Picoseconds body);
    void Consider(Picoseconds time, const std::string& certificate);
    void ConsiderMachines(std::vector<std::vector<MachineJob>>& machines, const std::string& name);

    const TaskGraph& m_graph;        //!< the tasks
    const Fabric& m_fabric;          //!< the cluster
    std::vector<Picoseconds> m_own;  //!< best duration of each task
    std::vector<Picoseconds> m_head; //!< earliest start of each task
    std::vector<Picoseconds> m_tail; //!< longest chain behind each task
    LowerBound m_best;               //!< best so far
};

Bounds::Bounds(const TaskGraph& graph, const Fabric& fabric)
    : m_graph(graph),
      m_fabric(fabric),
      m_head(graph.Tasks().size(), 0),
      m_tail(graph.Tasks().size(), 0)
{
    for (const auto& task : graph.Tasks())
    {
        m_own.push_back(BestDuration(task, fabric));
    }
    const auto& order = graph.TopologicalOrder();
    for (const auto id : order)
    {
        for (const auto next : graph.Successors()[id])
        {
            m_head[next] = std::max(m_head[next], m_head[id] + m_own[id]);
        }
    }
    for (auto it = order.rbegin(); it != order.rend(); ++it)
    {
        for (const auto next : graph.Successors()[*it])
        {
            m_tail[*it] = std::max(m_tail[*it], m_own[next] + m_tail[next]);
        }
    }
}

void
Bounds::AddJob(std::vector<MachineJob>& machine, TaskId id, Picoseconds body)
{
    if (body > 0)
    {
        machine.push_back({m_head[id], body, m_tail[id]});
    }
}

void
Bounds::Consider(Picoseconds time, const std::string& certificate)
{
    if (time > m_best.time)
    {
        m_best = {time, certificate};
    }
}

void
Bounds::ConsiderMachines(std::vector<std::vector<MachineJob>>& machines, const std::string& name)
{
    for (size_t k = 0; k < machines.size(); ++k)
    {
        Consider(JacksonPreemptive(std::move(machines[k])),
                 "preemptive schedule of " + name + " " + std::to_string(k));
    }
}

LowerBound
Bounds::Best()
{
    const auto& tasks = m_graph.Tasks();
    std::vector<std::vector<MachineJob>> devices(m_graph.ServerOfDevice().size());
    std::vector<std::vector<MachineJob>> egress(m_graph.Servers());
    std::vector<std::vector<MachineJob>> ingress(m_graph.Servers());
    const auto rate = m_fabric.ServerRate();
    for (TaskId id = 0; id < tasks.size(); ++id)
    {
        const auto& task = tasks[id];
        Consider(m_head[id] + m_own[id] + m_tail[id], "critical path through task " + task.name);
        if (task.kind == TaskKind::COMPUTE)
        {
            AddJob(devices[task.device], id, task.duration);
        }
        else if (task.kind == TaskKind::TRANSFER)
        {
            AddJob(egress[task.source], id, TransferTime(task.bytes, rate));
            AddJob(ingress[task.destination], id, TransferTime(task.bytes, rate));
        }
        else
        {
            for (const auto s : task.group)
            {
                AddJob(egress[s], id, TransferTime(EgressBytes(task, s), rate));
                AddJob(ingress[s], id, TransferTime(IngressBytes(task, s), rate));
            }
        }
    }
    ConsiderMachines(devices, "device");
    ConsiderMachines(egress, "egress of server");
    ConsiderMachines(ingress, "ingress of server");
    return m_best;
}

} // namespace

LowerBound
ComputeLowerBound(const TaskGraph& graph, const Fabric& fabric)
{
    return Bounds(graph, fabric).Best();
}

} // namespace topox
} // namespace ns3
