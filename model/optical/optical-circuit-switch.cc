/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "optical-circuit-switch.h"

#include "optical-fiber-channel.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

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
            .AddTraceSource("CommandRefused",
                            "A command was refused; with the reason.",
                            MakeTraceSourceAccessor(&OpticalCircuitSwitch::m_commandRefused),
                            "ns3::topox::OpticalCircuitSwitch::RefusalCallback");
    return tid;
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

bool
OpticalCircuitSwitch::IsRefused(const std::vector<CrossConnect>& set,
                                const std::vector<uint32_t>& clear)
{
    std::string reason;
    std::vector<bool> inUsed(m_ports.size(), false);
    std::vector<bool> outUsed(m_ports.size(), false);
    const auto use = [&reason](std::vector<bool>& used, uint32_t port, const std::string& what) {
        if (port >= used.size())
        {
            reason = what + " " + std::to_string(port) + " does not exist, there are " +
                     std::to_string(used.size()) + " ports";
        }
        else if (used[port])
        {
            reason = what + " " + std::to_string(port) + " occurs twice in one command";
        }
        else
        {
            used[port] = true;
        }
    };
    for (const auto& c : set)
    {
        use(inUsed, c.in, "input");
        use(outUsed, c.out, "output");
    }
    for (const auto in : clear)
    {
        use(inUsed, in, "input");
    }
    if (!reason.empty())
    {
        NS_LOG_WARN("command refused: " << reason);
        m_commandRefused(reason);
    }
    return !reason.empty();
}

bool
OpticalCircuitSwitch::SetInitialCircuits(const std::vector<CrossConnect>& circuits)
{
    if (IsRefused(circuits, {}))
    {
        return false;
    }
    for (const auto& c : circuits)
    {
        SetCircuit(c, Time(0));
    }
    return true;
}

bool
OpticalCircuitSwitch::Reconfigure(const std::vector<CrossConnect>& set,
                                  const std::vector<uint32_t>& clear)
{
    if (IsRefused(set, clear))
    {
        return false;
    }
    auto start = Simulator::Now() + m_commandLatency;
    start = m_oneAtATime ? std::max(start, m_commandsDone) : start;
    const auto darkness = DrawDarkness();
    m_commandsDone = std::max(m_commandsDone, start + darkness);
    if (start == Simulator::Now())
    {
        Apply(set, clear, darkness);
        return true;
    }
    Simulator::Schedule(start - Simulator::Now(),
                        [self = Ptr<OpticalCircuitSwitch>(this), set, clear, darkness]() {
                            self->Apply(set, clear, darkness);
                        });
    return true;
}

void
OpticalCircuitSwitch::Apply(const std::vector<CrossConnect>& set,
                            const std::vector<uint32_t>& clear,
                            Time darkness)
{
    if (m_ports.empty())
    {
        return; // disposed of meanwhile
    }
    bool changes = false;
    for (const auto in : clear)
    {
        changes = changes || GetOutput(in) >= 0;
        EndCircuit(in);
    }
    for (const auto& c : set)
    {
        if (GetOutput(c.in) != static_cast<int32_t>(c.out))
        {
            changes = true;
            ++m_reconfigurations;
            SetCircuit(c, darkness);
        }
    }
    for (uint32_t in = 0; changes && m_blockAllPorts && in < m_inputs.size(); ++in)
    {
        if (IsLit(in))
        {
            SetCircuit({in, static_cast<uint32_t>(GetOutput(in))}, darkness);
        }
    }
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
    if (!m_switchingTime)
    {
        return 0;
    }
    m_switchingTime->SetStream(stream);
    return 1;
}

void
OpticalCircuitSwitch::SetLight(uint32_t out, bool lit)
{
    m_ports[out]->SetLinkUp(lit);
    if (const auto* fibre = FibreAt(out))
    {
        if (auto* far = fibre->GetPeer(PeekPointer(m_ports[out])))
        {
            far->SetLinkUp(lit);
        }
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
    const auto from = Simulator::Now() + darkness;
    auto& input = m_inputs[circuit.in];
    input.history.push_back({circuit.out, from, Time::Max()});
    m_inputOf[circuit.out] = static_cast<int32_t>(circuit.in);
    if (darkness.IsZero())
    {
        NotifyUp(circuit.in);
    }
    else
    {
        input.litEvent =
            Simulator::Schedule(darkness, &OpticalCircuitSwitch::NotifyUp, this, circuit.in);
    }
}

void
OpticalCircuitSwitch::EndCircuit(uint32_t in)
{
    auto& input = m_inputs[in];
    const auto now = Simulator::Now();
    if (input.history.empty() || input.history.back().until <= now)
    {
        return;
    }
    auto& present = input.history.back();
    const auto out = present.out;
    const bool wasLit = input.litEvent.IsExpired();
    input.litEvent.Cancel();
    m_inputOf[out] = -1;
    if (!wasLit)
    {
        input.history.pop_back(); // never lit: no frame can have met it
        return;
    }
    present.until = now;
    // What ended before the oldest frame under way was sent is of no interest any more.
    while (!input.history.empty() && input.history.front().until + m_longestFlight < now)
    {
        input.history.pop_front();
    }
    SetLight(out, false);
    m_circuitDown(in, out);
}

void
OpticalCircuitSwitch::NotifyUp(uint32_t in)
{
    const auto out = m_inputs[in].history.back().out;
    SetLight(out, true);
    m_circuitUp(in, out);
}

int32_t
OpticalCircuitSwitch::GetOutput(uint32_t in) const
{
    const auto& history = m_inputs.at(in).history;
    return history.empty() || history.back().until != Time::Max()
               ? -1
               : static_cast<int32_t>(history.back().out);
}

bool
OpticalCircuitSwitch::IsLit(uint32_t in) const
{
    return GetOutput(in) >= 0 && m_inputs[in].history.back().from <= Simulator::Now();
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

void
OpticalCircuitSwitch::Pass(Ptr<Packet> frame, uint32_t in, LineDevice* sender, Time duration)
{
    auto* fibreIn = FibreAt(in);
    const auto delayIn = fibreIn->GetDelay();
    const auto first = Simulator::Now() + delayIn;
    if (LeastDarkness() < delayIn)
    {
        // A command that comes while the frame is in the fibre may light a circuit in time.
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
    const auto* fibreOut = FibreAt(out);
    auto* receiver = fibreOut->GetPeer(PeekPointer(m_ports[out]));
    const auto flight = delayIn + duration + fibreOut->GetDelay();
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
    LossReason reason;
    const auto* lit = Find(in, first, Simulator::Now(), reason);
    if (!lit)
    {
        Lose(frame, in, reason);
        return;
    }
    const auto* fibreOut = FibreAt(lit->out);
    auto* receiver = fibreOut->GetPeer(PeekPointer(m_ports[lit->out]));
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   fibreOut->GetDelay(),
                                   &LineDevice::ReceiveFrame,
                                   receiver,
                                   frame);
}

const OpticalCircuitSwitch::Lit*
OpticalCircuitSwitch::Find(uint32_t in, Time first, Time last, LossReason& reason) const
{
    reason = LossReason::NO_CIRCUIT;
    for (const auto& lit : m_inputs[in].history)
    {
        if (lit.from <= first && last <= lit.until)
        {
            return &lit;
        }
        if (lit.from <= first && first < lit.until)
        {
            reason = LossReason::CUT;
        }
        else if (first < lit.from && lit.from < last && reason == LossReason::NO_CIRCUIT)
        {
            reason = LossReason::DARK;
        }
    }
    return nullptr;
}

void
OpticalCircuitSwitch::Arrive(Ptr<Packet> frame, uint32_t in, uint32_t out, Time first, Time last)
{
    LossReason reason;
    const auto* lit = Find(in, first, last, reason);
    if (!lit || lit->out != out)
    {
        Lose(frame, in, reason);
        return;
    }
    FibreAt(out)->GetPeer(PeekPointer(m_ports[out]))->ReceiveFrame(frame);
}

void
OpticalCircuitSwitch::Lose(Ptr<const Packet> frame, uint32_t in, LossReason reason)
{
    static const std::string names[] = {"no-circuit", "dark", "cut"};
    ++m_framesLost;
    m_frameLost(frame, in, names[static_cast<int>(reason)]);
}

} // namespace topox
} // namespace ns3
