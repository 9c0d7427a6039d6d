/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_UNITS_H
#define TOPO_X_UNITS_H

/**
 * @file
 * Units of the rooms that never touch the simulator: time is integer picoseconds, data is bytes,
 * rates are bit/s. Everything is integer, so a result never depends on rounding modes.
 */

#include <cstdint>

namespace ns3
{
namespace topox
{

/// Time in picoseconds (10^-12 s); enough for 106 days.
using Picoseconds = int64_t;

constexpr Picoseconds PS_PER_NS = 1'000;                 //!< picoseconds in a nanosecond
constexpr Picoseconds PS_PER_US = 1'000'000;             //!< picoseconds in a microsecond
constexpr Picoseconds PS_PER_MS = 1'000'000'000;         //!< picoseconds in a millisecond
constexpr Picoseconds PS_PER_SECOND = 1'000'000'000'000; //!< picoseconds in a second

/**
 * Time to send bytes at a rate, rounded up to a whole picosecond.
 *
 * @param bytes data to send, in bytes
 * @param bitRate rate, in bit/s; must not be zero
 * @returns ceil(8 * bytes / bitRate) in picoseconds
 */
Picoseconds TransferTime(uint64_t bytes, uint64_t bitRate);

/**
 * Bytes as they appear on the line: payload plus the per-packet overhead of RoCEv2 over Ethernet
 * (82 bytes with preamble and gap; reference: InfiniBand Annex A17, IEEE 802.3).
 *
 * @param payload payload of one message, in bytes
 * @param mtu path MTU, in bytes; must not be zero
 * @returns payload + 82 bytes for each of ceil(payload / mtu) packets
 */
uint64_t LineBytes(uint64_t payload, uint32_t mtu);

/// Overhead of one packet on the line, in bytes: preamble 8, Ethernet 14, IPv4 20, UDP 8, BTH 12,
/// ICRC 4, FCS 4, gap 12.
constexpr uint32_t LINE_OVERHEAD = 82;

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_UNITS_H */
