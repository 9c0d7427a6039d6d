/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job.h"

#include "atomic-file.h"
#include "flexflow-reader.h"
#include "input-error.h"
#include "task-graph-json.h"

#include <cmath>

namespace ns3
{
namespace topox
{

namespace
{

uint32_t
Uint(JsonObject& object, const std::string& key, uint32_t otherwise, uint32_t least, uint32_t most)
{
    return object.Has(key) ? static_cast<uint32_t>(object.Get(key).AsUint(least, most)) : otherwise;
}

Mlp
MlpFromJson(const JsonValue& value, const Mlp& otherwise)
{
    JsonObject object(value);
    Mlp mlp;
    mlp.width = Uint(object, "width", otherwise.width, 1, 1U << 20);
    mlp.layers = Uint(object, "layers", otherwise.layers, 2, 1000);
    object.Finish();
    return mlp;
}

DlrmModel
ModelFromJson(const JsonValue& value)
{
    JsonObject object(value);
    object.Get("kind").AsOneOf({"dlrm"});
    DlrmModel model;
    if (object.Has("bottomMlp"))
    {
        model.bottom = MlpFromJson(object.Get("bottomMlp"), model.bottom);
    }
    if (object.Has("topMlp"))
    {
        model.top = MlpFromJson(object.Get("topMlp"), model.top);
    }
    if (object.Has("embedding"))
    {
        JsonObject embedding(object.Get("embedding"));
        model.tables = Uint(embedding, "tables", model.tables, 1, 1U << 20);
        model.rows =
            embedding.Has("rows") ? embedding.Get("rows").AsUint(1, 1ULL << 40) : model.rows;
        model.dimension = Uint(embedding, "dimension", model.dimension, 1, 1U << 16);
        model.lookups = Uint(embedding, "lookups", model.lookups, 1, 1U << 16);
        embedding.Finish();
    }
    object.Finish();
    return model;
}

Accelerator
AcceleratorFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Accelerator accelerator;
    if (object.Has("peakFlops"))
    {
        accelerator.peakFlops = object.Get("peakFlops").AsNumber(1e6, 1e20);
    }
    if (object.Has("memoryBandwidth"))
    {
        accelerator.memoryBandwidth = object.Get("memoryBandwidth").AsNumber(1e6, 1e18);
    }
    if (object.Has("efficiency"))
    {
        accelerator.efficiency = object.Get("efficiency").AsNumber(0.001, 1);
    }
    if (object.Has("kernelOverhead_us"))
    {
        accelerator.kernelOverhead =
            std::llround(object.Get("kernelOverhead_us").AsNumber(0, 1e6) * PS_PER_US);
    }
    object.Finish();
    return accelerator;
}

Job
JobFrom(const JsonValue& value)
{
    JsonObject object(value);
    object.Get("schema").AsOneOf({JOB_SCHEMA});
    Job job = DefaultJob();
    job.name = object.Get("name").AsString();
    job.model = ModelFromJson(object.Get("model"));
    job.training.servers = Uint(object, "servers", job.training.servers, 2, 4096);
    job.training.samplesPerServer =
        Uint(object, "samplesPerServer", job.training.samplesPerServer, 1, 1U << 24);
    job.training.bytesPerNumber = Uint(object, "bytesPerNumber", job.training.bytesPerNumber, 1, 8);
    if (object.Has("accelerator"))
    {
        job.training.accelerator = AcceleratorFromJson(object.Get("accelerator"));
    }
    if (object.Has("faults"))
    {
        job.faults = FaultsFromJson(object.Get("faults"));
    }
    object.Finish();
    return job;
}

void
RequireServers(const TaskGraph& graph, std::optional<uint32_t> servers, const std::string& path)
{
    if (servers && *servers != graph.Servers())
    {
        throw InputError("--servers",
                         "",
                         "the task graph " + path + " is for " + std::to_string(graph.Servers()) +
                             " servers, not " + std::to_string(*servers));
    }
}

} // namespace

Job
DefaultJob()
{
    return Job();
}

TaskGraph
BuildTaskGraph(const Job& job)
{
    return BuildDlrm(job.name, job.model, job.training);
}

Job
JobFromJson(const std::string& text, const std::string& file)
{
    const auto json = ParseJson(text, file);
    return JobFrom(JsonValue(json, file, ""));
}

TaskGraph
LoadWorkload(const std::string& path, std::optional<uint32_t> servers, std::vector<Fault>* faults)
{
    const auto text = ReadWholeFile(path);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != '{')
    {
        auto graph = ParseFlexFlowTaskGraph(text, path);
        RequireServers(graph, servers, path);
        return graph;
    }
    const auto json = ParseJson(text, path);
    const JsonValue value(json, path, "");
    if (json.contains("schema") && json["schema"] == TASK_GRAPH_SCHEMA)
    {
        auto graph = TaskGraphFromJson(value);
        RequireServers(graph, servers, path);
        return graph;
    }
    Job job = JobFrom(value);
    job.training.servers = servers.value_or(job.training.servers);
    if (faults)
    {
        *faults = job.faults;
    }
    return BuildTaskGraph(job);
}

} // namespace topox
} // namespace ns3
