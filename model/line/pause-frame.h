/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PAUSE_FRAME_H
#define TOPO_X_PAUSE_FRAME_H

/**
 * @file
 * The frame of priority-based flow control (PFC).
 */

#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace topox
{

/**
 * A MAC control frame of IEEE 802.1Qbb: destination 01:80:C2:00:00:01, EtherType 0x8808, opcode
 * 0x0101, class-enable vector, eight times of 16 bits; 60 bytes, 64 with FCS.
 */
struct PauseFrame
{
    static constexpr uint32_t CLASSES = 8;          //!< traffic classes
    static constexpr uint32_t SIZE = 60;            //!< without FCS, in bytes
    static constexpr uint32_t QUANTUM_BITS = 512;   //!< unit of a pause, in bit times of the line
    static constexpr uint16_t LONGEST = UINT16_MAX; //!< longest pause, in quanta

    Mac48Address source;                      //!< who asks
    uint8_t enabled{0};                       //!< bit c: class c is meant
    std::array<uint16_t, CLASSES> quanta{{}}; //!< how long; 0 lets it go on

    /// @returns the frame
    Ptr<Packet> ToPacket() const;

    /// @param frame any frame. @returns whether it is a MAC control frame with opcode 0x0101, and
    ///        this structure holds what it says
    bool Parse(Ptr<const Packet> frame);
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PAUSE_FRAME_H */
