/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pause-frame.h"

namespace ns3
{
namespace topox
{

namespace
{
/// Destination, EtherType and opcode have fixed places: 0, 12 and 14.
constexpr uint8_t DESTINATION[] = {0x01, 0x80, 0xC2, 0x00, 0x00, 0x01};
constexpr uint32_t VECTOR = 16;
constexpr uint32_t TIMES = 18;
} // namespace

Ptr<Packet>
PauseFrame::ToPacket() const
{
    uint8_t bytes[SIZE] = {};
    std::copy(std::begin(DESTINATION), std::end(DESTINATION), bytes);
    source.CopyTo(bytes + 6);
    bytes[12] = 0x88;
    bytes[13] = 0x08;
    bytes[14] = 0x01;
    bytes[15] = 0x01;
    bytes[VECTOR + 1] = enabled;
    for (uint32_t c = 0; c < CLASSES; ++c)
    {
        bytes[TIMES + 2 * c] = static_cast<uint8_t>(quanta[c] >> 8);
        bytes[TIMES + 2 * c + 1] = static_cast<uint8_t>(quanta[c]);
    }
    return Create<Packet>(bytes, SIZE);
}

bool
PauseFrame::Parse(Ptr<const Packet> frame)
{
    uint8_t bytes[TIMES + 2 * CLASSES];
    if (frame->CopyData(bytes, sizeof(bytes)) < sizeof(bytes) || bytes[12] != 0x88 ||
        bytes[13] != 0x08 || bytes[14] != 0x01 || bytes[15] != 0x01)
    {
        return false;
    }
    source.CopyFrom(bytes + 6);
    enabled = bytes[VECTOR + 1];
    for (uint32_t c = 0; c < CLASSES; ++c)
    {
        quanta[c] = static_cast<uint16_t>(bytes[TIMES + 2 * c] << 8 | bytes[TIMES + 2 * c + 1]);
    }
    return true;
}

} // namespace topox
} // namespace ns3
