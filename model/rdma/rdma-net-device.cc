/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-net-device.h"

#include "rdma-host.h"

#include "ns3/ethernet-header.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

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
            .SetParent<LineDevice>()
            .SetGroupName("TopoX")
            .AddConstructor<RdmaNetDevice>()
            .AddAttribute("DataRate",
                          "Rate of the line, each way.",
                          DataRateValue(DataRate("100Gb/s")),
                          MakeDataRateAccessor(&RdmaNetDevice::m_rate),
                          MakeDataRateChecker())
            .AddTraceSource("MacTx",
                            "A packet was handed to the device by Send().",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_macTx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed up to the node.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_macRx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The first bit of a frame leaves.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_phyTxBegin),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a frame has arrived.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_phyRxEnd),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame that is neither RoCEv2 nor wanted by the node.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_phyRxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "Frames sent and received, for pcap.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_sniffer),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "Frames sent and received, those for others too.",
                            MakeTraceSourceAccessor(&RdmaNetDevice::m_promiscSniffer),
                            "ns3::Packet::TracedCallback");
    return tid;
}

RdmaNetDevice::RdmaNetDevice()
{
    m_ordinary.SetPriority(LAST_PRIORITY);
}

RdmaNetDevice::~RdmaNetDevice() = default;

void
RdmaNetDevice::DoDispose()
{
    m_host = nullptr;
    m_control.clear();
    m_active.clear();
    LineDevice::DoDispose();
}

void
RdmaNetDevice::SetHost(RdmaHost* host)
{
    m_host = host;
}

DataRate
RdmaNetDevice::GetDataRate() const
{
    return m_rate;
}

void
RdmaNetDevice::SendControl(Ptr<Packet> frame)
{
    m_control.push_back(frame);
    TransmitNext();
}

void
RdmaNetDevice::Activate(EgressQueue* queue)
{
    if (!queue->m_active)
    {
        queue->m_active = true;
        m_active[queue->GetPriority()].push_back(queue);
        TransmitNext();
    }
}

void
RdmaNetDevice::Deactivate(EgressQueue* queue)
{
    const auto it = m_active.find(queue->GetPriority());
    if (!queue->m_active || it == m_active.end())
    {
        return;
    }
    queue->m_active = false;
    auto& turn = it->second;
    turn.erase(std::remove(turn.begin(), turn.end(), queue), turn.end());
    if (turn.empty())
    {
        m_active.erase(it);
    }
}

void
RdmaNetDevice::SetTransmitEnabled(bool enabled)
{
    m_enabled = enabled;
    TransmitNext();
}

bool
RdmaNetDevice::IsTransmitEnabled() const
{
    return m_enabled;
}

uint64_t
RdmaNetDevice::GetFramesSent() const
{
    return m_framesSent;
}

uint64_t
RdmaNetDevice::GetLineBytesSent() const
{
    return m_lineBytesSent;
}

Ptr<Packet>
RdmaNetDevice::TakeFrame()
{
    if (!m_control.empty())
    {
        auto frame = m_control.front();
        m_control.pop_front();
        return frame;
    }
    while (!m_active.empty())
    {
        const auto first = m_active.begin();
        auto& turn = first->second;
        auto* queue = turn.front();
        turn.pop_front();
        Ptr<Packet> frame = queue->HasFrame() ? queue->NextFrame() : nullptr;
        if (queue->HasFrame())
        {
            turn.push_back(queue);
        }
        else
        {
            queue->m_active = false;
            if (turn.empty())
            {
                m_active.erase(first);
            }
        }
        if (frame)
        {
            return frame;
        }
    }
    return nullptr;
}

Time
RdmaNetDevice::LineTime(uint64_t bytes)
{
    // Whole picoseconds, the rest kept for the next frame: back to back, nothing is lost to
    // rounding at any rate.
    const uint64_t rate = m_rate.GetBitRate();
    const uint64_t share = bytes * 8 * 1'000'000'000'000ULL + m_remainder;
    m_remainder = share % rate;
    return PicoSeconds(share / rate);
}

void
RdmaNetDevice::TransmitNext()
{
    if (m_busy || !m_enabled || !m_channel)
    {
        return;
    }
    auto frame = TakeFrame();
    if (!frame)
    {
        m_remainder = 0;
        return;
    }
    m_busy = true;
    const uint32_t bytes = PREAMBLE + frame->GetSize() + FCS;
    ++m_framesSent;
    m_lineBytesSent += bytes + GAP;
    m_phyTxBegin(frame);
    m_sniffer(frame);
    m_promiscSniffer(frame);
    const auto duration = LineTime(bytes);
    Simulator::Schedule(duration + LineTime(GAP), &RdmaNetDevice::LineFree, this);
    m_channel->Transmit(frame, this, duration);
}

void
RdmaNetDevice::LineFree()
{
    m_busy = false;
    TransmitNext();
}

void
RdmaNetDevice::ReceiveFrame(Ptr<Packet> frame)
{
    m_phyRxEnd(frame);
    m_promiscSniffer(frame);
    m_sniffer(frame);
    if (!m_host || !m_host->Receive(this, frame))
    {
        Deliver(frame);
    }
}

bool
RdmaNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    m_macTx(packet);
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
    if (m_receiveCallback.IsNull() || frame->GetSize() < 14)
    {
        m_phyRxDrop(frame);
        return;
    }
    frame->RemoveHeader(header);
    const auto protocol = header.GetLengthType();
    m_macRx(frame);
    if (!m_promiscuousCallback.IsNull())
    {
        m_promiscuousCallback(this,
                              frame,
                              protocol,
                              header.GetSource(),
                              header.GetDestination(),
                              header.GetDestination() == m_address ? PACKET_HOST
                                                                   : PACKET_OTHERHOST);
    }
    m_receiveCallback(this, frame, protocol, header.GetSource());
}

} // namespace topox
} // namespace ns3
