/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-header.h"

#include <algorithm>
#include <boost/crc.hpp>
#include <cstring>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(RoceHeader);

namespace
{

constexpr uint32_t IP = 14; // offsets in the frame, in bytes
constexpr uint32_t UDP = 34;
constexpr uint32_t BTH = 42;
constexpr uint32_t EXTENDED = 54;
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;
constexpr uint8_t PROTOCOL_UDP = 17;
constexpr uint32_t UDP_SIZE = 8;
constexpr uint32_t IP_SIZE = 20;
constexpr uint32_t BTH_SIZE = 12;

void
Put(uint8_t* at, uint64_t value, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; ++k)
    {
        at[k] = static_cast<uint8_t>(value >> (8 * (bytes - 1 - k)));
    }
}

uint64_t
Get(const uint8_t* at, uint32_t bytes)
{
    uint64_t value = 0;
    for (uint32_t k = 0; k < bytes; ++k)
    {
        value = value << 8 | at[k];
    }
    return value;
}

/// RFC 1071 over the IPv4 header with a zero in the checksum field.
uint16_t
IpChecksum(const uint8_t* header)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < IP_SIZE; k += 2)
    {
        sum += k == 10 ? 0 : static_cast<uint32_t>(header[k]) << 8 | header[k + 1];
    }
    sum = (sum & 0xFFFF) + (sum >> 16);
    sum = (sum & 0xFFFF) + (sum >> 16);
    return static_cast<uint16_t>(~sum);
}

} // namespace

TypeId
RoceHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::RoceHeader")
                            .SetParent<Header>()
                            .SetGroupName("TopoX")
                            .AddConstructor<RoceHeader>();
    return tid;
}

TypeId
RoceHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

bool
RoceHeader::HasReth() const
{
    return opcode == RoceOpcode::WRITE_FIRST || opcode == RoceOpcode::WRITE_ONLY ||
           opcode == RoceOpcode::WRITE_ONLY_IMMEDIATE || opcode == RoceOpcode::READ_REQUEST;
}

bool
RoceHeader::HasAeth() const
{
    return opcode == RoceOpcode::ACKNOWLEDGE ||
           (IsReadResponse() && opcode != RoceOpcode::READ_RESPONSE_MIDDLE);
}

bool
RoceHeader::HasImmediate() const
{
    return opcode == RoceOpcode::SEND_LAST_IMMEDIATE || opcode == RoceOpcode::SEND_ONLY_IMMEDIATE ||
           opcode == RoceOpcode::WRITE_LAST_IMMEDIATE || opcode == RoceOpcode::WRITE_ONLY_IMMEDIATE;
}

bool
RoceHeader::IsReadResponse() const
{
    return opcode >= RoceOpcode::READ_RESPONSE_FIRST && opcode <= RoceOpcode::READ_RESPONSE_ONLY;
}

bool
RoceHeader::IsSend() const
{
    return opcode <= RoceOpcode::SEND_ONLY_IMMEDIATE;
}

bool
RoceHeader::IsFirst() const
{
    switch (opcode)
    {
    case RoceOpcode::SEND_MIDDLE:
    case RoceOpcode::SEND_LAST:
    case RoceOpcode::SEND_LAST_IMMEDIATE:
    case RoceOpcode::WRITE_MIDDLE:
    case RoceOpcode::WRITE_LAST:
    case RoceOpcode::WRITE_LAST_IMMEDIATE:
    case RoceOpcode::READ_RESPONSE_MIDDLE:
    case RoceOpcode::READ_RESPONSE_LAST:
        return false;
    default:
        return true;
    }
}

bool
RoceHeader::IsLast() const
{
    switch (opcode)
    {
    case RoceOpcode::SEND_FIRST:
    case RoceOpcode::SEND_MIDDLE:
    case RoceOpcode::WRITE_FIRST:
    case RoceOpcode::WRITE_MIDDLE:
    case RoceOpcode::READ_RESPONSE_FIRST:
    case RoceOpcode::READ_RESPONSE_MIDDLE:
        return false;
    default:
        return true;
    }
}

uint8_t
RoceHeader::GetClass() const
{
    return trafficClass >> 5;
}

void
RoceHeader::SetClass(uint8_t value, bool telemetry)
{
    trafficClass =
        static_cast<uint8_t>(value << 5 | (telemetry ? TELEMETRY : 0) | (trafficClass & 3));
}

bool
RoceHeader::IsMarked() const
{
    return (trafficClass & 3) == ECN_MARKED;
}

uint32_t
RoceHeader::GetFrameSize() const
{
    return GetSerializedSize() + payload + ICRC_SIZE;
}

uint32_t
RoceHeader::GetSerializedSize() const
{
    return BASE_SIZE + (HasReth() ? RETH_SIZE : 0) + (HasAeth() ? AETH_SIZE : 0) +
           (HasImmediate() ? IMMDT_SIZE : 0);
}

void
RoceHeader::Write(uint8_t* bytes) const
{
    const uint32_t afterUdp = GetSerializedSize() - BTH + payload + ICRC_SIZE;
    destinationMac.CopyTo(bytes);
    sourceMac.CopyTo(bytes + 6);
    Put(bytes + 12, ETHERTYPE_IPV4, 2);
    bytes[IP] = 0x45;
    bytes[IP + 1] = trafficClass;
    Put(bytes + IP + 2, IP_SIZE + UDP_SIZE + afterUdp, 2);
    Put(bytes + IP + 4, identification, 2);
    Put(bytes + IP + 6, 0x4000, 2); // do not fragment
    bytes[IP + 8] = timeToLive;
    bytes[IP + 9] = PROTOCOL_UDP;
    source.Serialize(bytes + IP + 12);
    destination.Serialize(bytes + IP + 16);
    Put(bytes + IP + 10, IpChecksum(bytes + IP), 2);
    Put(bytes + UDP, sourcePort, 2);
    Put(bytes + UDP + 2, UDP_PORT, 2);
    Put(bytes + UDP + 4, UDP_SIZE + afterUdp, 2);
    Put(bytes + UDP + 6, 0, 2); // Annex A17: zero, or computed; the ICRC covers the payload
    bytes[BTH] = static_cast<uint8_t>(opcode);
    bytes[BTH + 1] = static_cast<uint8_t>(0x40 | padCount << 4); // migrated, version 0
    Put(bytes + BTH + 2, partitionKey, 2);
    bytes[BTH + 4] = backwardCongestion ? 0x40 : 0;
    Put(bytes + BTH + 5, destinationQp, 3);
    bytes[BTH + 8] = ackRequest ? 0x80 : 0;
    Put(bytes + BTH + 9, psn, 3);
    uint8_t* next = bytes + EXTENDED;
    if (HasReth())
    {
        Put(next, virtualAddress, 8);
        Put(next + 8, remoteKey, 4);
        Put(next + 12, dmaLength, 4);
        next += RETH_SIZE;
    }
    if (HasAeth())
    {
        next[0] = syndrome;
        Put(next + 1, msn, 3);
        next += AETH_SIZE;
    }
    if (HasImmediate())
    {
        Put(next, immediate, 4);
    }
}

bool
RoceHeader::Parse(const uint8_t* bytes, uint32_t size)
{
    if (size < BASE_SIZE || Get(bytes + 12, 2) != ETHERTYPE_IPV4 || bytes[IP] != 0x45 ||
        bytes[IP + 9] != PROTOCOL_UDP || Get(bytes + UDP + 2, 2) != UDP_PORT)
    {
        return false;
    }
    opcode = static_cast<RoceOpcode>(bytes[BTH]);
    if (opcode > RoceOpcode::ACKNOWLEDGE && opcode != RoceOpcode::CONGESTION_NOTIFICATION)
    {
        return false;
    }
    const auto afterUdp = static_cast<uint32_t>(Get(bytes + UDP + 4, 2)) - UDP_SIZE;
    const auto headers = GetSerializedSize();
    if (size < headers || afterUdp < headers - BTH + ICRC_SIZE)
    {
        return false;
    }
    destinationMac.CopyFrom(bytes);
    sourceMac.CopyFrom(bytes + 6);
    trafficClass = bytes[IP + 1];
    identification = static_cast<uint16_t>(Get(bytes + IP + 4, 2));
    timeToLive = bytes[IP + 8];
    source = Ipv4Address::Deserialize(bytes + IP + 12);
    destination = Ipv4Address::Deserialize(bytes + IP + 16);
    sourcePort = static_cast<uint16_t>(Get(bytes + UDP, 2));
    padCount = bytes[BTH + 1] >> 4 & 3;
    partitionKey = static_cast<uint16_t>(Get(bytes + BTH + 2, 2));
    destinationQp = static_cast<uint32_t>(Get(bytes + BTH + 5, 3));
    backwardCongestion = (bytes[BTH + 4] & 0x40) != 0;
    ackRequest = (bytes[BTH + 8] & 0x80) != 0;
    psn = static_cast<uint32_t>(Get(bytes + BTH + 9, 3));
    payload = afterUdp - (headers - BTH) - ICRC_SIZE;
    const uint8_t* next = bytes + EXTENDED;
    if (HasReth())
    {
        virtualAddress = Get(next, 8);
        remoteKey = static_cast<uint32_t>(Get(next + 8, 4));
        dmaLength = static_cast<uint32_t>(Get(next + 12, 4));
        next += RETH_SIZE;
    }
    if (HasAeth())
    {
        syndrome = next[0];
        msn = static_cast<uint32_t>(Get(next + 1, 3));
        next += AETH_SIZE;
    }
    if (HasImmediate())
    {
        immediate = static_cast<uint32_t>(Get(next, 4));
    }
    return true;
}

void
RoceHeader::Serialize(Buffer::Iterator start) const
{
    uint8_t bytes[MAX_SIZE];
    Write(bytes);
    start.Write(bytes, GetSerializedSize());
}

uint32_t
RoceHeader::Deserialize(Buffer::Iterator start)
{
    uint8_t bytes[MAX_SIZE];
    const auto size = std::min(start.GetRemainingSize(), MAX_SIZE);
    start.Read(bytes, size);
    return Parse(bytes, size) ? GetSerializedSize() : 0;
}

void
RoceHeader::Print(std::ostream& os) const
{
    os << source << " > " << destination << " opcode " << static_cast<int>(opcode) << " QP "
       << destinationQp << " PSN " << psn;
    if (HasAeth())
    {
        os << " syndrome " << static_cast<int>(syndrome) << " MSN " << msn;
    }
    else
    {
        os << " payload " << payload << (ackRequest ? " ack request" : "");
    }
}

uint32_t
RoceIcrc(const uint8_t* headers, uint32_t size, uint32_t payload)
{
    uint8_t masked[8 + RoceHeader::MAX_SIZE];
    std::memset(masked, 0xFF, 8);
    std::memcpy(masked + 8, headers + IP, size - IP);
    uint8_t* ip = masked + 8;
    ip[1] = 0xFF;                               // type of service
    ip[8] = 0xFF;                               // time to live
    ip[10] = ip[11] = 0xFF;                     // header checksum
    ip[UDP - IP + 6] = ip[UDP - IP + 7] = 0xFF; // UDP checksum
    ip[BTH - IP + 4] = 0xFF;                    // FECN, BECN, reserved
    boost::crc_32_type crc;
    crc.process_bytes(masked, 8 + size - IP);
    static const uint8_t zeros[64] = {};
    for (uint32_t left = payload; left > 0;)
    {
        const auto now = std::min<uint32_t>(left, sizeof(zeros));
        crc.process_bytes(zeros, now);
        left -= now;
    }
    return crc.checksum();
}

static_assert(EXTENDED == BTH + BTH_SIZE, "the extended headers follow the BTH");

} // namespace topox
} // namespace ns3
