/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ROCE_HEADER_H
#define TOPO_X_ROCE_HEADER_H

/**
 * @file
 * The headers of a RoCEv2 frame as one: Ethernet, IPv4, UDP, BTH and what follows it.
 */

#include "ns3/header.h"
#include "ns3/ipv4-address.h"
#include "ns3/mac48-address.h"

namespace ns3
{
namespace topox
{

/// Opcodes of the reliable connection (InfiniBand Architecture, section 9.2.1).
enum class RoceOpcode : uint8_t
{
    WRITE_FIRST = 0x06,
    WRITE_MIDDLE = 0x07,
    WRITE_LAST = 0x08,
    WRITE_ONLY = 0x0A,
    ACKNOWLEDGE = 0x11
};

/// PSNs and MSNs are counted modulo this.
constexpr uint32_t PSN_MODULUS = 1U << 24;

/**
 * Ethernet (14 bytes), IPv4 (20), UDP (8), BTH (12), and RETH (16) on the first packet of a WRITE
 * or AETH (4) on an acknowledgement: written and read in one pass, since every frame has them all
 * (InfiniBand Architecture with Annex A17, RFC 791, IEEE 802.3).
 */
class RoceHeader : public Header
{
  public:
    static constexpr uint32_t BASE_SIZE = 54; //!< without RETH and AETH, in bytes
    static constexpr uint32_t RETH_SIZE = 16; //!< RDMA extended transport header, in bytes
    static constexpr uint32_t AETH_SIZE = 4;  //!< acknowledge header, in bytes
    static constexpr uint32_t ICRC_SIZE = 4;  //!< trailer that belongs to the UDP payload
    static constexpr uint32_t MAX_SIZE = BASE_SIZE + RETH_SIZE; //!< largest, in bytes
    static constexpr uint16_t UDP_PORT = 4791;                  //!< of RoCEv2
    static constexpr uint8_t SYNDROME_ACK = 0x1F;               //!< ACK without end-to-end credits
    static constexpr uint8_t SYNDROME_NAK_SEQUENCE = 0x60;      //!< NAK, PSN sequence error

    Mac48Address destinationMac;               //!< Ethernet destination
    Mac48Address sourceMac;                    //!< Ethernet source
    Ipv4Address source;                        //!< IPv4 source
    Ipv4Address destination;                   //!< IPv4 destination
    uint8_t trafficClass{0x02};                //!< IPv4 DSCP and ECN; ECT(0)
    uint8_t timeToLive{64};                    //!< IPv4 TTL
    uint16_t sourcePort{49152};                //!< UDP source port: flow entropy
    RoceOpcode opcode{RoceOpcode::WRITE_ONLY}; //!< BTH opcode
    uint8_t padCount{0};                       //!< BTH pad count: payload is padded to 4 bytes
    uint16_t partitionKey{0xFFFF};             //!< BTH P_Key
    uint32_t destinationQp{0};                 //!< BTH destination QP, 24 bits
    bool ackRequest{false};                    //!< BTH AckReq
    uint32_t psn{0};                           //!< BTH packet sequence number, 24 bits
    uint64_t virtualAddress{0};                //!< RETH
    uint32_t remoteKey{0};                     //!< RETH
    uint32_t dmaLength{0};                     //!< RETH: bytes of the whole message
    uint8_t syndrome{SYNDROME_ACK};            //!< AETH
    uint32_t msn{0};                           //!< AETH message sequence number, 24 bits
    uint32_t payload{0}; //!< bytes between headers and ICRC, padding included; gives
                         //!< the IPv4 and UDP lengths, and is read back from them

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @returns whether the opcode has an RETH
    bool HasReth() const;
    /// @returns whether the opcode has an AETH
    bool HasAeth() const;

    /**
     * Read from the beginning of a frame.
     *
     * @param bytes the frame
     * @param size how many bytes there are
     * @returns false when this is not a RoCEv2 frame with a known opcode
     */
    bool Parse(const uint8_t* bytes, uint32_t size);

    /**
     * Write the headers.
     *
     * @param bytes where to; GetSerializedSize() of them
     */
    void Write(uint8_t* bytes) const;

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
};

/**
 * Invariant CRC of a RoCEv2 frame (InfiniBand Architecture, section 7.8.1 and Annex A17): CRC-32
 * over eight bytes of ones and the frame from the IPv4 header to the end of the padded payload,
 * with ones in place of the fields that may change on the way (IPv4 type of service, TTL and
 * checksum, UDP checksum, BTH byte 4).
 *
 * @param headers what RoceHeader::Write() wrote
 * @param size its size
 * @param payload bytes of payload and padding, all zero
 * @returns the CRC; it is sent with its low byte first
 */
uint32_t RoceIcrc(const uint8_t* headers, uint32_t size, uint32_t payload);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ROCE_HEADER_H */
