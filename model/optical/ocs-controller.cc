/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-controller.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(OcsController);

TypeId
OcsController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::OcsController").SetParent<Object>().SetGroupName("TopoX");
    return tid;
}

void
OcsController::DoDispose()
{
    m_next.Cancel();
    m_switches.clear();
    Object::DoDispose();
}

void
OcsController::Start(const std::vector<Ptr<OpticalCircuitSwitch>>& switches, Time duration)
{
    NS_ABORT_MSG_IF(switches.empty(), "a controller needs a switch");
    m_switches = switches;
    m_end = Simulator::Now() + duration;
    Ask();
}

void
OcsController::Ask()
{
    if (Simulator::Now() >= m_end)
    {
        return;
    }
    const auto next = Decide();
    if (next.IsStrictlyPositive())
    {
        m_next = Simulator::Schedule(next, &OcsController::Ask, this);
    }
}

uint32_t
OcsController::GetNSwitches() const
{
    return static_cast<uint32_t>(m_switches.size());
}

Ptr<OpticalCircuitSwitch>
OcsController::GetSwitch(uint32_t k) const
{
    return m_switches.at(k);
}

void
OcsController::SetCircuits(uint32_t k, const std::vector<CrossConnect>& circuits)
{
    const auto& ocs = m_switches.at(k);
    std::vector<bool> used(ocs->GetNPorts(), false);
    for (const auto& c : circuits)
    {
        used.at(c.in) = true;
    }
    std::vector<uint32_t> clear;
    for (uint32_t in = 0; in < used.size(); ++in)
    {
        if (!used[in] && ocs->GetOutput(in) >= 0)
        {
            clear.push_back(in);
        }
    }
    ocs->Reconfigure(circuits, clear);
}

} // namespace topox
} // namespace ns3
