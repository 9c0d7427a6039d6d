/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schedule-controller.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(ScheduleController);

TypeId
ScheduleController::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::ScheduleController")
                            .SetParent<OcsController>()
                            .SetGroupName("TopoX")
                            .AddConstructor<ScheduleController>();
    return tid;
}

void
ScheduleController::SetSchedule(std::vector<std::vector<CircuitTerm>> schedule)
{
    m_schedule = std::move(schedule);
}

Time
ScheduleController::Decide()
{
    for (uint32_t k = 0; k < std::min<size_t>(GetNSwitches(), m_schedule.size()); ++k)
    {
        Next(k, 0);
    }
    return Time(0); // each switch goes on by itself
}

void
ScheduleController::Next(uint32_t k, size_t term)
{
    std::vector<CrossConnect> circuits;
    if (term < m_schedule[k].size())
    {
        const auto& to = m_schedule[k][term].to;
        for (uint32_t in = 0; in < to.size(); ++in)
        {
            circuits.push_back({in, to[in]});
        }
        const auto lit = PicoSeconds(static_cast<int64_t>(m_schedule[k][term].weight));
        Simulator::Schedule(GetSwitch(k)->GetReconfigurationTime() + lit,
                            &ScheduleController::Next,
                            this,
                            k,
                            term + 1);
    }
    SetCircuits(k, circuits);
}

} // namespace topox
} // namespace ns3
