/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_IP_FRAME_H
#define TOPO_X_IP_FRAME_H

/**
 * @file
 * What a packet switch reads and changes of a frame.
 */

#include "ns3/header.h"
#include "ns3/packet.h"

#include <array>

namespace ns3
{
namespace topox
{

/// What a switch needs to know of an IPv4 frame.
struct FrameView
{
    uint32_t destination{0};    //!< IPv4 address
    uint8_t timeToLive{0};      //!< IPv4
    uint8_t trafficClass{0};    //!< 0 to 7, from the DSCP
    bool ecnCapable{false};     //!< ECT(0), ECT(1) or CE
    bool wantsTelemetry{false}; //!< a RoCEv2 frame with the DSCP bit that asks for it
    uint16_t rank{0};           //!< IPv4 identification: frames left, for pFabric
    uint64_t flow{0};           //!< hash of the five-tuple

    /// @param frame any frame. @returns false when it is not IPv4
    bool Parse(Ptr<const Packet> frame);
};

/**
 * Ethernet and IPv4 header as they are, to change what a router may change.
 */
class IpFrameHeader : public Header
{
  public:
    static constexpr uint32_t SIZE = 34; //!< in bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// One hop less to live.
    void DecrementTimeToLive();
    /// Congestion experienced (RFC 3168).
    void MarkCongestion();

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    void SetChecksum();

    std::array<uint8_t, SIZE> m_bytes{{}}; //!< as on the wire
};

/// @param value any. @returns it with its bits mixed (finalizer of SplitMix64, Steele et al. 2014)
uint64_t MixBits(uint64_t value);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_IP_FRAME_H */
