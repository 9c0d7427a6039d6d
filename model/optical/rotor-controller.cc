/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rotor-controller.h"

#include "ns3/boolean.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(RotorController);

TypeId
RotorController::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::RotorController")
                            .SetParent<OcsController>()
                            .SetGroupName("TopoX")
                            .AddConstructor<RotorController>()
                            .AddAttribute("SlotTime",
                                          "From one change of a switch to its next, with darkness.",
                                          TimeValue(MicroSeconds(100)),
                                          MakeTimeAccessor(&RotorController::m_slotTime),
                                          MakeTimeChecker(Time(1)))
                            .AddAttribute("Staggered",
                                          "Switches change one after the other.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&RotorController::m_staggered),
                                          MakeBooleanChecker());
    return tid;
}

Time
RotorController::Decide()
{
    const auto switches = GetNSwitches();
    m_turns.resize(switches, 0);
    const auto step = m_step++;
    // All switches have a matching from the start.
    for (uint32_t k = 0; k < switches; ++k)
    {
        if (!m_staggered || step == 0 || step % switches == k)
        {
            Turn(k);
        }
    }
    return m_staggered ? m_slotTime / static_cast<int64_t>(switches) : m_slotTime;
}

void
RotorController::Turn(uint32_t k)
{
    const auto n = GetSwitch(k)->GetNPorts();
    const auto shift = 1 + (k + m_turns[k]++ * GetNSwitches()) % (n - 1);
    std::vector<CrossConnect> circuits;
    for (uint32_t in = 0; in < n; ++in)
    {
        circuits.push_back({in, (in + shift) % n});
    }
    SetCircuits(k, circuits);
}

} // namespace topox
} // namespace ns3
