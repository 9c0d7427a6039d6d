/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Optical switches that fail while a job runs: it completes, or says what it could not do.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/fault-injector.h"
#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/ns3-compat.h"
#include "ns3/plan-builder.h"
#include "ns3/plan-estimator.h"
#include "ns3/simulator.h"
#include "ns3/topo-x-helper.h"

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// Server 0 sends 8 MB to 1 (0.8 ms at 80 Gb/s), then, over a circuit that has to be set, to 2.
Plan
TwoTransfers()
{
    auto fabric = MakeFabric(3, 1, 80);
    fabric.reconfigurationTime = 100 * PS_PER_US;
    auto plan = BeginPlan(
        std::make_shared<TaskGraph>(
            MakeGraph(3, {TransferTask(0, 1, 8'000'000), TransferTask(0, 2, 8'000'000, {0})})),
        fabric,
        "by hand",
        1);
    plan.configurations = {{{0, 0, 1, 0}, {1, 0, 0, 0}}, {{0, 0, 2, 0}, {2, 0, 0, 0}}};
    plan.tasks[0].flows = {{{{0, 1}, {0}}, 8'000'000}};
    plan.tasks[1].flows = {{{{0, 2}, {0}}, 8'000'000}};
    plan.tasks[1].configuration = 1;
    plan.tasks[1].rank = 1;
    EstimatePlan(plan);
    return plan;
}

RunResult
RunWith(const std::vector<Fault>& faults)
{
    TopoXHelper helper;
    helper.SetPlan(TwoTransfers());
    helper.SetFaults(faults);
    helper.Install();
    auto result = helper.Run();
    Simulator::Destroy();
    return result;
}

/// A fault between two times, in us.
Fault
Between(FaultKind kind, uint32_t port, int64_t from, int64_t until)
{
    return {kind, 0, port, from * PS_PER_US, until * PS_PER_US, 0, 0};
}

class MendedCase : public PicosecondTestCase
{
  public:
    MendedCase()
        : PicosecondTestCase("faults that pass: the job completes, later, and the cost is told")
    {
    }

  private:
    void DoRun() override
    {
        const auto without = RunWith({});
        NS_TEST_ASSERT_MSG_EQ(without.tasksDone, 2, "without faults");
        auto flapping = Between(FaultKind::PORT_FLAPPING, 1, 100, 600);
        flapping.period = 200 * PS_PER_US;
        flapping.dark = 20 * PS_PER_US;
        const std::vector<Fault> mended{Between(FaultKind::PORT_DARK, 0, 200, 300),
                                        Between(FaultKind::PORT_DARK, 1, 200, 300),
                                        Between(FaultKind::SWITCH_DEAD, 0, 200, 300),
                                        Between(FaultKind::PORT_DARK, 2, 700, 1500),
                                        flapping};
        for (const auto& fault : mended)
        {
            const auto result = RunWith({fault});
            const auto what = ToString(fault.kind) + " " + std::to_string(fault.port);
            NS_TEST_ASSERT_MSG_EQ(result.tasksDone, 2, what);
            NS_TEST_ASSERT_MSG_GT(result.simulatedTime, without.simulatedTime, what);
            const auto& cost = result.faults.at(0);
            NS_TEST_ASSERT_MSG_GT(cost.framesLost + cost.commandsFailed, 0, what);
            NS_TEST_ASSERT_MSG_LT_OR_EQ(cost.framesLost, result.framesLost, what);
        }
        // Nobody uses the mirror while it is stuck.
        const auto unseen = RunWith({Between(FaultKind::MIRROR_STUCK, 0, 100, 200)});
        NS_TEST_ASSERT_MSG_EQ(unseen.simulatedTime, without.simulatedTime, "not seen");
        NS_TEST_ASSERT_MSG_EQ(unseen.faults.at(0).commandsFailed, 0, "no cost");
    }
};

class LastingCase : public PicosecondTestCase
{
  public:
    LastingCase()
        : PicosecondTestCase("faults that last: the simulation ends and names what is unfinished")
    {
    }

  private:
    void DoRun() override
    {
        auto flapping = Between(FaultKind::PORT_FLAPPING, 1, 0, 100'000'000);
        flapping.period = 2000 * PS_PER_US;
        flapping.dark = 1950 * PS_PER_US;
        const std::vector<std::pair<Fault, uint32_t>> lasting{
            {Between(FaultKind::PORT_DARK, 0, 200, 0), 0},
            {Between(FaultKind::PORT_DARK, 1, 0, 0), 0},
            {Between(FaultKind::SWITCH_DEAD, 0, 200, 0), 0},
            {Between(FaultKind::MIRROR_STUCK, 0, 200, 0), 1},
            {Between(FaultKind::PORT_DARK, 2, 200, 0), 1},
            {flapping, 0}};
        for (const auto& [fault, done] : lasting)
        {
            const auto result = RunWith({fault});
            const auto what = ToString(fault.kind) + " " + std::to_string(fault.port);
            NS_TEST_ASSERT_MSG_EQ(result.tasksDone, done, what);
            NS_TEST_ASSERT_MSG_EQ(result.unfinished.empty(), false, what << " is reported");
            const auto& cost = result.faults.at(0);
            NS_TEST_ASSERT_MSG_GT(cost.framesLost + cost.commandsFailed, 0, what);
        }
    }
};

class FaultFileCase : public TestCase
{
  public:
    FaultFileCase()
        : TestCase("faults of a job file, and what is wrong with them")
    {
    }

  private:
    static Job Read(const std::string& faults)
    {
        return JobFromJson(R"({"schema": "topo-x/job/1", "name": "x", "model": {"kind": "dlrm"},
                              "faults": )" +
                               faults + "}",
                           "job.json");
    }

    static std::string Complaint(const std::string& faults)
    {
        try
        {
            Read(faults);
            return "";
        }
        catch (const InputError& e)
        {
            return e.what();
        }
    }

    void DoRun() override
    {
        const auto job = Read(R"([{"kind": "port-flapping", "switch": 1, "port": 3, "from_us": 1.5,
            "until_us": 9, "period_us": 2, "dark_us": 0.5}, {"kind": "switch-dead", "switch": 2,
            "from_us": 0}])");
        NS_TEST_ASSERT_MSG_EQ(job.faults.size(), 2, "both");
        NS_TEST_ASSERT_MSG_EQ(job.faults[0].from, 1'500'000, "in ps");
        NS_TEST_ASSERT_MSG_EQ(job.faults[0].dark, 500'000, "in ps");
        NS_TEST_ASSERT_MSG_EQ(ToString(job.faults[1].kind), "switch-dead", "kind");
        const std::vector<std::pair<std::string, std::string>> wrong{
            {R"([{"kind": "port-drak", "switch": 1, "port": 3, "from_us": 1}])", "/faults/0/kind"},
            {R"([{"kind": "port-dark", "switch": 1, "from_us": 1}])", "port"},
            {R"([{"kind": "port-dark", "switch": 1, "port": 3, "from_us": 5, "until_us": 4}])",
             "/faults/0/until_us"},
            {R"([{"kind": "port-dark", "switch": 1, "port": 3, "from_us": 5, "til_us": 4}])",
             "until_us"},
            {R"([{"kind": "port-flapping", "switch": 1, "port": 3, "from_us": 5}])", "until_us"},
            {R"([{"kind": "port-flapping", "switch": 1, "port": 3, "from_us": 5, "until_us": 9,
                 "period_us": 2, "dark_us": 2}])",
             "/faults/0/dark_us"}};
        for (const auto& [text, place] : wrong)
        {
            const auto complaint = Complaint(text);
            NS_TEST_ASSERT_MSG_NE(complaint.find(place), std::string::npos, complaint);
        }
    }
};

} // namespace

void
ns3::topox::AddFaultsCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new MendedCase, TEST_QUICK);
    suite.AddTestCase(new LastingCase, TEST_QUICK);
    suite.AddTestCase(new FaultFileCase, TEST_QUICK);
}

namespace
{

class TopoXFaultsTestSuite : public RoomTestSuite
{
  public:
    TopoXFaultsTestSuite()
        : RoomTestSuite("topo-x-faults", TEST_UNIT)
    {
        AddFaultsCases(*this);
    }
};

TopoXFaultsTestSuite g_topoXFaultsTestSuite; //!< registers the suite

} // namespace
