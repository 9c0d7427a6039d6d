/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-queue-pair.h"

#include "rdma-host.h"
#include "rdma-net-device.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_LOG_COMPONENT_DEFINE("TopoXRdmaQueuePair");
NS_OBJECT_ENSURE_REGISTERED(RdmaQueuePair);

namespace
{
/// UDP source ports that stand for flows start here (RoCEv2, Annex A17.3).
constexpr uint32_t FIRST_SOURCE_PORT = 49152;
constexpr uint32_t SOURCE_PORTS = 16384;
/// A READ must leave PSNs for what is under way beside it.
constexpr uint64_t MOST_READ_FRAMES = PSN_MODULUS / 4;
} // namespace

Time
NotReadyTime(uint8_t code)
{
    // In units of 10 us.
    constexpr uint32_t times[] = {65536, 1,    2,    3,     4,     6,     8,     12,
                                  16,    24,   32,   48,    64,    96,    128,   192,
                                  256,   384,  512,  768,   1024,  1536,  2048,  3072,
                                  4096,  6144, 8192, 12288, 16384, 24576, 32768, 49152};
    return MicroSeconds(10 * static_cast<uint64_t>(times[code & 31]));
}

TypeId
RdmaQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::RdmaQueuePair")
            .SetParent<MessageChannel>()
            .SetGroupName("TopoX")
            .AddConstructor<RdmaQueuePair>()
            .AddAttribute("PathMtu",
                          "Payload of a full frame in bytes: 256, 512, 1024, 2048 or 4096.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&RdmaQueuePair::m_mtu),
                          MakeUintegerChecker<uint32_t>(256, 4096))
            .AddAttribute("InitialPsn",
                          "First packet sequence number, both ways.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaQueuePair::m_initialPsn),
                          MakeUintegerChecker<uint32_t>(0, PSN_MODULUS - 1))
            .AddAttribute("AckInterval",
                          "Every so many frames one asks for an acknowledgement; the last frame "
                          "of a message always does. Congestion controls that live on "
                          "acknowledgements may ask more often.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RdmaQueuePair::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "Recovery",
                "What is sent again after a loss. Both ends must agree.",
                EnumValue(GO_BACK_N),
                EnumAccessor<Recovery>(&RdmaQueuePair::m_recovery),
                MakeEnumChecker(GO_BACK_N, "GoBackN", SELECTIVE_REPEAT, "SelectiveRepeat"))
            .AddAttribute("RetransmitTimeout",
                          "How long to wait for an answer that was asked for, doubled after each "
                          "timeout. Default: InfiniBand's local ACK timeout 14, 4.096 us times "
                          "2^14.",
                          TimeValue(NanoSeconds(67108864)),
                          MakeTimeAccessor(&RdmaQueuePair::m_retransmitTimeout),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Timeouts without progress after which the queue pair is in error.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaQueuePair::m_retryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AlwaysReady",
                          "Receives need not be posted: SENDs always find one.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&RdmaQueuePair::m_alwaysReady),
                          MakeBooleanChecker())
            .AddAttribute("NotReadyTimer",
                          "Code of the time that a requester waits when no receive is posted; 12 "
                          "is 0.64 ms (InfiniBand Architecture, table 45).",
                          UintegerValue(12),
                          MakeUintegerAccessor(&RdmaQueuePair::m_notReadyTimer),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("NotReadyRetryCount",
                          "Receiver-not-ready NAKs without progress after which the queue pair is "
                          "in error; 7 for no limit.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaQueuePair::m_notReadyRetryCount),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("MaxInFlight",
                          "Bytes of payload sent and not acknowledged; 0 for no limit but that of "
                          "the PSN, 2^23 - 1 frames.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaQueuePair::m_maxInFlight),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxReads",
                          "READs that may be under way.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RdmaQueuePair::m_maxReads),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxRate",
                          "Pace of our data, headers and gaps included; 0 for that of the line.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RdmaQueuePair::m_maxRate),
                          MakeDataRateChecker())
            .AddAttribute("TrafficClass",
                          "Class of our data at switches and for pauses, 0 to 7.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RdmaQueuePair::m_trafficClassOfData),
                          MakeUintegerChecker<uint8_t>(0, 7))
            .AddAttribute("CnpInterval",
                          "Least time between congestion notification packets for frames that "
                          "switches marked.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&RdmaQueuePair::m_cnpInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CongestionControl",
                          "TypeId of a CongestionControl.",
                          TypeIdValue(NoCongestionControl::GetTypeId()),
                          MakeTypeIdAccessor(&RdmaQueuePair::m_congestionControlType),
                          MakeTypeIdChecker())
            .AddTraceSource("MessageSent",
                            "A message is complete: acknowledged, or all of a READ is here; "
                            "number and bytes.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_messageSent),
                            "ns3::topox::RdmaQueuePair::MessageCallback")
            .AddTraceSource("MessageReceived",
                            "The last byte of a message has arrived; number and bytes.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_messageReceived),
                            "ns3::topox::RdmaQueuePair::MessageCallback")
            .AddTraceSource("Timeout",
                            "An answer is overdue; number and PSN of the oldest frame.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_timeoutTrace),
                            "ns3::topox::RdmaQueuePair::PsnCallback")
            .AddTraceSource("Nak",
                            "Going back after a NAK; number and PSN.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_nakTrace),
                            "ns3::topox::RdmaQueuePair::PsnCallback")
            .AddTraceSource("NotReady",
                            "The receiver was not ready; number and PSN.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_notReadyTrace),
                            "ns3::topox::RdmaQueuePair::PsnCallback")
            .AddTraceSource("Retransmission",
                            "A frame is sent again; number and PSN.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_retransmissionTrace),
                            "ns3::topox::RdmaQueuePair::PsnCallback")
            .AddTraceSource("RateChange",
                            "The rate of our data changed; number and bit/s.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_rateTrace),
                            "ns3::topox::RdmaQueuePair::RateCallback")
            .AddTraceSource("Cnp",
                            "A congestion notification packet was sent or received.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_cnpTrace),
                            "ns3::topox::RdmaQueuePair::CnpCallback")
            .AddTraceSource("State",
                            "The state changed; number, state, reason.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_stateTrace),
                            "ns3::topox::RdmaQueuePair::StateCallback");
    return tid;
}

RdmaQueuePair::RdmaQueuePair()
    : m_requester(*this),
      m_responder(*this)
{
}

RdmaQueuePair::~RdmaQueuePair() = default;

void
RdmaQueuePair::DoDispose()
{
    m_wakeUp.Cancel();
    m_requester.Stop();
    m_responder.Stop();
    if (m_state != State::RESET && m_port < m_host->GetNDevices())
    {
        m_host->GetDevice(m_port)->Deactivate(this);
    }
    if (m_congestionControl)
    {
        m_congestionControl->Dispose();
        m_congestionControl = nullptr;
    }
    m_state = State::RESET;
    m_onImmediate = Callback<void, uint64_t, uint32_t>();
    m_onError = Callback<void>();
    MessageChannel::DoDispose();
}

void
RdmaQueuePair::SetHost(RdmaHost* host, uint32_t number)
{
    m_host = host;
    m_number = number;
}

uint32_t
RdmaQueuePair::GetNumber() const
{
    return m_number;
}

RdmaQueuePair::State
RdmaQueuePair::GetState() const
{
    return m_state;
}

uint64_t
RdmaQueuePair::GetFramesSent() const
{
    return m_requester.GetFramesSent();
}

uint64_t
RdmaQueuePair::GetRetransmissions() const
{
    return m_requester.GetRetransmissions();
}

uint64_t
RdmaQueuePair::GetRate() const
{
    return m_rate;
}

Ptr<CongestionControl>
RdmaQueuePair::GetCongestionControl() const
{
    return m_congestionControl;
}

void
RdmaQueuePair::SetImmediateCallback(Callback<void, uint64_t, uint32_t> callback)
{
    m_onImmediate = callback;
}

void
RdmaQueuePair::SetErrorCallback(Callback<void> callback)
{
    m_onError = callback;
}

void
RdmaQueuePair::Connect(Ipv4Address remote, uint32_t remoteQp, uint32_t port, uint32_t priority)
{
    NS_ABORT_MSG_IF(m_state != State::RESET, "this queue pair is connected already");
    NS_ABORT_MSG_IF(port >= m_host->GetNDevices(), "the host has no such port");
    NS_ABORT_MSG_IF((m_mtu & (m_mtu - 1)) != 0,
                    "PathMtu is 256, 512, 1024, 2048 or 4096, not " << m_mtu);
    m_remote = remote;
    m_remoteQp = remoteQp;
    m_port = port;
    SetPriority(priority);
    SetTrafficClass(m_trafficClassOfData);
    m_lineRate = m_host->GetDevice(port)->GetDataRate().GetBitRate();
    if (m_congestionControlType != NoCongestionControl::GetTypeId())
    {
        ObjectFactory factory;
        factory.SetTypeId(m_congestionControlType);
        m_congestionControl = factory.Create<CongestionControl>();
        NS_ABORT_MSG_UNLESS(m_congestionControl,
                            m_congestionControlType.GetName() << " is not a CongestionControl");
        m_congestionControl->Start(m_lineRate, m_mtu);
        m_congestionControl->SetChangedCallback([this]() { UpdateRate(); });
        const auto interval = m_congestionControl->GetAckInterval();
        m_ackInterval = interval > 0 ? std::min(interval, m_ackInterval) : m_ackInterval;
    }
    SetState(State::READY, "");
    UpdateRate();
}

void
RdmaQueuePair::SetState(State state, const std::string& reason)
{
    m_state = state;
    m_stateTrace(m_number, static_cast<uint32_t>(state), reason);
}

void
RdmaQueuePair::Post(RdmaRequester::Kind kind,
                    uint64_t bytes,
                    uint64_t id,
                    bool hasImmediate,
                    uint32_t immediate)
{
    NS_ABORT_MSG_IF(m_state == State::RESET, "connect the queue pair first");
    NS_ABORT_MSG_IF(bytes > UINT32_MAX, "a message has less than 4 GiB");
    NS_ABORT_MSG_IF(kind == RdmaRequester::Kind::READ && bytes > MOST_READ_FRAMES * m_mtu,
                    "a READ has " << MOST_READ_FRAMES << " frames of PathMtu at most");
    if (m_state == State::READY) // else the error callback has told
    {
        m_requester.Post({kind, hasImmediate, immediate, bytes, id, 0, 0});
    }
}

void
RdmaQueuePair::PostWrite(uint64_t bytes, uint64_t id)
{
    Post(RdmaRequester::Kind::WRITE, bytes, id, false, 0);
}

void
RdmaQueuePair::PostWriteImmediate(uint64_t bytes, uint64_t id, uint32_t immediate)
{
    Post(RdmaRequester::Kind::WRITE, bytes, id, true, immediate);
}

void
RdmaQueuePair::PostSend(uint64_t bytes, uint64_t id)
{
    Post(RdmaRequester::Kind::SEND, bytes, id, false, 0);
}

void
RdmaQueuePair::PostSendImmediate(uint64_t bytes, uint64_t id, uint32_t immediate)
{
    Post(RdmaRequester::Kind::SEND, bytes, id, true, immediate);
}

void
RdmaQueuePair::PostRead(uint64_t bytes, uint64_t id)
{
    Post(RdmaRequester::Kind::READ, bytes, id, false, 0);
}

void
RdmaQueuePair::PostMessage(uint64_t bytes, uint64_t id)
{
    PostWrite(bytes, id);
}

void
RdmaQueuePair::Close()
{
    m_host->DestroyQueuePair(m_number);
}

void
RdmaQueuePair::PostReceives(uint32_t count)
{
    m_responder.PostReceives(count);
}

void
RdmaQueuePair::Activate()
{
    if (HasFrame())
    {
        m_host->GetDevice(m_port)->Activate(this);
    }
    else if (m_wakeUp.IsExpired() && Simulator::Now() < m_paceUntil)
    {
        m_wakeUp =
            Simulator::Schedule(m_paceUntil - Simulator::Now(), &RdmaQueuePair::Activate, this);
    }
}

bool
RdmaQueuePair::HasFrame() const
{
    return m_state == State::READY && (m_requester.HasFrame() || m_responder.HasFrame()) &&
           (m_paceUntil.IsZero() || Simulator::Now() >= m_paceUntil);
}

Ptr<Packet>
RdmaQueuePair::NextFrame()
{
    auto frame = m_responder.HasFrame() ? m_responder.NextFrame() : m_requester.NextFrame();
    const auto bytes =
        RdmaNetDevice::PREAMBLE + frame->GetSize() + RdmaNetDevice::FCS + RdmaNetDevice::GAP;
    if (m_congestionControl)
    {
        m_congestionControl->OnSent(bytes);
        UpdateRate();
    }
    if (m_rate < m_lineRate)
    {
        Pace(bytes);
    }
    return frame;
}

void
RdmaQueuePair::Pace(uint32_t bytes)
{
    const auto spacing = PicoSeconds(static_cast<int64_t>(bytes * 8e12 / m_rate));
    // What a frame waited for its turn comes off the spacing, up to one frame's worth.
    m_paceUntil = std::max(m_paceUntil, Simulator::Now() - spacing) + spacing;
    if (m_wakeUp.IsExpired())
    {
        m_wakeUp =
            Simulator::Schedule(m_paceUntil - Simulator::Now(), &RdmaQueuePair::Activate, this);
    }
}

uint64_t
RdmaQueuePair::GetRemainingBytes() const
{
    return m_requester.GetUnsentBytes() + m_responder.GetUnsentBytes();
}

void
RdmaQueuePair::UpdateRate()
{
    auto rate = m_congestionControl ? m_congestionControl->GetRate() : m_lineRate;
    const auto most = m_maxRate.GetBitRate();
    rate = std::min({rate, m_lineRate, most > 0 ? most : m_lineRate});
    if (rate != m_rate)
    {
        m_rate = std::max<uint64_t>(rate, 1);
        m_rateTrace(m_number, m_rate);
    }
}

void
RdmaQueuePair::NoteLoss(bool timeout)
{
    if (m_congestionControl)
    {
        m_congestionControl->OnLoss(timeout);
        UpdateRate();
    }
}

bool
RdmaQueuePair::StampsRank() const
{
    return m_host->GetDevice(m_port)->GetScheduling() == RdmaNetDevice::SMALLEST_REMAINING;
}

void
RdmaQueuePair::FillAddresses(RoceHeader& header) const
{
    uint8_t mac[6] = {0x02, 0x00};
    m_remote.Serialize(mac + 2);
    // Lines have two ends and switches go by IPv4 addresses: nobody asks for the other's MAC
    // address. A local one made of its IPv4 address stands for it.
    header.destinationMac.CopyFrom(mac);
    header.sourceMac = Mac48Address::ConvertFrom(m_host->GetDevice(m_port)->GetAddress());
    header.source = m_host->GetAddress();
    header.destination = m_remote;
    header.sourcePort = static_cast<uint16_t>(FIRST_SOURCE_PORT + m_number % SOURCE_PORTS);
    header.destinationQp = m_remoteQp;
    header.SetClass(m_trafficClassOfData,
                    m_congestionControl && m_congestionControl->NeedsTelemetry());
}

Ptr<Packet>
RdmaQueuePair::MakeFrame(RoceHeader& header, uint32_t payload) const
{
    header.padCount = static_cast<uint8_t>((4 - payload % 4) % 4);
    header.payload = payload + header.padCount;
    Ptr<Packet> frame;
    if (Node::ChecksumEnabled())
    {
        uint8_t bytes[RoceHeader::MAX_SIZE];
        header.Write(bytes);
        const auto icrc = RoceIcrc(bytes, header.GetSerializedSize(), header.payload);
        const uint8_t trailer[] = {static_cast<uint8_t>(icrc),
                                   static_cast<uint8_t>(icrc >> 8),
                                   static_cast<uint8_t>(icrc >> 16),
                                   static_cast<uint8_t>(icrc >> 24)};
        frame = Create<Packet>(header.payload);
        frame->AddAtEnd(Create<Packet>(trailer, RoceHeader::ICRC_SIZE));
    }
    else
    {
        frame = Create<Packet>(header.payload + RoceHeader::ICRC_SIZE);
    }
    frame->AddHeader(header);
    return frame;
}

void
RdmaQueuePair::SendControl(RoceHeader& header, const SackRange* range, const Telemetry* path)
{
    FillAddresses(header);
    auto* port = PeekPointer(m_host->GetDevice(m_port));
    header.SetClass(RdmaNetDevice::CONTROL_CLASS);
    auto frame =
        MakeFrame(header,
                  header.opcode == RoceOpcode::CONGESTION_NOTIFICATION ? RoceHeader::CNP_SIZE : 0);
    if (range)
    {
        range->Append(frame);
    }
    if (path)
    {
        path->Append(frame);
    }
    port->SendControl(frame);
}

uint32_t
RdmaQueuePair::ToPsn(uint64_t sequence) const
{
    return static_cast<uint32_t>((m_initialPsn + sequence) % PSN_MODULUS);
}

uint64_t
RdmaQueuePair::FromPsn(uint32_t psn, uint64_t near) const
{
    auto distance = static_cast<int64_t>((psn + PSN_MODULUS - ToPsn(near)) % PSN_MODULUS);
    if (distance >= PSN_MODULUS / 2)
    {
        distance -= PSN_MODULUS;
    }
    return near + distance; // far below zero for a PSN from before the connection
}

void
RdmaQueuePair::Receive(const RoceHeader& header, Ptr<const Packet> frame)
{
    if (m_state != State::READY)
    {
        return;
    }
    if (header.opcode == RoceOpcode::CONGESTION_NOTIFICATION)
    {
        m_cnpTrace(m_number, false);
        if (m_congestionControl)
        {
            m_congestionControl->OnNotification();
            UpdateRate();
        }
        return;
    }
    Telemetry telemetry;
    SackRange range;
    bool hasRange = false;
    auto trailer = header.GetFrameSize();
    if (frame->GetSize() > trailer)
    {
        hasRange = header.opcode == RoceOpcode::ACKNOWLEDGE && range.Read(frame, trailer);
        trailer += hasRange ? SackRange::SIZE : 0;
        telemetry.Read(frame, trailer);
    }
    const auto* path = telemetry.hops > 0 ? &telemetry : nullptr;
    if (header.opcode == RoceOpcode::ACKNOWLEDGE)
    {
        m_requester.ReceiveAck(header, hasRange ? &range : nullptr, path);
        return;
    }
    if (header.IsMarked() && Simulator::Now() >= m_nextCnp)
    {
        NotifyCongestion();
    }
    if (header.IsReadResponse())
    {
        m_requester.ReceiveResponse(header);
    }
    else
    {
        m_responder.Receive(header, path);
    }
}

void
RdmaQueuePair::NotifyCongestion()
{
    m_nextCnp = Simulator::Now() + m_cnpInterval;
    m_cnpTrace(m_number, true);
    RoceHeader header;
    header.opcode = RoceOpcode::CONGESTION_NOTIFICATION;
    header.backwardCongestion = true;
    SendControl(header, nullptr, nullptr);
}

void
RdmaQueuePair::MessageComplete(uint64_t bytes, uint64_t id)
{
    m_messageSent(m_number, bytes);
    Sent(id);
}

void
RdmaQueuePair::MessageArrived(uint64_t bytes, const RoceHeader& header)
{
    m_messageReceived(m_number, bytes);
    if (header.HasImmediate() && !m_onImmediate.IsNull())
    {
        m_onImmediate(bytes, header.immediate);
    }
    Arrived(bytes);
}

void
RdmaQueuePair::Fail(const std::string& reason)
{
    NS_LOG_WARN("queue pair " << m_number << " gives up: " << reason);
    m_host->GetDevice(m_port)->Deactivate(this);
    m_wakeUp.Cancel();
    m_requester.Stop();
    m_responder.Stop();
    SetState(State::ERROR, reason);
    if (!m_onError.IsNull())
    {
        m_onError();
    }
}

} // namespace topox
} // namespace ns3
