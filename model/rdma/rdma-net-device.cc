/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-net-device.h"

#include "rdma-host.h"

#include "ns3/enum.h"
#include "ns3/ethernet-header.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(RdmaNetDevice);

TypeId
RdmaNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::RdmaNetDevice")
            .SetParent<LinePort>()
            .SetGroupName("TopoX")
            .AddConstructor<RdmaNetDevice>()
            .AddAttribute("Scheduling",
                          "Which queue pair or relayed flow sends the next frame.",
                          EnumValue(ROUND_ROBIN),
                          EnumAccessor<Scheduling>(&RdmaNetDevice::m_scheduling),
                          MakeEnumChecker(ROUND_ROBIN,
                                          "RoundRobin",
                                          STRICT_PRIORITY,
                                          "StrictPriority",
                                          SMALLEST_REMAINING,
                                          "SmallestRemaining",
                                          PLAN_ORDER,
                                          "PlanOrder"))
            .AddAttribute("OrdinaryQueueSize",
                          "Packets of Send() that may wait; what comes then is dropped.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&RdmaNetDevice::m_ordinaryLimit),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

RdmaNetDevice::RdmaNetDevice()
{
    m_control.SetTrafficClass(CONTROL_CLASS);
}

RdmaNetDevice::~RdmaNetDevice() = default;

void
RdmaNetDevice::DoDispose()
{
    m_host = nullptr;
    m_waiting.clear();
    for (auto& held : m_held)
    {
        held.clear();
    }
    LinePort::DoDispose();
}

void
RdmaNetDevice::SetHost(RdmaHost* host)
{
    m_host = host;
}

RdmaNetDevice::Scheduling
RdmaNetDevice::GetScheduling() const
{
    return m_scheduling;
}

void
RdmaNetDevice::SendControl(Ptr<Packet> frame)
{
    m_control.Push(frame);
    TransmitNext();
}

uint64_t
RdmaNetDevice::KeyOf(const EgressQueue& queue) const
{
    if (m_scheduling == ROUND_ROBIN)
    {
        return 0;
    }
    if (&queue == &m_ordinary)
    {
        return UINT64_MAX;
    }
    switch (m_scheduling)
    {
    case STRICT_PRIORITY:
        return 7 - queue.GetTrafficClass();
    case SMALLEST_REMAINING:
        return queue.GetRemainingBytes();
    default:
        return queue.GetPriority();
    }
}

void
RdmaNetDevice::Line(EgressQueue* queue)
{
    if (IsPaused(queue->GetTrafficClass()))
    {
        queue->m_standing = EgressQueue::Standing::HELD;
        m_held[queue->GetTrafficClass()].push_back(queue);
        return;
    }
    queue->m_standing = EgressQueue::Standing::WAITING;
    queue->m_key = KeyOf(*queue);
    m_waiting[queue->m_key].push_back(queue);
}

void
RdmaNetDevice::Activate(EgressQueue* queue)
{
    if (queue->m_standing == EgressQueue::Standing::IDLE)
    {
        Line(queue);
        TransmitNext();
    }
}

void
RdmaNetDevice::Deactivate(EgressQueue* queue)
{
    if (queue->m_standing == EgressQueue::Standing::HELD)
    {
        auto& held = m_held[queue->GetTrafficClass()];
        held.erase(std::remove(held.begin(), held.end(), queue), held.end());
    }
    else if (queue->m_standing == EgressQueue::Standing::WAITING)
    {
        const auto it = m_waiting.find(queue->m_key);
        if (it == m_waiting.end())
        {
            return; // the port is disposed of
        }
        auto& turn = it->second;
        turn.erase(std::remove(turn.begin(), turn.end(), queue), turn.end());
        if (turn.empty())
        {
            m_waiting.erase(it);
        }
    }
    queue->m_standing = EgressQueue::Standing::IDLE;
}

void
RdmaNetDevice::Resumed(uint8_t trafficClass)
{
    const auto held = std::move(m_held[trafficClass]);
    m_held[trafficClass].clear();
    for (auto* queue : held)
    {
        Line(queue);
    }
}

Ptr<Packet>
RdmaNetDevice::TakeFrame()
{
    if (m_control.HasFrame() && !IsPaused(CONTROL_CLASS))
    {
        return m_control.NextFrame();
    }
    while (!m_waiting.empty())
    {
        const auto first = m_waiting.begin();
        auto* queue = first->second.front();
        if (!queue->HasFrame() || IsPaused(queue->GetTrafficClass()))
        {
            Deactivate(queue);
            if (queue->HasFrame())
            {
                Line(queue); // held now
            }
            continue;
        }
        auto& turn = first->second;
        turn.pop_front();
        auto frame = queue->NextFrame();
        if (queue->HasFrame() && KeyOf(*queue) == first->first)
        {
            turn.push_back(queue); // the usual case: it stays where it is
            return frame;
        }
        if (turn.empty())
        {
            m_waiting.erase(first);
        }
        queue->m_standing = EgressQueue::Standing::IDLE;
        if (queue->HasFrame())
        {
            Line(queue);
        }
        return frame;
    }
    return nullptr;
}

void
RdmaNetDevice::Accept(Ptr<Packet> frame)
{
    if (!m_host || !m_host->Receive(frame))
    {
        Deliver(frame);
    }
}

bool
RdmaNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    m_macTx(packet);
    if (m_ordinary.GetNFrames() >= m_ordinaryLimit)
    {
        Drop(packet, "queue-full");
        return false;
    }
    EthernetHeader header(false);
    header.SetSource(m_address);
    header.SetDestination(Mac48Address::ConvertFrom(dest));
    header.SetLengthType(protocolNumber);
    packet->AddHeader(header);
    m_ordinary.Push(packet);
    Activate(&m_ordinary);
    return true;
}

void
RdmaNetDevice::Deliver(Ptr<Packet> frame)
{
    EthernetHeader header(false);
    if (m_receiveCallback.IsNull() || frame->GetSize() < header.GetSerializedSize())
    {
        Drop(frame, "unwanted");
        return;
    }
    frame->RemoveHeader(header);
    const auto protocol = header.GetLengthType();
    m_macRx(frame);
    if (!m_promiscuousCallback.IsNull())
    {
        const auto type = header.GetDestination() == m_address        ? PACKET_HOST
                          : header.GetDestination() == GetBroadcast() ? PACKET_BROADCAST
                                                                      : PACKET_OTHERHOST;
        m_promiscuousCallback(this,
                              frame,
                              protocol,
                              header.GetSource(),
                              header.GetDestination(),
                              type);
    }
    m_receiveCallback(this, frame, protocol, header.GetSource());
}

} // namespace topox
} // namespace ns3
