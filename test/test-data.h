/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TEST_DATA_H
#define TOPO_X_TEST_DATA_H

/**
 * @file
 * Where tests find the inputs that others made, and small things that several suites need.
 */

#include "ns3/fabric.h"
#include "ns3/task-graph.h"
#include "ns3/test.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// A case that simulates: frames need picoseconds.
class PicosecondTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoSetup() override;
};

/**
 * @param name below the folder of shared data, for instance "taskgraphs/40dlrm_16.fbuf"
 * @returns its path: below $TOPOX_SHARED_DATA, or ../shared/data seen from the project; empty, and
 *          a line that says so is printed, when it is not there
 */
std::string SharedData(const std::string& name);

/// @returns a compute task. @param device where @param duration how long @param after predecessors
Task ComputeTask(DeviceId device, Picoseconds duration, std::vector<TaskId> after = {});
/// @returns a transfer. @param s source @param t destination @param bytes how much
/// @param after predecessors
Task TransferTask(ServerId s, ServerId t, uint64_t bytes, std::vector<TaskId> after = {});
/// @returns an all-reduce among servers 0 .. n-1. @param n members @param bytes size of the vector
/// @param after predecessors
Task AllReduceTask(uint32_t n, uint64_t bytes, std::vector<TaskId> after = {});
/// @returns a graph with one device in each server. @param servers how many @param tasks of it
TaskGraph MakeGraph(uint32_t servers, std::vector<Task> tasks);
/// @returns the same for planners. @param graph a graph
std::shared_ptr<const TaskGraph> Share(TaskGraph graph);
/// @returns an optical fabric with a switch for each port. @param servers how many
/// @param degree ports of each @param gigabits rate of each port in Gb/s
Fabric MakeFabric(uint32_t servers, uint32_t degree, uint64_t gigabits);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TEST_DATA_H */
