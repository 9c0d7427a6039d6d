/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_EGRESS_QUEUE_H
#define TOPO_X_EGRESS_QUEUE_H

/**
 * @file
 * What a NIC port asks for frames: queue pairs, relayed flows, queues of ordinary packets.
 */

#include "ns3/packet.h"

#include <cstdint>
#include <deque>

namespace ns3
{
namespace topox
{

/**
 * A source of frames at one egress port.
 *
 * Contract: whoever has a frame to send tells the port by RdmaNetDevice::Activate(). The port then
 * calls NextFrame() whenever it is this source's turn, as long as HasFrame() holds; after that the
 * source has to activate itself again. Sources of one priority take turns, frame by frame.
 */
class EgressQueue
{
  public:
    virtual ~EgressQueue() = default;

    /// @returns whether NextFrame() would return a frame now
    virtual bool HasFrame() const = 0;

    /// @returns the next frame, from Ethernet header to ICRC; HasFrame() must hold
    virtual Ptr<Packet> NextFrame() = 0;

    /// @returns lower goes first
    uint32_t GetPriority() const
    {
        return m_priority;
    }

    /// @param priority lower goes first; must not change while the source is active
    void SetPriority(uint32_t priority)
    {
        m_priority = priority;
    }

  private:
    friend class RdmaNetDevice;

    uint32_t m_priority{0}; //!< lower goes first
    bool m_active{false};   //!< the port knows that there are frames
};

/// Frames that wait in order of arrival.
class FrameQueue : public EgressQueue
{
  public:
    bool HasFrame() const override
    {
        return !m_frames.empty();
    }

    Ptr<Packet> NextFrame() override
    {
        auto frame = m_frames.front();
        m_frames.pop_front();
        return frame;
    }

    /// @param frame to send after those that wait
    void Push(Ptr<Packet> frame)
    {
        m_frames.push_back(frame);
    }

    /// @returns frames that wait
    size_t GetNFrames() const
    {
        return m_frames.size();
    }

  private:
    std::deque<Ptr<Packet>> m_frames; //!< what waits
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_EGRESS_QUEUE_H */
