/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LINE_CHANNEL_H
#define TOPO_X_LINE_CHANNEL_H

/**
 * @file
 * The seam between devices that send frames and whatever carries them, so that neither the RDMA
 * nor the optical room needs to know the other.
 */

#include "ns3/channel.h"
#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

namespace ns3
{
namespace topox
{

/**
 * A device at the end of a line.
 *
 * Contract: the channel calls ReceiveFrame() once, at the moment the last bit of a frame has
 * arrived. The frame starts at the Ethernet destination address and ends before the FCS.
 */
class LineDevice : public NetDevice
{
  public:
    /**
     * Take a frame whose last bit arrived now.
     *
     * @param frame the frame; the callee owns it and may change it
     */
    virtual void ReceiveFrame(Ptr<Packet> frame) = 0;
};

/**
 * What carries frames from a device to whoever is at the other end at that moment.
 */
class LineChannel : public Channel
{
  public:
    /**
     * The first bit (of the preamble) of a frame leaves the sender now.
     *
     * @param frame the frame, owned by the channel from now on
     * @param sender the device that sends; must be attached to this channel
     * @param duration from the first bit of the preamble to the last bit of the FCS
     */
    virtual void Transmit(Ptr<Packet> frame, LineDevice* sender, Time duration) = 0;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LINE_CHANNEL_H */
