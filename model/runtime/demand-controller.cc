/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "demand-controller.h"

#include "ns3/abort.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(DemandController);

TypeId
DemandController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::DemandController")
            .SetParent<OcsController>()
            .SetGroupName("TopoX")
            .AddAttribute("Interval",
                          "From one decision to the next.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&DemandController::m_interval),
                          MakeTimeChecker(Time(1)))
            .AddAttribute("CircuitBytes",
                          "What a circuit carries in an interval: other switches need not.",
                          UintegerValue(125'000'000),
                          MakeUintegerAccessor(&DemandController::m_circuitBytes),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

void
DemandController::DoDispose()
{
    m_measure = nullptr;
    OcsController::DoDispose();
}

void
DemandController::SetDemand(std::function<DemandMatrix()> measure)
{
    m_measure = std::move(measure);
}

DemandMatrix
DemandController::Measure() const
{
    NS_ABORT_MSG_UNLESS(m_measure, "SetDemand() first");
    return m_measure();
}

std::vector<std::vector<CrossConnect>>
DemandController::MatchAll(DemandMatrix demand) const
{
    std::vector<std::vector<CrossConnect>> circuits(GetNSwitches());
    for (auto& ofSwitch : circuits)
    {
        for (const auto& arc : Match(demand))
        {
            ofSwitch.push_back({arc.from, arc.to});
            auto& entry = demand[arc.from][arc.to];
            entry -= std::min(entry, m_circuitBytes);
        }
    }
    return circuits;
}

Time
DemandController::Decide()
{
    const auto circuits = MatchAll(Measure());
    for (uint32_t k = 0; k < GetNSwitches(); ++k)
    {
        SetCircuits(k, circuits[k]);
    }
    return m_interval;
}

} // namespace topox
} // namespace ns3
