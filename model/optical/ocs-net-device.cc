/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-net-device.h"

#include "ns3/abort.h"
#include "ns3/node.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(OcsNetDevice);

TypeId
OcsNetDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::OcsNetDevice")
                            .SetParent<LineDevice>()
                            .SetGroupName("TopoX")
                            .AddConstructor<OcsNetDevice>()
                            .AddTraceSource("LightIn",
                                            "The last bit of a frame came in; it may be lost.",
                                            MakeTraceSourceAccessor(&OcsNetDevice::m_lightIn),
                                            "ns3::Packet::TracedCallback")
                            .AddTraceSource("LightOut",
                                            "The last bit of a frame leaves.",
                                            MakeTraceSourceAccessor(&OcsNetDevice::m_lightOut),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

OpticalCircuitSwitch*
OcsNetDevice::GetSwitch() const
{
    return m_switch;
}

uint32_t
OcsNetDevice::GetPort() const
{
    return m_port;
}

void
OcsNetDevice::ReceiveFrame(Ptr<Packet>)
{
    NS_ABORT_MSG("light does not end at a port of an optical circuit switch");
}

bool
OcsNetDevice::Send(Ptr<Packet>, const Address&, uint16_t)
{
    return false;
}

void
OcsNetDevice::SetLeadsOn()
{
    m_leadsOn = true;
}

bool
OcsNetDevice::IsWatched() const
{
    return !m_lightIn.IsEmpty() || !m_lightOut.IsEmpty();
}

void
OcsNetDevice::NotifyIn(Ptr<const Packet> frame)
{
    m_lightIn(frame);
}

void
OcsNetDevice::NotifyOut(Ptr<const Packet> frame)
{
    m_lightOut(frame);
}

} // namespace topox
} // namespace ns3
