/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "test-data.h"

#include "ns3/nstime.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>

namespace ns3
{
namespace topox
{

void
PicosecondTestCase::DoSetup()
{
    if (Time::GetResolution() != Time::PS)
    {
        Time::SetResolution(Time::PS);
    }
}

std::string
SharedData(const std::string& name)
{
    const char* folder = std::getenv("TOPOX_SHARED_DATA");
    const std::string path =
        (folder ? std::string(folder) : std::string(TOPOX_SOURCE_DIR "/../shared/data")) + "/" +
        name;
    if (std::ifstream(path))
    {
        return path;
    }
    std::cout << "SKIP: " << path << " is not there (set TOPOX_SHARED_DATA)" << std::endl;
    return "";
}

Task
ComputeTask(DeviceId device, Picoseconds duration, std::vector<TaskId> after)
{
    Task task;
    task.name = "compute";
    task.device = device;
    task.duration = duration;
    task.predecessors = std::move(after);
    return task;
}

Task
TransferTask(ServerId s, ServerId t, uint64_t bytes, std::vector<TaskId> after)
{
    Task task;
    task.name = "transfer";
    task.kind = TaskKind::TRANSFER;
    task.source = s;
    task.destination = t;
    task.bytes = bytes;
    task.predecessors = std::move(after);
    return task;
}

Task
AllReduceTask(uint32_t n, uint64_t bytes, std::vector<TaskId> after)
{
    Task task;
    task.name = "all-reduce";
    task.kind = TaskKind::COLLECTIVE;
    task.bytes = bytes;
    task.group.resize(n);
    std::iota(task.group.begin(), task.group.end(), 0);
    task.predecessors = std::move(after);
    return task;
}

TaskGraph
MakeGraph(uint32_t servers, std::vector<Task> tasks)
{
    std::vector<ServerId> serverOfDevice(servers);
    std::iota(serverOfDevice.begin(), serverOfDevice.end(), 0);
    return TaskGraph("test", servers, std::move(serverOfDevice), std::move(tasks));
}

std::shared_ptr<const TaskGraph>
Share(TaskGraph graph)
{
    return std::make_shared<const TaskGraph>(std::move(graph));
}

Fabric
MakeFabric(uint32_t servers, uint32_t degree, uint64_t gigabits)
{
    Fabric fabric;
    fabric.servers = fabric.switchPorts = servers;
    fabric.degree = fabric.switches = degree;
    fabric.linkRate = gigabits * 1'000'000'000;
    return fabric;
}

} // namespace topox
} // namespace ns3
