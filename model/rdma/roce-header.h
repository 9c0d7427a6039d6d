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

/// Opcodes of the reliable connection (InfiniBand Architecture, section 9.2.1) and of the
/// congestion notification packet (Annex A17.9.3).
enum class RoceOpcode : uint8_t
{
    SEND_FIRST = 0x00,
    SEND_MIDDLE = 0x01,
    SEND_LAST = 0x02,
    SEND_LAST_IMMEDIATE = 0x03,
    SEND_ONLY = 0x04,
    SEND_ONLY_IMMEDIATE = 0x05,
    WRITE_FIRST = 0x06,
    WRITE_MIDDLE = 0x07,
    WRITE_LAST = 0x08,
    WRITE_LAST_IMMEDIATE = 0x09,
    WRITE_ONLY = 0x0A,
    WRITE_ONLY_IMMEDIATE = 0x0B,
    READ_REQUEST = 0x0C,
    READ_RESPONSE_FIRST = 0x0D,
    READ_RESPONSE_MIDDLE = 0x0E,
    READ_RESPONSE_LAST = 0x0F,
    READ_RESPONSE_ONLY = 0x10,
    ACKNOWLEDGE = 0x11,
    CONGESTION_NOTIFICATION = 0x81
};

/// PSNs and MSNs are counted modulo this.
constexpr uint32_t PSN_MODULUS = 1U << 24;

/**
 * Ethernet (14 bytes), IPv4 (20), UDP (8), BTH (12), and what the opcode asks for: RETH (16) on the
 * first packet of a WRITE and on a READ request, AETH (4) on acknowledgements and on the first and
 * last packet of a READ response, ImmDt (4) with immediate data. Written and read in one pass,
 * since every frame has most of them (InfiniBand Architecture with Annex A17, RFC 791, IEEE 802.3).
 *
 * Traffic classes: DSCP 8c is class c (RFC 2474, class selectors); its lowest bit, of the pool for
 * local use, asks switches for telemetry.
 */
class RoceHeader : public Header
{
  public:
    static constexpr uint32_t BASE_SIZE = 54; //!< without RETH and AETH, in bytes
    static constexpr uint32_t RETH_SIZE = 16; //!< RDMA extended transport header, in bytes
    static constexpr uint32_t AETH_SIZE = 4;  //!< acknowledge header, in bytes
    static constexpr uint32_t ICRC_SIZE = 4;  //!< trailer that belongs to the UDP payload
    static constexpr uint32_t IMMDT_SIZE = 4; //!< immediate data, in bytes
    static constexpr uint32_t CNP_SIZE = 16;  //!< reserved payload of a CNP, in bytes
    static constexpr uint32_t MAX_SIZE = BASE_SIZE + RETH_SIZE + IMMDT_SIZE; //!< largest, in bytes
    static constexpr uint16_t UDP_PORT = 4791;                               //!< of RoCEv2
    static constexpr uint8_t SYNDROME_ACK = 0x1F;          //!< ACK without end-to-end credits
    static constexpr uint8_t SYNDROME_NAK_RNR = 0x20;      //!< receiver not ready; + timer code
    static constexpr uint8_t SYNDROME_NAK_SEQUENCE = 0x60; //!< NAK, PSN sequence error
    static constexpr uint8_t ECN_CAPABLE = 0x02;           //!< ECT(0) in the traffic class field
    static constexpr uint8_t ECN_MARKED = 0x03;            //!< CE in the traffic class field
    static constexpr uint8_t TELEMETRY = 0x04;             //!< DSCP bit that asks for telemetry

    Mac48Address destinationMac;               //!< Ethernet destination
    Mac48Address sourceMac;                    //!< Ethernet source
    Ipv4Address source;                        //!< IPv4 source
    Ipv4Address destination;                   //!< IPv4 destination
    uint8_t trafficClass{ECN_CAPABLE};         //!< IPv4 DSCP and ECN
    uint16_t identification{0};                //!< IPv4; free for atomic datagrams (RFC 6864):
                                               //!< rank of the message for pFabric queues
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
    uint32_t immediate{0};                     //!< ImmDt
    bool backwardCongestion{false};            //!< BTH BECN: set in a CNP
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
    /// @returns whether the opcode has immediate data
    bool HasImmediate() const;
    /// @returns whether the opcode is that of a READ response
    bool IsReadResponse() const;
    /// @returns whether the opcode is that of a SEND
    bool IsSend() const;
    /// @returns whether the frame is the first of its message, or its only one
    bool IsFirst() const;
    /// @returns whether the frame is the last of its message, or its only one
    bool IsLast() const;

    /// @returns the traffic class, 0 to 7
    uint8_t GetClass() const;
    /// @param trafficClass 0 to 7 @param telemetry ask switches for telemetry
    void SetClass(uint8_t trafficClass, bool telemetry = false);
    /// @returns whether a switch marked the frame: congestion experienced
    bool IsMarked() const;
    /// @returns bytes from the Ethernet header to the ICRC; what follows is a trailer
    uint32_t GetFrameSize() const;

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
