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
 * source has to activate itself again. Which source has the next turn is the port's attribute
 * Scheduling.
 */
class EgressQueue
{
  public:
    virtual ~EgressQueue() = default;

    /// @returns whether NextFrame() would return a frame now
    virtual bool HasFrame() const = 0;

    /// @returns the next frame, from Ethernet header to ICRC; HasFrame() must hold
    virtual Ptr<Packet> NextFrame() = 0;

    /// @returns bytes that are still to be sent, for SmallestRemaining
    virtual uint64_t GetRemainingBytes() const
    {
        return 0;
    }

    /// @returns place in the plan's order; lower goes first
    uint32_t GetPriority() const
    {
        return m_priority;
    }

    /// @param priority lower goes first
    void SetPriority(uint32_t priority)
    {
        m_priority = priority;
    }

    /// @returns traffic class of the frames, 0 to 7, for StrictPriority and pauses
    uint8_t GetTrafficClass() const
    {
        return m_trafficClass;
    }

    /// @param trafficClass 0 to 7; must not change while the source is active
    void SetTrafficClass(uint8_t trafficClass)
    {
        m_trafficClass = trafficClass;
    }

  private:
    friend class RdmaNetDevice;

    /// What the port knows of a source.
    enum class Standing : uint8_t
    {
        IDLE,    //!< nothing
        WAITING, //!< waits for its turn
        HELD     //!< waits until its traffic class is released
    };

    uint32_t m_priority{0};              //!< lower goes first
    uint8_t m_trafficClass{0};           //!< 0 to 7
    Standing m_standing{Standing::IDLE}; //!< at the port
    uint64_t m_key{0};                   //!< where it waits
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
