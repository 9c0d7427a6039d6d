/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-injector.h"

#include "ns3/simulator.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(FaultInjector);

TypeId
FaultInjector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::FaultInjector")
                            .SetParent<Object>()
                            .SetGroupName("TopoX")
                            .AddConstructor<FaultInjector>();
    return tid;
}

void
FaultInjector::DoDispose()
{
    m_switches.clear();
    Object::DoDispose();
}

void
FaultInjector::Install(const std::vector<Fault>& faults,
                       const std::vector<Ptr<OpticalCircuitSwitch>>& switches)
{
    RequirePresent(faults,
                   static_cast<uint32_t>(switches.size()),
                   switches.empty() ? 0 : switches.front()->GetNPorts());
    m_switches = switches;
    m_active.assign(faults.size(), false);
    for (uint32_t number = 0; number < switches.size(); ++number)
    {
        switches[number]->TraceConnectWithoutContext(
            "FrameLost",
            MakeCallback(&FaultInjector::OnLost, this, number));
        switches[number]->TraceConnectWithoutContext(
            "CommandFailed",
            MakeCallback(&FaultInjector::OnFailed, this, number));
    }
    for (size_t k = 0; k < faults.size(); ++k)
    {
        const auto& fault = faults[k];
        m_costs.push_back({fault, 0, 0});
        const auto from = PicoSeconds(fault.from);
        const auto until = PicoSeconds(fault.until);
        if (fault.kind == FaultKind::PORT_FLAPPING)
        {
            Simulator::Schedule(from, &FaultInjector::Flap, this, k, Simulator::Now() + until);
            continue;
        }
        Simulator::Schedule(from, &FaultInjector::Set, this, k, true);
        if (fault.until > 0)
        {
            Simulator::Schedule(until, &FaultInjector::Set, this, k, false);
        }
    }
}

void
FaultInjector::Flap(size_t fault, Time until)
{
    if (Simulator::Now() >= until)
    {
        return;
    }
    Set(fault, true);
    const auto& what = m_costs[fault].fault;
    Simulator::Schedule(PicoSeconds(what.dark), &FaultInjector::Set, this, fault, false);
    Simulator::Schedule(PicoSeconds(what.period), &FaultInjector::Flap, this, fault, until);
}

void
FaultInjector::Set(size_t fault, bool on)
{
    m_active[fault] = on;
    const auto& what = m_costs[fault].fault;
    const auto& ocs = m_switches[what.switchNumber];
    switch (what.kind)
    {
    case FaultKind::SWITCH_DEAD:
        ocs->SetDead(on);
        break;
    case FaultKind::MIRROR_STUCK:
        ocs->SetMirrorStuck(what.port, on);
        break;
    default:
        ocs->SetPortDark(what.port, on);
    }
}

bool
FaultInjector::Meets(size_t fault, uint32_t number, uint32_t in) const
{
    const auto& what = m_costs[fault].fault;
    if (!m_active[fault] || what.switchNumber != number)
    {
        return false;
    }
    const auto& ocs = m_switches[number];
    return what.kind == FaultKind::SWITCH_DEAD || in == what.port ||
           (in < ocs->GetNPorts() && ocs->GetOutput(in) == static_cast<int32_t>(what.port));
}

void
FaultInjector::OnLost(uint32_t number, Ptr<const Packet>, uint32_t in, const std::string&)
{
    for (size_t k = 0; k < m_costs.size(); ++k)
    {
        m_costs[k].framesLost += Meets(k, number, in) ? 1 : 0;
    }
}

void
FaultInjector::OnFailed(uint32_t number, uint32_t in, const std::string&)
{
    for (size_t k = 0; k < m_costs.size(); ++k)
    {
        m_costs[k].commandsFailed += Meets(k, number, in) ? 1 : 0;
    }
}

const std::vector<FaultCost>&
FaultInjector::GetCosts() const
{
    return m_costs;
}

} // namespace topox
} // namespace ns3
