/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hpcc.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(Hpcc);

TypeId
Hpcc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::Hpcc")
            .SetParent<CongestionControl>()
            .SetGroupName("TopoX")
            .AddConstructor<Hpcc>()
            .AddAttribute("TargetUtilization",
                          "eta: how full the fullest line shall be.",
                          DoubleValue(0.95),
                          MakeDoubleAccessor(&Hpcc::m_target),
                          MakeDoubleChecker<double>(0.01, 1))
            .AddAttribute("MaxStage",
                          "Additive steps before a multiplicative one.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&Hpcc::m_maxStage),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("BaseRtt",
                          "T: round-trip time without queues; 0 takes the shortest one seen.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Hpcc::m_baseRtt),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ExpectedFlows",
                          "N: the additive step is (1 - eta) of the bandwidth-delay product, "
                          "divided by so many flows.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&Hpcc::m_expectedFlows),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint64_t
Hpcc::GetRate() const
{
    if (m_window == 0)
    {
        return m_lineRate;
    }
    const auto rate = m_window * 8 / m_baseRtt.GetSeconds();
    return static_cast<uint64_t>(std::min<double>(rate, m_lineRate));
}

uint64_t
Hpcc::GetWindow() const
{
    return static_cast<uint64_t>(m_window);
}

bool
Hpcc::NeedsTelemetry() const
{
    return true;
}

uint32_t
Hpcc::GetAckInterval() const
{
    return 1;
}

void
Hpcc::SetBaseRtt(Time rtt)
{
    if (m_window == 0)
    {
        m_baseRtt = m_baseRtt.IsZero() ? rtt : m_baseRtt;
        m_window = m_reference = m_lineRate / 8.0 * m_baseRtt.GetSeconds();
    }
    else if (!rtt.IsZero() && rtt < m_baseRtt)
    {
        m_baseRtt = rtt;
    }
}

void
Hpcc::OnAck(const Feedback& feedback)
{
    if (m_window == 0 && feedback.rtt.IsZero() && m_baseRtt.IsZero())
    {
        return;
    }
    SetBaseRtt(feedback.rtt);
    if (!feedback.path || feedback.path->hops == 0)
    {
        return;
    }
    const bool known = m_last.hops == feedback.path->hops;
    if (known)
    {
        Measure(*feedback.path);
        const bool update = feedback.acknowledged > m_lastUpdate;
        SetWindow(update);
        m_lastUpdate = update ? feedback.next : m_lastUpdate;
    }
    m_last = *feedback.path;
}

void
Hpcc::Measure(const Telemetry& path)
{
    const double base = m_baseRtt.GetSeconds();
    double fullest = 0;
    double sampled = 0;
    for (uint32_t k = 0; k < path.hops; ++k)
    {
        const auto& now = path.records[k];
        const auto& before = m_last.records[k];
        const double elapsed = static_cast<uint32_t>(now.time - before.time) * 1e-9;
        if (elapsed <= 0)
        {
            continue;
        }
        const double line = now.rate * static_cast<double>(TelemetryRecord::RATE_UNIT) / 8;
        const double sent = static_cast<uint32_t>(now.sent - before.sent) *
                            static_cast<double>(TelemetryRecord::BYTES_UNIT) / elapsed;
        const double queue =
            std::min(now.queue, before.queue) * static_cast<double>(TelemetryRecord::BYTES_UNIT);
        const double use = queue / (line * base) + sent / line;
        if (use > fullest)
        {
            fullest = use;
            sampled = elapsed;
        }
    }
    sampled = std::min(sampled, base);
    m_utilization = (1 - sampled / base) * m_utilization + sampled / base * fullest;
}

void
Hpcc::SetWindow(bool update)
{
    const double most = m_lineRate / 8.0 * m_baseRtt.GetSeconds();
    const double step = most * (1 - m_target) / m_expectedFlows;
    const bool multiplicative = m_utilization >= m_target || m_stage >= m_maxStage;
    m_window =
        multiplicative ? m_reference / (m_utilization / m_target) + step : m_reference + step;
    // A sender alone would grow for ever, but the bandwidth-delay product is all that can be in
    // flight. Below one frame the rate alone decides: the queue pair always has one frame under
    // way.
    m_window = std::clamp<double>(m_window, 0.01 * m_mtu, std::max<double>(most, m_mtu));
    if (update)
    {
        m_stage = multiplicative ? 0 : m_stage + 1;
        m_reference = m_window;
    }
}

} // namespace topox
} // namespace ns3
