/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flexflow-reader.h"

#include "atomic-file.h"
#include "input-error.h"

#include "ns3/flexflow-task-graph_generated.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace ns3
{
namespace topox
{

namespace
{

namespace fb = ::FlatBufTaskGraph;

/// One hour for one task: more is a damaged number, not a workload.
constexpr float LONGEST_RUNTIME_MS = 3.6e6F;
/// No cluster has more servers than this; keeps damaged counts from asking for memory.
constexpr uint32_t MOST_SERVERS = 1U << 20;
/// No transfer is larger (one exabyte), so that sums stay within 64 bits.
constexpr uint64_t MOST_BYTES = 1ULL << 50;

/// A device of the file.
struct FileDevice
{
    bool network;         //!< it stands for a pair of servers
    DeviceId device;      //!< otherwise: its number here
    ServerId source;      //!< of a network device
    ServerId destination; //!< of a network device
};

/// Turns one file into a graph.
class Reader
{
  public:
    Reader(const std::string& data, const std::string& path);
    TaskGraph Read();

  private:
    void Verify();
    void ReadDevices();
    void ReadIds();
    void ReadTask(uint32_t index);
    void ReadGroup(uint32_t index, const fb::Task& from, Task& task);
    void ReadRuntime(uint32_t index, const fb::Task& from, Task& task);
    void ReadTransfer(uint32_t index, const fb::Task& from, Task& task);
    void ReadSuccessors(uint32_t index, const fb::Task& from);
    const FileDevice& DeviceOf(uint32_t index, const fb::Task& from) const;
    [[noreturn]] void Fail(const std::string& place, const std::string& text) const;
    static std::string Place(uint32_t task, const std::string& field);

    const std::string& m_data;                          //!< content of the file
    const std::string& m_path;                          //!< for messages
    const fb::TaskGraph* m_root{nullptr};               //!< the file's graph
    uint32_t m_servers{0};                              //!< nnode
    std::unordered_map<uint64_t, FileDevice> m_devices; //!< by the file's id
    std::vector<ServerId> m_serverOfDevice;             //!< by our number
    std::vector<DeviceId> m_firstDevice;                //!< of each server, or NO_DEVICE
    std::unordered_map<uint64_t, TaskId> m_ids;         //!< by the file's id
    std::vector<Task> m_tasks;                          //!< result
};

constexpr DeviceId NO_DEVICE = UINT32_MAX;

Reader::Reader(const std::string& data, const std::string& path)
    : m_data(data),
      m_path(path)
{
}

void
Reader::Fail(const std::string& place, const std::string& text) const
{
    throw InputError(m_path, place, text);
}

std::string
Reader::Place(uint32_t task, const std::string& field)
{
    return "tasks[" + std::to_string(task) + "]." + field;
}

void
Reader::Verify()
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(m_data.data());
    flatbuffers::Verifier verifier(bytes, m_data.size(), 16, 1U << 28);
    if (m_data.size() < 8 || !verifier.VerifyBuffer<fb::TaskGraph>(nullptr))
    {
        Fail("byte 0 to " + std::to_string(m_data.size()),
             "expected a whole FlatBuffer with a FlexFlow TaskGraph; the file is truncated, "
             "damaged or of another kind");
    }
    m_root = fb::GetTaskGraph(bytes);
    m_servers = m_root->nnode();
    if (m_servers == 0 || m_servers > MOST_SERVERS)
    {
        Fail("nnode",
             "expected 1 to " + std::to_string(MOST_SERVERS) + " servers, found " +
                 std::to_string(m_servers));
    }
    if (m_root->nswitch() > MOST_SERVERS)
    {
        Fail("nswitch",
             "expected at most " + std::to_string(MOST_SERVERS) + " switches, found " +
                 std::to_string(m_root->nswitch()));
    }
    if (!m_root->tasks() || m_root->tasks()->size() == 0)
    {
        Fail("tasks", "expected at least one task, found none");
    }
    if (!m_root->devices())
    {
        Fail("devices", "expected devices, found none");
    }
}

void
Reader::ReadDevices()
{
    m_firstDevice.assign(m_servers, NO_DEVICE);
    const uint64_t stride = static_cast<uint64_t>(m_servers) + m_root->nswitch();
    for (uint32_t k = 0; k < m_root->devices()->size(); ++k)
    {
        const auto& d = *m_root->devices()->Get(k);
        const auto place = "devices[" + std::to_string(k) + "].";
        FileDevice device{};
        device.network =
            d.type() == fb::DeviceType_NW_COMM || d.type() == fb::DeviceType_NW_NOMINAL;
        if (d.type() < fb::DeviceType_MIN || d.type() > fb::DeviceType_MAX)
        {
            Fail(place + "type",
                 "expected a device type 0 to 14, found " +
                     std::to_string(static_cast<int>(d.type())));
        }
        if (device.network)
        {
            const auto source = d.deviceproperty() / stride;
            const auto destination = d.deviceproperty() % stride;
            if (source >= m_servers || destination >= m_servers)
            {
                // Links to and from switches are listed too; nothing is sent from there.
                device.source = device.destination = NO_DEVICE;
            }
            else
            {
                device.source = static_cast<ServerId>(source);
                device.destination = static_cast<ServerId>(destination);
            }
        }
        else
        {
            if (d.nodeid() >= m_servers)
            {
                Fail(place + "nodeid",
                     "expected a server below " + std::to_string(m_servers) + ", found " +
                         std::to_string(d.nodeid()));
            }
            device.device = static_cast<DeviceId>(m_serverOfDevice.size());
            const auto server = static_cast<ServerId>(d.nodeid());
            m_serverOfDevice.push_back(server);
            if (m_firstDevice[server] == NO_DEVICE)
            {
                m_firstDevice[server] = device.device;
            }
        }
        if (!m_devices.emplace(d.deviceid(), device).second)
        {
            Fail(place + "deviceid",
                 "device id " + std::to_string(d.deviceid()) + " is used twice");
        }
    }
}

void
Reader::ReadIds()
{
    const auto& tasks = *m_root->tasks();
    m_ids.reserve(tasks.size());
    for (uint32_t k = 0; k < tasks.size(); ++k)
    {
        if (!m_ids.emplace(tasks.Get(k)->taskid(), k).second)
        {
            Fail(Place(k, "taskid"),
                 "task id " + std::to_string(tasks.Get(k)->taskid()) + " is used twice");
        }
    }
}

const FileDevice&
Reader::DeviceOf(uint32_t index, const fb::Task& from) const
{
    const auto it = m_devices.find(from.deviceid());
    if (it == m_devices.end())
    {
        Fail(Place(index, "deviceid"), "no device has the id " + std::to_string(from.deviceid()));
    }
    return it->second;
}

void
Reader::ReadRuntime(uint32_t index, const fb::Task& from, Task& task)
{
    const auto& device = DeviceOf(index, from);
    if (device.network)
    {
        Fail(Place(index, "deviceid"), "a compute task runs on a network device");
    }
    if (!std::isfinite(from.runtime()) || from.runtime() < 0 || from.runtime() > LONGEST_RUNTIME_MS)
    {
        Fail(Place(index, "runtime"),
             "expected 0 to 3600000 ms, found " + std::to_string(from.runtime()));
    }
    task.device = device.device;
    // Through double: a float times 10^9 would lose a seventh of a nanosecond in a millisecond.
    task.duration = std::llround(static_cast<double>(from.runtime()) * PS_PER_MS);
}

void
Reader::ReadTransfer(uint32_t index, const fb::Task& from, Task& task)
{
    const auto& device = DeviceOf(index, from);
    if (!device.network || device.source == NO_DEVICE)
    {
        Fail(Place(index, "deviceid"),
             "a communication task needs a network device between two servers");
    }
    if (from.xfersize() > MOST_BYTES)
    {
        Fail(Place(index, "xfersize"),
             "expected at most 2^50 bytes, found " + std::to_string(from.xfersize()));
    }
    if (device.source != device.destination)
    {
        task.kind = TaskKind::TRANSFER;
        task.source = device.source;
        task.destination = device.destination;
        task.bytes = from.xfersize();
        return;
    }
    task.device = m_firstDevice[device.source];
    if (task.device == NO_DEVICE)
    {
        Fail(Place(index, "deviceid"),
             "a transfer within server " + std::to_string(device.source) +
                 ", which has no compute device");
    }
}

void
Reader::ReadGroup(uint32_t index, const fb::Task& from, Task& task)
{
    task.kind = TaskKind::COLLECTIVE;
    task.collective = CollectiveKind::ALL_REDUCE;
    if (from.xfersize() > MOST_BYTES)
    {
        Fail(Place(index, "xfersize"),
             "expected at most 2^50 bytes, found " + std::to_string(from.xfersize()));
    }
    task.bytes = from.xfersize();
    const auto* members = from.nexttasks();
    if (!members || members->size() == 0 || members->size() > m_servers)
    {
        Fail(Place(index, "nexttasks"),
             "expected the servers of an all-reduce, 1 to " + std::to_string(m_servers) +
                 " of them, found " + std::to_string(members ? members->size() : 0));
    }
    for (const auto server : *members)
    {
        if (server >= m_servers)
        {
            Fail(Place(index, "nexttasks"),
                 "expected servers below " + std::to_string(m_servers) + ", found " +
                     std::to_string(server));
        }
        task.group.push_back(static_cast<ServerId>(server));
    }
}

void
Reader::ReadSuccessors(uint32_t index, const fb::Task& from)
{
    if (!from.nexttasks() || from.type() == fb::TaskType_ALLREDUCE)
    {
        return;
    }
    std::unordered_set<uint64_t> seen;
    for (const auto next : *from.nexttasks())
    {
        const auto it = m_ids.find(next);
        if (it == m_ids.end())
        {
            Fail(Place(index, "nexttasks"), "no task has the id " + std::to_string(next));
        }
        if (seen.insert(next).second) // FlexFlow may name a successor once for each tensor
        {
            m_tasks[it->second].predecessors.push_back(index);
        }
    }
}

void
Reader::ReadTask(uint32_t index)
{
    const auto& from = *m_root->tasks()->Get(index);
    auto& task = m_tasks[index];
    switch (from.type())
    {
    case fb::TaskType_FORWARD:
        task.phase = TaskPhase::FORWARD;
        ReadRuntime(index, from, task);
        break;
    case fb::TaskType_BACKWARD:
        task.phase = TaskPhase::BACKWARD;
        ReadRuntime(index, from, task);
        break;
    case fb::TaskType_UPDATE:
        task.phase = TaskPhase::UPDATE;
        ReadRuntime(index, from, task);
        break;
    case fb::TaskType_BARRIER:
        ReadRuntime(index, from, task);
        task.duration = 0;
        break;
    case fb::TaskType_COMM:
    case fb::TaskType_NOMINAL_COMM:
        ReadTransfer(index, from, task);
        break;
    case fb::TaskType_ALLREDUCE:
        ReadGroup(index, from, task);
        break;
    default:
        Fail(Place(index, "type"),
             "expected a task type 0 to 6, found " + std::to_string(static_cast<int>(from.type())));
    }
    task.name = std::string(fb::EnumNameTaskType(from.type())) + " " + std::to_string(index);
    ReadSuccessors(index, from);
}

TaskGraph
Reader::Read()
{
    Verify();
    ReadDevices();
    ReadIds();
    m_tasks.resize(m_root->tasks()->size());
    for (uint32_t k = 0; k < m_tasks.size(); ++k)
    {
        ReadTask(k);
    }
    auto name = m_path.substr(m_path.find_last_of('/') + 1);
    name = name.substr(0, name.find('.'));
    try
    {
        return TaskGraph(name, m_servers, m_serverOfDevice, std::move(m_tasks));
    }
    catch (const InputError& e)
    {
        throw InputError(m_path, "", e.what());
    }
}

} // namespace

TaskGraph
ParseFlexFlowTaskGraph(const std::string& data, const std::string& path)
{
    return Reader(data, path).Read();
}

TaskGraph
ReadFlexFlowTaskGraph(const std::string& path)
{
    return ParseFlexFlowTaskGraph(ReadWholeFile(path), path);
}

} // namespace topox
} // namespace ns3
