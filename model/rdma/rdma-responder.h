/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_RESPONDER_H
#define TOPO_X_RDMA_RESPONDER_H

/**
 * @file
 * The receiving side of a queue pair: what arrived, what to answer.
 */

#include "roce-header.h"
#include "sequence-set.h"
#include "telemetry.h"

#include <deque>
#include <map>

namespace ns3
{
namespace topox
{

class RdmaQueuePair;

/**
 * Takes requests in order, acknowledges what asks for it, answers READs.
 *
 * Behind a gap go-back-N drops everything and says so once; selective repeat keeps what comes, and
 * names the range that arrived at each new gap and whenever a frame asks. Acknowledgements do not
 * wait for READ responses that were asked for earlier.
 */
class RdmaResponder
{
  public:
    /// @param queuePair whose side this is
    explicit RdmaResponder(RdmaQueuePair& queuePair);

    /// A request came. @param header it @param path telemetry to send back, nullptr without
    void Receive(const RoceHeader& header, const Telemetry* path);

    /// Post receives for SENDs and WRITEs with immediate data. @param count how many
    void PostReceives(uint32_t count);

    /// @returns whether there is a frame of a READ response to send
    bool HasFrame() const;
    /// @returns that frame
    Ptr<Packet> NextFrame();
    /// @returns bytes of READ responses to send, in full frames
    uint64_t GetUnsentBytes() const;

    /// Forget everything: the queue pair is in error or goes.
    void Stop();

  private:
    /// A response to a READ under way.
    struct Response
    {
        uint64_t first; //!< number of its first frame
        uint64_t next;  //!< next one to send
        uint64_t end;   //!< one behind its last frame
        uint64_t bytes; //!< of all of it
    };

    bool TakesReceive(const RoceHeader& header) const;
    bool Execute(const RoceHeader& header);
    bool ExecuteKept();
    void Respond(uint64_t first, const RoceHeader& header);
    uint64_t FramesOf(const RoceHeader& header) const;
    void BehindGap(uint64_t sequence, const RoceHeader& header);
    void NotReady();
    void Acknowledge(uint8_t syndrome);
    void SendAnswer(RoceHeader& header, const SackRange* range);

    RdmaQueuePair& m_queuePair; //!< whose side this is

    uint64_t m_expected{0};                //!< next frame to execute
    uint32_t m_executed{0};                //!< messages executed: MSN
    uint64_t m_bytes{0};                   //!< of the message that is arriving
    bool m_nakSent{false};                 //!< for the present gap
    std::map<uint64_t, RoceHeader> m_kept; //!< frames behind a gap, by number
    SequenceSet m_arrived;                 //!< their numbers
    uint64_t m_receives{0};                //!< posted and not used
    std::deque<Response> m_responses;      //!< READs under way, oldest first
    const Telemetry* m_path{nullptr};      //!< of the frame that is being handled
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_RESPONDER_H */
