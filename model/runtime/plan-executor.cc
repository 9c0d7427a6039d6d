/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-executor.h"

#include "tcp-channel.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <set>

namespace ns3
{
namespace topox
{

NS_LOG_COMPONENT_DEFINE("TopoXPlanExecutor");
NS_OBJECT_ENSURE_REGISTERED(PlanExecutor);

TypeId
PlanExecutor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::PlanExecutor")
                            .SetParent<Object>()
                            .SetGroupName("TopoX")
                            .AddConstructor<PlanExecutor>()
                            .AddTraceSource("TaskStart",
                                            "All that a task depends on is complete.",
                                            MakeTraceSourceAccessor(&PlanExecutor::m_taskStart),
                                            "ns3::topox::PlanExecutor::TaskCallback")
                            .AddTraceSource("TaskEnd",
                                            "A task is complete.",
                                            MakeTraceSourceAccessor(&PlanExecutor::m_taskEnd),
                                            "ns3::topox::PlanExecutor::TaskCallback")
                            .AddTraceSource("FlowEnd",
                                            "A task is complete; each of its flows.",
                                            MakeTraceSourceAccessor(&PlanExecutor::m_flowEnd),
                                            "ns3::topox::PlanExecutor::FlowCallback");
    return tid;
}

PlanExecutor::PlanExecutor() = default;
PlanExecutor::~PlanExecutor() = default;

void
PlanExecutor::DoDispose()
{
    m_cluster = Cluster();
    m_ends.clear();
    Object::DoDispose();
}

Ipv4Address
PlanExecutor::AddressOf(ServerId server) const
{
    return m_cluster.applications[server]->GetHost()->GetAddress();
}

/// @returns the address of a server that frames on a route to it carry
Ipv4Address
PlanExecutor::AddressOf(ServerId server, const Route& route) const
{
    const auto address = AddressOf(server);
    return m_plan->fabric.kind == FabricKind::RAIL_OPTIMIZED
               ? RdmaHost::PortAddress(address, route.ports.front())
               : address;
}

CrossConnect
PlanExecutor::ToCrossConnect(const Fabric& fabric, const Circuit& circuit)
{
    return {fabric.SwitchPort(circuit.source, circuit.sourcePort),
            fabric.SwitchPort(circuit.destination, circuit.destinationPort)};
}

void
PlanExecutor::Start(std::shared_ptr<const Plan> plan, Cluster cluster)
{
    m_plan = std::move(plan);
    m_cluster = std::move(cluster);
    const auto& graph = *m_plan->graph;
    m_progress = std::make_unique<TaskProgress>(graph);
    m_circuits = std::make_unique<CircuitProgress>(*m_plan);
    m_openParts.assign(graph.Tasks().size(), 0);
    m_relays.resize(graph.Tasks().size());
    m_flowsOf.resize(graph.Tasks().size());
    m_start = m_lastCompletion = Simulator::Now();
    for (const auto& application : m_cluster.applications)
    {
        application->SetPartDone([this](TaskId id) { PartDone(id); });
    }
    LightUp();
    SetCircuits(m_circuits->Start());
    for (const auto id : m_progress->Start())
    {
        Ready(id);
    }
}

void
PlanExecutor::LightUp()
{
    if (m_cluster.switches.empty())
    {
        return;
    }
    std::vector<std::vector<CrossConnect>> initial(m_cluster.switches.size());
    for (const auto& span : m_circuits->Timeline().Spans())
    {
        if (span.first == 0)
        {
            initial[m_plan->fabric.SwitchOfPort(span.circuit.sourcePort)].push_back(
                ToCrossConnect(m_plan->fabric, span.circuit));
        }
    }
    for (uint32_t k = 0; k < m_cluster.switches.size(); ++k)
    {
        const bool accepted = m_cluster.switches[k]->SetInitialCircuits(initial[k]);
        NS_ABORT_MSG_UNLESS(accepted, "an optical switch refused the first configuration");
        m_cluster.switches[k]->TraceConnectWithoutContext(
            "CircuitUp",
            MakeCallback(&PlanExecutor::OnCircuitUp, this, k));
    }
}

void
PlanExecutor::Ready(TaskId id)
{
    const auto& task = m_plan->graph->Tasks()[id];
    m_taskStart(id);
    if (task.kind == TaskKind::COMPUTE)
    {
        const auto server = m_plan->graph->ServerOfDevice()[task.device];
        m_openParts[id] = 1;
        m_cluster.applications[server]->Compute(id,
                                                task.device,
                                                task.duration,
                                                m_plan->ordered ? m_plan->tasks[id].rank
                                                                : m_readied++);
    }
    else if (DataRoutes(m_plan->tasks[id]).empty())
    {
        Complete(id); // nothing to move
    }
    else if (m_circuits->Request(id))
    {
        StartCommunication(id);
    }
}

void
PlanExecutor::StartCommunication(TaskId id)
{
    const auto& planned = m_plan->tasks[id];
    m_openParts[id] = static_cast<uint32_t>(2 * planned.flows.size());
    for (const auto& ring : planned.rings)
    {
        m_openParts[id] += static_cast<uint32_t>(ring.members.size());
    }
    for (const auto& flow : planned.flows)
    {
        StartFlow(id, flow);
    }
    for (const auto& ring : planned.rings)
    {
        StartRing(id, ring);
    }
    if (!planned.rings.empty())
    {
        // All rings of a task have the same members, and one call starts all of a member.
        for (const auto server : planned.rings.front().members)
        {
            m_cluster.applications[server]->StartRings(id);
        }
    }
}

void
PlanExecutor::StartFlow(TaskId id, const PlannedFlow& flow)
{
    const auto [out, in] = OpenFlow(id, flow.route, false, flow.bytes);
    m_cluster.applications[flow.route.servers.back()]->Expect(id, in, flow.bytes);
    m_cluster.applications[flow.route.servers.front()]->Send(id, out, flow.bytes);
}

PlanExecutor::Ends
PlanExecutor::OpenFlow(TaskId id, const Route& route, bool ring, uint64_t bytes)
{
    m_ends.push_back(Connect(id, route));
    m_flowsOf[id].push_back(m_flows.size());
    m_flows.push_back({id,
                       ring,
                       route.servers.front(),
                       route.servers.back(),
                       static_cast<uint32_t>(route.ports.size()),
                       bytes,
                       Simulator::Now(),
                       Time(0),
                       0});
    return m_ends.back();
}

void
PlanExecutor::StartRing(TaskId id, const PlannedRing& ring)
{
    const auto n = static_cast<uint32_t>(ring.members.size());
    std::vector<Ends> hop;
    for (uint32_t k = 0; k < n; ++k)
    {
        const auto bytes = RingAllReduce::BytesSent({n, ring.bytes, 1}, k);
        hop.push_back(OpenFlow(id, ring.hops[k], true, bytes));
    }
    for (uint32_t k = 0; k < n; ++k)
    {
        m_cluster.applications[ring.members[k]]
            ->JoinRing(id, n, ring.bytes, k, hop[k].first, hop[(k + n - 1) % n].second);
    }
}

PlanExecutor::Ends
PlanExecutor::ConnectTcp(TaskId id, const Route& route)
{
    auto& from = m_cluster.applications[route.servers.front()];
    auto& to = m_cluster.applications[route.servers.back()];
    const auto [out, in] = TcpChannel::Connect(from->GetNode(),
                                               to->GetNode(),
                                               to->GetHost()->GetAddress(),
                                               to->TakeTcpPort());
    from->Keep(id, out);
    to->Keep(id, in);
    return {out, in};
}

PlanExecutor::Ends
PlanExecutor::Connect(TaskId id, const Route& route)
{
    const auto source = route.servers.front();
    const auto destination = route.servers.back();
    if (m_cluster.applications[source]->GetTransport() == CollectiveApplication::TCP)
    {
        return ConnectTcp(id, route);
    }
    auto out = m_cluster.applications[source]->OpenQueuePair(id);
    auto in = m_cluster.applications[destination]->OpenQueuePair(id);
    const uint32_t priority = m_plan->ordered ? m_plan->tasks[id].rank : 0;
    const auto back = m_circuits->WayBack(id, route);
    AddRelays(id, route, in->GetNumber(), priority);
    AddRelays(id, back, out->GetNumber(), priority);
    out->Connect(AddressOf(destination, route), in->GetNumber(), route.ports.front(), priority);
    in->Connect(AddressOf(source, back), out->GetNumber(), back.ports.front(), priority);
    return {out, in};
}

void
PlanExecutor::AddRelays(TaskId id, const Route& route, uint32_t queuePair, uint32_t priority)
{
    const auto destination = route.servers.back();
    for (size_t k = 1; k < route.ports.size(); ++k)
    {
        m_cluster.applications[route.servers[k]]->GetHost()->AddRelay(AddressOf(destination),
                                                                      queuePair,
                                                                      route.ports[k],
                                                                      priority);
        m_relays[id].push_back({route.servers[k], destination, queuePair});
    }
}

void
PlanExecutor::PartDone(TaskId id)
{
    if (--m_openParts[id] == 0)
    {
        Complete(id);
    }
}

void
PlanExecutor::Complete(TaskId id)
{
    m_lastCompletion = Simulator::Now();
    for (const auto f : m_flowsOf[id])
    {
        auto& flow = m_flows[f];
        flow.finish = m_ends[f].second->GetLastArrival();
        flow.retransmissions = m_ends[f].first->GetRetransmissions();
        m_retransmissions += flow.retransmissions;
        m_flowEnd(flow);
        m_ends[f] = {};
    }
    if (!m_flowsOf[id].empty())
    {
        // We are in a callback of one of the queue pairs that shall go.
        Simulator::ScheduleNow(&PlanExecutor::CleanUp, this, id);
    }
    m_taskEnd(id);
    SetCircuits(m_circuits->Complete(id));
    for (const auto next : m_progress->Complete(id))
    {
        Ready(next);
    }
    if (m_progress->AllDone())
    {
        Simulator::Stop(Time(0)); // behind what is scheduled for now
    }
}

void
PlanExecutor::CleanUp(TaskId id)
{
    for (const auto& relayed : m_relays[id])
    {
        m_cluster.applications[relayed.server]->GetHost()->RemoveRelay(
            AddressOf(relayed.destination),
            relayed.queuePair);
    }
    m_relays[id].clear();
    std::set<ServerId> servers;
    for (const auto flow : m_flowsOf[id])
    {
        servers.insert(m_flows[flow].source);
        servers.insert(m_flows[flow].destination);
    }
    for (const auto server : servers)
    {
        m_cluster.applications[server]->Forget(id);
    }
}

void
PlanExecutor::SetCircuits(const std::vector<uint32_t>& spans)
{
    const auto& fabric = m_plan->fabric;
    for (const auto s : spans)
    {
        const auto& circuit = m_circuits->Timeline().Spans()[s].circuit;
        const auto number = fabric.SwitchOfPort(circuit.sourcePort);
        const auto crossConnect = ToCrossConnect(fabric, circuit);
        m_setting[{number, crossConnect.in}] = s;
        m_cluster.applications[circuit.source]
            ->GetHost()
            ->GetDevice(circuit.sourcePort)
            ->SetTransmitEnabled(false);
        const bool accepted = m_cluster.switches[number]->Reconfigure({crossConnect}, {});
        NS_ABORT_MSG_UNLESS(accepted, "an optical switch refused a planned circuit");
    }
}

void
PlanExecutor::OnCircuitUp(uint32_t switchNumber, uint32_t in, uint32_t)
{
    const auto it = m_setting.find({switchNumber, in});
    if (it == m_setting.end())
    {
        return;
    }
    const auto span = it->second;
    m_setting.erase(it);
    const auto& circuit = m_circuits->Timeline().Spans()[span].circuit;
    m_cluster.applications[circuit.source]
        ->GetHost()
        ->GetDevice(circuit.sourcePort)
        ->SetTransmitEnabled(true);
    const auto unblocked = m_circuits->SetLit(span);
    for (const auto id : unblocked.tasks)
    {
        StartCommunication(id);
    }
    SetCircuits(unblocked.settable);
}

bool
PlanExecutor::IsDone() const
{
    return m_progress && m_progress->AllDone();
}

uint32_t
PlanExecutor::GetTasksDone() const
{
    return m_progress ? m_progress->Done() : 0;
}

Time
PlanExecutor::GetIterationTime() const
{
    return m_lastCompletion - m_start;
}

std::vector<std::string>
PlanExecutor::ExplainUnfinished() const
{
    std::vector<std::string> lines;
    for (const auto id : m_progress->Startable())
    {
        const auto& task = m_plan->graph->Tasks()[id];
        std::string line = "task " + std::to_string(id) + " (" + task.name + ") ";
        if (m_openParts[id] > 0)
        {
            line += "has " + std::to_string(m_openParts[id]) + " part(s) under way";
        }
        else
        {
            line += "waits for circuits of configuration " +
                    std::to_string(m_plan->tasks[id].configuration);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

const std::vector<FlowRecord>&
PlanExecutor::GetFlows() const
{
    return m_flows;
}

uint64_t
PlanExecutor::GetRetransmissions() const
{
    return m_retransmissions;
}

} // namespace topox
} // namespace ns3
