/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-x-units.h"

namespace ns3
{
namespace topox
{

Picoseconds
TransferTime(uint64_t bytes, uint64_t bitRate)
{
    // 2^64 bytes at 1 bit/s do not fit into 64 bits of picoseconds, hence the wide product.
    const auto bits = static_cast<unsigned __int128>(bytes) * 8 * PS_PER_SECOND;
    return static_cast<Picoseconds>((bits + bitRate - 1) / bitRate);
}

uint64_t
LineBytes(uint64_t payload, uint32_t mtu)
{
    const uint64_t packets = (payload + mtu - 1) / mtu;
    return payload + packets * LINE_OVERHEAD;
}

} // namespace topox
} // namespace ns3
