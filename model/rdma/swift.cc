/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "swift.h"

#include "ns3/double.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(Swift);

TypeId
Swift::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::Swift")
            .SetParent<CongestionControl>()
            .SetGroupName("TopoX")
            .AddConstructor<Swift>()
            .AddAttribute("BaseTarget",
                          "Target delay of a path without hops.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&Swift::m_baseTarget),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("HopScale",
                          "What each line on the way adds to the target.",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&Swift::m_hopScale),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FlowRange",
                          "fs_range: what small windows add to the target at most.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&Swift::m_flowRange),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("FlowMinimum",
                          "fs_min_cwnd: window in frames with the largest addition.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&Swift::m_flowMinimum),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("FlowMaximum",
                          "fs_max_cwnd: window in frames from which on nothing is added.",
                          DoubleValue(100),
                          MakeDoubleAccessor(&Swift::m_flowMaximum),
                          MakeDoubleChecker<double>(1e-6))
            .AddAttribute("Increase",
                          "ai: frames more in a round trip below the target.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&Swift::m_increase),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Decrease",
                          "beta: strength of a decrease.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Swift::m_decrease),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MostDecrease",
                          "max_mdf: most that one round trip may take away, as a share.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Swift::m_mostDecrease),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MinimumWindow",
                          "Least window in frames; below one, frames are spaced in time.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&Swift::m_minimumWindow),
                          MakeDoubleChecker<double>(1e-6, 1));
    return tid;
}

void
Swift::Start(uint64_t lineRate, uint32_t mtu)
{
    CongestionControl::Start(lineRate, mtu);
    // As RDMA does, begin with all that the line can carry within the target.
    m_most = std::max(1.0, 2 * m_baseTarget.GetSeconds() * lineRate / 8 / mtu);
    m_window = m_most;
    m_rtt = m_baseTarget;
}

uint64_t
Swift::GetRate() const
{
    if (m_window >= 1)
    {
        return m_lineRate;
    }
    const auto rate = m_window * m_mtu * 8 / m_rtt.GetSeconds();
    return static_cast<uint64_t>(std::clamp<double>(rate, 1, m_lineRate));
}

uint64_t
Swift::GetWindow() const
{
    return static_cast<uint64_t>(std::max(1.0, m_window) * m_mtu);
}

uint32_t
Swift::GetAckInterval() const
{
    return 1;
}

Time
Swift::Target(uint32_t hops) const
{
    const double range = m_flowRange.GetSeconds();
    const double slope = range / (1 / std::sqrt(m_flowMinimum) - 1 / std::sqrt(m_flowMaximum));
    const double offset = -slope / std::sqrt(m_flowMaximum);
    const double flow = std::clamp(slope / std::sqrt(m_window) + offset, 0.0, range);
    return m_baseTarget + hops * m_hopScale + Seconds(flow);
}

void
Swift::OnAck(const Feedback& feedback)
{
    if (feedback.rtt.IsZero())
    {
        return;
    }
    m_rtt = feedback.rtt;
    const auto target = Target(feedback.hops);
    const double frames = static_cast<double>(feedback.bytes) / m_mtu;
    if (m_rtt < target)
    {
        m_window += m_increase * frames / std::max(1.0, m_window);
        Clamp();
    }
    else
    {
        const double excess = (m_rtt - target).GetSeconds() / m_rtt.GetSeconds();
        Decrease(std::max(1 - m_decrease * excess, 1 - m_mostDecrease));
    }
}

void
Swift::OnLoss(bool)
{
    Decrease(1 - m_mostDecrease);
}

void
Swift::Decrease(double factor)
{
    if (Simulator::Now() - m_lastDecrease >= m_rtt)
    {
        m_lastDecrease = Simulator::Now();
        m_window *= factor;
        Clamp();
    }
}

void
Swift::Clamp()
{
    m_window = std::clamp(m_window, m_minimumWindow, m_most);
}

} // namespace topox
} // namespace ns3
