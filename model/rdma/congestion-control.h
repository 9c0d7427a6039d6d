/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CONGESTION_CONTROL_H
#define TOPO_X_CONGESTION_CONTROL_H

/**
 * @file
 * How fast a queue pair may send: the interface, and the one that does nothing.
 */

#include "telemetry.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <functional>

namespace ns3
{
namespace topox
{

/**
 * Decides rate and window of one queue pair.
 *
 * Contract: the queue pair calls Start() once, then OnSent() for every data frame, OnAck() for
 * every acknowledgement that is not old, OnNotification() for every CNP, OnLoss() when it goes
 * back. It asks GetRate() and GetWindow() after each of these, and whenever the algorithm says
 * Changed(), as one with timers does. All of it concerns data that this side sends: WRITE, SEND,
 * and the responses to the peer's READs.
 *
 * A new algorithm is one file: a subclass with a TypeId, chosen by the attribute CongestionControl
 * of the queue pair.
 */
class CongestionControl : public Object
{
  public:
    /// What an acknowledgement tells.
    struct Feedback
    {
        uint64_t acknowledged; //!< frames acknowledged so far
        uint64_t next;         //!< frames sent for the first time so far
        uint64_t bytes;        //!< payload newly acknowledged
        Time rtt;              //!< since the frame that asked for it left; zero when unknown
        uint32_t hops;         //!< lines that the acknowledgement passed
        const Telemetry* path; //!< what switches wrote on the data frame; nullptr without
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param lineRate of the port, bit/s @param mtu payload of a full frame, bytes
    virtual void Start(uint64_t lineRate, uint32_t mtu);

    /// A data frame leaves. @param bytes on the line
    virtual void OnSent(uint64_t bytes);

    /// An acknowledgement came. @param feedback what it tells
    virtual void OnAck(const Feedback& feedback);

    /// A congestion notification packet came.
    virtual void OnNotification();

    /// Frames are lost. @param timeout found by the timer, not by a NAK
    virtual void OnLoss(bool timeout);

    /// @returns rate at which frames may leave, bit/s on the line
    virtual uint64_t GetRate() const;

    /// @returns bytes of payload that may be sent and not acknowledged; 0 for no limit
    virtual uint64_t GetWindow() const;

    /// @returns whether data frames ask switches for telemetry
    virtual bool NeedsTelemetry() const;

    /// @returns every so many frames one must ask for an acknowledgement; 0 for no matter
    virtual uint32_t GetAckInterval() const;

    /// @param changed called when rate or window changed by themselves
    void SetChangedCallback(std::function<void()> changed);

  protected:
    void DoDispose() override;

    /// Rate or window changed outside of the calls above.
    void Changed();

    uint64_t m_lineRate{0}; //!< of the port, bit/s
    uint32_t m_mtu{0};      //!< payload of a full frame, bytes

  private:
    std::function<void()> m_changed; //!< whom to tell
};

/// Line rate, always: on a circuit of one's own nothing else is needed.
class NoCongestionControl : public CongestionControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CONGESTION_CONTROL_H */
