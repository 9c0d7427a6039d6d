/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-x-helper.h"

#include "network-helper.h"
#include "ocs-helper.h"
#include "rdma-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/input-error.h"
#include "ns3/network-generators.h"
#include "ns3/plan-checker.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace topox
{

namespace
{

/// Servers are 10.0.0.1, 10.0.0.2, ...
constexpr uint32_t FIRST_ADDRESS = 0x0A000001;

/// Frames are shorter than a nanosecond at the rates of today.
void
EnsurePicoseconds()
{
    if (Time::GetResolution() == Time::PS)
    {
        return;
    }
    NS_ABORT_MSG_IF(Simulator::Now() > Time(0),
                    "TopoXHelper needs Time::SetResolution(Time::PS), but the simulation has begun "
                    "at a coarser resolution");
    Time::SetResolution(Time::PS);
}

} // namespace

TopoXHelper::TopoXHelper()
{
    EnsurePicoseconds();
    SetPlanner("topo-x");
}

TopoXHelper::~TopoXHelper() = default;

void
TopoXHelper::SetTaskGraph(std::shared_ptr<const TaskGraph> graph)
{
    m_graph = std::move(graph);
}

void
TopoXHelper::SetFabric(const Fabric& fabric)
{
    m_fabric = fabric;
}

void
TopoXHelper::SetPlanner(const std::string& name)
{
    m_planner = MakePlanner(name);
}

void
TopoXHelper::SetPlannerOptions(const PlannerOptions& options)
{
    m_options = options;
}

const Plan&
TopoXHelper::Solve()
{
    NS_ABORT_MSG_UNLESS(m_graph, "set a task graph first");
    SetPlan(m_planner->Solve(m_graph, m_fabric, m_options));
    return *m_plan;
}

void
TopoXHelper::SetPlan(Plan plan)
{
    const auto violations = CheckPlan(plan);
    if (!violations.empty())
    {
        std::string text = std::to_string(violations.size()) + " constraint(s) violated:";
        for (const auto& v : violations)
        {
            text += "\n  " + v.constraint + ": " + v.text;
        }
        throw InputError("plan of " + plan.provenance.planner, "", text);
    }
    m_plan = std::make_shared<const Plan>(std::move(plan));
}

const Plan&
TopoXHelper::GetPlan() const
{
    NS_ABORT_MSG_UNLESS(m_plan, "there is no plan yet: call Solve() or SetPlan()");
    return *m_plan;
}

void
TopoXHelper::Install()
{
    NS_ABORT_MSG_UNLESS(m_plan, "there is no plan yet: call Solve() or SetPlan()");
    NS_ABORT_MSG_IF(m_executor, "the cluster is installed already");
    EnsurePicoseconds();
    InstallServers();
    if (m_cluster.applications.front()->GetTransport() == CollectiveApplication::TCP &&
        !m_plan->fabric.IsSwitched())
    {
        throw InputError("transport",
                         "",
                         "TCP runs over packet switches, not in the fabric " +
                             ToString(m_plan->fabric.kind));
    }
    switch (m_plan->fabric.kind)
    {
    case FabricKind::OPTICAL:
        InstallSwitches();
        break;
    case FabricKind::FIBRES:
        InstallFibres();
        break;
    case FabricKind::FULL_MESH:
        InstallMesh();
        break;
    default:
        InstallPacketSwitches();
    }
    m_executor = CreateObject<PlanExecutor>();
    m_injector = CreateObject<FaultInjector>();
    m_injector->Install(m_faults, m_cluster.switches);
}

void
TopoXHelper::InstallServers()
{
    const auto& fabric = m_plan->fabric;
    m_servers.Create(fabric.servers);
    const RdmaHelper rdma;
    for (ServerId s = 0; s < fabric.servers; ++s)
    {
        auto node = m_servers.Get(s);
        auto application = CreateObject<CollectiveApplication>();
        application->SetHost(rdma.Install(node, Ipv4Address(FIRST_ADDRESS + s)));
        application->SetAttribute("PathMtu", UintegerValue(fabric.mtu));
        node->AddApplication(application);
        m_cluster.applications.push_back(application);
    }
}

void
TopoXHelper::InstallSwitches()
{
    const auto& fabric = m_plan->fabric;
    OcsHelper ocs;
    ocs.SetSwitchAttribute("ReconfigurationTime",
                           TimeValue(PicoSeconds(fabric.reconfigurationTime)));
    m_switches.Create(fabric.switches);
    for (uint32_t k = 0; k < fabric.switches; ++k)
    {
        m_cluster.switches.push_back(ocs.Install(m_switches.Get(k), fabric.switchPorts));
    }
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("Scheduling", EnumValue(RdmaNetDevice::PLAN_ORDER));
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate(fabric.PortRate())));
    for (ServerId s = 0; s < fabric.servers; ++s)
    {
        for (uint32_t port = 0; port < fabric.degree; ++port)
        {
            ocs.Attach(rdma.AddPort(m_servers.Get(s)),
                       m_cluster.switches[fabric.SwitchOfPort(port)],
                       fabric.SwitchPort(s, port),
                       PicoSeconds(fabric.fibreDelay));
        }
    }
    if (fabric.electricalRate > 0)
    {
        InstallElectricalSide();
    }
}

void
TopoXHelper::InstallElectricalSide()
{
    const auto& fabric = m_plan->fabric;
    NetworkHelper helper;
    helper.SetServers(m_servers);
    helper.SetDeviceAttribute("Scheduling", EnumValue(RdmaNetDevice::PLAN_ORDER));
    helper.Install(Star(fabric.servers, {fabric.electricalRate, fabric.fibreDelay}));
    helper.AssignStreams(1);
    Adopt(helper);
}

void
TopoXHelper::InstallFibres()
{
    const auto& fabric = m_plan->fabric;
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("Scheduling", EnumValue(RdmaNetDevice::PLAN_ORDER));
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate(fabric.PortRate())));
    for (ServerId s = 0; s < fabric.servers; ++s)
    {
        for (uint32_t port = 0; port < fabric.degree; ++port)
        {
            rdma.AddPort(m_servers.Get(s));
        }
    }
    for (const auto& c : m_plan->configurations.front())
    {
        if (c.source < c.destination) // the other way is the same fibre
        {
            rdma.Connect(
                m_cluster.applications[c.source]->GetHost()->GetDevice(c.sourcePort),
                m_cluster.applications[c.destination]->GetHost()->GetDevice(c.destinationPort),
                PicoSeconds(fabric.fibreDelay));
        }
    }
}

void
TopoXHelper::InstallMesh()
{
    const auto& fabric = m_plan->fabric;
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("Scheduling", EnumValue(RdmaNetDevice::PLAN_ORDER));
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate(fabric.PortRate())));
    for (ServerId s = 0; s < fabric.servers; ++s)
    {
        for (uint32_t port = 0; port + 1 < fabric.servers; ++port)
        {
            rdma.AddPort(m_servers.Get(s));
        }
    }
    for (ServerId s = 0; s < fabric.servers; ++s)
    {
        for (ServerId t = s + 1; t < fabric.servers; ++t)
        {
            rdma.Connect(m_cluster.applications[s]->GetHost()->GetDevice(t - 1),
                         m_cluster.applications[t]->GetHost()->GetDevice(s),
                         PicoSeconds(fabric.fibreDelay));
        }
    }
}

void
TopoXHelper::InstallPacketSwitches()
{
    const auto& fabric = m_plan->fabric;
    const auto network = SwitchedNetwork(fabric);
    NetworkHelper helper;
    helper.SetServers(m_servers);
    helper.SetDeviceAttribute("Scheduling", EnumValue(RdmaNetDevice::PLAN_ORDER));
    // Hosts hold their own TCP back before they drop anything of it (as Linux does, by small
    // queues).
    helper.SetDeviceAttribute("OrdinaryQueueSize", UintegerValue(1'000'000));
    if (fabric.kind == FabricKind::IDEAL_SWITCH)
    {
        // Nothing is ever dropped, paused or marked.
        helper.SetSwitchAttribute("BufferSize", UintegerValue(UINT64_C(1) << 50));
        helper.SetSwitchAttribute("EgressAlpha", DoubleValue(1e6));
        helper.SetSwitchAttribute("LosslessClasses", UintegerValue(0));
        helper.SetSwitchAttribute("Ecn", BooleanValue(false));
    }
    helper.Install(network);
    helper.AssignStreams(1);
    if (m_cluster.applications.front()->GetTransport() == CollectiveApplication::TCP)
    {
        helper.InstallInternetStack();
    }
    Adopt(helper);
}

void
TopoXHelper::Adopt(const NetworkHelper& network)
{
    for (uint32_t node = 0; node < network.GetNodes().GetN(); ++node)
    {
        if (auto packetSwitch = network.GetSwitch(node))
        {
            m_switches.Add(network.GetNodes().Get(node));
            m_cluster.packetSwitches.push_back(packetSwitch);
        }
    }
}

void
TopoXHelper::SetFaults(std::vector<Fault> faults)
{
    m_faults = std::move(faults);
}

NodeContainer
TopoXHelper::GetServers() const
{
    return m_servers;
}

NodeContainer
TopoXHelper::GetSwitches() const
{
    return m_switches;
}

const Cluster&
TopoXHelper::GetCluster() const
{
    return m_cluster;
}

Ptr<PlanExecutor>
TopoXHelper::GetExecutor() const
{
    return m_executor;
}

void
TopoXHelper::EnablePcap(const std::string& prefix)
{
    RdmaHelper rdma;
    rdma.EnablePcap(prefix, m_servers);
}

RunResult
TopoXHelper::Run()
{
    NS_ABORT_MSG_UNLESS(m_executor, "call Install() first");
    Simulator::ScheduleNow(&PlanExecutor::Start, m_executor, m_plan, m_cluster);
    Simulator::Run();
    auto result = CollectResult(*m_plan, *m_executor, m_cluster);
    result.faults = m_injector->GetCosts();
    return result;
}

} // namespace topox
} // namespace ns3
