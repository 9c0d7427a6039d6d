/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The workload room: units, task graphs, readers, DLRM.
 */

#include "room-cases.h"
#include "test-data.h"

#include "ns3/atomic-file.h"
#include "ns3/dlrm.h"
#include "ns3/flexflow-reader.h"
#include "ns3/flexflow-task-graph_generated.h"
#include "ns3/input-error.h"
#include "ns3/job.h"
#include "ns3/ns3-compat.h"
#include "ns3/task-graph-json.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// @returns what an InputError says, or "" when there is none
std::string
Complaint(const std::function<void()>& action)
{
    try
    {
        action();
    }
    catch (const InputError& e)
    {
        return e.what();
    }
    return "";
}

bool
Equal(const TaskGraph& a, const TaskGraph& b)
{
    return ToJson(a) == ToJson(b);
}

class UnitsCase : public TestCase
{
  public:
    UnitsCase()
        : TestCase("transfer times are exact and rounded up; line bytes have 82 for each packet")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(TransferTime(1, 100'000'000'000), 80, "a byte at 100 Gb/s");
        NS_TEST_ASSERT_MSG_EQ(TransferTime(1, 3), 2'666'666'666'667, "rounded up");
        NS_TEST_ASSERT_MSG_EQ(TransferTime(0, 3), 0, "nothing");
        NS_TEST_ASSERT_MSG_EQ(TransferTime(1'000'000'000'000, 400'000'000'000),
                              20 * PS_PER_SECOND,
                              "a terabyte");
        NS_TEST_ASSERT_MSG_EQ(LineBytes(4096, 4096), 4178, "one packet");
        NS_TEST_ASSERT_MSG_EQ(LineBytes(4097, 4096), 4097 + 164, "two packets");
        NS_TEST_ASSERT_MSG_EQ(LineBytes(0, 4096), 0, "none");
    }
};

class ValidationCase : public TestCase
{
  public:
    ValidationCase()
        : TestCase("a task graph that cannot be is refused, naming the task")
    {
    }

  private:
    void Refused(std::vector<Task> tasks, const std::string& part)
    {
        const auto text = Complaint([&]() { MakeGraph(4, std::move(tasks)); });
        NS_TEST_ASSERT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }

    void DoRun() override
    {
        Refused({ComputeTask(9, 1)}, "device 9");
        Refused({ComputeTask(0, -1)}, "negative");
        Refused({ComputeTask(0, 1, {5})}, "predecessor 5");
        Refused({ComputeTask(0, 1, {0})}, "wait for itself");
        Refused({ComputeTask(0, 1), ComputeTask(0, 1, {0, 0})}, "twice");
        Refused({TransferTask(0, 4, 1)}, "destination 4");
        Refused({TransferTask(1, 1, 1)}, "another server");
        Refused({AllReduceTask(0, 1)}, "at least one member");
        Refused({AllReduceTask(5, 1)}, "group member 4");
        auto twice = AllReduceTask(2, 1);
        twice.group = {1, 1};
        Refused({twice}, "twice in the group");
        Refused({ComputeTask(0, 1),
                 ComputeTask(0, 1, {0, 3}),
                 ComputeTask(0, 1, {1}),
                 ComputeTask(0, 1, {2})},
                "cycle: 1 -> 2 -> 3 -> 1");
    }
};

class OrderCase : public TestCase
{
  public:
    OrderCase()
        : TestCase("topological order: predecessors first, lowest id first among the ready")
    {
    }

  private:
    void DoRun() override
    {
        const auto graph = MakeGraph(
            2,
            {ComputeTask(0, 1, {3}), ComputeTask(0, 1), ComputeTask(0, 1, {1}), ComputeTask(0, 1)});
        NS_TEST_ASSERT_MSG_EQ((graph.TopologicalOrder() == std::vector<TaskId>{1, 2, 3, 0}),
                              true,
                              "order");
        NS_TEST_ASSERT_MSG_EQ((graph.Successors()[3] == std::vector<TaskId>{0}), true, "successor");
    }
};

class BytesCase : public TestCase
{
  public:
    BytesCase()
        : TestCase("egress of an all-reduce is 2(g-1) g-ths of the vector, of a transfer its bytes")
    {
    }

  private:
    void DoRun() override
    {
        const auto reduce = AllReduceTask(4, 1000);
        NS_TEST_ASSERT_MSG_EQ(EgressBytes(reduce, 2), 1500, "all-reduce");
        NS_TEST_ASSERT_MSG_EQ(IngressBytes(reduce, 9), 0, "not a member");
        auto exchange = AllReduceTask(4, 1000);
        exchange.collective = CollectiveKind::ALL_TO_ALL;
        NS_TEST_ASSERT_MSG_EQ(EgressBytes(exchange, 0), 3000, "all-to-all");
        const auto transfer = TransferTask(1, 2, 77);
        NS_TEST_ASSERT_MSG_EQ(EgressBytes(transfer, 1), 77, "source");
        NS_TEST_ASSERT_MSG_EQ(IngressBytes(transfer, 1), 0, "source receives nothing");
        NS_TEST_ASSERT_MSG_EQ(IngressBytes(transfer, 2), 77, "destination");
    }
};

class JsonCase : public TestCase
{
  public:
    JsonCase()
        : TestCase("task graphs come back from JSON; typos, wrong types and doubles are named")
    {
    }

  private:
    void DoRun() override
    {
        auto exchange = AllReduceTask(3, 5, {0});
        exchange.collective = CollectiveKind::ALL_TO_ALL;
        const auto graph = MakeGraph(
            3,
            {ComputeTask(1, 5), TransferTask(0, 2, 9, {0}), AllReduceTask(3, 8, {1}), exchange});
        const auto text = ToJson(graph).dump();
        const auto json = ParseJson(text, "a.json");
        NS_TEST_ASSERT_MSG_EQ(Equal(TaskGraphFromJson(JsonValue(json, "a.json", "")), graph),
                              true,
                              "round trip");
        const auto complain = [&](const std::string& from, const std::string& to) {
            auto changed = text;
            changed.replace(changed.find(from), from.size(), to);
            return Complaint([&]() {
                const auto bad = ParseJson(changed, "a.json");
                TaskGraphFromJson(JsonValue(bad, "a.json", ""));
            });
        };
        NS_TEST_ASSERT_MSG_EQ(complain("\"duration_ps\"", "\"duration_p\""),
                              "a.json: /tasks/0/duration_p: there is no such key; did you mean "
                              "\"duration_ps\"?",
                              "typo");
        NS_TEST_ASSERT_MSG_NE(complain("\"bytes\":9", "\"bytes\":-9").find("/tasks/1/bytes"),
                              std::string::npos,
                              "negative");
        NS_TEST_ASSERT_MSG_NE(
            complain("\"bytes\":9", "\"bytes\":9,\"bytes\":9").find("occurs twice"),
            std::string::npos,
            "double");
        NS_TEST_ASSERT_MSG_NE(complain("\"servers\":3", "\"servers\":3,,").find("line 1, column"),
                              std::string::npos,
                              "syntax");
        NS_TEST_ASSERT_MSG_NE(complain("task-graph/1", "task-graph/9").find("/schema"),
                              std::string::npos,
                              "version");
    }
};

/// Bytes of all-reduces among two or more, and of transfers.
struct Traffic
{
    std::multiset<uint64_t> reduces;                                         //!< sizes
    std::multiset<std::pair<std::pair<ServerId, ServerId>, uint64_t>> pairs; //!< ends and bytes

    explicit Traffic(const TaskGraph& graph)
    {
        for (const auto& task : graph.Tasks())
        {
            if (task.kind == TaskKind::COLLECTIVE && task.group.size() > 1)
            {
                reduces.insert(task.bytes);
            }
            else if (task.kind == TaskKind::TRANSFER)
            {
                pairs.insert({{task.source, task.destination}, task.bytes});
            }
        }
    }
};

class DlrmCase : public TestCase
{
  public:
    DlrmCase()
        : TestCase("the embedded DLRM moves the bytes of reference.md and of the public graph")
    {
    }

  private:
    void DoRun() override
    {
        const auto graph = BuildTaskGraph(DefaultJob());
        const Traffic own(graph);
        NS_TEST_ASSERT_MSG_EQ(own.reduces.count(16'777'216), 14, "reference.md, section 1");
        NS_TEST_ASSERT_MSG_EQ(own.reduces.count(41'943'040), 1, "reference.md, section 1");
        NS_TEST_ASSERT_MSG_EQ(own.reduces.count(4'194'304), 7, "reference.md, section 1");
        const auto all = std::accumulate(own.reduces.begin(), own.reduces.end(), uint64_t{0});
        NS_TEST_ASSERT_MSG_EQ_TOL(all / 1e6, 306.3, 0.05, "306.3 MB");
        NS_TEST_ASSERT_MSG_EQ(own.pairs.size(), 480, "240 ordered pairs, twice");
        for (const auto& pair : own.pairs)
        {
            NS_TEST_ASSERT_MSG_EQ(pair.second, 2'097'152, "bytes of a transfer");
        }
        Picoseconds compute = 0;
        for (const auto& task : graph.Tasks())
        {
            compute += task.kind == TaskKind::COMPUTE && task.device == 0 ? task.duration : 0;
        }
        NS_TEST_ASSERT_MSG_EQ_TOL(compute / 1e9, 14.543, 1.4543, "compute of the public graph");
        const auto path = SharedData("taskgraphs/40dlrm_16.fbuf");
        if (!path.empty())
        {
            const Traffic theirs(ReadFlexFlowTaskGraph(path));
            NS_TEST_ASSERT_MSG_EQ((own.reduces == theirs.reduces), true, "all-reduces");
            NS_TEST_ASSERT_MSG_EQ((own.pairs == theirs.pairs), true, "transfers");
        }
    }
};

class PublicGraphsCase : public TestCase
{
  public:
    PublicGraphsCase()
        : TestCase("the public FlexFlow graphs load")
    {
    }

  private:
    void DoRun() override
    {
        // Tasks counted by flatc --json.
        const std::map<std::string, size_t> tasks{{"40dlrm_16", 1342},
                                                  {"100dlrm_16", 1278},
                                                  {"100candle_16", 1580},
                                                  {"100transformer_16", 2020},
                                                  {"100vgg_16", 768},
                                                  {"100dlrm_128", 22446}};
        for (const auto& [name, count] : tasks)
        {
            const auto path = SharedData("taskgraphs/" + name + ".fbuf");
            if (!path.empty())
            {
                const auto graph = ReadFlexFlowTaskGraph(path);
                NS_TEST_ASSERT_MSG_EQ(graph.Tasks().size(), count, name);
                NS_TEST_ASSERT_MSG_EQ(graph.Name(), name, "name");
            }
        }
    }
};

/// A small FlexFlow file, built with the library that others use.
struct FlexFlowFile
{
    uint64_t successor{12}; //!< of the first task
    uint64_t property{1};   //!< of the network device: from server 0 to server 1
    float runtime{1.5};     //!< of the first task, ms
    uint64_t member{1};     //!< second member of the all-reduce
    uint64_t node{1};       //!< of the second device
    uint64_t secondId{11};  //!< of the second task

    std::string Build() const
    {
        namespace fb = ::FlatBufTaskGraph;
        flatbuffers::FlatBufferBuilder b;
        std::vector<flatbuffers::Offset<fb::Device>> devices{
            fb::CreateDevice(b, fb::DeviceType_COMP_GPU, 100, 0, 0, 0),
            fb::CreateDevice(b, fb::DeviceType_COMP_GPU, 101, node, 0, 0),
            fb::CreateDevice(b, fb::DeviceType_NW_NOMINAL, 102, UINT64_MAX, property, 0)};
        const auto list = [&b](const std::vector<uint64_t>& v) { return b.CreateVector(v); };
        std::vector<flatbuffers::Offset<fb::Task>> tasks{
            fb::CreateTask(b, fb::TaskType_FORWARD, 10, 100, runtime, 0, list({successor})),
            fb::CreateTask(b, fb::TaskType_BACKWARD, secondId, 101, 2.5F, 0, list({13})),
            fb::CreateTask(b, fb::TaskType_NOMINAL_COMM, 12, 102, 9.F, 4096, list({11, 11})),
            fb::CreateTask(b, fb::TaskType_ALLREDUCE, 13, 0, 0, 8192, list({0, member}))};
        const auto graph = fb::CreateTaskGraph(b,
                                               1,
                                               2,
                                               1,
                                               0,
                                               0,
                                               0,
                                               0,
                                               0,
                                               b.CreateVector(tasks),
                                               b.CreateVector(devices));
        b.Finish(graph);
        return std::string(reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize());
    }
};

class FlexFlowCase : public TestCase
{
  public:
    FlexFlowCase()
        : TestCase("a FlexFlow file is read as meant; references that lead nowhere are named")
    {
    }

  private:
    void Refused(const FlexFlowFile& file, const std::string& part)
    {
        const auto text = Complaint([&]() { ParseFlexFlowTaskGraph(file.Build(), "x.fbuf"); });
        NS_TEST_ASSERT_MSG_EQ(text.substr(0, 8), "x.fbuf: ", "names the file");
        NS_TEST_ASSERT_MSG_NE(text.find(part), std::string::npos, part << " in: " << text);
    }

    void DoRun() override
    {
        const auto graph = ParseFlexFlowTaskGraph(FlexFlowFile().Build(), "dir/x.fbuf");
        const auto& tasks = graph.Tasks();
        NS_TEST_ASSERT_MSG_EQ(graph.Name(), "x", "name");
        NS_TEST_ASSERT_MSG_EQ(graph.Servers(), 2, "servers");
        NS_TEST_ASSERT_MSG_EQ(tasks[0].duration, 1'500'000'000, "1.5 ms");
        NS_TEST_ASSERT_MSG_EQ((tasks[2].kind == TaskKind::TRANSFER), true, "transfer");
        NS_TEST_ASSERT_MSG_EQ(tasks[2].source, 0, "source");
        NS_TEST_ASSERT_MSG_EQ(tasks[2].destination, 1, "destination");
        NS_TEST_ASSERT_MSG_EQ((tasks[2].predecessors == std::vector<TaskId>{0}), true, "after");
        NS_TEST_ASSERT_MSG_EQ((tasks[1].predecessors == std::vector<TaskId>{2}), true, "once");
        NS_TEST_ASSERT_MSG_EQ((tasks[3].group == std::vector<ServerId>{0, 1}), true, "group");
        NS_TEST_ASSERT_MSG_EQ((tasks[3].predecessors == std::vector<TaskId>{1}), true, "after");
        FlexFlowFile file;
        file.successor = 99;
        Refused(file, "tasks[0].nexttasks: no task has the id 99");
        file = FlexFlowFile();
        file.property = 2; // from server 0 to the switch
        Refused(file, "tasks[2].deviceid");
        file = FlexFlowFile();
        file.runtime = -1;
        Refused(file, "tasks[0].runtime");
        file.runtime = NAN;
        Refused(file, "tasks[0].runtime");
        file = FlexFlowFile();
        file.member = 2;
        Refused(file, "tasks[3].nexttasks");
        file.member = 0;
        Refused(file, "twice in the group");
        file = FlexFlowFile();
        file.node = 7;
        Refused(file, "devices[1].nodeid");
        file = FlexFlowFile();
        file.secondId = 10;
        Refused(file, "used twice");
    }
};

class HostileFilesCase : public TestCase
{
  public:
    HostileFilesCase()
        : TestCase("truncated and bit-flipped files give errors or graphs, never a crash")
    {
    }

  private:
    void Attack(const std::string& good, uint32_t flips)
    {
        for (size_t size = 0; size < good.size(); size += 1 + good.size() / 997)
        {
            const auto text =
                Complaint([&]() { ParseFlexFlowTaskGraph(good.substr(0, size), "x.fbuf"); });
            NS_TEST_ASSERT_MSG_NE(text, "", "truncated to " << size);
        }
        std::mt19937 random(1);
        for (uint32_t k = 0; k < flips; ++k)
        {
            auto bad = good;
            for (uint32_t n = 0; n < 1 + k % 3; ++n)
            {
                bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
            }
            Complaint([&]() { ParseFlexFlowTaskGraph(bad, "x.fbuf"); });
        }
    }

    void DoRun() override
    {
        Attack(FlexFlowFile().Build(), 20'000);
        const auto path = SharedData("taskgraphs/100vgg_16.fbuf");
        if (!path.empty())
        {
            Attack(ReadWholeFile(path), 500);
        }
    }
};

class JobCase : public TestCase
{
  public:
    JobCase()
        : TestCase("the example job file is the embedded default; mistakes in it are named")
    {
    }

  private:
    void DoRun() override
    {
        const std::string path = TOPOX_SOURCE_DIR "/examples/dlrm-cfg2.json";
        const auto graph = LoadWorkload(path, {});
        NS_TEST_ASSERT_MSG_EQ(Equal(graph, BuildTaskGraph(DefaultJob())), true, "the same");
        NS_TEST_ASSERT_MSG_EQ(LoadWorkload(path, 8).Servers(), 8, "for 8 servers");
        auto text = ReadWholeFile(path);
        text.replace(text.find("samplesPerServer"), 16, "samplesPerServr");
        NS_TEST_ASSERT_MSG_EQ(Complaint([&]() { JobFromJson(text, "j.json"); }),
                              "j.json: /samplesPerServr: there is no such key; did you mean "
                              "\"samplesPerServer\"?",
                              "typo");
        NS_TEST_ASSERT_MSG_NE(Complaint([]() { LoadWorkload("/does/not/exist", {}); }),
                              "",
                              "missing file");
    }
};

} // namespace

void
ns3::topox::AddWorkloadCases(RoomTestSuite& suite)
{
    suite.AddTestCase(new UnitsCase, TEST_QUICK);
    suite.AddTestCase(new ValidationCase, TEST_QUICK);
    suite.AddTestCase(new OrderCase, TEST_QUICK);
    suite.AddTestCase(new BytesCase, TEST_QUICK);
    suite.AddTestCase(new JsonCase, TEST_QUICK);
    suite.AddTestCase(new DlrmCase, TEST_QUICK);
    suite.AddTestCase(new PublicGraphsCase, TEST_QUICK);
    suite.AddTestCase(new FlexFlowCase, TEST_QUICK);
    suite.AddTestCase(new HostileFilesCase, TEST_QUICK);
    suite.AddTestCase(new JobCase, TEST_QUICK);
}

namespace
{

class TopoXWorkloadTestSuite : public RoomTestSuite
{
  public:
    TopoXWorkloadTestSuite()
        : RoomTestSuite("topo-x-workload", TEST_UNIT)
    {
        AddWorkloadCases(*this);
    }
};

TopoXWorkloadTestSuite g_topoXWorkloadTestSuite; //!< registers the suite

} // namespace
