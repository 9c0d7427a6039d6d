/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-follower.h"

#include "ns3/abort.h"

namespace ns3
{
namespace topox
{

namespace
{

void
Follow(Ipv4* ipv4, uint32_t interface, LineDevice* device)
{
    if (device->IsLinkUp() && !ipv4->IsUp(interface))
    {
        ipv4->SetUp(interface);
    }
    else if (!device->IsLinkUp() && ipv4->IsUp(interface))
    {
        ipv4->SetDown(interface);
    }
}

} // namespace

void
FollowLight(Ptr<Ipv4> ipv4, Ptr<LineDevice> device)
{
    const auto interface = ipv4->GetInterfaceForDevice(device);
    NS_ABORT_MSG_IF(interface < 0, "the device is no interface of this node");
    const auto number = static_cast<uint32_t>(interface);
    Follow(PeekPointer(ipv4), number, PeekPointer(device));
    // The device outlives neither its node nor the stack: plain pointers make no circles.
    device->AddLinkChangeCallback(
        MakeBoundCallback(&Follow, PeekPointer(ipv4), number, PeekPointer(device)));
}

} // namespace topox
} // namespace ns3
