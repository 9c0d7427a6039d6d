/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ip-frame.h"

#include "ns3/roce-header.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(IpFrameHeader);

namespace
{

constexpr uint32_t IP = 14; // offsets in the frame, in bytes
constexpr uint32_t PORTS = 34;
constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;

uint32_t
Word(const uint8_t* at)
{
    return static_cast<uint32_t>(at[0]) << 24 | static_cast<uint32_t>(at[1]) << 16 |
           static_cast<uint32_t>(at[2]) << 8 | at[3];
}

} // namespace

uint64_t
MixBits(uint64_t value)
{
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
    return value ^ value >> 31;
}

bool
FrameView::Parse(Ptr<const Packet> frame)
{
    uint8_t bytes[PORTS + 4] = {};
    const auto size = frame->CopyData(bytes, sizeof(bytes));
    if (size < PORTS || bytes[12] != 0x08 || bytes[13] != 0x00 || bytes[IP] != 0x45)
    {
        return false;
    }
    const auto protocol = bytes[IP + 9];
    const bool hasPorts = (protocol == TCP || protocol == UDP) && size >= PORTS + 4;
    const uint32_t ports = hasPorts ? Word(bytes + PORTS) : 0;
    const bool roce = protocol == UDP && (ports & 0xFFFF) == RoceHeader::UDP_PORT;
    destination = Word(bytes + IP + 16);
    timeToLive = bytes[IP + 8];
    trafficClass = bytes[IP + 1] >> 5;
    ecnCapable = (bytes[IP + 1] & 3) != 0;
    wantsTelemetry = roce && (bytes[IP + 1] & RoceHeader::TELEMETRY) != 0;
    rank = static_cast<uint16_t>(bytes[IP + 4] << 8 | bytes[IP + 5]);
    const uint64_t pair = static_cast<uint64_t>(Word(bytes + IP + 12)) << 32 | destination;
    flow = MixBits(MixBits(pair) ^ (static_cast<uint64_t>(ports) << 8 | protocol));
    return true;
}

TypeId
IpFrameHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::IpFrameHeader")
                            .SetParent<Header>()
                            .SetGroupName("TopoX")
                            .AddConstructor<IpFrameHeader>();
    return tid;
}

TypeId
IpFrameHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
IpFrameHeader::DecrementTimeToLive()
{
    --m_bytes[IP + 8];
    SetChecksum();
}

void
IpFrameHeader::MarkCongestion()
{
    m_bytes[IP + 1] |= RoceHeader::ECN_MARKED;
    SetChecksum();
}

void
IpFrameHeader::SetChecksum()
{
    uint32_t sum = 0;
    for (uint32_t k = IP; k < SIZE; k += 2)
    {
        sum += k == IP + 10 ? 0 : static_cast<uint32_t>(m_bytes[k]) << 8 | m_bytes[k + 1];
    }
    sum = (sum & 0xFFFF) + (sum >> 16);
    sum = ~((sum & 0xFFFF) + (sum >> 16));
    m_bytes[IP + 10] = static_cast<uint8_t>(sum >> 8);
    m_bytes[IP + 11] = static_cast<uint8_t>(sum);
}

void
IpFrameHeader::Print(std::ostream& os) const
{
    os << "TTL " << static_cast<int>(m_bytes[IP + 8]);
}

uint32_t
IpFrameHeader::GetSerializedSize() const
{
    return SIZE;
}

void
IpFrameHeader::Serialize(Buffer::Iterator start) const
{
    start.Write(m_bytes.data(), SIZE);
}

uint32_t
IpFrameHeader::Deserialize(Buffer::Iterator start)
{
    start.Read(m_bytes.data(), SIZE);
    return SIZE;
}

} // namespace topox
} // namespace ns3
