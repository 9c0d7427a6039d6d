/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-json.h"

#include "ns3/input-error.h"
#include "ns3/task-graph-json.h"

namespace ns3
{
namespace topox
{

namespace
{

constexpr uint64_t LONGEST = 3600ULL * 1000 * PS_PER_SECOND;

Json
RouteToJson(const Route& route)
{
    return {{"servers", route.servers}, {"ports", route.ports}};
}

Json
PlannedTaskToJson(const PlannedTask& task)
{
    Json json{{"start_ps", task.start},
              {"finish_ps", task.finish},
              {"rank", task.rank},
              {"configuration", task.configuration}};
    for (const auto& flow : task.flows)
    {
        json["flows"].push_back({{"bytes", flow.bytes}, {"route", RouteToJson(flow.route)}});
    }
    for (const auto& ring : task.rings)
    {
        Json hops = Json::array();
        for (const auto& hop : ring.hops)
        {
            hops.push_back(RouteToJson(hop));
        }
        json["rings"].push_back({{"bytes", ring.bytes}, {"members", ring.members}, {"hops", hops}});
    }
    return json;
}

Json
ConfigurationToJson(const Configuration& configuration)
{
    Json json = Json::array();
    for (const auto& c : configuration)
    {
        json.push_back({c.source, c.sourcePort, c.destination, c.destinationPort});
    }
    return json;
}

/// The elements of an array, one on each line.
std::string
Lines(const Json& array)
{
    std::string text = "[";
    for (size_t k = 0; k < array.size(); ++k)
    {
        text += (k > 0 ? ",\n  " : "\n  ") + array[k].dump();
    }
    return text + (array.empty() ? "]" : "\n ]");
}

Picoseconds
TimeFrom(const JsonValue& value)
{
    return static_cast<Picoseconds>(value.AsUint(0, LONGEST));
}

Fabric
FabricFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Fabric fabric;
    fabric.kind = static_cast<FabricKind>(object.Get("kind").AsOneOf(FabricKindNames()));
    const auto number = [&object](const char* key, uint64_t most) {
        return object.Get(key).AsUint(0, most);
    };
    fabric.servers = static_cast<uint32_t>(number("servers", UINT32_MAX));
    fabric.degree = static_cast<uint32_t>(number("degree", UINT32_MAX));
    fabric.switches = static_cast<uint32_t>(number("switches", UINT32_MAX));
    fabric.switchPorts = static_cast<uint32_t>(number("switchPorts", UINT32_MAX));
    fabric.linkRate = number("linkRate_bps", INT64_MAX);
    fabric.reconfigurationTime = TimeFrom(object.Get("reconfigurationTime_ps"));
    fabric.fibreDelay = TimeFrom(object.Get("fibreDelay_ps"));
    fabric.mtu = static_cast<uint32_t>(number("mtu", UINT32_MAX));
    fabric.electricalRate =
        object.Has("electricalRate_bps") ? number("electricalRate_bps", INT64_MAX) : 0;
    object.Finish();
    try
    {
        fabric.Validate();
    }
    catch (const InputError& e)
    {
        throw InputError(value.File(), value.Pointer(), e.what());
    }
    return fabric;
}

Route
RouteFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Route route{object.Get("servers").AsUintArray(UINT32_MAX),
                object.Get("ports").AsUintArray(UINT32_MAX)};
    object.Finish();
    if (route.servers.size() < 2 || route.ports.size() + 1 != route.servers.size())
    {
        value.Fail("two servers or more and one port for each but the last");
    }
    return route;
}

PlannedTask
PlannedTaskFromJson(const JsonValue& value)
{
    JsonObject object(value);
    PlannedTask task;
    task.start = TimeFrom(object.Get("start_ps"));
    task.finish = TimeFrom(object.Get("finish_ps"));
    task.rank = static_cast<uint32_t>(object.Get("rank").AsUint(0, UINT32_MAX));
    task.configuration = static_cast<uint32_t>(object.Get("configuration").AsUint(0, UINT32_MAX));
    if (object.Has("flows"))
    {
        for (const auto& element : object.Get("flows").AsArray())
        {
            JsonObject flow(element);
            task.flows.push_back(
                {RouteFromJson(flow.Get("route")), flow.Get("bytes").AsUint(0, INT64_MAX)});
            flow.Finish();
        }
    }
    if (object.Has("rings"))
    {
        for (const auto& element : object.Get("rings").AsArray())
        {
            JsonObject ring(element);
            PlannedRing planned{ring.Get("members").AsUintArray(UINT32_MAX),
                                {},
                                ring.Get("bytes").AsUint(0, INT64_MAX)};
            for (const auto& hop : ring.Get("hops").AsArray())
            {
                planned.hops.push_back(RouteFromJson(hop));
            }
            ring.Finish();
            task.rings.push_back(std::move(planned));
        }
    }
    object.Finish();
    return task;
}

Provenance
ProvenanceFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Provenance provenance;
    provenance.planner = object.Get("planner").AsString();
    provenance.method = object.Get("method").AsString();
    provenance.note = object.Get("note").AsString();
    provenance.seed = object.Get("seed").AsUint(0, UINT64_MAX);
    provenance.mipGap = object.Get("mipGap").AsNumber(0, 1e12);
    object.Finish();
    return provenance;
}

Configuration
ConfigurationFromJson(const JsonValue& value)
{
    Configuration configuration;
    for (const auto& element : value.AsArray())
    {
        const auto numbers = element.AsUintArray(UINT32_MAX);
        if (numbers.size() != 4)
        {
            element.Fail("[source, source port, destination, destination port]");
        }
        configuration.push_back({numbers[0], numbers[1], numbers[2], numbers[3]});
    }
    return configuration;
}

} // namespace

Json
FabricToJson(const Fabric& fabric)
{
    return {{"kind", ToString(fabric.kind)},
            {"servers", fabric.servers},
            {"degree", fabric.degree},
            {"switches", fabric.switches},
            {"switchPorts", fabric.switchPorts},
            {"linkRate_bps", fabric.linkRate},
            {"reconfigurationTime_ps", fabric.reconfigurationTime},
            {"fibreDelay_ps", fabric.fibreDelay},
            {"mtu", fabric.mtu},
            {"electricalRate_bps", fabric.electricalRate}};
}

std::string
PlanToJson(const Plan& plan)
{
    Json configurations = Json::array();
    for (const auto& configuration : plan.configurations)
    {
        configurations.push_back(ConfigurationToJson(configuration));
    }
    Json tasks = Json::array();
    for (const auto& task : plan.tasks)
    {
        tasks.push_back(PlannedTaskToJson(task));
    }
    auto graph = ToJson(*plan.graph);
    const auto graphTasks = Lines(graph["tasks"]);
    graph.erase("tasks");
    auto graphText = graph.dump();
    graphText.pop_back(); // the brace: its tasks follow, a line each
    const Json provenance{{"planner", plan.provenance.planner},
                          {"method", plan.provenance.method},
                          {"note", plan.provenance.note},
                          {"seed", plan.provenance.seed},
                          {"mipGap", plan.provenance.mipGap}};
    const auto entry = [](const std::string& key, const std::string& value) {
        return ",\n \"" + key + "\": " + value;
    };
    return "{\"schema\": " + Json(PLAN_SCHEMA).dump() + entry("provenance", provenance.dump()) +
           entry("strategy", Json(plan.strategy).dump()) +
           entry("plannedTime_ps", std::to_string(plan.plannedTime)) +
           entry("lowerBound_ps", std::to_string(plan.lowerBound)) +
           entry("ordered", plan.ordered ? "true" : "false") +
           entry("electricalAcks", plan.electricalAcks ? "true" : "false") +
           entry("fabric", FabricToJson(plan.fabric).dump()) +
           entry("configurations", Lines(configurations)) + entry("tasks", Lines(tasks)) +
           entry("graph", graphText + ",\"tasks\": " + graphTasks + "}") + "\n}\n";
}

Plan
PlanFromJson(const std::string& text, const std::string& file)
{
    const auto json = ParseJson(text, file);
    JsonObject object(JsonValue(json, file, ""));
    object.Get("schema").AsOneOf({PLAN_SCHEMA});
    Plan plan;
    plan.provenance = ProvenanceFromJson(object.Get("provenance"));
    plan.strategy = object.Get("strategy").AsString();
    plan.plannedTime = TimeFrom(object.Get("plannedTime_ps"));
    plan.lowerBound = TimeFrom(object.Get("lowerBound_ps"));
    plan.ordered = object.Get("ordered").AsBool();
    plan.electricalAcks = object.Has("electricalAcks") && object.Get("electricalAcks").AsBool();
    plan.fabric = FabricFromJson(object.Get("fabric"));
    for (const auto& configuration : object.Get("configurations").AsArray())
    {
        plan.configurations.push_back(ConfigurationFromJson(configuration));
    }
    for (const auto& task : object.Get("tasks").AsArray())
    {
        plan.tasks.push_back(PlannedTaskFromJson(task));
    }
    plan.graph = std::make_shared<const TaskGraph>(TaskGraphFromJson(object.Get("graph")));
    object.Finish();
    return plan;
}

} // namespace topox
} // namespace ns3
