/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-control.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(CongestionControl);
NS_OBJECT_ENSURE_REGISTERED(NoCongestionControl);

TypeId
CongestionControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::CongestionControl").SetParent<Object>().SetGroupName("TopoX");
    return tid;
}

void
CongestionControl::Start(uint64_t lineRate, uint32_t mtu)
{
    m_lineRate = lineRate;
    m_mtu = mtu;
}

void
CongestionControl::OnSent(uint64_t)
{
}

void
CongestionControl::OnAck(const Feedback&)
{
}

void
CongestionControl::OnNotification()
{
}

void
CongestionControl::OnLoss(bool)
{
}

uint64_t
CongestionControl::GetRate() const
{
    return m_lineRate;
}

uint64_t
CongestionControl::GetWindow() const
{
    return 0;
}

bool
CongestionControl::NeedsTelemetry() const
{
    return false;
}

uint32_t
CongestionControl::GetAckInterval() const
{
    return 0;
}

void
CongestionControl::SetChangedCallback(std::function<void()> changed)
{
    m_changed = std::move(changed);
}

void
CongestionControl::DoDispose()
{
    m_changed = nullptr;
    Object::DoDispose();
}

void
CongestionControl::Changed()
{
    if (m_changed)
    {
        m_changed();
    }
}

TypeId
NoCongestionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::NoCongestionControl")
                            .SetParent<CongestionControl>()
                            .SetGroupName("TopoX")
                            .AddConstructor<NoCongestionControl>();
    return tid;
}

} // namespace topox
} // namespace ns3
