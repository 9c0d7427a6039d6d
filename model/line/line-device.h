/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LINE_DEVICE_H
#define TOPO_X_LINE_DEVICE_H

/**
 * @file
 * A device at the end of a line, and the line: the seam between devices that send frames and what
 * carries them, so that neither the RDMA nor the optical room needs to know the other.
 */

#include "ns3/channel.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{
namespace topox
{

class LineDevice;

/**
 * What carries frames from a device to whoever is at the other end at that moment.
 */
class LineChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * The first bit (of the preamble) of a frame leaves the sender now.
     *
     * @param frame the frame, owned by the channel from now on
     * @param sender the device that sends; must be attached to this channel
     * @param duration from the first bit of the preamble to the last bit of the FCS
     */
    virtual void Transmit(Ptr<Packet> frame, LineDevice* sender, Time duration) = 0;
};

/**
 * A device at the end of a line: what every NetDevice has to have, and ReceiveFrame().
 *
 * Contract: the channel calls ReceiveFrame() once, at the moment the last bit of a frame has
 * arrived. The frame starts at the Ethernet destination address and ends before the FCS.
 */
class LineDevice : public NetDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LineDevice();

    /**
     * Take a frame whose last bit arrived now.
     *
     * @param frame the frame; the callee owns it and may change it
     */
    virtual void ReceiveFrame(Ptr<Packet> frame) = 0;

    /**
     * For devices that forward before they have all of a frame (cut-through).
     *
     * @returns how many bytes of a frame, from the Ethernet destination address on, must be there
     *          before ReceiveHead() is called instead of ReceiveFrame(); 0 for devices that want
     *          whole frames
     */
    virtual uint32_t GetBytesAhead() const;

    /**
     * Take a frame of which GetBytesAhead() bytes arrived by now.
     *
     * @param frame the frame; the callee owns it and may change it
     * @param rest until its last bit arrives
     */
    virtual void ReceiveHead(Ptr<Packet> frame, Time rest);

    /// @returns power that the transmitter sends into the fibre, in dBm
    double GetLaunchPower() const;
    /// @returns least power that the receiver reads almost without errors, in dBm
    double GetReceiverSensitivity() const;

    /**
     * @param channel the line that ends here
     */
    void SetChannel(Ptr<LineChannel> channel);

    /**
     * Tell that light has come or gone; calls the link change callbacks when that is news.
     *
     * @param up whether there is light
     */
    void SetLinkUp(bool up);

    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

    /**
     * TracedCallback signature for frames that are lost, here and in switches and hosts.
     *
     * @param [in] frame the frame
     * @param [in] reason a word, such as "buffer"; each trace source lists its own
     */
    typedef void (*DropCallback)(Ptr<const Packet> frame, const std::string& reason);

  protected:
    void DoDispose() override;

    Ptr<LineChannel> m_channel;                   //!< the line
    Mac48Address m_address;                       //!< own address
    ReceiveCallback m_receiveCallback;            //!< of the node
    PromiscReceiveCallback m_promiscuousCallback; //!< of the node

  private:
    Ptr<Node> m_node;               //!< where the device is
    uint32_t m_ifIndex{0};          //!< its number there
    uint16_t m_mtu{9000};           //!< of ordinary packets, in bytes
    bool m_linkUp{true};            //!< light
    TracedCallback<> m_linkChanges; //!< whom to tell
    double m_launchPower;           //!< in dBm
    double m_sensitivity;           //!< in dBm
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LINE_DEVICE_H */
