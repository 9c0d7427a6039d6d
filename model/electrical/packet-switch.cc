/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-switch.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/telemetry.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <bitset>
#include <stdexcept>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(PacketSwitch);

namespace
{

/// Rate that thresholds for marks are given at; they grow with the rate of the line.
constexpr double ECN_RATE = 40e9;
/// Memory for each port when the user does not say, beside twice its headroom.
constexpr uint64_t BYTES_PER_PORT = 512 * 1024;
constexpr uint64_t LEAST_BUFFER = 32 * 1024 * 1024;

} // namespace

TypeId
PacketSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::PacketSwitch")
            .SetParent<Object>()
            .SetGroupName("TopoX")
            .AddConstructor<PacketSwitch>()
            .AddAttribute("BufferSize",
                          "Memory in bytes; 0 for 512 KiB for each port, 32 MiB at least, and "
                          "twice the headrooms.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PacketSwitch::m_bufferBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EgressAlpha",
                          "A queue of a lossy class may take so many times the free memory.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&PacketSwitch::m_egressAlpha),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("PauseAlpha",
                          "An ingress port's lossless class that takes more than so many times the "
                          "free memory pauses its sender.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&PacketSwitch::m_pauseAlpha),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("LosslessClasses",
                          "Bit c: class c is lossless (PFC). Default: class 3.",
                          UintegerValue(1 << 3),
                          MakeUintegerAccessor(&PacketSwitch::m_losslessClasses),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("LargestFrame",
                          "Bytes, for headroom and hysteresis.",
                          UintegerValue(9216),
                          MakeUintegerAccessor(&PacketSwitch::m_largestFrame),
                          MakeUintegerChecker<uint32_t>(64, 65535))
            .AddAttribute("Ecn",
                          "Whether to mark frames.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PacketSwitch::m_ecn),
                          MakeBooleanChecker())
            .AddAttribute("EcnMinimum",
                          "K_min in bytes at 40 Gb/s; in proportion at other rates (DCQCN).",
                          DoubleValue(5000),
                          MakeDoubleAccessor(&PacketSwitch::m_ecnMinimum),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("EcnMaximum",
                          "K_max in bytes at 40 Gb/s; above, every frame is marked.",
                          DoubleValue(200'000),
                          MakeDoubleAccessor(&PacketSwitch::m_ecnMaximum),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("EcnProbability",
                          "P_max: probability of a mark at K_max.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&PacketSwitch::m_ecnProbability),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Scheduling",
                          "What leaves a port next.",
                          EnumValue(STRICT_PRIORITY),
                          EnumAccessor<Scheduling>(&PacketSwitch::m_scheduling),
                          MakeEnumChecker(STRICT_PRIORITY,
                                          "StrictPriority",
                                          ROUND_ROBIN,
                                          "RoundRobin",
                                          PFABRIC,
                                          "PFabric"))
            .AddAttribute(
                "PFabricQueueSize",
                "Bytes of a queue under PFabric; when full, the frame of the message with "
                "most left goes.",
                UintegerValue(36'864),
                MakeUintegerAccessor(&PacketSwitch::m_pfabricBytes),
                MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("LoadBalancing",
                          "Which of several equal ways a frame goes.",
                          EnumValue(ECMP),
                          EnumAccessor<LoadBalancing>(&PacketSwitch::m_loadBalancing),
                          MakeEnumChecker(ECMP, "Ecmp", FLOWLET, "Flowlet", SPRAY, "Spray"))
            .AddAttribute("FlowletGap",
                          "A flow that paused so long may go another way.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&PacketSwitch::m_flowletGap),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("HashSeed",
                          "Of the hash for ECMP; 0 takes one from the node's number, so that "
                          "switches in a row decide independently.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PacketSwitch::m_hashSeed),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "CutThrough",
                "Send a frame on when 64 bytes of it are there, if the egress line is not "
                "faster than the ingress line.",
                BooleanValue(false),
                MakeBooleanAccessor(&PacketSwitch::m_cutThrough),
                MakeBooleanChecker())
            .AddAttribute("ForwardingDelay",
                          "From the arrival of a frame to its queue.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PacketSwitch::m_forwardingDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Telemetry",
                          "Write a record on every frame that asks for it.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PacketSwitch::m_telemetry),
                          MakeBooleanChecker())
            .AddTraceSource(
                "Drop",
                "A frame is lost: \"not-ip\", \"ttl\", \"no-route\", \"buffer\" (no "
                "memory), \"queue\" (more than its share), \"headroom\" (the sender did "
                "not pause in time) or \"pfabric\".",
                MakeTraceSourceAccessor(&PacketSwitch::m_drop),
                "ns3::topox::LineDevice::DropCallback")
            .AddTraceSource("Mark",
                            "A frame is marked: congestion experienced.",
                            MakeTraceSourceAccessor(&PacketSwitch::m_mark),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Pause",
                            "The sender at a port is asked to hold a class, or to go on.",
                            MakeTraceSourceAccessor(&PacketSwitch::m_pause),
                            "ns3::topox::PacketSwitch::PauseCallback")
            .AddTraceSource("Queue",
                            "A frame entered or left a queue; port, class and bytes that wait.",
                            MakeTraceSourceAccessor(&PacketSwitch::m_queue),
                            "ns3::topox::PacketSwitch::QueueCallback");
    return tid;
}

PacketSwitch::PacketSwitch()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

PacketSwitch::~PacketSwitch() = default;

void
PacketSwitch::DoDispose()
{
    m_ports.clear();
    m_random = nullptr;
    Object::DoDispose();
}

uint32_t
PacketSwitch::AddPort(Ptr<SwitchPort> port)
{
    NS_ABORT_MSG_IF(m_buffer, "add ports before frames come");
    port->SetSwitch(this, static_cast<uint32_t>(m_ports.size()));
    m_ports.push_back(port);
    return port->GetNumber();
}

uint32_t
PacketSwitch::GetNPorts() const
{
    return static_cast<uint32_t>(m_ports.size());
}

Ptr<SwitchPort>
PacketSwitch::GetPort(uint32_t number) const
{
    return m_ports.at(number);
}

void
PacketSwitch::SetRoute(Ipv4Address destination, const std::vector<uint32_t>& ports)
{
    for (const auto port : ports)
    {
        NS_ABORT_MSG_IF(port >= m_ports.size(), "route through a port that does not exist");
    }
    m_routes[destination.Get()] = ports;
}

int64_t
PacketSwitch::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

uint64_t
PacketSwitch::GetBufferedBytes() const
{
    return m_buffer ? m_buffer->UsedBytes() : 0;
}

uint64_t
PacketSwitch::GetQueueBytes(uint32_t port, uint8_t trafficClass) const
{
    return m_buffer ? m_buffer->QueueBytes(port, trafficClass) : 0;
}

uint64_t
PacketSwitch::GetFramesDropped() const
{
    return m_framesDropped;
}

uint64_t
PacketSwitch::GetFramesMarked() const
{
    return m_framesMarked;
}

PacketSwitch::Scheduling
PacketSwitch::GetScheduling() const
{
    return m_scheduling;
}

bool
PacketSwitch::IsCutThrough() const
{
    return m_cutThrough;
}

uint64_t
PacketSwitch::Headroom(uint64_t bitRate, double flight, uint32_t largestFrame)
{
    constexpr uint64_t pauseFrame = 64 + LinePort::PREAMBLE + LinePort::GAP;
    // A MAC and PHY may take so long to react, in bytes of the line (two delays of 3840 bit times).
    constexpr uint64_t reaction = 2 * 3840 / 8;
    const auto onFibre = static_cast<uint64_t>(2 * flight * static_cast<double>(bitRate) / 8);
    return onFibre + 2 * static_cast<uint64_t>(largestFrame) + pauseFrame + reaction;
}

void
PacketSwitch::Prepare()
{
    SharedBufferConfig config;
    uint64_t all = 0;
    for (const auto& port : m_ports)
    {
        // Lines without a delay attribute (of tests) are short.
        TimeValue flight;
        auto line = port->GetChannel();
        if (!line || !line->GetAttributeFailSafe("Delay", flight))
        {
            flight.Set(Time(0));
        }
        config.headroom.push_back(
            Headroom(port->GetDataRate().GetBitRate(), flight.Get().GetSeconds(), m_largestFrame));
        all += config.headroom.back();
    }
    const bool lossless = m_losslessClasses != 0 && m_scheduling != PFABRIC;
    const auto classes = std::bitset<SharedBuffer::CLASSES>(m_losslessClasses).count();
    const auto own = std::max(LEAST_BUFFER, m_ports.size() * BYTES_PER_PORT) + 2 * classes * all;
    config.bytes = m_bufferBytes > 0 ? m_bufferBytes : own;
    config.egressAlpha = m_egressAlpha;
    config.pauseAlpha = m_pauseAlpha;
    config.losslessClasses = lossless ? m_losslessClasses : 0;
    config.hysteresis = std::min<uint64_t>(2 * m_largestFrame, config.bytes / 2);
    NS_ABORT_MSG_IF(m_ecnMaximum < m_ecnMinimum, "EcnMaximum is below EcnMinimum");
    NS_ABORT_MSG_IF(m_ecn && m_bufferBytes > 0 && m_ecnMinimum > m_bufferBytes,
                    "EcnMinimum of " << m_ecnMinimum << " bytes is above BufferSize of "
                                     << m_bufferBytes << " bytes");
    try
    {
        m_buffer = std::make_unique<SharedBuffer>(config);
    }
    catch (const std::invalid_argument& error)
    {
        NS_ABORT_MSG("packet switch: " << error.what());
    }
    if (m_hashSeed == 0)
    {
        const auto node = m_ports.empty() ? nullptr : m_ports.front()->GetNode();
        m_hashSeed = MixBits(0x9E3779B97F4A7C15ULL * (node ? node->GetId() + 1 : 1));
    }
}

void
PacketSwitch::Receive(uint32_t in, Ptr<Packet> frame, Time rest)
{
    if (!m_buffer)
    {
        Prepare();
    }
    FrameView view;
    if (!view.Parse(frame))
    {
        Drop(frame, "not-ip");
        return;
    }
    if (view.timeToLive <= 1)
    {
        Drop(frame, "ttl");
        return;
    }
    const auto route = m_routes.find(view.destination);
    if (route == m_routes.end() || route->second.empty())
    {
        Drop(frame, "no-route");
        return;
    }
    const auto out = Choose(view, route->second);
    // A faster line would run dry in the middle of the frame.
    const bool wait = m_ports[out]->GetDataRate() > m_ports[in]->GetDataRate();
    const auto delay = m_forwardingDelay + (wait ? rest : Time(0));
    if (delay.IsZero())
    {
        Forward(in, frame, view, out);
    }
    else
    {
        Simulator::Schedule(delay, &PacketSwitch::Forward, this, in, frame, view, out);
    }
}

uint32_t
PacketSwitch::Choose(const FrameView& view, const std::vector<uint32_t>& ports)
{
    if (ports.size() == 1)
    {
        return ports.front();
    }
    const auto ways = static_cast<uint32_t>(ports.size());
    if (m_loadBalancing == SPRAY)
    {
        return ports[m_random->GetInteger(0, ways - 1)];
    }
    if (m_loadBalancing == FLOWLET)
    {
        auto& flowlet = m_flowlets.try_emplace(view.flow, Flowlet{ways, Time(0)}).first->second;
        if (flowlet.port == ways || Simulator::Now() - flowlet.last > m_flowletGap)
        {
            flowlet.port = m_random->GetInteger(0, ways - 1);
        }
        flowlet.last = Simulator::Now();
        return ports[flowlet.port];
    }
    return ports[MixBits(view.flow ^ m_hashSeed) % ways];
}

bool
PacketSwitch::Marks(uint32_t out, const FrameView& view)
{
    if (!m_ecn || !view.ecnCapable)
    {
        return false;
    }
    const double scale = static_cast<double>(m_ports[out]->GetDataRate().GetBitRate()) / ECN_RATE;
    const auto waiting = static_cast<double>(m_buffer->QueueBytes(out, view.trafficClass));
    const double least = m_ecnMinimum * scale;
    const double most = m_ecnMaximum * scale;
    if (waiting <= least)
    {
        return false;
    }
    return waiting > most ||
           m_random->GetValue() < m_ecnProbability * (waiting - least) / (most - least);
}

bool
PacketSwitch::MakeRoom(uint32_t out, const FrameView& view, uint32_t bytes)
{
    // pFabric, section 4.2: a full queue gives up the frame with the largest rank.
    while (m_buffer->QueueBytes(out, view.trafficClass) + bytes > m_pfabricBytes)
    {
        StoredFrame worst;
        if (!m_ports[out]->TakeWorst(view.trafficClass, view.rank, worst))
        {
            return false;
        }
        m_buffer->Release(worst.in, out, worst.trafficClass, worst.bytes);
        Drop(worst.frame, "pfabric");
    }
    return true;
}

void
PacketSwitch::Forward(uint32_t in, Ptr<Packet> frame, FrameView view, uint32_t out)
{
    const auto bytes = frame->GetSize();
    if (m_scheduling == PFABRIC && !MakeRoom(out, view, bytes))
    {
        Drop(frame, "pfabric");
        return;
    }
    const bool mark = Marks(out, view);
    switch (m_buffer->Store(in, out, view.trafficClass, bytes))
    {
    case SharedBuffer::Verdict::BUFFER_FULL:
        Drop(frame, "buffer");
        return;
    case SharedBuffer::Verdict::QUEUE_LIMIT:
        Drop(frame, "queue");
        return;
    case SharedBuffer::Verdict::HEADROOM_FULL:
        Drop(frame, "headroom");
        return;
    case SharedBuffer::Verdict::STORED:
        break;
    }
    IpFrameHeader header;
    frame->RemoveHeader(header);
    header.DecrementTimeToLive();
    if (mark)
    {
        header.MarkCongestion();
    }
    frame->AddHeader(header);
    if (mark)
    {
        ++m_framesMarked;
        m_mark(frame);
    }
    m_queue(out, view.trafficClass, m_buffer->QueueBytes(out, view.trafficClass));
    CheckPause(in, view.trafficClass);
    m_ports[out]->Enqueue(
        {frame, bytes, in, view.trafficClass, view.wantsTelemetry, view.rank, view.flow});
}

void
PacketSwitch::CheckPause(uint32_t in, uint8_t trafficClass)
{
    auto& port = m_ports[in];
    if (!port->HoldsPeer(trafficClass) && m_buffer->PauseDue(in, trafficClass))
    {
        m_pause(in, trafficClass, true);
        port->Pause(trafficClass);
    }
    else if (port->HoldsPeer(trafficClass) && m_buffer->ResumeDue(in, trafficClass))
    {
        m_pause(in, trafficClass, false);
        port->Resume(trafficClass);
    }
}

void
PacketSwitch::Leaves(uint32_t out, StoredFrame& stored)
{
    m_buffer->Release(stored.in, out, stored.trafficClass, stored.bytes);
    const auto waiting = m_buffer->QueueBytes(out, stored.trafficClass);
    m_queue(out, stored.trafficClass, waiting);
    CheckPause(stored.in, stored.trafficClass);
    if (m_telemetry && stored.telemetry)
    {
        const auto& port = m_ports[out];
        TelemetryRecord record;
        record.rate = static_cast<uint16_t>(
            std::min<uint64_t>(UINT16_MAX,
                               port->GetDataRate().GetBitRate() / TelemetryRecord::RATE_UNIT));
        record.queue = static_cast<uint16_t>(
            std::min<uint64_t>(UINT16_MAX, waiting / TelemetryRecord::BYTES_UNIT));
        record.time = static_cast<uint32_t>(Simulator::Now().GetNanoSeconds());
        record.sent = static_cast<uint32_t>(port->GetLineBytesSent() / TelemetryRecord::BYTES_UNIT);
        Telemetry::Append(stored.frame, record);
    }
}

void
PacketSwitch::Drop(Ptr<const Packet> frame, const std::string& reason)
{
    ++m_framesDropped;
    m_drop(frame, reason);
}

} // namespace topox
} // namespace ns3
