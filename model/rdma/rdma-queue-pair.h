/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_QUEUE_PAIR_H
#define TOPO_X_RDMA_QUEUE_PAIR_H

/**
 * @file
 * A queue pair of a reliable connection: RDMA WRITE, in order, every byte once.
 */

#include "egress-queue.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <deque>

namespace ns3
{
namespace topox
{

class RdmaHost;
class RoceHeader;

/**
 * Reliable connection (InfiniBand Architecture, section 9.7): messages are cut into frames of
 * PathMtu bytes, frames are numbered modulo 2^24, the responder acknowledges cumulatively what
 * asks for it: every AckInterval-th frame and the last of each message. The responder answers the
 * first frame behind a gap with a NAK, and the requester goes back to the missing one (go-back-N).
 * When an acknowledgement that was asked for stays out for RetransmitTimeout, doubled after each
 * further one, it goes back to the oldest unacknowledged frame; after RetryCount such timeouts
 * without progress the queue pair is in error.
 *
 * Both directions may be used at once.
 */
class RdmaQueuePair : public Object, public EgressQueue
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RdmaQueuePair();
    ~RdmaQueuePair() override;

    /// States of a queue pair.
    enum class State
    {
        RESET, //!< not connected
        READY, //!< ready to send
        ERROR  //!< too many timeouts
    };

    /// Called by RdmaHost::CreateQueuePair().
    /// @param host the host @param number of the queue pair there
    void SetHost(RdmaHost* host, uint32_t number);
    /// @returns number at its host
    uint32_t GetNumber() const;

    /**
     * Connect; do so on both sides.
     *
     * @param remote address of the other host
     * @param remoteQp queue pair there
     * @param port of our host where frames leave, acknowledgements too
     * @param priority of our data at that port; lower goes first
     */
    void Connect(Ipv4Address remote, uint32_t remoteQp, uint32_t port, uint32_t priority);

    /**
     * Queue an RDMA WRITE.
     *
     * @param bytes size of the message; 0 is one frame without payload
     * @param id handed to the send callback
     */
    void PostWrite(uint64_t bytes, uint64_t id);

    /// @param callback called with the id when all of a message is acknowledged
    void SetSendCallback(Callback<void, uint64_t> callback);

    /// @param callback called with the size when the last byte of a message has arrived; stands
    /// for the flag in memory that a receiver polls
    void SetReceiveCallback(Callback<void, uint64_t> callback);

    /// @param callback called when the queue pair goes into the error state
    void SetErrorCallback(Callback<void> callback);

    /// @returns the state
    State GetState() const;
    /// @returns data frames sent, again or not
    uint64_t GetFramesSent() const;
    /// @returns data frames sent again
    uint64_t GetRetransmissions() const;

    /// Called by RdmaHost: a frame for us. @param header what it says
    void Receive(const RoceHeader& header);

    bool HasFrame() const override;
    Ptr<Packet> NextFrame() override;

    /**
     * TracedCallback signature for messages.
     *
     * @param [in] number number of the queue pair
     * @param [in] bytes size of the message
     */
    typedef void (*MessageCallback)(uint32_t number, uint64_t bytes);

    /**
     * TracedCallback signature for going back.
     *
     * @param [in] number number of the queue pair
     * @param [in] psn where it goes on
     */
    typedef void (*GoBackCallback)(uint32_t number, uint32_t psn);

  private:
    /// A message that is not acknowledged as a whole.
    struct Message
    {
        uint64_t bytes; //!< size
        uint64_t id;    //!< of the caller
        uint64_t first; //!< sequence number of its first frame
        uint64_t end;   //!< one behind its last frame
    };

    void DoDispose() override;
    void ReceiveData(const RoceHeader& header);
    void ReceiveAck(const RoceHeader& header);
    void Acknowledge(uint8_t syndrome);
    void Acknowledged(uint64_t upTo);
    void GoBack(uint64_t to);
    void Timeout();
    void ArmTimer();
    Ptr<Packet> MakeFrame(RoceHeader& header, uint32_t payload) const;
    void FillAddresses(RoceHeader& header) const;
    uint64_t Unwrap(uint32_t psn, uint64_t near) const;

    // Frames are counted in 64 bits from InitialPsn on; 24 of them go on the wire.
    RdmaHost* m_host{nullptr};   //!< where we are
    uint32_t m_number{0};        //!< our number
    Ipv4Address m_remote;        //!< other host
    uint32_t m_remoteQp{0};      //!< queue pair there
    uint32_t m_port{0};          //!< egress
    State m_state{State::RESET}; //!< state
    uint32_t m_mtu;              //!< PathMtu
    uint32_t m_initialPsn;       //!< first PSN, both ways
    uint32_t m_ackInterval;      //!< frames between requests for acknowledgement
    Time m_retransmitTimeout;    //!< for the first one
    uint32_t m_retryCount;       //!< timeouts without progress
    uint64_t m_maxInFlight;      //!< bytes, 0 for no limit but that of the PSN

    std::deque<Message> m_messages; //!< oldest first
    uint64_t m_next{0};             //!< next frame to send
    uint64_t m_sendEnd{0};          //!< one behind the last frame posted
    uint64_t m_unacked{0};          //!< oldest frame not acknowledged
    uint64_t m_highest{0};          //!< one behind the highest frame ever sent
    uint64_t m_ackAsked{0};         //!< one behind the last frame that asked for acknowledgement
    size_t m_cursor{0};             //!< message that m_next belongs to
    uint32_t m_timeouts{0};         //!< without progress
    Time m_deadline;                //!< when the acknowledgement is overdue
    EventId m_timer;                //!< fires at the deadline or before

    uint64_t m_expected{0};      //!< next frame to receive
    uint32_t m_received{0};      //!< messages received: MSN
    uint64_t m_receivedBytes{0}; //!< of the message that is arriving
    bool m_nakSent{false};       //!< for the present gap

    uint64_t m_framesSent{0};      //!< counter
    uint64_t m_retransmissions{0}; //!< counter

    Callback<void, uint64_t> m_onSent;     //!< message acknowledged
    Callback<void, uint64_t> m_onReceived; //!< message arrived
    Callback<void> m_onError;              //!< broken

    TracedCallback<uint32_t, uint64_t> m_messageSent;     //!< message acknowledged
    TracedCallback<uint32_t, uint64_t> m_messageReceived; //!< message arrived
    TracedCallback<uint32_t, uint32_t> m_timeoutTrace;    //!< going back after a timeout
    TracedCallback<uint32_t, uint32_t> m_nakTrace;        //!< going back after a NAK
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_QUEUE_PAIR_H */
