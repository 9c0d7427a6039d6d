/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Plans a training iteration with several planners, runs each plan packet by packet over optical
 * circuit switches, and compares planned and simulated times with a lower bound.
 *
 * Without arguments: DLRM, configuration 2 of Table II of the TOPO-X paper, on 16 servers with 4
 * ports of 100 Gb/s and 4 switches that need 1 ms to change a circuit. --help lists the options.
 */

#include "train-options.h"

#include "ns3/atomic-file.h"
#include "ns3/config.h"
#include "ns3/flow-log.h"
#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/plan-json.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/topo-x-helper.h"

#ifdef TOPOX_HAVE_NETANIM
#include "ns3/topo-x-animation.h"
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// A run and how long it took us.
struct TimedRun
{
    RunResult result;       //!< what came out
    double planSeconds;     //!< wall time of the planner
    double simulateSeconds; //!< wall time of the simulation
};

double
SecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Plan and simulate once.
TimedRun
RunOnce(const std::shared_ptr<const TaskGraph>& graph,
        const TrainOptions& options,
        const std::string& planner,
        FlowLog& flows,
        bool animate)
{
    TimedRun run;
    auto start = std::chrono::steady_clock::now();
    TopoXHelper helper;
    if (!options.plan.empty())
    {
        helper.SetPlan(PlanFromJson(ReadWholeFile(options.plan), options.plan));
    }
    else
    {
        helper.SetTaskGraph(graph);
        helper.SetFabric(options.fabric);
        helper.SetPlanner(planner);
        helper.SetPlannerOptions(options.planning);
        helper.Solve();
    }
    run.planSeconds = SecondsSince(start);
    std::cerr << planner << ": planned in " << run.planSeconds << " s ("
              << helper.GetPlan().provenance.method << ")" << std::endl;
    WriteFileAtomically(options.output + "/plan-" + planner + ".json",
                        PlanToJson(helper.GetPlan()));
    start = std::chrono::steady_clock::now();
    if (helper.GetPlan().fabric.switches > 0 && helper.GetPlan().fabric.HasCircuits())
    {
        helper.SetFaults(options.faults);
    }
    else if (!options.faults.empty())
    {
        std::cerr << planner << ": no optical switches, no faults" << std::endl;
    }
    helper.Install();
    flows.Watch(helper.GetExecutor(), helper.GetPlan());
    if (options.pcap)
    {
        helper.EnablePcap(options.output + "/" + planner);
    }
#ifdef TOPOX_HAVE_NETANIM
    std::unique_ptr<TopoXAnimation> animation;
    if (animate)
    {
        animation = std::make_unique<TopoXAnimation>(helper, options.output + "/netanim.xml");
    }
    run.result = helper.Run();
    if (animation)
    {
        animation->Finish();
    }
#else
    static_cast<void>(animate);
    run.result = helper.Run();
#endif
    run.simulateSeconds = SecondsSince(start);
    std::cerr << planner << ": simulated " << run.result.framesSent << " frames in "
              << run.simulateSeconds << " s" << std::endl;
    Simulator::Destroy();
    return run;
}

void
PrintTable(const std::vector<TimedRun>& runs)
{
    std::printf("\n%-19s %11s %11s %11s %8s %9s %13s %6s %8s\n",
                "planner",
                "planned",
                "simulated",
                "bound",
                "gap",
                "reconfig-",
                "bytes carried",
                "lost",
                "wall");
    std::printf("%-19s %11s %11s %11s %8s %9s %13s %6s %8s\n",
                "",
                "ms",
                "ms",
                "ms",
                "%",
                "urations",
                "/ asked",
                "frames",
                "s");
    for (const auto& run : runs)
    {
        const auto& r = run.result;
        std::printf("%-19s %11.3f %11.3f %11.3f %8.2f %9lu %13.3f %6lu %8.1f\n",
                    r.planner.c_str(),
                    static_cast<double>(r.plannedTime) / PS_PER_MS,
                    static_cast<double>(r.simulatedTime) / PS_PER_MS,
                    static_cast<double>(r.lowerBound) / PS_PER_MS,
                    100 * r.Gap(),
                    r.reconfigurations,
                    r.bytesAsked > 0 ? static_cast<double>(r.bytesCarried) / r.bytesAsked : 0,
                    r.framesLost,
                    run.planSeconds + run.simulateSeconds);
    }
    std::printf("\n");
}

void
PrintFaults(const std::vector<TimedRun>& runs)
{
    for (const auto& run : runs)
    {
        for (const auto& cost : run.result.faults)
        {
            std::printf("%s: %s at port %u of switch %u cost %lu frames and %lu commands\n",
                        run.result.planner.c_str(),
                        ToString(cost.fault.kind).c_str(),
                        cost.fault.port,
                        cost.fault.switchNumber,
                        cost.framesLost,
                        cost.commandsFailed);
        }
    }
}

/// Wall times are in a file of their own: everything else is the same in every run.
std::string
TimingJson(const std::vector<TimedRun>& runs)
{
    Json json;
    for (const auto& run : runs)
    {
        json[run.result.planner] = {{"plan_s", run.planSeconds},
                                    {"simulate_s", run.simulateSeconds},
                                    {"framesSent", run.result.framesSent}};
    }
    return json.dump(2) + "\n";
}

/// @returns whether all tasks of all runs are complete; tells about those that are not
bool
AllComplete(const std::vector<TimedRun>& runs)
{
    bool complete = true;
    for (const auto& run : runs)
    {
        const auto& r = run.result;
        if (r.tasksDone == r.tasksTotal)
        {
            continue;
        }
        complete = false;
        std::cerr << r.planner << ": " << r.tasksTotal - r.tasksDone << " of " << r.tasksTotal
                  << " tasks did not run to their end:\n";
        const size_t most = 20;
        for (size_t k = 0; k < std::min(most, r.unfinished.size()); ++k)
        {
            std::cerr << "  " << r.unfinished[k] << "\n";
        }
        if (r.unfinished.size() > most)
        {
            std::cerr << "  and " << r.unfinished.size() - most << " more\n";
        }
    }
    return complete;
}

std::shared_ptr<const TaskGraph>
LoadGraph(TrainOptions& options)
{
    if (!options.plan.empty())
    {
        const auto plan = PlanFromJson(ReadWholeFile(options.plan), options.plan);
        options.fabric = plan.fabric;
        options.planning.seed = plan.provenance.seed;
        options.planners = {plan.provenance.planner};
        return plan.graph;
    }
    std::shared_ptr<const TaskGraph> graph;
    std::vector<Fault> faults;
    if (options.workload.empty())
    {
        Job job = DefaultJob();
        job.training.servers = options.servers.value_or(job.training.servers);
        graph = std::make_shared<TaskGraph>(BuildTaskGraph(job));
    }
    else
    {
        graph =
            std::make_shared<TaskGraph>(LoadWorkload(options.workload, options.servers, &faults));
    }
    if (options.faults.empty())
    {
        options.faults = faults;
    }
    auto& fabric = options.fabric;
    fabric.servers = graph->Servers();
    const auto onEach = fabric.switches > 0 ? fabric.degree / fabric.switches : 0;
    fabric.switchPorts = options.switchPorts.value_or(fabric.servers * std::max(1U, onEach));
    fabric.Validate();
    RequirePresent(options.faults, fabric.switches, fabric.switchPorts);
    return graph;
}

int
Run(int argc, char* argv[])
{
    auto options = ParseTrainOptions(argc, argv);
    const auto graph = LoadGraph(options);
    if (options.transport != "rdma")
    {
        Config::SetDefault("ns3::topox::CollectiveApplication::Transport", StringValue("Tcp"));
    }
    if (options.transport == "dctcp")
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    }
    MakeOutputFolder(options.output);
    const auto& fabric = options.fabric;
    std::printf("%s: %zu tasks on %u servers; %u ports of %g Gb/s each, %u optical switches, "
                "reconfiguration %g ms\n",
                graph->Name().c_str(),
                graph->Tasks().size(),
                fabric.servers,
                fabric.degree,
                fabric.linkRate / 1e9,
                fabric.switches,
                static_cast<double>(fabric.reconfigurationTime) / PS_PER_MS);
    std::fflush(stdout);
    const bool hasTopoX = std::find(options.planners.begin(), options.planners.end(), "topo-x") !=
                          options.planners.end();
    const std::string animated = hasTopoX ? "topo-x" : options.planners.front();
    FlowLog flows(options.output + "/flows.csv");
    std::vector<TimedRun> runs;
    std::vector<RunResult> results;
    for (const auto& planner : options.planners)
    {
        runs.push_back(
            RunOnce(graph, options, planner, flows, options.animation && planner == animated));
        results.push_back(runs.back().result);
    }
    WriteFileAtomically(options.output + "/result.json",
                        ResultJson(graph->Name(), fabric, options.planning.seed, results));
    flows.Finish();
    WriteFileAtomically(options.output + "/timing.json", TimingJson(runs));
    PrintTable(runs);
    PrintFaults(runs);
#ifdef TOPOX_HAVE_NETANIM
    const bool wroteAnimation = options.animation;
#else
    const bool wroteAnimation = false; // ns-3 was built without its netanim module
#endif
    std::printf("Results are in %s: result.json, flows.csv, plan-*.json, timing.json%s\n",
                options.output.c_str(),
                wroteAnimation ? ", netanim.xml" : "");
    return AllComplete(runs) ? 0 : 1;
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        return Run(argc, argv);
    }
    catch (const InputError& e)
    {
        std::cerr << "topo-x-train: " << e.what() << std::endl;
        return 2;
    }
}
