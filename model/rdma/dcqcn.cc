/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn.h"

#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(Dcqcn);

TypeId
Dcqcn::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::Dcqcn")
            .SetParent<CongestionControl>()
            .SetGroupName("TopoX")
            .AddConstructor<Dcqcn>()
            .AddAttribute("Gain",
                          "g: weight of a CNP in alpha.",
                          DoubleValue(1.0 / 256),
                          MakeDoubleAccessor(&Dcqcn::m_gain),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("AlphaInterval",
                          "Without CNP for so long, alpha decays.",
                          TimeValue(MicroSeconds(55)),
                          MakeTimeAccessor(&Dcqcn::m_alphaInterval),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("RateInterval",
                          "Time between increases.",
                          TimeValue(MicroSeconds(55)),
                          MakeTimeAccessor(&Dcqcn::m_rateInterval),
                          MakeTimeChecker(PicoSeconds(1)))
            .AddAttribute("ByteCounter",
                          "Bytes between increases.",
                          UintegerValue(10'000'000),
                          MakeUintegerAccessor(&Dcqcn::m_byteCounterLimit),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("FastRecoverySteps",
                          "F: increases half way to the target before the target rises.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Dcqcn::m_fastRecoverySteps),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("AdditiveIncrease",
                          "R_AI as a share of the line rate: 40 Mb/s at 40 Gb/s.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&Dcqcn::m_additiveShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("HyperIncrease",
                          "R_HAI as a share of the line rate; ten times R_AI.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&Dcqcn::m_hyperShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("MinimumRate",
                          "Least rate as a share of the line rate.",
                          DoubleValue(0.001),
                          MakeDoubleAccessor(&Dcqcn::m_minimumShare),
                          MakeDoubleChecker<double>(1e-6, 1));
    return tid;
}

void
Dcqcn::Start(uint64_t lineRate, uint32_t mtu)
{
    CongestionControl::Start(lineRate, mtu);
    m_target = m_current = static_cast<double>(lineRate);
}

void
Dcqcn::DoDispose()
{
    m_alphaEvent.Cancel();
    m_rateEvent.Cancel();
    CongestionControl::DoDispose();
}

uint64_t
Dcqcn::GetRate() const
{
    return static_cast<uint64_t>(m_current);
}

void
Dcqcn::OnNotification()
{
    m_target = m_current;
    m_current = std::max(m_current * (1 - m_alpha / 2), m_minimumShare * m_lineRate);
    m_alpha = (1 - m_gain) * m_alpha + m_gain;
    m_timerSteps = m_counterSteps = 0;
    m_bytes = 0;
    m_alphaEvent.Cancel();
    m_rateEvent.Cancel();
    m_alphaEvent = Simulator::Schedule(m_alphaInterval, &Dcqcn::AlphaTimer, this);
    m_rateEvent = Simulator::Schedule(m_rateInterval, &Dcqcn::RateTimer, this);
}

void
Dcqcn::AlphaTimer()
{
    m_alpha *= 1 - m_gain;
    if (GetRate() < m_lineRate)
    {
        m_alphaEvent = Simulator::Schedule(m_alphaInterval, &Dcqcn::AlphaTimer, this);
    }
}

void
Dcqcn::RateTimer()
{
    ++m_timerSteps;
    Increase();
    Changed();
    if (GetRate() < m_lineRate)
    {
        m_rateEvent = Simulator::Schedule(m_rateInterval, &Dcqcn::RateTimer, this);
    }
}

void
Dcqcn::OnSent(uint64_t bytes)
{
    if (GetRate() >= m_lineRate)
    {
        return;
    }
    m_bytes += bytes;
    if (m_bytes >= m_byteCounterLimit)
    {
        m_bytes -= m_byteCounterLimit;
        ++m_counterSteps;
        Increase();
    }
}

void
Dcqcn::Increase()
{
    const auto least = std::min(m_timerSteps, m_counterSteps);
    if (least > m_fastRecoverySteps)
    {
        m_target += (least - m_fastRecoverySteps) * m_hyperShare * m_lineRate;
    }
    else if (std::max(m_timerSteps, m_counterSteps) > m_fastRecoverySteps)
    {
        m_target += m_additiveShare * m_lineRate;
    }
    const auto line = static_cast<double>(m_lineRate);
    m_target = std::min(m_target, line);
    // The mean nears the line rate and never gets there; within a thousandth it is there.
    m_current = (m_target + m_current) / 2;
    m_current = m_current > 0.999 * line ? line : m_current;
}

} // namespace topox
} // namespace ns3
