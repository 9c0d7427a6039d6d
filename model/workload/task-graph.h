/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TASK_GRAPH_H
#define TOPO_X_TASK_GRAPH_H

/**
 * @file
 * One training iteration as tasks and dependencies: plain data, immutable once built.
 */

#include "topo-x-units.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// Index of a task in TaskGraph::Tasks().
using TaskId = uint32_t;
/// Index of a server, 0 .. servers-1.
using ServerId = uint32_t;
/// Index of an accelerator in TaskGraph::ServerOfDevice().
using DeviceId = uint32_t;

/// What a task does.
enum class TaskKind
{
    COMPUTE,   //!< runs on one device for a duration; one compute task per device at a time
    TRANSFER,  //!< moves bytes from one server to another
    COLLECTIVE //!< moves bytes among a group of servers
};

/// What a collective computes.
enum class CollectiveKind
{
    ALL_REDUCE, //!< bytes = size of the vector that each member holds before and after
    ALL_TO_ALL  //!< bytes = what each member sends to each other member
};

/// Which part of the training step a task belongs to; for reports only.
enum class TaskPhase
{
    OTHER,
    FORWARD,
    BACKWARD,
    UPDATE
};

/// One task. Fields that do not belong to its kind are zero or empty.
struct Task
{
    std::string name;                  //!< for people; need not be unique
    TaskKind kind{TaskKind::COMPUTE};  //!< which of the fields below hold
    TaskPhase phase{TaskPhase::OTHER}; //!< for reports
    DeviceId device{0};                //!< COMPUTE: the accelerator
    Picoseconds duration{0};           //!< COMPUTE: run time
    ServerId source{0};                //!< TRANSFER: sending server
    ServerId destination{0};           //!< TRANSFER: receiving server
    uint64_t bytes{0};                 //!< TRANSFER, COLLECTIVE: see CollectiveKind
    CollectiveKind collective{CollectiveKind::ALL_REDUCE}; //!< COLLECTIVE
    std::vector<ServerId> group;      //!< COLLECTIVE: member servers in ring order, no duplicates
    std::vector<TaskId> predecessors; //!< tasks that must be complete before this one starts
};

/**
 * Tasks and dependencies of one training iteration, validated at construction.
 */
class TaskGraph
{
  public:
    /// The empty graph: no servers, no tasks.
    TaskGraph() = default;

    /**
     * Build and validate.
     *
     * @param name for people, for instance "40dlrm_16"
     * @param servers number of servers
     * @param serverOfDevice server of each device
     * @param tasks the tasks; predecessors refer to positions in this vector
     * @throws InputError naming `name` and the task at fault: a predecessor, device, server or
     *         group member out of range, a self-loop, a duplicate predecessor or member, a group
     *         without members, a transfer to its own server, a negative duration, a cycle (with
     *         the tasks on it)
     */
    TaskGraph(std::string name,
              uint32_t servers,
              std::vector<ServerId> serverOfDevice,
              std::vector<Task> tasks);

    /// @returns the name given at construction
    const std::string& Name() const;
    /// @returns number of servers
    uint32_t Servers() const;
    /// @returns for each device, its server
    const std::vector<ServerId>& ServerOfDevice() const;
    /// @returns all tasks; a TaskId is an index into this
    const std::vector<Task>& Tasks() const;
    /// @returns for each task, the tasks that wait for it, ascending
    const std::vector<std::vector<TaskId>>& Successors() const;
    /// @returns task ids, each after all its predecessors; ties by lowest id
    const std::vector<TaskId>& TopologicalOrder() const;

  private:
    std::string m_name;                            //!< name
    uint32_t m_servers{0};                         //!< number of servers
    std::vector<ServerId> m_serverOfDevice;        //!< server of each device
    std::vector<Task> m_tasks;                     //!< the tasks
    std::vector<std::vector<TaskId>> m_successors; //!< inverse of Task::predecessors
    std::vector<TaskId> m_order;                   //!< a topological order
};

/**
 * Bytes that each server must send for a task, whatever the plan, full duplex and without
 * headers: transfer: bytes at the source; all-reduce: 2(g-1)/g * S at each member, rounded down
 * (equal shares); all-to-all: (g-1) * bytes at each member.
 *
 * @param task the task
 * @param server the server
 * @returns bytes out of that server
 */
uint64_t EgressBytes(const Task& task, ServerId server);

/**
 * As EgressBytes(), for what arrives.
 *
 * @param task the task
 * @param server the server
 * @returns bytes into that server
 */
uint64_t IngressBytes(const Task& task, ServerId server);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TASK_GRAPH_H */
