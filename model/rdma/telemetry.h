/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TELEMETRY_H
#define TOPO_X_TELEMETRY_H

/**
 * @file
 * In-band network telemetry: what switches write on frames that ask for it.
 */

#include "ns3/packet.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace topox
{

/**
 * What one switch port says when it sends a frame on (HPCC, SIGCOMM 2019, section 3.1): twelve
 * bytes. Time and bytes wrap; differences of two records count.
 */
struct TelemetryRecord
{
    static constexpr uint32_t SIZE = 12;               //!< on the wire, in bytes
    static constexpr uint64_t RATE_UNIT = 100'000'000; //!< bit/s
    static constexpr uint32_t BYTES_UNIT = 64;         //!< of queue and bytes sent

    uint16_t rate{0};  //!< of the line, in RATE_UNIT
    uint16_t queue{0}; //!< bytes that wait behind the frame, in BYTES_UNIT; at most 65535
    uint32_t time{0};  //!< ns
    uint32_t sent{0};  //!< bytes sent by the port so far, in BYTES_UNIT
};

/**
 * What an acknowledgement of selective repeat says beyond the standard: which frames behind the
 * missing one arrived (compare RFC 2018, and IRN, SIGCOMM 2018, section 3.1). Eight bytes behind
 * the ICRC, in front of telemetry, if there is some: two PSNs in 32 bits each.
 */
struct SackRange
{
    static constexpr uint32_t SIZE = 8; //!< on the wire, in bytes

    uint32_t first{0}; //!< PSN of the first frame of a range that arrived
    uint32_t end{0};   //!< PSN behind its last frame

    /// @param frame an acknowledgement @param frameSize where its trailer begins
    /// @returns whether it has a range; that is here then
    bool Read(Ptr<const Packet> frame, uint32_t frameSize);

    /// Put the range behind a frame. @param frame the frame
    void Append(Ptr<Packet> frame) const;
};

/**
 * The records of all switches that a frame passed, first one first.
 *
 * They stand behind the ICRC, as an Ethernet trailer: the IPv4 length does not count them, the ICRC
 * does not cover them, and whoever does not know them does not see them. (HPCC reserves 42 bytes
 * between UDP and BTH, 8 for each of 5 hops, which RoCE equipment cannot read.)
 */
struct Telemetry
{
    static constexpr uint32_t MOST_HOPS = 16; //!< records beyond are not read

    uint32_t hops{0};                               //!< number of records
    std::array<TelemetryRecord, MOST_HOPS> records; //!< those in front are valid

    /// @param frame the frame @param frameSize where the trailer begins
    void Read(Ptr<const Packet> frame, uint32_t frameSize);

    /// Put all records behind a frame. @param frame the frame
    void Append(Ptr<Packet> frame) const;

    /// Put one record behind a frame. @param frame the frame @param record the record
    static void Append(Ptr<Packet> frame, const TelemetryRecord& record);
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TELEMETRY_H */
