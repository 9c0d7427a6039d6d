/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SWITCH_PORT_H
#define TOPO_X_SWITCH_PORT_H

/**
 * @file
 * A port of a packet switch, with its egress queues.
 */

#include "ns3/line-port.h"

#include <array>
#include <deque>

namespace ns3
{
namespace topox
{

class PacketSwitch;

/// A frame in a packet switch.
struct StoredFrame
{
    Ptr<Packet> frame;    //!< it
    uint32_t bytes;       //!< its size when it was stored
    uint32_t in;          //!< ingress port
    uint8_t trafficClass; //!< 0 to 7
    bool telemetry;       //!< asks for a record
    uint16_t rank;        //!< frames left of its message, for pFabric
    uint64_t flow;        //!< hash of its five-tuple
};

/**
 * A port of a PacketSwitch: one queue for each traffic class. The switch decides what may enter;
 * the port decides what leaves next, by the switch's attribute Scheduling.
 */
class SwitchPort : public LinePort
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// Called by PacketSwitch::AddPort(). @param packetSwitch the switch @param number of the port
    void SetSwitch(PacketSwitch* packetSwitch, uint32_t number);
    /// @returns the switch
    PacketSwitch* GetSwitch() const;
    /// @returns number at the switch
    uint32_t GetNumber() const;

    /// @param stored frame to send in its turn
    void Enqueue(StoredFrame stored);

    /**
     * Give up a frame, for PFabric.
     *
     * @param trafficClass 0 to 7
     * @param rank only a frame of a larger one
     * @param stored the last one of largest rank
     * @returns whether there is one
     */
    bool TakeWorst(uint8_t trafficClass, uint16_t rank, StoredFrame& stored);

    /// Ask the peer to hold a class until Resume(). @param trafficClass 0 to 7
    void Pause(uint8_t trafficClass);
    /// Let the peer go on. @param trafficClass 0 to 7
    void Resume(uint8_t trafficClass);
    /// @returns whether the peer is asked to hold a class. @param trafficClass 0 to 7
    bool HoldsPeer(uint8_t trafficClass) const;

    /// @returns frames of a class that wait here. @param trafficClass 0 to 7
    const std::deque<StoredFrame>& GetQueue(uint8_t trafficClass) const;

    uint32_t GetBytesAhead() const override;
    void ReceiveHead(Ptr<Packet> frame, Time rest) override;
    /// A switch port sends nothing of its own. @returns false
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    void DoDispose() override;
    Ptr<Packet> TakeFrame() override;
    void Accept(Ptr<Packet> frame) override;
    int NextClass();
    size_t SmallestRank(const std::deque<StoredFrame>& queue) const;
    void RefreshPause();

    PacketSwitch* m_switch{nullptr};                 //!< owns us
    uint32_t m_number{0};                            //!< at the switch
    std::array<std::deque<StoredFrame>, 8> m_queues; //!< by traffic class
    uint8_t m_lastClass{0};                          //!< that had its turn
    uint8_t m_holds{0};                              //!< bit c: the peer is asked to hold class c
    EventId m_refresh;                               //!< before the pause of the peer is over
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SWITCH_PORT_H */
