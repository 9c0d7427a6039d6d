/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "optical-fiber-channel.h"

#include "ocs-net-device.h"
#include "optical-circuit-switch.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(OpticalFiberChannel);

TypeId
OpticalFiberChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::OpticalFiberChannel")
            .SetParent<LineChannel>()
            .SetGroupName("TopoX")
            .AddConstructor<OpticalFiberChannel>()
            .AddAttribute("Delay",
                          "Time of flight through the fibre (5 ns for each metre).",
                          TimeValue(NanoSeconds(50)),
                          MakeTimeAccessor(&OpticalFiberChannel::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Attenuation",
                          "Light lost on the way, in dB for each km (200 m are 1 us of Delay).",
                          DoubleValue(0.35),
                          MakeDoubleAccessor(&OpticalFiberChannel::m_attenuation),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("TraceInterval",
                          "TxRxPointToPoint tells of one in so many frames, for drawings.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&OpticalFiberChannel::m_traceInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("TxRxPointToPoint",
                            "A frame leaves a NIC for another one; NetAnim draws from this.",
                            MakeTraceSourceAccessor(&OpticalFiberChannel::m_txRx),
                            "ns3::topox::OpticalFiberChannel::TxRxCallback");
    return tid;
}

OpticalFiberChannel::OpticalFiberChannel()
    : m_switchPorts{nullptr, nullptr}
{
}

OpticalFiberChannel::~OpticalFiberChannel() = default;

void
OpticalFiberChannel::DoDispose()
{
    m_ends = {nullptr, nullptr};
    LineChannel::DoDispose();
}

void
OpticalFiberChannel::Attach(Ptr<LineDevice> device)
{
    const size_t end = m_ends[0] ? 1 : 0;
    NS_ABORT_MSG_IF(m_ends[end], "a fibre has two ends, and both are taken");
    m_ends[end] = device;
    m_switchPorts[end] = dynamic_cast<OcsNetDevice*>(PeekPointer(device));
    device->SetChannel(this);
    for (const size_t k : {0, 1})
    {
        auto* near = m_switchPorts[k];
        if (!near || !m_ends[1 - k])
        {
            continue;
        }
        if (m_switchPorts[1 - k])
        {
            near->SetLeadsOn();
        }
        else
        {
            m_ends[1 - k]->SetLinkUp(near->IsLinkUp());
        }
        near->GetSwitch()->InputLightChanged(near->GetPort());
    }
}

double
OpticalFiberChannel::GetLoss() const
{
    constexpr double KM_PER_SECOND = 200'000; // 5 ns for each metre
    return m_delay.GetSeconds() * KM_PER_SECOND * m_attenuation;
}

LineDevice*
OpticalFiberChannel::GetPeer(const LineDevice* device) const
{
    return PeekPointer(m_ends[0]) == device ? PeekPointer(m_ends[1]) : PeekPointer(m_ends[0]);
}

void
OpticalFiberChannel::Transmit(Ptr<Packet> frame, LineDevice* sender, Time duration)
{
    const size_t peer = PeekPointer(m_ends[0]) == sender ? 1 : 0;
    if (m_switchPorts[peer])
    {
        m_switchPorts[peer]->GetSwitch()->Pass(frame,
                                               m_switchPorts[peer]->GetPort(),
                                               sender,
                                               duration);
        return;
    }
    auto* receiver = PeekPointer(m_ends[peer]);
    const Time flight = m_delay + duration;
    NotifyTxRx(frame, sender, receiver, duration, flight);
    const auto ahead = receiver->GetBytesAhead();
    if (ahead > 0 && ahead < frame->GetSize() + 4)
    {
        // Preamble and FCS, 8 and 4 bytes, are on the line but not in the frame.
        const auto head = duration * (ahead + 8) / (frame->GetSize() + 12);
        Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                       m_delay + head,
                                       &LineDevice::ReceiveHead,
                                       receiver,
                                       frame,
                                       duration - head);
        return;
    }
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   flight,
                                   &LineDevice::ReceiveFrame,
                                   receiver,
                                   frame);
}

void
OpticalFiberChannel::NotifyTxRx(Ptr<const Packet> frame,
                                LineDevice* tx,
                                LineDevice* rx,
                                Time duration,
                                Time flight)
{
    if (!m_txRx.IsEmpty() && m_traceCount++ % m_traceInterval == 0)
    {
        m_txRx(frame, tx, rx, duration, flight);
    }
}

Time
OpticalFiberChannel::GetDelay() const
{
    return m_delay;
}

std::size_t
OpticalFiberChannel::GetNDevices() const
{
    return (m_ends[0] ? 1 : 0) + (m_ends[1] ? 1 : 0);
}

Ptr<NetDevice>
OpticalFiberChannel::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

} // namespace topox
} // namespace ns3
