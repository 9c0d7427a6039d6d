/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-graph-json.h"

#include "input-error.h"

namespace ns3
{
namespace topox
{

namespace
{

const std::vector<std::string> KINDS{"compute", "transfer", "all-reduce", "all-to-all"};
const std::vector<std::string> PHASES{"other", "forward", "backward", "update"};
constexpr uint64_t MOST_SERVERS = 1U << 20;
constexpr uint64_t MOST_BYTES = 1ULL << 50;

size_t
KindOf(const Task& task)
{
    switch (task.kind)
    {
    case TaskKind::COMPUTE:
        return 0;
    case TaskKind::TRANSFER:
        return 1;
    case TaskKind::COLLECTIVE:
        break;
    }
    return task.collective == CollectiveKind::ALL_REDUCE ? 2 : 3;
}

Json
TaskToJson(const Task& task)
{
    Json json;
    json["name"] = task.name;
    json["kind"] = KINDS[KindOf(task)];
    json["phase"] = PHASES[static_cast<size_t>(task.phase)];
    switch (task.kind)
    {
    case TaskKind::COMPUTE:
        json["device"] = task.device;
        json["duration_ps"] = task.duration;
        break;
    case TaskKind::TRANSFER:
        json["source"] = task.source;
        json["destination"] = task.destination;
        json["bytes"] = task.bytes;
        break;
    case TaskKind::COLLECTIVE:
        json["group"] = task.group;
        json["bytes"] = task.bytes;
        break;
    }
    json["after"] = task.predecessors;
    return json;
}

Task
TaskFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Task task;
    task.name = object.Get("name").AsString();
    const auto kind = object.Get("kind").AsOneOf(KINDS);
    task.phase = static_cast<TaskPhase>(object.Get("phase").AsOneOf(PHASES));
    if (kind == 0)
    {
        task.device = static_cast<DeviceId>(object.Get("device").AsUint(0, UINT32_MAX));
        task.duration =
            static_cast<Picoseconds>(object.Get("duration_ps").AsUint(0, 3600ULL * PS_PER_SECOND));
    }
    else if (kind == 1)
    {
        task.kind = TaskKind::TRANSFER;
        task.source = static_cast<ServerId>(object.Get("source").AsUint(0, MOST_SERVERS));
        task.destination = static_cast<ServerId>(object.Get("destination").AsUint(0, MOST_SERVERS));
        task.bytes = object.Get("bytes").AsUint(0, MOST_BYTES);
    }
    else
    {
        task.kind = TaskKind::COLLECTIVE;
        task.collective = kind == 2 ? CollectiveKind::ALL_REDUCE : CollectiveKind::ALL_TO_ALL;
        task.group = object.Get("group").AsUintArray(MOST_SERVERS);
        task.bytes = object.Get("bytes").AsUint(0, MOST_BYTES);
    }
    task.predecessors = object.Get("after").AsUintArray(UINT32_MAX);
    object.Finish();
    return task;
}

} // namespace

Json
ToJson(const TaskGraph& graph)
{
    Json json;
    json["schema"] = TASK_GRAPH_SCHEMA;
    json["name"] = graph.Name();
    json["servers"] = graph.Servers();
    json["serverOfDevice"] = graph.ServerOfDevice();
    json["tasks"] = Json::array();
    for (const auto& task : graph.Tasks())
    {
        json["tasks"].push_back(TaskToJson(task));
    }
    return json;
}

TaskGraph
TaskGraphFromJson(const JsonValue& value)
{
    JsonObject object(value);
    object.Get("schema").AsOneOf({TASK_GRAPH_SCHEMA});
    auto name = object.Get("name").AsString();
    const auto servers = static_cast<uint32_t>(object.Get("servers").AsUint(1, MOST_SERVERS));
    auto serverOfDevice = object.Get("serverOfDevice").AsUintArray(MOST_SERVERS);
    std::vector<Task> tasks;
    for (const auto& task : object.Get("tasks").AsArray())
    {
        tasks.push_back(TaskFromJson(task));
    }
    object.Finish();
    try
    {
        return TaskGraph(std::move(name), servers, std::move(serverOfDevice), std::move(tasks));
    }
    catch (const InputError& e)
    {
        throw InputError(value.File(), value.Pointer(), e.what());
    }
}

} // namespace topox
} // namespace ns3
