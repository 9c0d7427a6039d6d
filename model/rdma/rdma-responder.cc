/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-responder.h"

#include "rdma-host.h"
#include "rdma-net-device.h"
#include "rdma-queue-pair.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

RdmaResponder::RdmaResponder(RdmaQueuePair& queuePair)
    : m_queuePair(queuePair)
{
}

void
RdmaResponder::Stop()
{
    m_kept.clear();
    m_arrived.Clear();
    m_responses.clear();
}

void
RdmaResponder::PostReceives(uint32_t count)
{
    m_receives += count;
}

bool
RdmaResponder::TakesReceive(const RoceHeader& header) const
{
    return header.IsSend() ? header.IsFirst() : header.HasImmediate();
}

uint64_t
RdmaResponder::FramesOf(const RoceHeader& header) const
{
    if (header.opcode != RoceOpcode::READ_REQUEST)
    {
        return 1;
    }
    const uint64_t mtu = m_queuePair.m_mtu;
    return std::max<uint64_t>(1, (header.dmaLength + mtu - 1) / mtu);
}

void
RdmaResponder::Receive(const RoceHeader& header, const Telemetry* path)
{
    m_path = path;
    const auto sequence = m_queuePair.FromPsn(header.psn, m_expected);
    const auto ahead = static_cast<int64_t>(sequence - m_expected);
    if (ahead > 0)
    {
        BehindGap(sequence, header);
    }
    else if (ahead < 0)
    {
        // A duplicate: our answer was lost, or is late.
        if (header.opcode == RoceOpcode::READ_REQUEST)
        {
            Respond(sequence, header);
        }
        else if (header.ackRequest)
        {
            Acknowledge(RoceHeader::SYNDROME_ACK);
        }
    }
    else if (!Execute(header))
    {
        NotReady();
    }
    else
    {
        m_nakSent = false;
        const bool ready = m_kept.empty() || ExecuteKept();
        if (!ready)
        {
            NotReady();
        }
        else if (header.ackRequest || !m_arrived.IsEmpty())
        {
            // Whatever is left behind another gap is named; what filled this one may have asked.
            Acknowledge(m_arrived.IsEmpty() ? RoceHeader::SYNDROME_ACK
                                            : RoceHeader::SYNDROME_NAK_SEQUENCE);
        }
    }
    m_path = nullptr;
}

bool
RdmaResponder::Execute(const RoceHeader& header)
{
    if (TakesReceive(header) && !m_queuePair.m_alwaysReady)
    {
        if (m_receives == 0)
        {
            return false;
        }
        --m_receives;
    }
    const auto sequence = m_expected;
    m_expected += FramesOf(header);
    if (header.opcode == RoceOpcode::READ_REQUEST)
    {
        ++m_executed;
        Respond(sequence, header);
        return true;
    }
    m_bytes += header.payload - header.padCount;
    if (header.IsLast())
    {
        ++m_executed;
        const auto bytes = m_bytes;
        m_bytes = 0;
        m_queuePair.MessageArrived(bytes, header);
    }
    return true;
}

bool
RdmaResponder::ExecuteKept()
{
    while (!m_kept.empty() && m_kept.begin()->first <= m_expected)
    {
        const auto kept = *m_kept.begin();
        // A frame that came again in the meantime was executed already.
        if (kept.first == m_expected && !Execute(kept.second))
        {
            return false;
        }
        m_kept.erase(kept.first);
    }
    m_arrived.EraseBelow(m_expected);
    return true;
}

void
RdmaResponder::BehindGap(uint64_t sequence, const RoceHeader& header)
{
    if (m_queuePair.m_recovery == RdmaQueuePair::GO_BACK_N)
    {
        if (!m_nakSent)
        {
            m_nakSent = true;
            Acknowledge(RoceHeader::SYNDROME_NAK_SEQUENCE);
        }
        return;
    }
    const bool duplicate = m_arrived.Contains(sequence);
    const bool newGap = !duplicate && !m_arrived.Contains(sequence - 1);
    if (!duplicate)
    {
        m_kept.emplace(sequence, header);
        m_arrived.Add(sequence, sequence + FramesOf(header));
    }
    if (newGap || header.ackRequest)
    {
        RoceHeader answer;
        answer.syndrome = RoceHeader::SYNDROME_NAK_SEQUENCE;
        answer.psn = m_queuePair.ToPsn(m_expected);
        const SackRange range{m_queuePair.ToPsn(m_arrived.RangeFirst(sequence)),
                              m_queuePair.ToPsn(m_arrived.NextMissing(sequence))};
        SendAnswer(answer, &range);
    }
}

void
RdmaResponder::NotReady()
{
    m_nakSent = true; // what follows in flight is not a gap of its own
    RoceHeader answer;
    answer.syndrome = RoceHeader::SYNDROME_NAK_RNR | m_queuePair.m_notReadyTimer;
    answer.psn = m_queuePair.ToPsn(m_expected);
    SendAnswer(answer, nullptr);
}

void
RdmaResponder::Acknowledge(uint8_t syndrome)
{
    RoceHeader answer;
    answer.syndrome = syndrome;
    // An ACK names the last frame executed, a sequence NAK the one that is missing.
    const bool positive = syndrome == RoceHeader::SYNDROME_ACK;
    answer.psn = m_queuePair.ToPsn(positive ? m_expected - 1 : m_expected);
    if (m_arrived.IsEmpty())
    {
        SendAnswer(answer, nullptr);
        return;
    }
    const auto [first, end] = m_arrived.Front();
    const SackRange range{m_queuePair.ToPsn(first), m_queuePair.ToPsn(end)};
    SendAnswer(answer, &range);
}

void
RdmaResponder::SendAnswer(RoceHeader& header, const SackRange* range)
{
    header.opcode = RoceOpcode::ACKNOWLEDGE;
    header.msn = m_executed % PSN_MODULUS;
    m_queuePair.SendControl(header, range, m_path);
}

void
RdmaResponder::Respond(uint64_t first, const RoceHeader& header)
{
    const auto end = first + FramesOf(header);
    // Asked for again: what is left of the earlier response would only come twice.
    m_responses.erase(std::remove_if(m_responses.begin(),
                                     m_responses.end(),
                                     [first, end](const Response& response) {
                                         return response.next >= first && response.end <= end;
                                     }),
                      m_responses.end());
    m_responses.push_back({first, first, end, header.dmaLength});
    m_queuePair.Activate();
}

bool
RdmaResponder::HasFrame() const
{
    return !m_responses.empty();
}

uint64_t
RdmaResponder::GetUnsentBytes() const
{
    uint64_t frames = 0;
    for (const auto& response : m_responses)
    {
        frames += response.end - response.next;
    }
    return frames * m_queuePair.m_mtu;
}

Ptr<Packet>
RdmaResponder::NextFrame()
{
    auto& response = m_responses.front();
    const bool first = response.next == response.first;
    const bool last = response.next + 1 == response.end;
    RoceHeader header;
    m_queuePair.FillAddresses(header);
    header.opcode = first
                        ? (last ? RoceOpcode::READ_RESPONSE_ONLY : RoceOpcode::READ_RESPONSE_FIRST)
                    : last ? RoceOpcode::READ_RESPONSE_LAST
                           : RoceOpcode::READ_RESPONSE_MIDDLE;
    header.psn = m_queuePair.ToPsn(response.next);
    header.msn = m_executed % PSN_MODULUS;
    const uint64_t mtu = m_queuePair.m_mtu;
    const auto payload = static_cast<uint32_t>(
        std::min(mtu, response.bytes - (response.next - response.first) * mtu));
    ++response.next;
    if (last)
    {
        m_responses.pop_front();
    }
    return m_queuePair.MakeFrame(header, payload);
}

} // namespace topox
} // namespace ns3
