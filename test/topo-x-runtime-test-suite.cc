/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The runtime room and the helper: plans run packet by packet.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/electrical-side.h"
#include "ns3/error-model.h"
#include "ns3/flexflow-reader.h"
#include "ns3/flow-log.h"
#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/lower-bounds.h"
#include "ns3/ns3-compat.h"
#include "ns3/plan-builder.h"
#include "ns3/plan-checker.h"
#include "ns3/plan-estimator.h"
#include "ns3/plan-json.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/topo-x-helper.h"
#include "ns3/uinteger.h"

#include <cstdio>
#include <fstream>
#include <map>

using namespace ns3;
using namespace ns3::topox;

namespace
{

RunResult
RunPlan(const Plan& plan)
{
    TopoXHelper helper;
    helper.SetPlan(plan);
    helper.Install();
    auto result = helper.Run();
    Simulator::Destroy();
    return result;
}

RunResult
RunPlanner(const std::string& planner, TaskGraph graph, const Fabric& fabric)
{
    return RunPlan(MakePlanner(planner)->Solve(std::make_shared<TaskGraph>(std::move(graph)),
                                               fabric,
                                               PlannerOptions()));
}

/// Eight servers that a planner can plan for: tori and their like need more ports than two.
Fabric
EightServers(const std::string& planner, uint64_t rate)
{
    const bool direct = planner.find("torus") != std::string::npos || planner.find("expander") == 0;
    return MakeFabric(8, direct ? 6 : 2, rate);
}

class RingTimeCase : public PicosecondTestCase
{
  public:
    RingTimeCase()
        : PicosecondTestCase("all-reduce of 256 MB on a ring of 16: within 1 % of 2(n-1) n-ths of "
                             "S over B with headers and pipeline fill")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t bytes = 256'000'000;
        const auto result = RunPlanner("topo-opt",
                                       MakeGraph(16, {AllReduceTask(16, bytes)}),
                                       MakeFabric(16, 1, 100));
        // 30 steps of a chunk of 16 MB in messages of 256 KiB, each with an RETH; the first piece
        // has to arrive before a member can go on.
        const uint64_t chunk = bytes / 16;
        const uint64_t messages = (chunk + (1 << 18) - 1) / (1 << 18);
        const double step = (LineBytes(chunk, 4096) + 16 * messages) * 80.0;
        const double formula = 30 * step + 100'000;
        NS_TEST_ASSERT_MSG_EQ_TOL(result.simulatedTime / formula, 1, 0.01, "against the formula");
        NS_TEST_ASSERT_MSG_GT(result.simulatedTime,
                              30 * TransferTime(chunk, 100'000'000'000),
                              "floor");
        NS_TEST_ASSERT_MSG_EQ(result.bytesAsked, 16 * 30 * chunk, "bytes out of all members");
        NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 1, "done");
        NS_TEST_ASSERT_MSG_EQ(result.framesLost, 0, "nothing lost");
        NS_TEST_ASSERT_MSG_EQ(result.retransmissions, 0, "nothing sent again");
    }
};

class OddSizesCase : public PicosecondTestCase
{
  public:
    OddSizesCase()
        : PicosecondTestCase("all-reduces of sizes that do not divide: every member sends "
                             "what the chunks say")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t n : {2, 3, 5, 7})
        {
            for (const uint64_t bytes : {1, 2, 6, 4095, 300'001, 1'000'003})
            {
                const auto result = RunPlanner("topo-opt",
                                               MakeGraph(n, {AllReduceTask(n, bytes)}),
                                               MakeFabric(n, 1, 100));
                NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 1, n << " members, " << bytes << " bytes");
                // All chunks pass all but one hop, twice.
                NS_TEST_ASSERT_MSG_EQ(result.bytesAsked, 2 * (n - 1) * bytes, "bytes");
                for (const auto& flow : result.flows)
                {
                    // Chunks differ by a byte at most.
                    NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(flow.bytes),
                                              2.0 * (n - 1) * bytes / n,
                                              2,
                                              "an equal part");
                }
            }
        }
    }
};

class SwitchingCase : public PicosecondTestCase
{
  public:
    explicit SwitchingCase(Picoseconds delta)
        : PicosecondTestCase("two configurations: send, " + std::to_string(delta / PS_PER_US) +
                             " us of darkness, send; to the picosecond"),
          m_delta(delta)
    {
    }

  private:
    void DoRun() override
    {
        auto fabric = MakeFabric(3, 1, 80);
        fabric.reconfigurationTime = m_delta;
        auto plan = BeginPlan(
            std::make_shared<TaskGraph>(
                MakeGraph(3, {TransferTask(0, 1, 4'096'000), TransferTask(0, 2, 409'600, {0})})),
            fabric,
            "by hand",
            1);
        plan.configurations = {{{0, 0, 1, 0}, {1, 0, 0, 0}}, {{0, 0, 2, 0}, {2, 0, 0, 0}}};
        plan.tasks[0].flows = {{{{0, 1}, {0}}, 4'096'000}};
        plan.tasks[1].flows = {{{{0, 2}, {0}}, 409'600}};
        plan.tasks[1].configuration = 1;
        plan.tasks[1].rank = 1;
        EstimatePlan(plan);
        const auto result = RunPlan(plan);
        // A task is complete when its last acknowledgement is back: 62 bytes of headers, and 12 of
        // preamble and FCS, after the last bit; 100 ps for a byte, two fibres each way.
        const Picoseconds ack = (54 + 4 + 4 + 12) * 100 + 100 * PS_PER_NS;
        const auto message = [ack](uint64_t frames) {
            const auto bytes = static_cast<Picoseconds>(frames * 4178 + 16 - 12);
            return bytes * 100 + 100 * PS_PER_NS + ack;
        };
        NS_TEST_ASSERT_MSG_EQ(result.simulatedTime,
                              message(1000) + m_delta + message(100),
                              "iteration time");
        NS_TEST_ASSERT_MSG_EQ(result.reconfigurations, 2, "circuits set");
        NS_TEST_ASSERT_MSG_EQ(result.framesLost, 0, "nothing lost");
    }

    Picoseconds m_delta; //!< reconfiguration time
};

class AllToAllCase : public PicosecondTestCase
{
  public:
    AllToAllCase()
        : PicosecondTestCase("an all-to-all moves its bytes between all pairs under every planner, "
                             "relays included")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto& planner : PlannerNames())
        {
            auto exchange = AllReduceTask(8, 100'000);
            exchange.collective = CollectiveKind::ALL_TO_ALL;
            auto graph = MakeGraph(8, {ComputeTask(3, PS_PER_US), exchange});
            const auto result = RunPlanner(planner, graph, EightServers(planner, 100));
            NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 2, planner);
            NS_TEST_ASSERT_MSG_EQ(result.bytesAsked, 8 * 7 * 100'000, "bytes asked");
            std::map<std::pair<ServerId, ServerId>, uint64_t> moved;
            uint64_t hops = 0;
            for (const auto& flow : result.flows)
            {
                moved[{flow.source, flow.destination}] += flow.bytes;
                hops += flow.bytes * flow.hops;
            }
            NS_TEST_ASSERT_MSG_EQ(moved.size(), 56, "pairs");
            for (const auto& [pair, bytes] : moved)
            {
                NS_TEST_ASSERT_MSG_EQ(bytes, 100'000, "bytes of a pair");
            }
            NS_TEST_ASSERT_MSG_GT(result.bytesCarried, hops, "each hop carries them, with headers");
            NS_TEST_ASSERT_MSG_LT(result.bytesCarried, 1.03 * hops, "headers and acknowledgements");
        }
    }
};

class NothingToDoCase : public PicosecondTestCase
{
  public:
    NothingToDoCase()
        : PicosecondTestCase("tasks that move nothing or take no time complete at once")
    {
    }

  private:
    void DoRun() override
    {
        const auto result = RunPlanner("topo-x",
                                       MakeGraph(2,
                                                 {ComputeTask(0, 0),
                                                  AllReduceTask(1, 1000, {0}),
                                                  TransferTask(0, 1, 0, {1}),
                                                  AllReduceTask(2, 0, {2}),
                                                  ComputeTask(1, 5, {3})}),
                                       MakeFabric(2, 1, 100));
        NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 5, "all done");
        NS_TEST_ASSERT_MSG_EQ(result.simulatedTime, 5, "nothing but the last compute task");
    }
};

class UnfinishedCase : public PicosecondTestCase
{
  public:
    UnfinishedCase()
        : PicosecondTestCase("a run that is cut off says which tasks are open, and why")
    {
    }

  private:
    void DoRun() override
    {
        TopoXHelper helper;
        auto fabric = MakeFabric(4, 1, 100);
        helper.SetFabric(fabric);
        helper.SetTaskGraph(std::make_shared<TaskGraph>(
            MakeGraph(4, {AllReduceTask(4, 1'000'000), ComputeTask(0, 7, {0})})));
        helper.SetPlanner("topo-opt");
        helper.Solve();
        helper.Install();
        // A NIC that never sends again.
        Simulator::Schedule(MicroSeconds(5), [&helper]() {
            helper.GetCluster().applications[2]->GetHost()->GetDevice(0)->SetTransmitEnabled(false);
        });
        Simulator::Stop(MilliSeconds(50));
        const auto result = helper.Run();
        NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 0, "nothing is complete");
        NS_TEST_ASSERT_MSG_EQ(result.tasksTotal, 2, "of two");
        NS_TEST_ASSERT_MSG_EQ(result.unfinished.size(), 1, "the one that could go on");
        NS_TEST_ASSERT_MSG_NE(result.unfinished.at(0).find("under way"), std::string::npos, "why");
        Simulator::Destroy();
    }
};

class TcpCase : public PicosecondTestCase
{
  public:
    TcpCase()
        : PicosecondTestCase("the same job over TCP and over DCTCP: all done, no faster than the "
                             "bound; refused where there are no packet switches")
    {
    }

  private:
    void DoRun() override
    {
        auto exchange = AllReduceTask(4, 200'000, {1});
        exchange.collective = CollectiveKind::ALL_TO_ALL;
        const auto graph = MakeGraph(4,
                                     {ComputeTask(0, PS_PER_US),
                                      AllReduceTask(4, 4'000'000, {0}),
                                      exchange,
                                      TransferTask(0, 3, 1'000'000, {1})});
        Config::SetDefault("ns3::topox::CollectiveApplication::Transport", StringValue("Tcp"));
        for (const auto* type : {"ns3::TcpCubic", "ns3::TcpDctcp"})
        {
            Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(type));
            const auto r = RunPlanner("fat-tree", graph, MakeFabric(4, 1, 10));
            NS_TEST_EXPECT_MSG_EQ(r.tasksDone, r.tasksTotal, type << " all done");
            NS_TEST_EXPECT_MSG_EQ((r.simulatedTime >= r.lowerBound), true, type << " bound");
            NS_TEST_EXPECT_MSG_LT(r.simulatedTime, 2 * r.plannedTime, type << " not far off");
        }
        std::string refused;
        try
        {
            RunPlanner("topo-opt", graph, MakeFabric(4, 1, 10));
        }
        catch (const InputError& error)
        {
            refused = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refused.find("not in the fabric optical"),
                              std::string::npos,
                              refused);
        Config::Reset();
        Simulator::Destroy();
    }
};

class HybridCase : public PicosecondTestCase
{
  public:
    HybridCase()
        : PicosecondTestCase("hybrid fabric: a one-way circuit with acknowledgements over the "
                             "packet switch, and a short message there; to the picosecond")
    {
    }

  private:
    static Plan ByHand()
    {
        auto fabric = MakeFabric(3, 1, 80);
        fabric.electricalRate = 8'000'000'000;
        auto plan = BeginPlan(
            Share(MakeGraph(3, {TransferTask(0, 1, 4'096'000), TransferTask(0, 2, 4096, {0})})),
            fabric,
            "by hand",
            1);
        plan.electricalAcks = true;
        plan.configurations = {{{0, 0, 1, 0}}};
        plan.tasks[0].flows = {{{{0, 1}, {0}}, 4'096'000}};
        plan.tasks[1].flows = {{ElectricalRoute(fabric, 0, 2), 4096}};
        plan.tasks[1].rank = 1;
        EstimatePlan(plan);
        return plan;
    }

    void DoRun() override
    {
        auto plan = ByHand();
        const auto result = RunPlan(PlanFromJson(PlanToJson(plan), "plan.json"));
        // 1 ns for a byte on the electrical side, which is passed twice; 100 ps on the circuit.
        const Picoseconds flight = 100 * PS_PER_NS;
        const Picoseconds ack = 2 * (54 + 4 + 4 + 12) * PS_PER_NS + flight;
        const Picoseconds large = (1000 * 4178 + 16 - 12) * 100 + flight;
        const Picoseconds small = 2 * (4178 + 16 - 12) * PS_PER_NS + flight;
        NS_TEST_ASSERT_MSG_EQ(result.simulatedTime, large + ack + small + ack, "iteration time");
        NS_TEST_ASSERT_MSG_EQ_TOL(plan.plannedTime / 1e6, result.simulatedTime / 1e6, 1, "planned");
        plan.electricalAcks = false;
        const auto violations = CheckPlan(plan);
        NS_TEST_ASSERT_MSG_EQ(violations.size(), 1, "now circuits have to lead back");
        NS_TEST_ASSERT_MSG_EQ(violations.front().constraint, "return-path", "from 1 to 0");
        RunPlanners();
    }

    void RunPlanners()
    {
        auto exchange = AllReduceTask(8, 20'000, {0});
        exchange.collective = CollectiveKind::ALL_TO_ALL;
        const auto graph = Share(
            MakeGraph(8, {AllReduceTask(8, 9'000'000), exchange, TransferTask(0, 3, 5'000'000)}));
        for (const auto* name : {"topo-opt", "topo-x", "torus-2d-ocs"})
        {
            auto fabric = MakeFabric(8, 4, 25);
            fabric.electricalRate = 10'000'000'000;
            const auto plan = MakePlanner(name)->Solve(graph, fabric, PlannerOptions());
            // topo-x may see that circuits are faster.
            NS_TEST_EXPECT_MSG_EQ((plan.provenance.planner == "topo-x" ||
                                   IsElectrical(fabric, plan.tasks[1].flows.front().route)),
                                  true,
                                  name << ": 20 kB");
            NS_TEST_EXPECT_MSG_EQ(IsElectrical(fabric, plan.tasks[2].flows.front().route),
                                  false,
                                  name << ": 5 MB");
            const auto result = RunPlan(plan);
            NS_TEST_EXPECT_MSG_EQ(result.tasksDone, 3, name);
            NS_TEST_EXPECT_MSG_EQ(result.framesLost, 0, name);
            NS_TEST_EXPECT_MSG_EQ((result.simulatedTime >= result.lowerBound), true, name);
            NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(result.simulatedTime) / plan.plannedTime,
                                      1,
                                      0.1,
                                      name << ": planned against simulated");
        }
    }
};

class RailCase : public PicosecondTestCase
{
  public:
    RailCase()
        : PicosecondTestCase("rail-optimised: from group to group both rails carry half, each from "
                             "its NIC into the same one; to the picosecond")
    {
    }

  private:
    void DoRun() override
    {
        const uint64_t bytes = 2 * 4'096'000;
        const auto result = RunPlanner("rail-optimised",
                                       MakeGraph(36, {TransferTask(1, 34, bytes)}),
                                       MakeFabric(36, 2, 80));
        NS_TEST_ASSERT_MSG_EQ(result.flows.size(), 2, "one on each rail");
        // Four lines; the first frame, with an RETH the longest one, is stored three times, and the
        // others follow it without a break. Acknowledgements go the same way back.
        const Picoseconds flight = 4 * 50 * PS_PER_NS;
        const Picoseconds data = (1000 * 4178 + 16 - 12 + 3 * (4178 + 16 - 12)) * 100 + flight;
        const Picoseconds ack = 4 * (54 + 4 + 4 + 12) * 100 + flight;
        NS_TEST_ASSERT_MSG_EQ(result.simulatedTime, data + ack, "completion");
    }
};

class FlowLogCase : public PicosecondTestCase
{
  public:
    FlowLogCase()
        : PicosecondTestCase("the table of flows grows while the simulation runs; times and "
                             "retransmissions of each flow are its own")
    {
    }

  private:
    void DoRun() override
    {
        const std::string path = "topo-x-flow-log-test.csv";
        std::remove(path.c_str());
        auto fabric = MakeFabric(4, 2, 100);
        TopoXHelper helper;
        helper.SetPlan(MakePlanner("topo-opt")
                           ->Solve(Share(MakeGraph(4,
                                                   {TransferTask(0, 1, 40'960'000),
                                                    TransferTask(2, 3, 4096, {0}),
                                                    AllReduceTask(4, 4'000'000, {1})})),
                                   fabric,
                                   PlannerOptions()));
        helper.Install();
        // One frame in a hundred is lost on its way into server 1.
        for (uint32_t port = 0; port < 2; ++port)
        {
            auto errors = CreateObject<RateErrorModel>();
            errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
            errors->SetAttribute("ErrorRate", DoubleValue(0.01));
            errors->AssignStreams(port + 1);
            helper.GetCluster().applications[1]->GetHost()->GetDevice(port)->SetAttribute(
                "ReceiveErrorModel",
                PointerValue(errors));
        }
        FlowLog log(path);
        log.Watch(helper.GetExecutor(), helper.GetPlan());
        const auto result = helper.Run();
        std::ifstream early(path);
        NS_TEST_EXPECT_MSG_EQ(early.good(), false, "not whole yet");
        log.Finish();
        std::ifstream in(path);
        std::string line;
        std::getline(in, line);
        NS_TEST_EXPECT_MSG_NE(line.find("start_ps,finish_ps,retransmissions_frames"),
                              std::string::npos,
                              line);
        size_t lines = 0;
        uint64_t sum = 0;
        while (std::getline(in, line))
        {
            ++lines;
            sum += std::stoull(line.substr(line.rfind(',') + 1));
        }
        NS_TEST_EXPECT_MSG_EQ(lines, result.flows.size(), "a line for each");
        NS_TEST_EXPECT_MSG_EQ(sum, result.retransmissions, "in all");
        NS_TEST_EXPECT_MSG_GT(result.flows[0].retransmissions,
                              50,
                              "10000 frames, one in a hundred");
        // Server 3 is not behind server 1: the message of one frame takes its time and no more,
        // and is there before its acknowledgement.
        const auto& single = result.flows[1];
        NS_TEST_EXPECT_MSG_EQ((single.finish - single.start).GetPicoSeconds(),
                              (4178 + 16 - 12) * 80 + 100 * PS_PER_NS,
                              "one frame");
        NS_TEST_EXPECT_MSG_EQ(single.retransmissions, 0, "not its own");
        Simulator::Destroy();
        std::remove(path.c_str());
    }
};

class ForeignPlanCase : public PicosecondTestCase
{
  public:
    ForeignPlanCase()
        : PicosecondTestCase(
              "a plan from a file runs as the planner's own; a broken one is refused")
    {
    }

  private:
    void DoRun() override
    {
        Job job = DefaultJob();
        job.training.servers = 4;
        job.model.bottom = {64, 3};
        job.model.top = {64, 3};
        auto fabric = MakeFabric(4, 2, 100);
        fabric.reconfigurationTime = 10 * PS_PER_US;
        const auto graph = std::make_shared<TaskGraph>(BuildTaskGraph(job));
        const auto plan = MakePlanner("topo-x")->Solve(graph, fabric, PlannerOptions());
        const auto own = RunPlan(plan);
        const auto back = RunPlan(PlanFromJson(PlanToJson(plan), "plan.json"));
        NS_TEST_ASSERT_MSG_EQ(
            (ResultJson("j", fabric, 1, {own}) == ResultJson("j", fabric, 1, {back})),
            true,
            "result");
        NS_TEST_ASSERT_MSG_EQ(own.flows.size(), back.flows.size(), "flows");
        for (size_t k = 0; k < own.flows.size(); ++k)
        {
            NS_TEST_ASSERT_MSG_EQ(own.flows[k].finish, back.flows[k].finish, "flow " << k);
        }
        auto bad = plan;
        bad.tasks[0].rank = bad.tasks[1].rank;
        std::string what;
        try
        {
            RunPlan(bad);
        }
        catch (const InputError& e)
        {
            what = e.what();
        }
        NS_TEST_ASSERT_MSG_NE(what.find("rank"), std::string::npos, what);
    }
};

class BoundCase : public PicosecondTestCase
{
  public:
    BoundCase()
        : PicosecondTestCase("a small DLRM: never below the bound, near the plan, topo-x not "
                             "behind topo-opt")
    {
    }

  private:
    void DoRun() override
    {
        Job job = DefaultJob();
        job.training.servers = 8;
        for (const uint64_t rate : {10, 100})
        {
            std::map<std::string, RunResult> results;
            for (const auto& planner : PlannerNames())
            {
                const auto r =
                    RunPlanner(planner, BuildTaskGraph(job), EightServers(planner, rate));
                NS_TEST_ASSERT_MSG_EQ(r.tasksDone, r.tasksTotal, planner << " all done");
                NS_TEST_ASSERT_MSG_EQ((r.simulatedTime >= r.lowerBound), true, planner << " bound");
                NS_TEST_ASSERT_MSG_EQ_TOL(static_cast<double>(r.simulatedTime) / r.plannedTime,
                                          1,
                                          0.1,
                                          planner << " planned and simulated");
                results[planner] = r;
            }
            NS_TEST_ASSERT_MSG_EQ(
                (results["topo-x"].simulatedTime <= results["topo-opt"].simulatedTime),
                true,
                "at " << rate << " Gbit per second");
        }
    }
};

/// Values of a fluid model and of TopoOpt's public simulator in reference.md, section 1, in ms.
class ReferenceCase : public PicosecondTestCase
{
  public:
    ReferenceCase()
        : PicosecondTestCase("public graphs on full mesh and ideal switch: as the fluid model and "
                             "TopoOpt's simulator say")
    {
    }

  private:
    void Compare(const std::string& name,
                 uint64_t rate,
                 const std::string& planner,
                 double value,
                 double tolerance)
    {
        const auto path = SharedData("taskgraphs/" + name + ".fbuf");
        if (!path.empty())
        {
            const auto result =
                RunPlanner(planner, ReadFlexFlowTaskGraph(path), MakeFabric(16, 1, rate));
            NS_TEST_ASSERT_MSG_EQ_TOL(result.simulatedTime / 1e9 / value,
                                      1,
                                      tolerance,
                                      planner << " on " << name);
        }
    }

    void DoRun() override
    {
        Compare("400dlrm_16", 400, "full-mesh", 21.1, 0.03);
        Compare("400dlrm_16", 400, "full-mesh", 21.012, 0.05);
        Compare("1600dlrm_16", 1600, "full-mesh", 14.6, 0.03);
        Compare("1600dlrm_16", 1600, "full-mesh", 14.727, 0.05);
        Compare("100transformer_16", 100, "full-mesh", 63.6, 0.03);
        Compare("100transformer_16", 100, "full-mesh", 63.887, 0.05);
        Compare("400dlrm_16", 400, "ideal-switch", 20.2, 0.05);
        Compare("100transformer_16", 100, "ideal-switch", 63.6, 0.05);
    }
};

} // namespace

void
ns3::topox::AddRuntimeCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new RingTimeCase, TEST_QUICK);
    suite.AddTestCase(new OddSizesCase, TEST_QUICK);
    suite.AddTestCase(new SwitchingCase(PS_PER_MS), TEST_QUICK);
    suite.AddTestCase(new SwitchingCase(0), TEST_QUICK);
    suite.AddTestCase(new AllToAllCase, TEST_QUICK);
    suite.AddTestCase(new NothingToDoCase, TEST_QUICK);
    suite.AddTestCase(new UnfinishedCase, TEST_QUICK);
    suite.AddTestCase(new TcpCase, TEST_QUICK);
    suite.AddTestCase(new HybridCase, TEST_QUICK);
    suite.AddTestCase(new RailCase, TEST_QUICK);
    suite.AddTestCase(new FlowLogCase, TEST_QUICK);
    suite.AddTestCase(new ForeignPlanCase, TEST_QUICK);
    suite.AddTestCase(new BoundCase, TEST_QUICK);
    suite.AddTestCase(new ReferenceCase, TEST_QUICK);
}

namespace
{

class TopoXRuntimeTestSuite : public RoomTestSuite
{
  public:
    TopoXRuntimeTestSuite()
        : RoomTestSuite("topo-x-runtime", TEST_UNIT)
    {
        AddRuntimeCases(*this);
    }
};

TopoXRuntimeTestSuite g_topoXRuntimeTestSuite; //!< registers the suite

} // namespace
