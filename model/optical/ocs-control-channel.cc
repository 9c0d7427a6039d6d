/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-control-channel.h"

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(OcsControlChannel);

TypeId
OcsControlChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::OcsControlChannel")
            .SetParent<Object>()
            .SetGroupName("TopoX")
            .AddConstructor<OcsControlChannel>()
            .AddAttribute("Delay",
                          "Of a message from the controller to the switch, in seconds.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0.0001]"),
                          MakePointerAccessor(&OcsControlChannel::m_delay),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("LossRate",
                          "Probability that a message is lost.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&OcsControlChannel::m_lossRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Timeout",
                          "After which a command that was not confirmed is sent again.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&OcsControlChannel::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Attempts",
                          "How often a command is sent before the controller gives up.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&OcsControlChannel::m_attempts),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

OcsControlChannel::OcsControlChannel()
    : m_chance(CreateObject<UniformRandomVariable>())
{
}

std::optional<Time>
OcsControlChannel::DrawDelay()
{
    const auto now = Simulator::Now();
    Time sent = now;
    for (uint32_t attempt = 0; attempt < m_attempts; ++attempt, sent += m_timeout)
    {
        if (m_chance->GetValue() < m_lossRate)
        {
            ++m_lost;
            continue;
        }
        m_lastArrival = std::max(m_lastArrival, sent + Seconds(m_delay->GetValue()));
        return m_lastArrival - now;
    }
    return std::nullopt;
}

uint64_t
OcsControlChannel::GetLost() const
{
    return m_lost;
}

int64_t
OcsControlChannel::AssignStreams(int64_t stream)
{
    m_delay->SetStream(stream);
    m_chance->SetStream(stream + 1);
    return 2;
}

} // namespace topox
} // namespace ns3
