/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timely.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(Timely);

namespace
{
/// Rate grows by so many steps at once while delay keeps falling (section 4.3 of the paper).
constexpr uint32_t HYPER_STEPS = 5;
} // namespace

TypeId
Timely::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::Timely")
            .SetParent<CongestionControl>()
            .SetGroupName("TopoX")
            .AddConstructor<Timely>()
            .AddAttribute("Weight",
                          "alpha: weight of a new difference of round-trip times.",
                          DoubleValue(0.875),
                          MakeDoubleAccessor(&Timely::m_weight),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Decrease",
                          "beta: strength of a multiplicative decrease.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&Timely::m_decrease),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LowThreshold",
                          "T_low: below, the rate grows whatever the gradient.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&Timely::m_low),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("HighThreshold",
                          "T_high: above, the rate falls whatever the gradient.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&Timely::m_high),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("MinimumRtt",
                          "minRTT: unit of the gradient.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&Timely::m_minimumRtt),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("AdditiveIncrease",
                          "delta as a share of the line rate: 10 Mb/s at 10 Gb/s.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&Timely::m_additiveShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("HyperAfter",
                          "Completions in a row with falling delay until the rate grows faster.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Timely::m_hyperAfter),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MinimumRate",
                          "Least rate as a share of the line rate.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&Timely::m_minimumShare),
                          MakeDoubleChecker<double>(1e-6, 1));
    return tid;
}

void
Timely::Start(uint64_t lineRate, uint32_t mtu)
{
    CongestionControl::Start(lineRate, mtu);
    m_rate = static_cast<double>(lineRate);
}

uint64_t
Timely::GetRate() const
{
    return static_cast<uint64_t>(m_rate);
}

uint32_t
Timely::GetAckInterval() const
{
    return 4; // segments of 16 kB (section 5 of the paper)
}

void
Timely::OnAck(const Feedback& feedback)
{
    const auto rtt = feedback.rtt;
    if (rtt.IsZero() || feedback.acknowledged < m_nextUpdate)
    {
        return;
    }
    m_nextUpdate = feedback.next + 1;
    const auto change = m_previous.IsZero() ? 0 : (rtt - m_previous).GetSeconds();
    m_previous = rtt;
    m_difference = (1 - m_weight) * m_difference + m_weight * change;
    const double gradient = m_difference / m_minimumRtt.GetSeconds();
    m_falling = gradient <= 0 ? m_falling + 1 : 0;
    const double step = m_additiveShare * m_lineRate;
    if (rtt < m_low)
    {
        m_rate += step;
    }
    else if (rtt > m_high)
    {
        m_rate *= 1 - m_decrease * (1 - m_high.GetSeconds() / rtt.GetSeconds());
    }
    else if (gradient <= 0)
    {
        m_rate += (m_falling >= m_hyperAfter ? HYPER_STEPS : 1) * step;
    }
    else
    {
        m_rate *= std::max(0.0, 1 - m_decrease * gradient);
    }
    m_rate = std::clamp<double>(m_rate, m_minimumShare * m_lineRate, m_lineRate);
}

} // namespace topox
} // namespace ns3
