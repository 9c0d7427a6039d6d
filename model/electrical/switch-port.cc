/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-port.h"

#include "packet-switch.h"

#include "ns3/simulator.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(SwitchPort);

namespace
{
/// With cut-through a frame goes on when this much of it is there: a minimum Ethernet frame.
constexpr uint32_t HEAD_BYTES = 64;
} // namespace

TypeId
SwitchPort::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::SwitchPort")
                            .SetParent<LinePort>()
                            .SetGroupName("TopoX")
                            .AddConstructor<SwitchPort>();
    return tid;
}

void
SwitchPort::DoDispose()
{
    m_refresh.Cancel();
    m_switch = nullptr;
    for (auto& queue : m_queues)
    {
        queue.clear();
    }
    LinePort::DoDispose();
}

void
SwitchPort::SetSwitch(PacketSwitch* packetSwitch, uint32_t number)
{
    m_switch = packetSwitch;
    m_number = number;
}

PacketSwitch*
SwitchPort::GetSwitch() const
{
    return m_switch;
}

uint32_t
SwitchPort::GetNumber() const
{
    return m_number;
}

const std::deque<StoredFrame>&
SwitchPort::GetQueue(uint8_t trafficClass) const
{
    return m_queues[trafficClass];
}

uint32_t
SwitchPort::GetBytesAhead() const
{
    return m_switch->IsCutThrough() ? HEAD_BYTES : 0;
}

void
SwitchPort::ReceiveHead(Ptr<Packet> frame, Time rest)
{
    if (Arrived(frame))
    {
        m_switch->Receive(m_number, frame, rest);
    }
}

void
SwitchPort::Accept(Ptr<Packet> frame)
{
    m_switch->Receive(m_number, frame, Time(0));
}

bool
SwitchPort::Send(Ptr<Packet>, const Address&, uint16_t)
{
    return false;
}

void
SwitchPort::Enqueue(StoredFrame stored)
{
    m_queues[stored.trafficClass].push_back(std::move(stored));
    TransmitNext();
}

int
SwitchPort::NextClass()
{
    const bool inTurn = m_switch->GetScheduling() == PacketSwitch::ROUND_ROBIN;
    for (uint8_t k = 1; k <= 8; ++k)
    {
        const uint8_t c = inTurn ? (m_lastClass + k) % 8 : 8 - k;
        if (!m_queues[c].empty() && !IsPaused(c))
        {
            m_lastClass = c;
            return c;
        }
    }
    return -1;
}

size_t
SwitchPort::SmallestRank(const std::deque<StoredFrame>& queue) const
{
    // pFabric, section 4.2: the flow with the smallest rank, and of it the frame that came first.
    size_t best = 0;
    for (size_t k = 1; k < queue.size(); ++k)
    {
        best = queue[k].rank < queue[best].rank ? k : best;
    }
    for (size_t k = 0; k < best; ++k)
    {
        if (queue[k].flow == queue[best].flow)
        {
            return k;
        }
    }
    return best;
}

bool
SwitchPort::TakeWorst(uint8_t trafficClass, uint16_t rank, StoredFrame& stored)
{
    auto& queue = m_queues[trafficClass];
    auto worst = queue.end();
    for (auto it = queue.begin(); it != queue.end(); ++it)
    {
        worst = it->rank > rank && (worst == queue.end() || it->rank >= worst->rank) ? it : worst;
    }
    if (worst == queue.end())
    {
        return false;
    }
    stored = *worst;
    queue.erase(worst);
    return true;
}

Ptr<Packet>
SwitchPort::TakeFrame()
{
    const auto next = NextClass();
    if (next < 0)
    {
        return nullptr;
    }
    auto& queue = m_queues[next];
    const auto place = m_switch->GetScheduling() == PacketSwitch::PFABRIC ? SmallestRank(queue) : 0;
    auto stored = std::move(queue[place]);
    queue.erase(queue.begin() + place);
    m_switch->Leaves(m_number, stored);
    return stored.frame;
}

bool
SwitchPort::HoldsPeer(uint8_t trafficClass) const
{
    return (m_holds >> trafficClass & 1) != 0;
}

void
SwitchPort::Pause(uint8_t trafficClass)
{
    if (HoldsPeer(trafficClass))
    {
        return;
    }
    m_holds |= 1 << trafficClass;
    m_refresh.Cancel();
    RefreshPause();
}

void
SwitchPort::Resume(uint8_t trafficClass)
{
    if (HoldsPeer(trafficClass))
    {
        m_holds &= ~(1 << trafficClass);
        SendPause(1 << trafficClass, 0);
    }
}

void
SwitchPort::RefreshPause()
{
    if (m_holds == 0)
    {
        return;
    }
    SendPause(m_holds, PauseFrame::LONGEST);
    const auto longest =
        GetDataRate().CalculateBitsTxTime(PauseFrame::LONGEST * PauseFrame::QUANTUM_BITS);
    m_refresh = Simulator::Schedule(longest / 2, &SwitchPort::RefreshPause, this);
}

} // namespace topox
} // namespace ns3
