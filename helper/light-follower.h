/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LIGHT_FOLLOWER_H
#define TOPO_X_LIGHT_FOLLOWER_H

/**
 * @file
 * Lets IP routing see light.
 */

#include "ns3/ipv4.h"
#include "ns3/line-device.h"

namespace ns3
{
namespace topox
{

/**
 * From now on an IPv4 interface is up while there is light for its device: routing protocols (RIP,
 * OLSR, ...) are told by the Internet stack when it comes and goes, and routes over it with it.
 * ns-3 itself leaves an interface up whatever its device says.
 *
 * @param ipv4 of the node
 * @param device a device that is one of its interfaces
 */
void FollowLight(Ptr<Ipv4> ipv4, Ptr<LineDevice> device);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LIGHT_FOLLOWER_H */
