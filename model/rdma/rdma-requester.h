/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_REQUESTER_H
#define TOPO_X_RDMA_REQUESTER_H

/**
 * @file
 * The sending side of a queue pair: messages, what is on its way, what has to go again.
 */

#include "congestion-control.h"
#include "roce-header.h"
#include "sequence-set.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <deque>

namespace ns3
{
namespace topox
{

class RdmaQueuePair;

/**
 * Cuts messages into frames, asks for acknowledgements, and sends again what is lost.
 *
 * Frames are counted in 64 bits; 24 of them, from InitialPsn on, go on the wire. A READ takes as
 * many numbers as its response has frames, but only its request is sent; it is complete when all of
 * the response is there, whatever the acknowledgements say.
 *
 * What is lost is a set of numbers. Go-back-N puts everything from the oldest unacknowledged frame
 * on into it, at a NAK or a timeout. Selective repeat puts only those in that later frames have
 * overtaken, each once until frames sent after its repetition arrive, and everything missing at a
 * timeout.
 */
class RdmaRequester
{
  public:
    /// What a message does.
    enum class Kind : uint8_t
    {
        WRITE, //!< RDMA WRITE
        SEND,  //!< SEND into a posted receive
        READ   //!< RDMA READ
    };

    /// A message that is not complete.
    struct Message
    {
        Kind kind;          //!< what it does
        bool hasImmediate;  //!< with immediate data
        uint32_t immediate; //!< that
        uint64_t bytes;     //!< size
        uint64_t id;        //!< of the caller
        uint64_t first;     //!< number of its first frame
        uint64_t end;       //!< one behind its last frame
    };

    /// @param queuePair whose side this is
    explicit RdmaRequester(RdmaQueuePair& queuePair);

    /// @param message what to send; numbers are filled in here
    void Post(Message message);

    /// @returns whether NextFrame() would return one
    bool HasFrame() const;
    /// @returns the next frame; HasFrame() must hold
    Ptr<Packet> NextFrame();
    /// @returns bytes posted and not sent yet, in full frames
    uint64_t GetUnsentBytes() const;

    /// An acknowledgement came. @param header it @param range of selective repeat, nullptr without
    /// @param path telemetry, nullptr without
    void ReceiveAck(const RoceHeader& header, const SackRange* range, const Telemetry* path);
    /// A frame of a READ response came. @param header it
    void ReceiveResponse(const RoceHeader& header);

    /// Forget everything: the queue pair is in error or goes.
    void Stop();

    /// @returns data frames sent, again or not
    uint64_t GetFramesSent() const;
    /// @returns data frames sent again
    uint64_t GetRetransmissions() const;

  private:
    uint64_t Limit() const;
    bool WindowOpen() const;
    size_t Find(uint64_t sequence) const;
    uint64_t FillRead(RoceHeader& header, const Message& message, uint64_t first, bool again) const;
    uint32_t FillData(RoceHeader& header, const Message& message, uint64_t sequence) const;
    bool Asks(const Message& message, uint64_t sequence, bool again) const;
    void Asked(uint64_t end, bool again);
    void ArmTimer();
    void Timeout();
    void GoBack();
    void RepeatMissing();
    void NoteSack(const SackRange& range);
    void NotReady(uint8_t timer);
    void NotReadyOver();
    bool Advance();
    void Complete();
    void TellCongestionControl(const RoceHeader& header, uint64_t before, const Telemetry* path);
    void Activate();

    RdmaQueuePair& m_queuePair; //!< whose side this is

    std::deque<Message> m_messages; //!< oldest first
    size_t m_cursor{0};             //!< message that m_next belongs to
    uint64_t m_next{0};             //!< next frame to send for the first time
    uint64_t m_sendEnd{0};          //!< one behind the last frame posted
    uint64_t m_unacked{0};          //!< oldest frame that is not settled
    uint64_t m_cumulative{0};       //!< all requests below arrived
    SequenceSet m_sacked;           //!< requests above that arrived too
    SequenceSet m_responses;        //!< frames of READ responses that are here
    SequenceSet m_lost;             //!< what to send again
    uint64_t m_lostUpTo{0};         //!< gaps below are in m_lost or were sent again
    uint64_t m_repeatedAt{0};       //!< m_next when the oldest gap was sent again
    uint64_t m_responsesUpTo{0};    //!< the same for gaps in responses
    bool m_responseGap{false};      //!< the present gap in a response was noticed
    uint32_t m_reads{0};            //!< READs under way

    uint64_t m_ackAsked{0};   //!< one behind the last frame that asked for an answer
    uint32_t m_timeouts{0};   //!< without progress
    uint32_t m_notReadies{0}; //!< receiver-not-ready NAKs without progress
    Time m_deadline;          //!< when the answer is overdue
    EventId m_timer;          //!< fires at the deadline or before
    EventId m_notReadyTimer;  //!< until it is over, nothing is sent

    std::deque<std::pair<uint64_t, Time>> m_askedAt; //!< frame that asked, when; for round trips

    uint64_t m_framesSent{0};      //!< counter
    uint64_t m_retransmissions{0}; //!< counter
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_REQUESTER_H */
