/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "line-port.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(LinePort);

TypeId
LinePort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::LinePort")
            .SetParent<LineDevice>()
            .SetGroupName("TopoX")
            .AddAttribute("DataRate",
                          "Rate of the line, each way; more than zero.",
                          DataRateValue(DataRate("100Gb/s")),
                          MakeDataRateAccessor(&LinePort::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("ReceiveErrorModel",
                          "Damages frames that arrive; none by default.",
                          PointerValue(),
                          MakePointerAccessor(&LinePort::m_errors),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("MacTx",
                            "A packet was handed to the device by Send().",
                            MakeTraceSourceAccessor(&LinePort::m_macTx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed up to the node.",
                            MakeTraceSourceAccessor(&LinePort::m_macRx),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "The first bit of a frame leaves.",
                            MakeTraceSourceAccessor(&LinePort::m_phyTxBegin),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "The last bit of a frame has arrived (its head, with cut-through).",
                            MakeTraceSourceAccessor(&LinePort::m_phyRxEnd),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxDrop",
                            "A frame is lost at this port; the same frames as Drop.",
                            MakeTraceSourceAccessor(&LinePort::m_phyRxDrop),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Drop",
                            "A frame is lost at this port: \"error\" (damaged), \"unwanted\" (the "
                            "node takes no such packets) or \"queue-full\" (ordinary packets).",
                            MakeTraceSourceAccessor(&LinePort::m_drop),
                            "ns3::topox::LineDevice::DropCallback")
            .AddTraceSource("Pause",
                            "The peer holds or releases a traffic class.",
                            MakeTraceSourceAccessor(&LinePort::m_pauseTrace),
                            "ns3::topox::LinePort::PauseCallback")
            .AddTraceSource("Sniffer",
                            "Frames sent and received, for pcap.",
                            MakeTraceSourceAccessor(&LinePort::m_sniffer),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "Frames sent and received, those for others too.",
                            MakeTraceSourceAccessor(&LinePort::m_promiscSniffer),
                            "ns3::Packet::TracedCallback");
    return tid;
}

LinePort::LinePort() = default;
LinePort::~LinePort() = default;

void
LinePort::DoDispose()
{
    for (auto& event : m_pauseOver)
    {
        event.Cancel();
    }
    m_pauses.clear();
    m_errors = nullptr;
    LineDevice::DoDispose();
}

DataRate
LinePort::GetDataRate() const
{
    return m_rate;
}

void
LinePort::SetTransmitEnabled(bool enabled)
{
    m_enabled = enabled;
    TransmitNext();
}

bool
LinePort::IsTransmitEnabled() const
{
    return m_enabled;
}

bool
LinePort::IsPaused(uint8_t trafficClass) const
{
    return (m_paused >> trafficClass & 1) != 0;
}

uint64_t
LinePort::GetFramesSent() const
{
    return m_framesSent;
}

uint64_t
LinePort::GetLineBytesSent() const
{
    return m_lineBytesSent;
}

void
LinePort::SendPause(uint8_t classes, uint16_t quanta)
{
    PauseFrame pause;
    pause.source = m_address;
    pause.enabled = classes;
    for (uint32_t c = 0; c < PauseFrame::CLASSES; ++c)
    {
        pause.quanta[c] = (classes >> c & 1) != 0 ? quanta : 0;
    }
    m_pauses.push_back(pause.ToPacket());
    TransmitNext();
}

Time
LinePort::LineTime(uint64_t bytes)
{
    // Whole picoseconds, the rest kept for the next frame: back to back, nothing is lost to
    // rounding at any rate.
    const uint64_t rate = m_rate.GetBitRate();
    NS_ABORT_MSG_IF(rate == 0, "attribute DataRate of a port must be more than zero");
    const uint64_t share = bytes * 8 * 1'000'000'000'000ULL + m_remainder;
    m_remainder = share % rate;
    return PicoSeconds(share / rate);
}

void
LinePort::TransmitNext()
{
    if (m_busy || !m_enabled || !m_channel)
    {
        return;
    }
    Ptr<Packet> frame;
    if (m_pauses.empty())
    {
        frame = TakeFrame();
    }
    else
    {
        frame = m_pauses.front();
        m_pauses.pop_front();
    }
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
    Simulator::Schedule(duration + LineTime(GAP), &LinePort::LineFree, this);
    m_channel->Transmit(frame, this, duration);
}

void
LinePort::LineFree()
{
    m_busy = false;
    TransmitNext();
}

bool
LinePort::Arrived(Ptr<const Packet> frame)
{
    m_phyRxEnd(frame);
    if (m_errors && m_errors->IsCorrupt(frame->Copy()))
    {
        Drop(frame, "error");
        return false;
    }
    m_promiscSniffer(frame);
    m_sniffer(frame);
    if (frame->GetSize() == PauseFrame::SIZE)
    {
        PauseFrame pause;
        if (pause.Parse(frame))
        {
            ObeyPause(pause);
            return false;
        }
    }
    return true;
}

void
LinePort::ReceiveFrame(Ptr<Packet> frame)
{
    if (Arrived(frame))
    {
        Accept(frame);
    }
}

uint64_t
LinePort::GetFramesDropped() const
{
    return m_framesDropped;
}

void
LinePort::Drop(Ptr<const Packet> frame, const std::string& reason)
{
    ++m_framesDropped;
    m_phyRxDrop(frame);
    m_drop(frame, reason);
}

void
LinePort::ObeyPause(const PauseFrame& pause)
{
    for (uint8_t c = 0; c < PauseFrame::CLASSES; ++c)
    {
        if ((pause.enabled >> c & 1) == 0)
        {
            continue;
        }
        m_pauseOver[c].Cancel();
        if (pause.quanta[c] == 0)
        {
            PauseOver(c);
            continue;
        }
        if (!IsPaused(c))
        {
            m_paused |= 1 << c;
            m_pauseTrace(c, true);
        }
        const uint64_t bits = static_cast<uint64_t>(pause.quanta[c]) * PauseFrame::QUANTUM_BITS;
        const auto duration = m_rate.CalculateBitsTxTime(static_cast<uint32_t>(bits));
        m_pauseOver[c] = Simulator::Schedule(duration, &LinePort::PauseOver, this, c);
    }
}

void
LinePort::PauseOver(uint8_t trafficClass)
{
    if (IsPaused(trafficClass))
    {
        m_paused &= ~(1 << trafficClass);
        m_pauseTrace(trafficClass, false);
        Resumed(trafficClass);
        TransmitNext();
    }
}

void
LinePort::Resumed(uint8_t)
{
}

} // namespace topox
} // namespace ns3
