/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collective-application.h"

#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_LOG_COMPONENT_DEFINE("TopoXCollectiveApplication");
NS_OBJECT_ENSURE_REGISTERED(CollectiveApplication);

namespace
{
/// Larger transfers go as several messages: the length field of a WRITE has 32 bits.
constexpr uint64_t LARGEST_MESSAGE = 1ULL << 30;
} // namespace

TypeId
CollectiveApplication::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::CollectiveApplication")
            .SetParent<Application>()
            .SetGroupName("TopoX")
            .AddConstructor<CollectiveApplication>()
            .AddAttribute("PipelineChunk",
                          "Largest message of a ring all-reduce, in bytes: chunks are cut into "
                          "pieces of this size, each sent on while the next one arrives.",
                          UintegerValue(1 << 18),
                          MakeUintegerAccessor(&CollectiveApplication::m_pieceBytes),
                          MakeUintegerChecker<uint64_t>(1, LARGEST_MESSAGE))
            .AddAttribute("MaxInFlight",
                          "Bytes that a flow may have on the way, so that queues at relays and "
                          "switches stay short and flows share them alike; 0 for no limit.",
                          UintegerValue(1 << 20),
                          MakeUintegerAccessor(&CollectiveApplication::m_maxInFlight),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("PathMtu",
                          "Payload of a full frame in bytes.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&CollectiveApplication::m_mtu),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute("AckInterval",
                          "Every so many frames one asks for an acknowledgement. On a ring of "
                          "one-way circuits acknowledgements go all the way round: with 16 as in "
                          "RdmaQueuePair they would take 2 % of every circuit.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&CollectiveApplication::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RetransmitTimeout",
                          "See RdmaQueuePair.",
                          TimeValue(NanoSeconds(67108864)),
                          MakeTimeAccessor(&CollectiveApplication::m_retransmitTimeout),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("Transport",
                          "What carries messages between servers: Rdma, or Tcp over packet "
                          "switches. Which TCP is ns3::TcpL4Protocol::SocketType.",
                          EnumValue(RDMA),
                          EnumAccessor<Transport>(&CollectiveApplication::m_transport),
                          MakeEnumChecker(RDMA, "Rdma", TCP, "Tcp"))
            .AddTraceSource("ComputeStart",
                            "A compute task begins; task and duration.",
                            MakeTraceSourceAccessor(&CollectiveApplication::m_computeStart),
                            "ns3::topox::CollectiveApplication::ComputeCallback")
            .AddTraceSource("ComputeEnd",
                            "A compute task ends; task and duration.",
                            MakeTraceSourceAccessor(&CollectiveApplication::m_computeEnd),
                            "ns3::topox::CollectiveApplication::ComputeCallback");
    return tid;
}

CollectiveApplication::CollectiveApplication() = default;
CollectiveApplication::~CollectiveApplication() = default;

void
CollectiveApplication::DoDispose()
{
    m_rings.clear();
    m_channels.clear();
    m_host = nullptr;
    m_partDone = nullptr;
    Application::DoDispose();
}

void
CollectiveApplication::SetHost(Ptr<RdmaHost> host)
{
    m_host = host;
}

void
CollectiveApplication::SetPartDone(PartDone partDone)
{
    m_partDone = std::move(partDone);
}

Ptr<RdmaHost>
CollectiveApplication::GetHost() const
{
    return m_host;
}

void
CollectiveApplication::Compute(TaskId id, DeviceId device, Picoseconds duration, uint64_t order)
{
    m_devices[device].waiting.emplace(order, std::make_pair(id, duration));
    RunNext(device);
}

void
CollectiveApplication::RunNext(DeviceId number)
{
    auto& device = m_devices[number];
    if (device.busy || device.waiting.empty())
    {
        return;
    }
    const auto [id, duration] = device.waiting.begin()->second;
    device.waiting.erase(device.waiting.begin());
    device.busy = true;
    m_computeStart(id, PicoSeconds(duration));
    Simulator::Schedule(PicoSeconds(duration),
                        &CollectiveApplication::ComputeDone,
                        this,
                        number,
                        id,
                        duration);
}

void
CollectiveApplication::ComputeDone(DeviceId device, TaskId id, Picoseconds duration)
{
    m_computeEnd(id, PicoSeconds(duration));
    m_devices[device].busy = false;
    m_partDone(id); // may make tasks ready that go before those that wait
    RunNext(device);
}

Ptr<RdmaQueuePair>
CollectiveApplication::OpenQueuePair(TaskId id)
{
    auto queuePair = m_host->CreateQueuePair();
    queuePair->SetAttribute("PathMtu", UintegerValue(m_mtu));
    queuePair->SetAttribute("AckInterval", UintegerValue(m_ackInterval));
    queuePair->SetAttribute("MaxInFlight", UintegerValue(m_maxInFlight));
    queuePair->SetAttribute("RetransmitTimeout", TimeValue(m_retransmitTimeout));
    Keep(id, queuePair);
    return queuePair;
}

void
CollectiveApplication::Keep(TaskId id, Ptr<MessageChannel> channel)
{
    m_channels[id].push_back(channel);
}

CollectiveApplication::Transport
CollectiveApplication::GetTransport() const
{
    return m_transport;
}

uint16_t
CollectiveApplication::TakeTcpPort()
{
    const auto port = m_nextTcpPort++;
    m_nextTcpPort = std::max(m_nextTcpPort, FIRST_TCP_PORT); // from 0 on after 65535
    return port;
}

void
CollectiveApplication::Send(TaskId id, Ptr<MessageChannel> channel, uint64_t bytes)
{
    auto* key = PeekPointer(channel);
    m_lastMessage[key] = (bytes - 1) / LARGEST_MESSAGE;
    channel->SetSendCallback(MakeCallback(&CollectiveApplication::Sent, this, id, key));
    for (uint64_t offset = 0; offset < bytes; offset += LARGEST_MESSAGE)
    {
        channel->PostMessage(std::min(LARGEST_MESSAGE, bytes - offset), offset / LARGEST_MESSAGE);
    }
}

void
CollectiveApplication::Sent(TaskId id, MessageChannel* channel, uint64_t message)
{
    if (message == m_lastMessage.at(channel))
    {
        m_lastMessage.erase(channel);
        m_partDone(id);
    }
}

void
CollectiveApplication::Expect(TaskId id, Ptr<MessageChannel> channel, uint64_t bytes)
{
    auto* key = PeekPointer(channel);
    m_bytesToCome[key] = bytes;
    channel->SetReceiveCallback(MakeCallback(&CollectiveApplication::Arrived, this, id, key));
}

void
CollectiveApplication::Arrived(TaskId id, MessageChannel* channel, uint64_t bytes)
{
    auto& toCome = m_bytesToCome.at(channel);
    toCome -= bytes;
    if (toCome == 0)
    {
        m_bytesToCome.erase(channel);
        m_partDone(id);
    }
}

void
CollectiveApplication::JoinRing(TaskId id,
                                uint32_t members,
                                uint64_t bytes,
                                uint32_t member,
                                Ptr<MessageChannel> toSuccessor,
                                Ptr<MessageChannel> fromPredecessor)
{
    const RingAllReduce::Ring ring{members, bytes, m_pieceBytes};
    m_rings[id].push_back(
        std::make_unique<RingAllReduce>(ring, member, toSuccessor, fromPredecessor, [this, id]() {
            m_partDone(id);
        }));
}

void
CollectiveApplication::StartRings(TaskId id)
{
    const auto it = m_rings.find(id);
    if (it != m_rings.end())
    {
        for (auto& ring : it->second)
        {
            ring->Start();
        }
    }
}

void
CollectiveApplication::Forget(TaskId id)
{
    for (const auto& channel : m_channels[id])
    {
        channel->Close();
    }
    m_channels.erase(id);
    m_rings.erase(id);
}

} // namespace topox
} // namespace ns3
