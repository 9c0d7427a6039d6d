/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-opt-controller.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(TopoOptController);

TypeId
TopoOptController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::TopoOptController")
            .SetParent<DemandController>()
            .SetGroupName("TopoX")
            .AddConstructor<TopoOptController>()
            .AddAttribute("DrainTime",
                          "From the pause of senders until the command, for what is under way.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&TopoOptController::m_drainTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LiveFactor",
                          "How long circuits stay, in reconfiguration times.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&TopoOptController::m_liveFactor),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
TopoOptController::DoDispose()
{
    m_pause = nullptr;
    DemandController::DoDispose();
}

void
TopoOptController::SetPause(std::function<void(bool)> pause)
{
    m_pause = std::move(pause);
}

std::vector<Arc>
TopoOptController::Match(const DemandMatrix& demand) const
{
    std::vector<Arc> pairs;
    const auto n = static_cast<uint32_t>(demand.size());
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            if (s != t && demand[s][t] > 0)
            {
                pairs.push_back({s, t});
            }
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [&demand](const Arc& a, const Arc& b) {
        return demand[a.from][a.to] > demand[b.from][b.to];
    });
    std::vector<bool> sends(n, false);
    std::vector<bool> receives(n, false);
    std::vector<Arc> chosen;
    for (const auto& pair : pairs)
    {
        if (!sends[pair.from] && !receives[pair.to])
        {
            sends[pair.from] = receives[pair.to] = true;
            chosen.push_back(pair);
        }
    }
    return chosen;
}

Time
TopoOptController::Decide()
{
    if (m_pause)
    {
        m_pause(true);
    }
    Simulator::Schedule(m_drainTime, &TopoOptController::Switch, this, Measure());
    const auto delta = GetSwitch(0)->GetReconfigurationTime();
    return m_drainTime + delta + std::max(Time(1), delta * static_cast<int64_t>(m_liveFactor));
}

void
TopoOptController::Switch(const DemandMatrix& demand)
{
    auto halved = demand;
    for (uint32_t k = 0; k < GetNSwitches(); ++k)
    {
        std::vector<CrossConnect> circuits;
        for (const auto& arc : Match(halved))
        {
            circuits.push_back({arc.from, arc.to});
            halved[arc.from][arc.to] /= 2;
        }
        SetCircuits(k, circuits);
    }
    if (m_pause)
    {
        Simulator::Schedule(GetSwitch(0)->GetReconfigurationTime(),
                            [pause = m_pause]() { pause(false); });
    }
}

} // namespace topox
} // namespace ns3
