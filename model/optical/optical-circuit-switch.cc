/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "optical-circuit-switch.h"

#include "optical-budget.h"
#include "optical-fiber-channel.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/ns3-compat.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_LOG_COMPONENT_DEFINE("TopoXOpticalCircuitSwitch");
NS_OBJECT_ENSURE_REGISTERED(OpticalCircuitSwitch);

TypeId
OpticalCircuitSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::topox::OpticalCircuitSwitch")
            .SetParent<Object>()
            .SetGroupName("TopoX")
            .AddConstructor<OpticalCircuitSwitch>()
            .AddAttribute("ReconfigurationTime",
                          "How long a port is dark while its circuit changes.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&OpticalCircuitSwitch::m_reconfigurationTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SwitchingTime",
                          "Drawn for each command instead of ReconfigurationTime, in seconds.",
                          PointerValue(),
                          MakePointerAccessor(&OpticalCircuitSwitch::m_switchingTime),
                          MakePointerChecker<RandomVariableStream>())
            .AddAttribute("RelockTime",
                          "How much longer a changed port is dark to its transceiver, which has to "
                          "find clock and level of the new light.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&OpticalCircuitSwitch::m_relockTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CommandLatency",
                          "From a command until it takes effect.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&OpticalCircuitSwitch::m_commandLatency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("OneCommandAtATime",
                          "A command waits until the darkness of those before it is over.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OpticalCircuitSwitch::m_oneAtATime),
                          MakeBooleanChecker())
            .AddAttribute("BlockAllPorts",
                          "When any circuit changes, all go dark, as in a rotor switch.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OpticalCircuitSwitch::m_blockAllPorts),
                          MakeBooleanChecker())
            .AddAttribute("ControlChannel",
                          "How commands get here; at once without.",
                          PointerValue(),
                          MakePointerAccessor(&OpticalCircuitSwitch::m_controlChannel),
                          MakePointerChecker<OcsControlChannel>())
            .AddAttribute("GroupSize",
                          "Ports of a wavelength group: consecutive ones, which move together.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&OpticalCircuitSwitch::m_groupSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("InsertionLoss",
                          "Light lost on the way through, in dB.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&OpticalCircuitSwitch::m_insertionLoss),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Budget",
                          "What becomes of circuits with too little light: Ignore, Refuse, Errors.",
                          EnumValue(OpticalCircuitSwitch::IGNORE),
                          EnumAccessor<Budget>(&OpticalCircuitSwitch::m_budget),
                          MakeEnumChecker(OpticalCircuitSwitch::IGNORE,
                                          "Ignore",
                                          OpticalCircuitSwitch::REFUSE,
                                          "Refuse",
                                          OpticalCircuitSwitch::ERRORS,
                                          "Errors"))
            .AddTraceSource("CircuitUp",
                            "A circuit is lit.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_circuitUp),
                            "ns3::topox::OpticalCircuitSwitch::CircuitCallback")
            .AddTraceSource("CircuitDown",
                            "A lit circuit went dark.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_circuitDown),
                            "ns3::topox::OpticalCircuitSwitch::CircuitCallback")
            .AddTraceSource("FrameLost",
                            "A frame met darkness; with input and reason.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_frameLost),
                            "ns3::topox::OpticalCircuitSwitch::LossCallback")
            .AddTraceSource("Dark",
                            "An input goes dark while its circuit changes; for how long.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_dark),
                            "ns3::topox::OpticalCircuitSwitch::DarkCallback")
            .AddTraceSource("CommandFailed",
                            "A command had no effect on an input, because of a fault.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_commandFailed),
                            "ns3::topox::OpticalCircuitSwitch::FailureCallback")
            .AddTraceSource("CommandRefused",
                            "A command was refused; with the reason.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_commandRefused),
                            "ns3::topox::OpticalCircuitSwitch::RefusalCallback");
    return tid;
}

OpticalCircuitSwitch::OpticalCircuitSwitch()
    : m_bitErrors(CreateObject<RateErrorModel>())
{
    m_bitErrors->SetUnit(RateErrorModel::ERROR_UNIT_BIT);
}

void
OpticalCircuitSwitch::DoDispose()
{
    for (auto& input : m_inputs)
    {
        input.litEvent.Cancel();
    }
    m_ports.clear();
    Object::DoDispose();
}

uint32_t
OpticalCircuitSwitch::AddPort(Ptr<OcsNetDevice> device)
{
    const auto port = static_cast<uint32_t>(m_ports.size());
    device->m_switch = this;
    device->m_port = port;
    device->SetLinkUp(false);
    m_ports.push_back(device);
    m_inputs.emplace_back();
    m_inputOf.push_back(-1);
    return port;
}

uint32_t
OpticalCircuitSwitch::GetNPorts() const
{
    return static_cast<uint32_t>(m_ports.size());
}

Ptr<OcsNetDevice>
OpticalCircuitSwitch::GetPort(uint32_t port) const
{
    return m_ports.at(port);
}

Time
OpticalCircuitSwitch::GetReconfigurationTime() const
{
    return m_reconfigurationTime;
}

OpticalFiberChannel*
OpticalCircuitSwitch::FibreAt(uint32_t port) const
{
    return static_cast<OpticalFiberChannel*>(PeekPointer(m_ports[port]->GetChannel()));
}

LineDevice*
OpticalCircuitSwitch::FarEnd(uint32_t port) const
{
    const auto* fibre = FibreAt(port);
    return fibre ? fibre->GetPeer(PeekPointer(m_ports[port])) : nullptr;
}

bool
OpticalCircuitSwitch::Refuse(const std::string& reason)
{
    if (!reason.empty())
    {
        NS_LOG_WARN("command refused: " << reason);
        m_commandRefused(reason);
    }
    return !reason.empty();
}

bool
OpticalCircuitSwitch::IsRefused(OcsCommand& command)
{
    return Refuse(ExpandGroups(command, m_groupSize)) ||
           Refuse(FindContradiction(command, GetNPorts())) || Refuse(FindDarkCircuit(command));
}

/// @returns which circuit brings too little light, if that matters
std::string
OpticalCircuitSwitch::FindDarkCircuit(const OcsCommand& command) const
{
    for (const auto& c : command.set)
    {
        const auto budget =
            m_budget == REFUSE ? BudgetOf(*m_ports[c.in], *m_ports[c.out]) : OpticalBudget();
        if (budget.complete && budget.Margin() < 0)
        {
            return "circuit " + std::to_string(c.in) + " to " + std::to_string(c.out) + " brings " +
                   std::to_string(budget.received) + " dBm, the receiver needs " +
                   std::to_string(budget.sensitivity) + " dBm";
        }
    }
    return "";
}

bool
OpticalCircuitSwitch::SetInitialCircuits(const std::vector<CrossConnect>& circuits)
{
    OcsCommand command{circuits, {}};
    if (IsRefused(command))
    {
        return false;
    }
    for (const auto& c : command.set)
    {
        SetCircuit(c, Time(0));
    }
    return true;
}

bool
OpticalCircuitSwitch::Reconfigure(const std::vector<CrossConnect>& set,
                                  const std::vector<uint32_t>& clear)
{
    OcsCommand command{set, clear};
    if (IsRefused(command))
    {
        return false;
    }
    const auto travel = m_controlChannel ? m_controlChannel->DrawDelay() : Time(0);
    if (!travel)
    {
        m_commandFailed(GetNPorts(), "lost on the control channel");
        return true;
    }
    auto start = Simulator::Now() + *travel + m_commandLatency;
    start = m_oneAtATime ? std::max(start, m_commandsDone) : start;
    const auto darkness = DrawDarkness();
    m_commandsDone = std::max(m_commandsDone, start + darkness);
    if (start == Simulator::Now())
    {
        Apply(command, darkness);
        return true;
    }
    Simulator::Schedule(start - Simulator::Now(),
                        [self = Ptr<OpticalCircuitSwitch>(this),
                         command = std::move(command),
                         darkness]() { self->Apply(command, darkness); });
    return true;
}

void
OpticalCircuitSwitch::Apply(const OcsCommand& command, Time darkness)
{
    if (m_ports.empty())
    {
        return; // disposed of meanwhile
    }
    if (m_dead)
    {
        m_commandFailed(GetNPorts(), "the switch is dead");
        return;
    }
    bool changes = false;
    for (const auto in : command.clear)
    {
        if (m_inputs[in].stuck)
        {
            m_commandFailed(in, "its mirror is stuck");
            continue;
        }
        changes = changes || GetOutput(in) >= 0;
        EndCircuit(in);
    }
    for (const auto& c : command.set)
    {
        changes = ApplySet(c, darkness) || changes;
    }
    for (uint32_t in = 0; changes && m_blockAllPorts && in < m_inputs.size(); ++in)
    {
        if (IsLit(in))
        {
            SetCircuit({in, static_cast<uint32_t>(GetOutput(in))}, darkness);
        }
    }
}

/// @returns whether it changed anything
bool
OpticalCircuitSwitch::ApplySet(CrossConnect circuit, Time darkness)
{
    if (GetOutput(circuit.in) == static_cast<int32_t>(circuit.out))
    {
        return false;
    }
    const auto held = m_inputOf[circuit.out];
    if (m_inputs[circuit.in].stuck || (held >= 0 && m_inputs[held].stuck))
    {
        if (!m_inputs[circuit.in].stuck)
        {
            EndCircuit(circuit.in);
        }
        m_commandFailed(circuit.in,
                        m_inputs[circuit.in].stuck ? "its mirror is stuck"
                                                   : "a stuck mirror holds its output");
        return true;
    }
    ++m_reconfigurations;
    SetCircuit(circuit, darkness);
    return true;
}

Time
OpticalCircuitSwitch::DrawDarkness() const
{
    return (m_switchingTime ? Seconds(m_switchingTime->GetValue()) : m_reconfigurationTime) +
           m_relockTime;
}

Time
OpticalCircuitSwitch::LeastDarkness() const
{
    return m_relockTime + (m_switchingTime ? Time(0) : m_reconfigurationTime);
}

int64_t
OpticalCircuitSwitch::AssignStreams(int64_t stream)
{
    const auto first = stream;
    if (m_switchingTime)
    {
        m_switchingTime->SetStream(stream++);
    }
    if (m_controlChannel)
    {
        stream += m_controlChannel->AssignStreams(stream);
    }
    stream += m_bitErrors->AssignStreams(stream);
    return stream - first;
}

/// @returns whether light comes to an input: NICs always send some, switches what they get
bool
OpticalCircuitSwitch::HasLight(uint32_t in) const
{
    auto* far = FarEnd(in);
    return far && (!dynamic_cast<OcsNetDevice*>(far) || far->IsLinkUp());
}

void
OpticalCircuitSwitch::InputLightChanged(uint32_t in)
{
    if (IsLit(in))
    {
        SetLight(static_cast<uint32_t>(GetOutput(in)), HasLight(in));
    }
}

void
OpticalCircuitSwitch::SetLight(uint32_t out, bool lit)
{
    if (m_ports[out]->m_emits == lit)
    {
        return;
    }
    m_ports[out]->m_emits = lit;
    m_ports[out]->SetLinkUp(lit);
    auto* far = FarEnd(out);
    if (auto* next = dynamic_cast<OcsNetDevice*>(far))
    {
        next->GetSwitch()->InputLightChanged(next->GetPort());
    }
    else if (far)
    {
        far->SetLinkUp(lit);
    }
}

void
OpticalCircuitSwitch::SetCircuit(CrossConnect circuit, Time darkness)
{
    EndCircuit(circuit.in);
    if (m_inputOf[circuit.out] >= 0)
    {
        EndCircuit(static_cast<uint32_t>(m_inputOf[circuit.out]));
    }
    m_inputs[circuit.in].history.Begin(circuit.out, Time::Max());
    m_inputOf[circuit.out] = static_cast<int32_t>(circuit.in);
    Await(circuit.in, darkness);
}

/// The circuit of an input is lit when it has been dark for a time, unless a fault forbids it.
void
OpticalCircuitSwitch::Await(uint32_t in, Time darkness)
{
    auto& input = m_inputs[in];
    const auto out = input.history.Present()->out;
    if (IsFaulty({in, out}))
    {
        m_commandFailed(in, m_dead ? "the switch is dead" : "a port is dark");
        return;
    }
    input.history.Postpone(Simulator::Now() + darkness);
    if (darkness.IsZero())
    {
        NotifyUp(in);
        return;
    }
    m_dark(in, darkness);
    input.litEvent = Simulator::Schedule(darkness, &OpticalCircuitSwitch::NotifyUp, this, in);
}

void
OpticalCircuitSwitch::EndCircuit(uint32_t in)
{
    auto& input = m_inputs[in];
    const auto* present = input.history.Present();
    if (!present)
    {
        return;
    }
    const auto out = present->out;
    const bool told = present->from <= Simulator::Now() && input.litEvent.IsExpired();
    input.litEvent.Cancel();
    m_inputOf[out] = -1;
    if (!told)
    {
        input.history.Postpone(Time::Max()); // it was about to be lit in this very moment
    }
    input.history.End(Simulator::Now(), m_longestFlight);
    if (told)
    {
        SetLight(out, false);
        m_circuitDown(in, out);
    }
}

void
OpticalCircuitSwitch::NotifyUp(uint32_t in)
{
    const auto out = m_inputs[in].history.Present()->out;
    SetLight(out, HasLight(in));
    m_circuitUp(in, out);
}

bool
OpticalCircuitSwitch::IsFaulty(CrossConnect circuit) const
{
    return m_dead || m_inputs[circuit.in].dark || m_inputs[circuit.out].dark;
}

/// Darkness by a fault begins or ends for what an input is connected to.
void
OpticalCircuitSwitch::FaultChanged(uint32_t in, Time darkness)
{
    const auto out = GetOutput(in);
    if (out < 0)
    {
        return;
    }
    const CrossConnect circuit{in, static_cast<uint32_t>(out)};
    const bool pending = m_inputs[in].history.Present()->from == Time::Max();
    if (IsFaulty(circuit) && !pending)
    {
        EndCircuit(in);
        m_inputs[in].history.Begin(circuit.out, Time::Max());
        m_inputOf[out] = static_cast<int32_t>(in);
    }
    else if (!IsFaulty(circuit) && pending)
    {
        Await(in, darkness);
    }
}

void
OpticalCircuitSwitch::SetPortDark(uint32_t port, bool dark)
{
    m_inputs.at(port).dark = dark;
    const auto darkness = DrawDarkness();
    FaultChanged(port, darkness);
    if (m_inputOf[port] >= 0 && m_inputOf[port] != static_cast<int32_t>(port))
    {
        FaultChanged(static_cast<uint32_t>(m_inputOf[port]), darkness);
    }
}

void
OpticalCircuitSwitch::SetMirrorStuck(uint32_t in, bool stuck)
{
    m_inputs.at(in).stuck = stuck;
}

void
OpticalCircuitSwitch::SetDead(bool dead)
{
    m_dead = dead;
    const auto darkness = DrawDarkness();
    for (uint32_t in = 0; in < m_inputs.size(); ++in)
    {
        FaultChanged(in, darkness);
    }
}

int32_t
OpticalCircuitSwitch::GetOutput(uint32_t in) const
{
    const auto* present = m_inputs.at(in).history.Present();
    return present ? static_cast<int32_t>(present->out) : -1;
}

int32_t
OpticalCircuitSwitch::GetInput(uint32_t out) const
{
    return m_inputOf.at(out);
}

double
OpticalCircuitSwitch::GetInsertionLoss() const
{
    return m_insertionLoss;
}

bool
OpticalCircuitSwitch::IsLit(uint32_t in) const
{
    const auto* present = m_inputs.at(in).history.Present();
    return present && present->from <= Simulator::Now();
}

uint64_t
OpticalCircuitSwitch::GetReconfigurations() const
{
    return m_reconfigurations;
}

uint64_t
OpticalCircuitSwitch::GetFramesLost() const
{
    return m_framesLost;
}

/// @returns whether the far end of a frame is known when it leaves its NIC
bool
OpticalCircuitSwitch::MayShortCut(uint32_t in, Time delayIn) const
{
    // A command that comes while the frame is in the fibre may light a circuit in time.
    if (LeastDarkness() < delayIn || m_ports[in]->IsWatched())
    {
        return false;
    }
    const auto out = GetOutput(in);
    return out < 0 || (!m_ports[out]->IsWatched() && FarEnd(out) && !m_ports[out]->m_leadsOn);
}

void
OpticalCircuitSwitch::Pass(Ptr<Packet> frame, uint32_t in, LineDevice* sender, Time duration)
{
    auto* fibreIn = FibreAt(in);
    const auto delayIn = fibreIn->GetDelay();
    const auto first = Simulator::Now() + delayIn;
    if (!MayShortCut(in, delayIn))
    {
        m_longestFlight = std::max(m_longestFlight, delayIn + duration);
        fibreIn->NotifyTxRx(frame, sender, PeekPointer(m_ports[in]), duration, delayIn + duration);
        Simulator::Schedule(delayIn + duration,
                            &OpticalCircuitSwitch::AtCrossbar,
                            this,
                            frame,
                            in,
                            first);
        return;
    }
    const auto out = GetOutput(in);
    if (out < 0)
    {
        Simulator::Schedule(delayIn,
                            &OpticalCircuitSwitch::Lose,
                            this,
                            Ptr<const Packet>(frame),
                            in,
                            LossReason::NO_CIRCUIT);
        return;
    }
    auto* receiver = FarEnd(out);
    const auto flight = delayIn + duration + FibreAt(out)->GetDelay();
    m_longestFlight = std::max(m_longestFlight, flight);
    fibreIn->NotifyTxRx(frame, sender, receiver, duration, flight);
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   flight,
                                   &OpticalCircuitSwitch::Arrive,
                                   this,
                                   frame,
                                   in,
                                   static_cast<uint32_t>(out),
                                   first,
                                   first + duration);
}

void
OpticalCircuitSwitch::AtCrossbar(Ptr<Packet> frame, uint32_t in, Time first)
{
    m_ports[in]->NotifyIn(frame);
    LossReason reason;
    const auto* lit = m_inputs[in].history.Find(first, Simulator::Now(), reason);
    auto* receiver = lit ? FarEnd(lit->out) : nullptr;
    if (!receiver)
    {
        Lose(frame, in, reason);
        return;
    }
    m_ports[lit->out]->NotifyOut(frame);
    const auto delayOut = FibreAt(lit->out)->GetDelay();
    if (auto* next = dynamic_cast<OcsNetDevice*>(receiver))
    {
        auto* ocs = next->GetSwitch();
        ocs->m_longestFlight = std::max(ocs->m_longestFlight, Simulator::Now() - first + delayOut);
        Simulator::Schedule(delayOut,
                            &OpticalCircuitSwitch::AtCrossbar,
                            ocs,
                            frame,
                            next->GetPort(),
                            first + delayOut);
        return;
    }
    if (IsDamaged(frame, in, lit->out))
    {
        Lose(frame, in, LossReason::BIT_ERRORS);
        return;
    }
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   delayOut,
                                   &LineDevice::ReceiveFrame,
                                   receiver,
                                   frame);
}

void
OpticalCircuitSwitch::Arrive(Ptr<Packet> frame, uint32_t in, uint32_t out, Time first, Time last)
{
    LossReason reason;
    const auto* lit = m_inputs[in].history.Find(first, last, reason);
    if (!lit || lit->out != out)
    {
        Lose(frame, in, reason);
        return;
    }
    if (IsDamaged(frame, in, out))
    {
        Lose(frame, in, LossReason::BIT_ERRORS);
        return;
    }
    FarEnd(out)->ReceiveFrame(frame);
}

bool
OpticalCircuitSwitch::IsDamaged(Ptr<Packet> frame, uint32_t in, uint32_t out) const
{
    if (m_budget != ERRORS)
    {
        return false;
    }
    const auto budget = BudgetOf(*m_ports[in], *m_ports[out]);
    m_bitErrors->SetRate(budget.complete ? BitErrorRate(budget.Margin()) : 0);
    return m_bitErrors->IsCorrupt(frame);
}

void
OpticalCircuitSwitch::Lose(Ptr<const Packet> frame, uint32_t in, LossReason reason)
{
    ++m_framesLost;
    m_frameLost(frame, in, ToString(reason));
}

} // namespace topox
} // namespace ns3
