/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-queue-pair.h"

#include "rdma-host.h"
#include "rdma-net-device.h"
#include "roce-header.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"
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
/// More outstanding frames than this and old and new PSNs could not be told apart.
constexpr uint64_t PSN_WINDOW = PSN_MODULUS / 2 - 1;
/// UDP source ports that stand for flows start here (RoCEv2, Annex A17.3).
constexpr uint32_t FIRST_SOURCE_PORT = 49152;
constexpr uint32_t SOURCE_PORTS = 16384;
/// Back-off doubles the timeout up to this many times.
constexpr uint32_t MOST_DOUBLINGS = 6;
} // namespace

TypeId
RdmaQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::RdmaQueuePair")
            .SetParent<Object>()
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
                          "of a message always does.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RdmaQueuePair::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("RetransmitTimeout",
                          "How long to wait for an acknowledgement that was asked for, doubled "
                          "after each timeout. Default: InfiniBand's local ACK timeout 14, 4.096 "
                          "us times 2^14.",
                          TimeValue(NanoSeconds(67108864)),
                          MakeTimeAccessor(&RdmaQueuePair::m_retransmitTimeout),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Timeouts without progress after which the queue pair is in error.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaQueuePair::m_retryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxInFlight",
                          "Bytes of payload sent and not acknowledged; 0 for no limit but that of "
                          "the PSN, 2^23 - 1 frames.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaQueuePair::m_maxInFlight),
                          MakeUintegerChecker<uint64_t>())
            .AddTraceSource("MessageSent",
                            "All of a message is acknowledged; number and bytes.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_messageSent),
                            "ns3::topox::RdmaQueuePair::MessageCallback")
            .AddTraceSource("MessageReceived",
                            "The last byte of a message has arrived; number and bytes.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_messageReceived),
                            "ns3::topox::RdmaQueuePair::MessageCallback")
            .AddTraceSource("Timeout",
                            "Going back after a timeout; number and PSN.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_timeoutTrace),
                            "ns3::topox::RdmaQueuePair::GoBackCallback")
            .AddTraceSource("Nak",
                            "Going back after a NAK; number and PSN.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_nakTrace),
                            "ns3::topox::RdmaQueuePair::GoBackCallback");
    return tid;
}

RdmaQueuePair::RdmaQueuePair() = default;
RdmaQueuePair::~RdmaQueuePair() = default;

void
RdmaQueuePair::DoDispose()
{
    m_timer.Cancel();
    if (m_state != State::RESET && m_port < m_host->GetNDevices())
    {
        m_host->GetDevice(m_port)->Deactivate(this);
    }
    m_state = State::RESET;
    m_messages.clear();
    m_onSent = Callback<void, uint64_t>();
    m_onReceived = Callback<void, uint64_t>();
    m_onError = Callback<void>();
    Object::DoDispose();
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
    return m_framesSent;
}

uint64_t
RdmaQueuePair::GetRetransmissions() const
{
    return m_retransmissions;
}

void
RdmaQueuePair::SetSendCallback(Callback<void, uint64_t> callback)
{
    m_onSent = callback;
}

void
RdmaQueuePair::SetReceiveCallback(Callback<void, uint64_t> callback)
{
    m_onReceived = callback;
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
    NS_ABORT_MSG_IF((m_mtu & (m_mtu - 1)) != 0, "PathMtu is 256, 512, 1024, 2048 or 4096");
    m_remote = remote;
    m_remoteQp = remoteQp;
    m_port = port;
    SetPriority(priority);
    m_state = State::READY;
}

void
RdmaQueuePair::PostWrite(uint64_t bytes, uint64_t id)
{
    NS_ABORT_MSG_IF(m_state == State::RESET, "connect the queue pair first");
    NS_ABORT_MSG_IF(bytes > UINT32_MAX, "a message has less than 4 GiB");
    if (m_state == State::ERROR)
    {
        return; // the error callback has told
    }
    const uint64_t frames = bytes == 0 ? 1 : (bytes + m_mtu - 1) / m_mtu;
    m_messages.push_back({bytes, id, m_sendEnd, m_sendEnd + frames});
    m_sendEnd += frames;
    if (HasFrame())
    {
        m_host->GetDevice(m_port)->Activate(this);
    }
}

bool
RdmaQueuePair::HasFrame() const
{
    if (m_next >= m_sendEnd || m_state != State::READY)
    {
        return false;
    }
    const auto outstanding = m_next - m_unacked;
    return outstanding < PSN_WINDOW &&
           (m_maxInFlight == 0 || outstanding == 0 || (outstanding + 1) * m_mtu <= m_maxInFlight);
}

void
RdmaQueuePair::FillAddresses(RoceHeader& header) const
{
    uint8_t mac[6] = {0x02, 0x00};
    m_remote.Serialize(mac + 2);
    // Circuits have two ends and no bridges: nobody asks for the other's MAC address. A local one
    // made of its IPv4 address stands for it.
    header.destinationMac.CopyFrom(mac);
    header.sourceMac = Mac48Address::ConvertFrom(m_host->GetDevice(m_port)->GetAddress());
    header.source = m_host->GetAddress();
    header.destination = m_remote;
    header.sourcePort = static_cast<uint16_t>(FIRST_SOURCE_PORT + m_number % SOURCE_PORTS);
    header.destinationQp = m_remoteQp;
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

Ptr<Packet>
RdmaQueuePair::NextFrame()
{
    while (m_next >= m_messages[m_cursor].end)
    {
        ++m_cursor;
    }
    const auto& message = m_messages[m_cursor];
    const bool first = m_next == message.first;
    const bool last = m_next + 1 == message.end;
    const auto offset = (m_next - message.first) * m_mtu;
    RoceHeader header;
    FillAddresses(header);
    if (first)
    {
        header.opcode = last ? RoceOpcode::WRITE_ONLY : RoceOpcode::WRITE_FIRST;
    }
    else
    {
        header.opcode = last ? RoceOpcode::WRITE_LAST : RoceOpcode::WRITE_MIDDLE;
    }
    header.psn = static_cast<uint32_t>((m_initialPsn + m_next) % PSN_MODULUS);
    header.dmaLength = static_cast<uint32_t>(message.bytes);
    // The last frame that fits the window asks too, or nothing would ever open it.
    const bool windowFull = m_maxInFlight > 0 && (m_next + 2 - m_unacked) * m_mtu > m_maxInFlight;
    header.ackRequest = last || windowFull || (m_next + 1) % m_ackInterval == 0;
    const auto payload = static_cast<uint32_t>(std::min<uint64_t>(m_mtu, message.bytes - offset));
    ++m_framesSent;
    m_retransmissions += m_next < m_highest ? 1 : 0;
    ++m_next;
    m_highest = std::max(m_highest, m_next);
    if (header.ackRequest)
    {
        if (m_ackAsked <= m_unacked || m_timer.IsExpired())
        {
            ArmTimer();
        }
        m_ackAsked = std::max(m_ackAsked, m_next);
    }
    return MakeFrame(header, payload);
}

void
RdmaQueuePair::ArmTimer()
{
    const auto timeout = m_retransmitTimeout * (1LL << std::min(m_timeouts, MOST_DOUBLINGS));
    m_deadline = Simulator::Now() + timeout;
    // The event that runs looks at the deadline when it fires: one event for many frames.
    if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(timeout, &RdmaQueuePair::Timeout, this);
    }
}

void
RdmaQueuePair::Timeout()
{
    if (m_ackAsked <= m_unacked)
    {
        return; // nothing is owed
    }
    if (Simulator::Now() < m_deadline)
    {
        m_timer = Simulator::Schedule(m_deadline - Simulator::Now(), &RdmaQueuePair::Timeout, this);
        return;
    }
    if (++m_timeouts > m_retryCount)
    {
        NS_LOG_WARN("queue pair " << m_number << " gives up after " << m_retryCount << " timeouts");
        m_state = State::ERROR;
        m_host->GetDevice(m_port)->Deactivate(this);
        if (!m_onError.IsNull())
        {
            m_onError();
        }
        return;
    }
    m_timeoutTrace(m_number, static_cast<uint32_t>((m_initialPsn + m_unacked) % PSN_MODULUS));
    GoBack(m_unacked);
}

void
RdmaQueuePair::GoBack(uint64_t to)
{
    m_next = to;
    m_cursor = 0;
    m_ackAsked = m_unacked;
    if (HasFrame())
    {
        m_host->GetDevice(m_port)->Activate(this);
    }
}

uint64_t
RdmaQueuePair::Unwrap(uint32_t psn, uint64_t near) const
{
    const auto nearPsn = static_cast<uint32_t>((m_initialPsn + near) % PSN_MODULUS);
    auto distance = static_cast<int64_t>((psn + PSN_MODULUS - nearPsn) % PSN_MODULUS);
    if (distance >= PSN_MODULUS / 2)
    {
        distance -= PSN_MODULUS;
    }
    return near + distance; // far below zero for a PSN from before the connection
}

void
RdmaQueuePair::Receive(const RoceHeader& header)
{
    if (m_state == State::RESET)
    {
        return;
    }
    if (header.HasAeth())
    {
        ReceiveAck(header);
    }
    else
    {
        ReceiveData(header);
    }
}

void
RdmaQueuePair::ReceiveData(const RoceHeader& header)
{
    const auto sequence = Unwrap(header.psn, m_expected);
    if (sequence != m_expected)
    {
        if (static_cast<int64_t>(sequence - m_expected) > 0)
        {
            if (!m_nakSent)
            {
                m_nakSent = true;
                Acknowledge(RoceHeader::SYNDROME_NAK_SEQUENCE);
            }
        }
        else if (header.ackRequest)
        {
            Acknowledge(RoceHeader::SYNDROME_ACK); // a duplicate: our acknowledgement was lost
        }
        return;
    }
    ++m_expected;
    m_nakSent = false;
    m_receivedBytes += header.payload - header.padCount;
    const bool last =
        header.opcode == RoceOpcode::WRITE_LAST || header.opcode == RoceOpcode::WRITE_ONLY;
    m_received += last ? 1 : 0;
    if (header.ackRequest)
    {
        Acknowledge(RoceHeader::SYNDROME_ACK);
    }
    if (last)
    {
        const auto bytes = m_receivedBytes;
        m_receivedBytes = 0;
        m_messageReceived(m_number, bytes);
        if (!m_onReceived.IsNull())
        {
            m_onReceived(bytes);
        }
    }
}

void
RdmaQueuePair::Acknowledge(uint8_t syndrome)
{
    RoceHeader header;
    FillAddresses(header);
    header.opcode = RoceOpcode::ACKNOWLEDGE;
    header.syndrome = syndrome;
    header.msn = m_received % PSN_MODULUS;
    // An ACK names the last frame received, a sequence NAK the one that is missing.
    const auto sequence = syndrome == RoceHeader::SYNDROME_ACK ? m_expected - 1 : m_expected;
    header.psn = static_cast<uint32_t>((m_initialPsn + sequence) % PSN_MODULUS);
    m_host->GetDevice(m_port)->SendControl(MakeFrame(header, 0));
}

void
RdmaQueuePair::ReceiveAck(const RoceHeader& header)
{
    const auto sequence = Unwrap(header.psn, m_unacked);
    const bool nak = header.syndrome == RoceHeader::SYNDROME_NAK_SEQUENCE;
    const auto upTo = nak ? sequence : sequence + 1;
    if (static_cast<int64_t>(upTo - m_unacked) < 0 || upTo > m_highest)
    {
        return; // old news, or damaged
    }
    if (upTo > m_unacked)
    {
        m_timeouts = 0;
        m_unacked = upTo;
        m_next = std::max(m_next, m_unacked);
        ArmTimer();
    }
    if (nak)
    {
        m_nakTrace(m_number, header.psn);
        GoBack(m_unacked);
    }
    else if (HasFrame())
    {
        m_host->GetDevice(m_port)->Activate(this);
    }
    Acknowledged(m_unacked);
}

void
RdmaQueuePair::Acknowledged(uint64_t upTo)
{
    while (!m_messages.empty() && m_messages.front().end <= upTo)
    {
        const auto message = m_messages.front();
        m_messages.pop_front();
        m_cursor -= m_cursor > 0 ? 1 : 0;
        m_messageSent(m_number, message.bytes);
        if (!m_onSent.IsNull())
        {
            m_onSent(message.id); // may dispose of us
        }
    }
}

} // namespace topox
} // namespace ns3
