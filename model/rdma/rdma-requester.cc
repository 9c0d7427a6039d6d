/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-requester.h"

#include "rdma-host.h"
#include "rdma-net-device.h"
#include "rdma-queue-pair.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

namespace
{

/// More outstanding frames than this and old and new PSNs could not be told apart.
constexpr uint64_t PSN_WINDOW = PSN_MODULUS / 2 - 1;
/// Back-off doubles the timeout up to this many times.
constexpr uint32_t MOST_DOUBLINGS = 6;
/// Time to live that frames start with.
constexpr uint8_t FIRST_TIME_TO_LIVE = 64;

/// A number of frames in 16 bits so that order is kept: exact below 2048, then five bits of
/// exponent and eleven of mantissa.
uint16_t
RankOf(uint64_t frames)
{
    uint32_t shift = 0;
    while (frames >> shift >= 4096)
    {
        ++shift;
    }
    return frames < 2048 ? static_cast<uint16_t>(frames)
                         : static_cast<uint16_t>((shift + 1) << 11 | (frames >> shift & 2047));
}

} // namespace

RdmaRequester::RdmaRequester(RdmaQueuePair& queuePair)
    : m_queuePair(queuePair)
{
}

void
RdmaRequester::Stop()
{
    m_timer.Cancel();
    m_notReadyTimer.Cancel();
    m_messages.clear();
    m_lost.Clear();
    m_askedAt.clear();
    m_cursor = 0;
    m_sendEnd = m_next;
}

uint64_t
RdmaRequester::GetFramesSent() const
{
    return m_framesSent;
}

uint64_t
RdmaRequester::GetRetransmissions() const
{
    return m_retransmissions;
}

uint64_t
RdmaRequester::GetUnsentBytes() const
{
    return (m_sendEnd - m_next) * m_queuePair.m_mtu;
}

void
RdmaRequester::Activate()
{
    if (HasFrame())
    {
        m_queuePair.Activate();
    }
}

void
RdmaRequester::Post(Message message)
{
    const uint64_t mtu = m_queuePair.m_mtu;
    message.first = m_sendEnd;
    message.end = m_sendEnd + std::max<uint64_t>(1, (message.bytes + mtu - 1) / mtu);
    m_sendEnd = message.end;
    m_messages.push_back(message);
    Activate();
}

uint64_t
RdmaRequester::Limit() const
{
    const auto& control = m_queuePair.m_congestionControl;
    const uint64_t window = control ? control->GetWindow() : 0;
    const auto most = m_queuePair.m_maxInFlight;
    return window == 0 ? most : most == 0 ? window : std::min(window, most);
}

bool
RdmaRequester::WindowOpen() const
{
    const auto& message = m_messages[m_cursor];
    const bool read = message.kind == Kind::READ;
    const auto inFlight = m_next - m_unacked;
    const auto frames = inFlight + (read ? message.end - m_next : 1);
    if (frames > PSN_WINDOW || (read && m_reads >= m_queuePair.m_maxReads))
    {
        return false;
    }
    const auto limit = Limit();
    return limit == 0 || inFlight == 0 || frames * m_queuePair.m_mtu <= limit;
}

bool
RdmaRequester::HasFrame() const
{
    if (!m_notReadyTimer.IsExpired())
    {
        return false;
    }
    return !m_lost.IsEmpty() || (m_next < m_sendEnd && WindowOpen());
}

size_t
RdmaRequester::Find(uint64_t sequence) const
{
    const auto it =
        std::upper_bound(m_messages.begin(),
                         m_messages.end(),
                         sequence,
                         [](uint64_t s, const Message& message) { return s < message.end; });
    return it - m_messages.begin();
}

uint64_t
RdmaRequester::FillRead(RoceHeader& header,
                        const Message& message,
                        uint64_t first,
                        bool again) const
{
    const uint64_t mtu = m_queuePair.m_mtu;
    const auto end = again ? std::min(message.end, m_lost.Front().second) : message.end;
    const auto to = std::min(message.bytes, (end - message.first) * mtu);
    header.opcode = RoceOpcode::READ_REQUEST;
    header.dmaLength = static_cast<uint32_t>(to - (first - message.first) * mtu);
    return end;
}

uint32_t
RdmaRequester::FillData(RoceHeader& header, const Message& message, uint64_t sequence) const
{
    const bool first = sequence == message.first;
    const bool last = sequence + 1 == message.end;
    const bool immediate = last && message.hasImmediate;
    uint8_t opcode = first ? (last ? 4 : 0) : (last ? 2 : 1);
    opcode += immediate ? 1 : 0;
    // SEND and WRITE have the same six opcodes, WRITE's begin at 6.
    opcode += message.kind == Kind::WRITE ? 6 : 0;
    header.opcode = static_cast<RoceOpcode>(opcode);
    header.dmaLength = static_cast<uint32_t>(message.bytes);
    header.immediate = message.immediate;
    const uint64_t mtu = m_queuePair.m_mtu;
    return static_cast<uint32_t>(
        std::min<uint64_t>(mtu, message.bytes - (sequence - message.first) * mtu));
}

bool
RdmaRequester::Asks(const Message& message, uint64_t sequence, bool again) const
{
    if (again)
    {
        // Nobody can say which repetition will be the last one needed.
        const bool lastLost = sequence + 1 == m_lost.Front().second;
        return lastLost || m_queuePair.m_recovery == RdmaQueuePair::SELECTIVE_REPEAT ||
               (sequence + 1) % m_queuePair.m_ackInterval == 0 || sequence + 1 == message.end;
    }
    // The last frame that fits the window asks too, or nothing would ever open it.
    const auto limit = Limit();
    const bool full = limit > 0 && (sequence + 2 - m_unacked) * m_queuePair.m_mtu > limit;
    return sequence + 1 == message.end || full || (sequence + 1) % m_queuePair.m_ackInterval == 0;
}

Ptr<Packet>
RdmaRequester::NextFrame()
{
    const bool again = !m_lost.IsEmpty();
    const auto sequence = again ? m_lost.Front().first : m_next;
    const auto& message = m_messages[again ? Find(sequence) : m_cursor];
    const bool read = message.kind == Kind::READ;
    RoceHeader header;
    m_queuePair.FillAddresses(header);
    header.psn = m_queuePair.ToPsn(sequence);
    auto end = sequence + 1;
    uint32_t payload = 0;
    if (read)
    {
        end = FillRead(header, message, sequence, again);
    }
    else
    {
        payload = FillData(header, message, sequence);
        header.ackRequest = Asks(message, sequence, again);
    }
    if (m_queuePair.StampsRank())
    {
        header.identification = RankOf(message.end - sequence);
    }
    ++m_framesSent;
    if (again)
    {
        ++m_retransmissions;
        m_queuePair.m_retransmissionTrace(m_queuePair.m_number, header.psn);
        m_lost.EraseBelow(end);
    }
    else
    {
        m_reads += read ? 1 : 0;
        m_next = end;
        m_cursor += m_next == message.end ? 1 : 0;
    }
    if (read || header.ackRequest)
    {
        Asked(end, again);
    }
    return m_queuePair.MakeFrame(header, payload);
}

void
RdmaRequester::Asked(uint64_t end, bool again)
{
    if (m_ackAsked <= m_unacked || m_timer.IsExpired())
    {
        ArmTimer();
    }
    m_ackAsked = std::max(m_ackAsked, end);
    if (m_queuePair.m_congestionControl && !again)
    {
        m_askedAt.emplace_back(end, Simulator::Now());
    }
}

void
RdmaRequester::ArmTimer()
{
    const auto timeout =
        m_queuePair.m_retransmitTimeout * (1LL << std::min(m_timeouts, MOST_DOUBLINGS));
    m_deadline = Simulator::Now() + timeout;
    // The event that runs looks at the deadline when it fires: one event for many frames.
    if (m_timer.IsExpired())
    {
        m_timer = Simulator::Schedule(timeout, &RdmaRequester::Timeout, this);
    }
}

void
RdmaRequester::Timeout()
{
    if (m_ackAsked <= m_unacked)
    {
        return; // nothing is owed
    }
    if (Simulator::Now() < m_deadline)
    {
        m_timer = Simulator::Schedule(m_deadline - Simulator::Now(), &RdmaRequester::Timeout, this);
        return;
    }
    if (++m_timeouts > m_queuePair.m_retryCount)
    {
        m_queuePair.Fail("no answer after " + std::to_string(m_queuePair.m_retryCount) +
                         " repetitions");
        return;
    }
    m_queuePair.m_timeoutTrace(m_queuePair.m_number, m_queuePair.ToPsn(m_unacked));
    m_queuePair.NoteLoss(true);
    RepeatMissing();
}

void
RdmaRequester::GoBack()
{
    m_lost.Clear();
    m_lost.Add(m_unacked, m_next);
    m_ackAsked = m_unacked;
    m_askedAt.clear();
    Activate();
}

void
RdmaRequester::RepeatMissing()
{
    if (m_queuePair.m_recovery == RdmaQueuePair::GO_BACK_N)
    {
        GoBack();
        return;
    }
    m_lost.Clear();
    for (const auto& message : m_messages)
    {
        if (message.first >= m_next)
        {
            break;
        }
        const bool read = message.kind == Kind::READ;
        const auto from = std::max({m_unacked, message.first, read ? 0 : m_cumulative});
        m_lost.AddMissingOf(from, std::min(message.end, m_next), read ? m_responses : m_sacked);
    }
    if (m_unacked < m_next)
    {
        // Even if it arrived: its answer may be lost, or that it found no receive.
        m_lost.Add(m_unacked, m_unacked + 1);
    }
    m_lostUpTo = m_repeatedAt = m_responsesUpTo = m_next;
    m_askedAt.clear();
    ArmTimer();
    Activate();
}

void
RdmaRequester::NoteSack(const SackRange& range)
{
    const auto first = m_queuePair.FromPsn(range.first, m_unacked);
    const auto end = m_queuePair.FromPsn(range.end, m_unacked);
    if (first < m_cumulative || first >= end || end > m_next)
    {
        return; // old news, or damaged
    }
    m_sacked.Add(first, end);
    if (m_cumulative < m_lostUpTo && end > m_repeatedAt)
    {
        // Frames that left after the repetition are there and it is not: it is lost as well.
        m_lostUpTo = m_cumulative;
    }
    const auto from = std::max(m_lostUpTo, m_cumulative);
    if (from < first)
    {
        m_repeatedAt = from == m_cumulative ? m_next : m_repeatedAt;
        m_lost.AddMissingOf(from, first, m_sacked);
        m_lostUpTo = first;
        m_askedAt.clear();
    }
}

void
RdmaRequester::NotReady(uint8_t timer)
{
    m_queuePair.m_notReadyTrace(m_queuePair.m_number, m_queuePair.ToPsn(m_unacked));
    // Seven stands for no limit (InfiniBand Architecture, section 9.9.2.1.2).
    if (m_queuePair.m_notReadyRetryCount < 7 && ++m_notReadies > m_queuePair.m_notReadyRetryCount)
    {
        m_queuePair.Fail("receiver not ready " + std::to_string(m_notReadies) + " times");
        return;
    }
    m_lost.Clear();
    m_sacked.Clear();       // the frame that found no receive may be among them
    m_ackAsked = m_unacked; // the timer has nothing to wait for meanwhile
    m_notReadyTimer.Cancel();
    m_notReadyTimer = Simulator::Schedule(NotReadyTime(timer), &RdmaRequester::NotReadyOver, this);
}

void
RdmaRequester::NotReadyOver()
{
    m_ackAsked = m_next;
    RepeatMissing();
}

bool
RdmaRequester::Advance()
{
    const auto before = m_unacked;
    for (const auto& message : m_messages)
    {
        const auto to = message.kind == Kind::READ
                            ? m_responses.NextMissing(std::max(m_unacked, message.first))
                            : m_cumulative;
        m_unacked = std::max(m_unacked, std::min(to, message.end));
        if (m_unacked < message.end)
        {
            break;
        }
    }
    if (m_unacked == before)
    {
        return false;
    }
    m_timeouts = m_notReadies = 0;
    m_responseGap = false;
    m_lost.EraseBelow(m_unacked);
    m_sacked.EraseBelow(m_unacked);
    m_responses.EraseBelow(m_unacked);
    ArmTimer();
    return true;
}

void
RdmaRequester::Complete()
{
    while (!m_messages.empty() && m_messages.front().end <= m_unacked)
    {
        const auto message = m_messages.front();
        m_messages.pop_front();
        m_cursor -= m_cursor > 0 ? 1 : 0;
        m_reads -= message.kind == Kind::READ ? 1 : 0;
        m_queuePair.MessageComplete(message.bytes, message.id); // may dispose of us
    }
    Activate(); // a READ that is complete makes room for another one
}

void
RdmaRequester::ReceiveAck(const RoceHeader& header, const SackRange* range, const Telemetry* path)
{
    const auto sequence = m_queuePair.FromPsn(header.psn, m_unacked);
    const uint8_t kind = header.syndrome & 0xE0;
    const bool positive = kind == 0;
    const auto upTo = positive ? sequence + 1 : sequence;
    if (static_cast<int64_t>(upTo - m_unacked) < 0 || upTo > m_next)
    {
        return; // old news, or damaged
    }
    const auto before = m_unacked;
    m_cumulative = std::max(m_cumulative, upTo);
    const bool progress = Advance();
    TellCongestionControl(header, before, path);
    if (kind == RoceHeader::SYNDROME_NAK_RNR)
    {
        NotReady(header.syndrome & 0x1F);
    }
    else if (range)
    {
        NoteSack(*range);
        Activate();
    }
    else if (!positive && upTo == m_cumulative)
    {
        m_queuePair.m_nakTrace(m_queuePair.m_number, header.psn);
        m_queuePair.NoteLoss(false);
        GoBack();
    }
    else
    {
        Activate();
    }
    if (progress)
    {
        Complete();
    }
}

void
RdmaRequester::TellCongestionControl(const RoceHeader& header,
                                     uint64_t before,
                                     const Telemetry* path)
{
    const auto& control = m_queuePair.m_congestionControl;
    if (!control)
    {
        return;
    }
    CongestionControl::Feedback feedback{};
    feedback.acknowledged = m_cumulative;
    feedback.next = m_next;
    feedback.bytes = (m_unacked - before) * m_queuePair.m_mtu;
    while (!m_askedAt.empty() && m_askedAt.front().first <= m_cumulative)
    {
        feedback.rtt = Simulator::Now() - m_askedAt.front().second;
        m_askedAt.pop_front();
    }
    feedback.hops = FIRST_TIME_TO_LIVE - header.timeToLive + 1;
    feedback.path = path;
    control->OnAck(feedback);
    m_queuePair.UpdateRate();
}

void
RdmaRequester::ReceiveResponse(const RoceHeader& header)
{
    const auto sequence = m_queuePair.FromPsn(header.psn, m_unacked);
    if (static_cast<int64_t>(sequence - m_unacked) < 0 || sequence >= m_next)
    {
        return; // old news, or damaged
    }
    const auto& message = m_messages[Find(sequence)];
    if (message.kind != Kind::READ)
    {
        return; // damaged
    }
    // A response says that everything before its READ arrived.
    m_cumulative = std::max(m_cumulative, message.first);
    const auto missing = m_responses.NextMissing(std::max(message.first, m_unacked));
    if (m_queuePair.m_recovery == RdmaQueuePair::SELECTIVE_REPEAT)
    {
        m_lost.AddMissingOf(std::max(missing, m_responsesUpTo), sequence, m_responses);
        m_responsesUpTo = std::max(m_responsesUpTo, sequence);
        m_responses.Add(sequence, sequence + 1);
    }
    else if (sequence == missing)
    {
        m_responses.Add(sequence, sequence + 1);
    }
    const bool progress = Advance();
    if (!progress && sequence > missing && !m_responseGap &&
        m_queuePair.m_recovery == RdmaQueuePair::GO_BACK_N)
    {
        m_responseGap = true;
        GoBack();
    }
    Activate();
    if (progress)
    {
        Complete();
    }
}

} // namespace topox
} // namespace ns3
