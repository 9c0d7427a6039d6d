/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-result.h"

#include "ns3/plan-json.h"

#include <nlohmann/json.hpp>

namespace ns3
{
namespace topox
{

double
RunResult::Gap() const
{
    return lowerBound > 0 ? static_cast<double>(simulatedTime - lowerBound) / lowerBound : 0;
}

RunResult
CollectResult(const Plan& plan, const PlanExecutor& executor, const Cluster& cluster)
{
    RunResult result;
    result.planner = plan.provenance.planner;
    result.plannedTime = plan.plannedTime;
    result.simulatedTime = executor.GetIterationTime().GetPicoSeconds();
    result.lowerBound = plan.lowerBound;
    result.flows = executor.GetFlows();
    for (const auto& flow : result.flows)
    {
        result.bytesAsked += flow.bytes;
    }
    for (const auto& ocs : cluster.switches)
    {
        result.reconfigurations += ocs->GetReconfigurations();
        result.framesLost += ocs->GetFramesLost();
    }
    for (const auto& packetSwitch : cluster.packetSwitches)
    {
        result.framesLost += packetSwitch->GetFramesDropped();
    }
    for (const auto& application : cluster.applications)
    {
        const auto host = application->GetHost();
        result.framesLost += host->GetFramesDropped();
        for (uint32_t port = 0; port < host->GetNDevices(); ++port)
        {
            result.framesLost += host->GetDevice(port)->GetFramesDropped();
            result.framesSent += host->GetDevice(port)->GetFramesSent();
            result.bytesCarried += host->GetDevice(port)->GetLineBytesSent();
        }
    }
    result.retransmissions = executor.GetRetransmissions();
    result.tasksDone = executor.GetTasksDone();
    result.tasksTotal = static_cast<uint32_t>(plan.graph->Tasks().size());
    if (!executor.IsDone())
    {
        result.unfinished = executor.ExplainUnfinished();
    }
    return result;
}

std::string
ResultJson(const std::string& job,
           const Fabric& fabric,
           uint64_t seed,
           const std::vector<RunResult>& runs)
{
    nlohmann::ordered_json json;
    json["schema"] = "topo-x/result/1";
    json["job"] = job;
    json["fabric"] = FabricToJson(fabric);
    json["seed"] = seed;
    json["runs"] = nlohmann::ordered_json::array();
    for (const auto& run : runs)
    {
        auto faults = nlohmann::ordered_json::array();
        for (const auto& cost : run.faults)
        {
            faults.push_back({{"kind", ToString(cost.fault.kind)},
                              {"switch", cost.fault.switchNumber},
                              {"port", cost.fault.port},
                              {"framesLost", cost.framesLost},
                              {"commandsFailed", cost.commandsFailed}});
        }
        json["runs"].push_back({{"planner", run.planner},
                                {"plannedTime_ps", run.plannedTime},
                                {"simulatedTime_ps", run.simulatedTime},
                                {"lowerBound_ps", run.lowerBound},
                                {"gap", run.Gap()},
                                {"reconfigurations", run.reconfigurations},
                                {"bytesAsked", run.bytesAsked},
                                {"bytesCarried", run.bytesCarried},
                                {"framesSent", run.framesSent},
                                {"framesLost", run.framesLost},
                                {"retransmissions", run.retransmissions},
                                {"tasksDone", run.tasksDone},
                                {"tasksTotal", run.tasksTotal}});
        if (!faults.empty())
        {
            json["runs"].back()["faults"] = faults;
        }
    }
    return json.dump(2) + "\n";
}

} // namespace topox
} // namespace ns3
