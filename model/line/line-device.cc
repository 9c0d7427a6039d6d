/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "line-device.h"

#include "ns3/double.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(LineChannel);
NS_OBJECT_ENSURE_REGISTERED(LineDevice);

TypeId
LineChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::LineChannel").SetParent<Channel>().SetGroupName("TopoX");
    return tid;
}

TypeId
LineDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::LineDevice")
            .SetParent<NetDevice>()
            .SetGroupName("TopoX")
            .AddAttribute("LaunchPower",
                          "Power of the transmitter, in dBm.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&LineDevice::m_launchPower),
                          MakeDoubleChecker<double>())
            .AddAttribute("ReceiverSensitivity",
                          "Received power, in dBm, at which the bit error rate is 1e-12.",
                          DoubleValue(-10),
                          MakeDoubleAccessor(&LineDevice::m_sensitivity),
                          MakeDoubleChecker<double>());
    return tid;
}

LineDevice::LineDevice()
    : m_address(Mac48Address::Allocate())
{
}

void
LineDevice::DoDispose()
{
    m_channel = nullptr;
    m_node = nullptr;
    m_receiveCallback = ReceiveCallback();
    m_promiscuousCallback = PromiscReceiveCallback();
    NetDevice::DoDispose();
}

uint32_t
LineDevice::GetBytesAhead() const
{
    return 0;
}

void
LineDevice::ReceiveHead(Ptr<Packet> frame, Time)
{
    ReceiveFrame(frame);
}

double
LineDevice::GetLaunchPower() const
{
    return m_launchPower;
}

double
LineDevice::GetReceiverSensitivity() const
{
    return m_sensitivity;
}

void
LineDevice::SetChannel(Ptr<LineChannel> channel)
{
    m_channel = channel;
}

void
LineDevice::SetLinkUp(bool up)
{
    if (m_linkUp != up)
    {
        m_linkUp = up;
        m_linkChanges();
    }
}

void
LineDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
LineDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
LineDevice::GetChannel() const
{
    return m_channel;
}

void
LineDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
LineDevice::GetAddress() const
{
    return m_address;
}

bool
LineDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
LineDevice::GetMtu() const
{
    return m_mtu;
}

bool
LineDevice::IsLinkUp() const
{
    return m_channel && m_linkUp;
}

void
LineDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChanges.ConnectWithoutContext(callback);
}

bool
LineDevice::IsBroadcast() const
{
    return true;
}

Address
LineDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
LineDevice::IsMulticast() const
{
    return true;
}

Address
LineDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
LineDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
LineDevice::IsBridge() const
{
    return false;
}

bool
LineDevice::IsPointToPoint() const
{
    return true;
}

bool
LineDevice::SendFrom(Ptr<Packet>, const Address&, const Address&, uint16_t)
{
    return false;
}

Ptr<Node>
LineDevice::GetNode() const
{
    return m_node;
}

void
LineDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
LineDevice::NeedsArp() const
{
    return false;
}

void
LineDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_receiveCallback = cb;
}

void
LineDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promiscuousCallback = cb;
}

bool
LineDevice::SupportsSendFrom() const
{
    return false;
}

} // namespace topox
} // namespace ns3
