/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RING_ALL_REDUCE_H
#define TOPO_X_RING_ALL_REDUCE_H

/**
 * @file
 * One member's part in a ring all-reduce.
 */

#include "ns3/message-channel.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace topox
{

/**
 * One member of a ring all-reduce of n members: n-1 steps of reduce-scatter and n-1 of all-gather.
 *
 * The vector is cut into n chunks. In step j member k sends chunk (k - j) mod n to its successor;
 * what arrives in step j, chunk (k - 1 - j) mod n, is what it sends in step j + 1. Chunks go in
 * pieces, so that a piece is on its way again while the next one arrives. Reduction itself takes
 * no time.
 *
 * State is this member's alone: what it knows of others comes in through its channel.
 */
class RingAllReduce
{
  public:
    /// What all members know.
    struct Ring
    {
        uint32_t members; //!< n, at least 2
        uint64_t bytes;   //!< size of the vector
        uint64_t piece;   //!< largest message, in bytes
    };

    /**
     * @param ring the ring
     * @param member our place in it, k
     * @param toSuccessor connected to the successor
     * @param fromPredecessor connected to the predecessor
     * @param done called once, when everything has arrived and all we sent is acknowledged
     */
    RingAllReduce(const Ring& ring,
                  uint32_t member,
                  Ptr<MessageChannel> toSuccessor,
                  Ptr<MessageChannel> fromPredecessor,
                  std::function<void()> done);
    ~RingAllReduce();

    /// Send the own chunk, which sets everything going.
    void Start();

    /**
     * @param ring the ring
     * @param chunk number of a chunk
     * @returns its size: chunks differ by one byte at most and add up to the vector
     */
    static uint64_t ChunkBytes(const Ring& ring, uint32_t chunk);

    /**
     * @param ring the ring
     * @param member a member
     * @returns payload bytes that it sends in all steps
     */
    static uint64_t BytesSent(const Ring& ring, uint32_t member);

  private:
    uint32_t SendChunk(uint32_t step) const;
    uint32_t ReceiveChunk(uint32_t step) const;
    uint32_t Steps() const;
    void SkipEmptyChunks();
    void OnReceived(uint64_t bytes);
    void OnSent(uint64_t id);
    void CheckDone();

    Ring m_ring;                  //!< the ring
    uint32_t m_member;            //!< k
    Ptr<MessageChannel> m_out;    //!< to the successor
    Ptr<MessageChannel> m_in;     //!< from the predecessor
    std::function<void()> m_done; //!< whom to tell
    uint32_t m_step{0};           //!< whose chunk is coming in; 2n-2 when all is there
    uint64_t m_offset{0};         //!< bytes of it that are there
    uint64_t m_messagesPosted{0}; //!< to the successor
    uint64_t m_messagesSent{0};   //!< acknowledged
    uint64_t m_messagesToSend{0}; //!< in all steps
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RING_ALL_REDUCE_H */
