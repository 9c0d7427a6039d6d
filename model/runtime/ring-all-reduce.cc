/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-all-reduce.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

RingAllReduce::RingAllReduce(const Ring& ring,
                             uint32_t member,
                             Ptr<MessageChannel> toSuccessor,
                             Ptr<MessageChannel> fromPredecessor,
                             std::function<void()> done)
    : m_ring(ring),
      m_member(member),
      m_out(toSuccessor),
      m_in(fromPredecessor),
      m_done(std::move(done))
{
    for (uint32_t step = 0; step < Steps(); ++step)
    {
        const auto bytes = ChunkBytes(m_ring, SendChunk(step));
        m_messagesToSend += (bytes + m_ring.piece - 1) / m_ring.piece;
    }
    SkipEmptyChunks();
    m_out->SetSendCallback(MakeCallback(&RingAllReduce::OnSent, this));
    m_in->SetReceiveCallback(MakeCallback(&RingAllReduce::OnReceived, this));
}

RingAllReduce::~RingAllReduce() = default;

uint64_t
RingAllReduce::ChunkBytes(const Ring& ring, uint32_t chunk)
{
    const auto cut = [&ring](uint64_t k) {
        return static_cast<uint64_t>(static_cast<unsigned __int128>(ring.bytes) * k / ring.members);
    };
    return cut(chunk + 1) - cut(chunk);
}

uint64_t
RingAllReduce::BytesSent(const Ring& ring, uint32_t member)
{
    // All chunks but the one behind ours, then all but the one behind that.
    const auto n = ring.members;
    return 2 * ring.bytes - ChunkBytes(ring, (member + 1) % n) - ChunkBytes(ring, (member + 2) % n);
}

uint32_t
RingAllReduce::Steps() const
{
    return 2 * (m_ring.members - 1);
}

uint32_t
RingAllReduce::SendChunk(uint32_t step) const
{
    const auto n = m_ring.members;
    return (m_member + 2 * n - step) % n;
}

uint32_t
RingAllReduce::ReceiveChunk(uint32_t step) const
{
    const auto n = m_ring.members;
    return (m_member + 2 * n - 1 - step) % n;
}

void
RingAllReduce::SkipEmptyChunks()
{
    while (m_step < Steps() && ChunkBytes(m_ring, ReceiveChunk(m_step)) == 0)
    {
        ++m_step;
    }
}

void
RingAllReduce::Start()
{
    const auto bytes = ChunkBytes(m_ring, SendChunk(0));
    for (uint64_t offset = 0; offset < bytes; offset += m_ring.piece)
    {
        m_out->PostMessage(std::min(m_ring.piece, bytes - offset), m_messagesPosted++);
    }
    CheckDone();
}

void
RingAllReduce::OnReceived(uint64_t bytes)
{
    NS_ABORT_MSG_IF(m_step >= Steps(), "a ring all-reduce got more than it should");
    const auto chunk = ChunkBytes(m_ring, ReceiveChunk(m_step));
    const bool forward = m_step + 1 < Steps();
    m_offset += bytes;
    NS_ABORT_MSG_IF(m_offset > chunk, "a piece of a ring all-reduce is too large");
    if (m_offset == chunk)
    {
        m_offset = 0;
        ++m_step;
        SkipEmptyChunks();
    }
    if (forward)
    {
        m_out->PostMessage(bytes, m_messagesPosted++);
    }
    CheckDone();
}

void
RingAllReduce::OnSent(uint64_t)
{
    ++m_messagesSent;
    CheckDone();
}

void
RingAllReduce::CheckDone()
{
    if (m_done && m_step == Steps() && m_messagesSent == m_messagesToSend)
    {
        // The callee may destroy us: nothing of ours is touched after the call.
        const auto done = std::move(m_done);
        m_done = nullptr;
        done();
    }
}

} // namespace topox
} // namespace ns3
