/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_QUEUE_PAIR_H
#define TOPO_X_RDMA_QUEUE_PAIR_H

/**
 * @file
 * A queue pair of a reliable connection: WRITE, SEND, READ, in order, every byte once.
 */

#include "egress-queue.h"
#include "message-channel.h"
#include "rdma-requester.h"
#include "rdma-responder.h"

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{
namespace topox
{

class RdmaHost;

/// @param code timer field of a receiver-not-ready NAK, 0 to 31
/// @returns how long the requester waits (InfiniBand Architecture, table 45)
Time NotReadyTime(uint8_t code);

/**
 * Reliable connection (InfiniBand Architecture, section 9.7): messages are cut into frames of
 * PathMtu bytes, frames are numbered modulo 2^24, the responder acknowledges cumulatively what
 * asks for it: every AckInterval-th frame and the last of each message. What a NAK or the timer
 * shows to be lost is sent again, see the attribute Recovery. When an answer that was asked for
 * stays out for RetransmitTimeout, doubled after each further one, everything unanswered goes
 * again; after RetryCount such timeouts without progress the queue pair is in error.
 *
 * Both directions may be used at once. The two sides are RdmaRequester and RdmaResponder; this
 * class is what users see, and what both sides share: configuration, addresses, pace.
 */
class RdmaQueuePair : public MessageChannel, public EgressQueue
{
  public:
    /// What is sent again after a loss.
    enum Recovery
    {
        GO_BACK_N,       //!< the lost frame and all behind it
        SELECTIVE_REPEAT //!< the lost frame (IRN, SIGCOMM 2018)
    };

    /// States of a queue pair.
    enum class State
    {
        RESET, //!< not connected
        READY, //!< ready to send
        ERROR  //!< gave up; what was posted is lost
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RdmaQueuePair();
    ~RdmaQueuePair() override;

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
     * @param priority of our data at that port under PlanOrder; lower goes first
     */
    void Connect(Ipv4Address remote, uint32_t remoteQp, uint32_t port, uint32_t priority);

    /**
     * Queue an RDMA WRITE.
     *
     * @param bytes size of the message; 0 is one frame without payload
     * @param id handed to the send callback
     */
    void PostWrite(uint64_t bytes, uint64_t id);

    /**
     * Queue an RDMA WRITE that uses up a receive and tells the receiver.
     *
     * @param bytes size of the message
     * @param id handed to the send callback
     * @param immediate handed to the receiver's immediate callback
     */
    void PostWriteImmediate(uint64_t bytes, uint64_t id, uint32_t immediate);

    /// Queue a SEND, which uses up a receive. @param bytes size @param id as of PostWrite()
    void PostSend(uint64_t bytes, uint64_t id);

    /// Queue a SEND with immediate data. Parameters as of PostWriteImmediate().
    void PostSendImmediate(uint64_t bytes, uint64_t id, uint32_t immediate);

    /**
     * Queue an RDMA READ.
     *
     * @param bytes to fetch
     * @param id handed to the send callback when all of it is here
     */
    void PostRead(uint64_t bytes, uint64_t id);

    /// A WRITE. Parameters as of PostWrite().
    void PostMessage(uint64_t bytes, uint64_t id) override;
    /// Leave the host: RdmaHost::DestroyQueuePair().
    void Close() override;

    /// Post receives; needed when the attribute AlwaysReady is false. @param count how many
    void PostReceives(uint32_t count);

    /// @param callback called with size and immediate data of a message that has such, before the
    /// receive callback
    void SetImmediateCallback(Callback<void, uint64_t, uint32_t> callback);

    /// @param callback called when the queue pair goes into the error state
    void SetErrorCallback(Callback<void> callback);

    /// @returns the state
    State GetState() const;
    /// @returns data frames sent, again or not
    uint64_t GetFramesSent() const;
    /// @returns data frames sent again
    uint64_t GetRetransmissions() const override;
    /// @returns rate at which data may leave, bit/s on the line
    uint64_t GetRate() const;
    /// @returns the congestion control, nullptr without
    Ptr<CongestionControl> GetCongestionControl() const;

    /// Called by RdmaHost: a frame for us. @param header what it says @param frame the frame
    void Receive(const RoceHeader& header, Ptr<const Packet> frame);

    bool HasFrame() const override;
    Ptr<Packet> NextFrame() override;
    uint64_t GetRemainingBytes() const override;

    /**
     * TracedCallback signature for messages.
     *
     * @param [in] number number of the queue pair
     * @param [in] bytes size of the message
     */
    typedef void (*MessageCallback)(uint32_t number, uint64_t bytes);

    /**
     * TracedCallback signature for single frames and for going back.
     *
     * @param [in] number number of the queue pair
     * @param [in] psn of the frame, or where it goes on
     */
    typedef void (*PsnCallback)(uint32_t number, uint32_t psn);

    /**
     * TracedCallback signature for changes of rate.
     *
     * @param [in] number number of the queue pair
     * @param [in] rate bit/s
     */
    typedef void (*RateCallback)(uint32_t number, uint64_t rate);

    /**
     * TracedCallback signature for congestion notification packets.
     *
     * @param [in] number number of the queue pair
     * @param [in] sent sent by us, not received
     */
    typedef void (*CnpCallback)(uint32_t number, bool sent);

    /**
     * TracedCallback signature for states.
     *
     * @param [in] number number of the queue pair
     * @param [in] state the new one: 0 reset, 1 ready, 2 error
     * @param [in] reason of an error, for people
     */
    typedef void (*StateCallback)(uint32_t number, uint32_t state, const std::string& reason);

  private:
    friend class RdmaRequester;
    friend class RdmaResponder;

    void DoDispose() override;
    void Post(RdmaRequester::Kind kind,
              uint64_t bytes,
              uint64_t id,
              bool hasImmediate,
              uint32_t immediate);

    // For the two sides.
    void Activate();
    void Fail(const std::string& reason);
    void MessageComplete(uint64_t bytes, uint64_t id);
    void MessageArrived(uint64_t bytes, const RoceHeader& header);
    void NoteLoss(bool timeout);
    void UpdateRate();
    bool StampsRank() const;
    void FillAddresses(RoceHeader& header) const;
    Ptr<Packet> MakeFrame(RoceHeader& header, uint32_t payload) const;
    void SendControl(RoceHeader& header, const SackRange* range, const Telemetry* path);
    uint32_t ToPsn(uint64_t sequence) const;
    uint64_t FromPsn(uint32_t psn, uint64_t near) const;

    void SetState(State state, const std::string& reason);
    void NotifyCongestion();
    void Pace(uint32_t bytes);

    RdmaHost* m_host{nullptr};                  //!< where we are
    uint32_t m_number{0};                       //!< our number
    Ipv4Address m_remote;                       //!< other host
    uint32_t m_remoteQp{0};                     //!< queue pair there
    uint32_t m_port{0};                         //!< egress
    State m_state{State::RESET};                //!< state
    uint32_t m_mtu;                             //!< PathMtu
    uint32_t m_initialPsn;                      //!< first PSN, both ways
    uint32_t m_ackInterval;                     //!< frames between requests for acknowledgement
    Time m_retransmitTimeout;                   //!< for the first one
    uint32_t m_retryCount;                      //!< timeouts without progress
    uint8_t m_notReadyTimer;                    //!< code of the time that we ask requesters to wait
    uint32_t m_notReadyRetryCount;              //!< receiver-not-ready NAKs without progress
    bool m_alwaysReady;                         //!< receives need not be posted
    uint64_t m_maxInFlight;                     //!< bytes, 0 for no limit but that of the PSN
    uint32_t m_maxReads;                        //!< READs under way
    Recovery m_recovery;                        //!< what goes again after a loss
    DataRate m_maxRate;                         //!< pace; 0 for that of the line
    Time m_cnpInterval;                         //!< between CNPs
    uint8_t m_trafficClassOfData;               //!< 0 to 7
    TypeId m_congestionControlType;             //!< which
    Ptr<CongestionControl> m_congestionControl; //!< nullptr when it would do nothing

    RdmaRequester m_requester; //!< sending side
    RdmaResponder m_responder; //!< receiving side

    uint64_t m_lineRate{0}; //!< of the port, bit/s
    uint64_t m_rate{0};     //!< of our data, bit/s
    Time m_paceUntil;       //!< no data before
    EventId m_wakeUp;       //!< at that time
    Time m_nextCnp;         //!< not before

    Callback<void, uint64_t, uint32_t> m_onImmediate; //!< immediate data arrived
    Callback<void> m_onError;                         //!< broken

    TracedCallback<uint32_t, uint64_t> m_messageSent;         //!< message complete
    TracedCallback<uint32_t, uint64_t> m_messageReceived;     //!< message arrived
    TracedCallback<uint32_t, uint32_t> m_timeoutTrace;        //!< going back after a timeout
    TracedCallback<uint32_t, uint32_t> m_nakTrace;            //!< going back after a NAK
    TracedCallback<uint32_t, uint32_t> m_notReadyTrace;       //!< receiver not ready
    TracedCallback<uint32_t, uint32_t> m_retransmissionTrace; //!< a frame goes again
    TracedCallback<uint32_t, uint64_t> m_rateTrace;           //!< rate of our data
    TracedCallback<uint32_t, bool> m_cnpTrace;                //!< CNP sent or received
    TracedCallback<uint32_t, uint32_t, const std::string&> m_stateTrace; //!< new state
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_QUEUE_PAIR_H */
