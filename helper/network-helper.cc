/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-helper.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/input-error.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

namespace ns3
{
namespace topox
{

namespace
{
/// Node k is 10.0.0.1 + k.
constexpr uint32_t FIRST_ADDRESS = 0x0A000001;
} // namespace

NetworkHelper::NetworkHelper()
{
    m_switchFactory.SetTypeId("ns3::topox::PacketSwitch");
    m_portFactory.SetTypeId("ns3::topox::SwitchPort");
}

NetworkHelper::~NetworkHelper() = default;

void
NetworkHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_rdma.SetDeviceAttribute(name, value);
}

void
NetworkHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switchFactory.Set(name, value);
}

void
NetworkHelper::SetQueuePairAttribute(const std::string& name, const AttributeValue& value)
{
    m_queuePairAttributes.emplace_back(name, value.Copy());
}

void
NetworkHelper::SetServers(NodeContainer servers)
{
    m_servers = servers;
}

void
NetworkHelper::Install(const Network& network)
{
    NS_ABORT_MSG_IF(m_nodes.GetN() > 0, "a NetworkHelper installs one network");
    NS_ABORT_MSG_IF(network.isSwitch.size() > 65'000, "addresses 10.0.x.y are for 65000 nodes");
    network.Validate();
    m_network = network;
    InstallNodes();
    InstallLinks();
    InstallRoutes();
}

void
NetworkHelper::InstallNodes()
{
    const auto nodes = static_cast<uint32_t>(m_network.isSwitch.size());
    uint32_t given = 0;
    for (uint32_t node = 0; node < nodes; ++node)
    {
        const bool take = !m_network.isSwitch[node] && given < m_servers.GetN();
        m_nodes.Add(take ? m_servers.Get(given++) : CreateObject<Node>());
    }
    m_hosts.resize(nodes);
    m_switches.resize(nodes);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        if (m_network.isSwitch[node])
        {
            m_switches[node] = m_switchFactory.Create<PacketSwitch>();
            m_nodes.Get(node)->AggregateObject(m_switches[node]);
        }
        else if (auto host = m_nodes.Get(node)->GetObject<RdmaHost>())
        {
            m_hosts[node] = host;
        }
        else
        {
            m_hosts[node] = m_rdma.Install(m_nodes.Get(node), Ipv4Address(FIRST_ADDRESS + node));
        }
    }
}

Ptr<LinePort>
NetworkHelper::AddPort(uint32_t node, uint64_t rate, double errorRate)
{
    Ptr<LinePort> port;
    if (m_switches[node])
    {
        auto switchPort = m_portFactory.Create<SwitchPort>();
        m_nodes.Get(node)->AddDevice(switchPort);
        m_switches[node]->AddPort(switchPort);
        port = switchPort;
    }
    else
    {
        port = m_rdma.AddPort(m_nodes.Get(node));
    }
    port->SetAttribute("DataRate", DataRateValue(DataRate(rate)));
    if (errorRate > 0)
    {
        auto random = CreateObject<UniformRandomVariable>();
        auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        errors->SetAttribute("ErrorRate", DoubleValue(errorRate));
        errors->SetAttribute("RanVar", PointerValue(random));
        m_errorStreams.push_back(random);
        port->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }
    return port;
}

void
NetworkHelper::InstallLinks()
{
    for (const auto& link : m_network.links)
    {
        auto a = AddPort(link.a, link.rate, link.errorRate);
        auto b = AddPort(link.b, link.rate, link.errorRate);
        m_rdma.Connect(a, b, PicoSeconds(link.delay));
    }
}

void
NetworkHelper::InstallRoutes()
{
    const NetworkRoutes routes(m_network);
    const auto ports = m_network.Ports();
    m_serverPorts.resize(m_network.isSwitch.size());
    for (const auto destination : m_network.Servers())
    {
        const Ipv4Address address(FIRST_ADDRESS + destination);
        const auto ways = routes.PortsTo(destination);
        InstallRoutesTo(address, ways);
        for (uint32_t node = 0; node < ways.size(); ++node)
        {
            if (!m_switches[node] && !ways[node].empty())
            {
                m_hosts[node]->SetRoute(address, ways[node]);
                m_serverPorts[node].resize(ways.size());
                m_serverPorts[node][destination] = ways[node];
            }
        }
        for (uint32_t port = 0; ports[destination].size() > 1 && port < ports[destination].size();
             ++port)
        {
            const auto own = RdmaHost::PortAddress(address, port);
            m_hosts[destination]->AddAddress(own);
            InstallRoutesTo(own, routes.PortsTo(destination, port));
        }
    }
}

void
NetworkHelper::InstallRoutesTo(Ipv4Address address, const std::vector<std::vector<uint32_t>>& ways)
{
    for (uint32_t node = 0; node < ways.size(); ++node)
    {
        if (m_switches[node] && !ways[node].empty())
        {
            m_switches[node]->SetRoute(address, ways[node]);
        }
    }
}

NodeContainer
NetworkHelper::GetNodes() const
{
    return m_nodes;
}

Ptr<RdmaHost>
NetworkHelper::GetHost(uint32_t node) const
{
    return m_hosts.at(node);
}

Ptr<PacketSwitch>
NetworkHelper::GetSwitch(uint32_t node) const
{
    return m_switches.at(node);
}

std::vector<Ptr<PacketSwitch>>
NetworkHelper::GetSwitches() const
{
    std::vector<Ptr<PacketSwitch>> switches;
    for (const auto& packetSwitch : m_switches)
    {
        if (packetSwitch)
        {
            switches.push_back(packetSwitch);
        }
    }
    return switches;
}

std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>
NetworkHelper::Connect(uint32_t source, uint32_t destination, uint32_t priority)
{
    const auto portTo = [this](uint32_t from, uint32_t to) -> uint32_t {
        if (m_serverPorts.at(from).empty())
        {
            return 0; // a server with one link
        }
        const auto& ports = m_serverPorts[from].at(to);
        if (ports.empty())
        {
            throw InputError(m_network.name,
                             "",
                             "there is no way from node " + std::to_string(from) + " to node " +
                                 std::to_string(to));
        }
        return ports[m_connections % ports.size()];
    };
    NS_ABORT_MSG_UNLESS(GetHost(source) && GetHost(destination), "only servers send and receive");
    auto out = m_hosts[source]->CreateQueuePair();
    auto in = m_hosts[destination]->CreateQueuePair();
    for (const auto& queuePair : {out, in})
    {
        for (const auto& [name, value] : m_queuePairAttributes)
        {
            queuePair->SetAttribute(name, *value);
        }
    }
    out->Connect(m_hosts[destination]->GetAddress(),
                 in->GetNumber(),
                 portTo(source, destination),
                 priority);
    in->Connect(m_hosts[source]->GetAddress(),
                out->GetNumber(),
                portTo(destination, source),
                priority);
    ++m_connections;
    return {out, in};
}

void
NetworkHelper::InstallInternetStack()
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    for (const auto server : m_network.Servers())
    {
        internet.Install(m_nodes.Get(server));
        auto ipv4 = m_nodes.Get(server)->GetObject<Ipv4>();
        const auto interface = ipv4->AddInterface(m_hosts[server]->GetDevice(0));
        ipv4->AddAddress(interface,
                         Ipv4InterfaceAddress(m_hosts[server]->GetAddress(), Ipv4Mask("/8")));
        ipv4->SetUp(interface);
    }
}

int64_t
NetworkHelper::AssignStreams(int64_t stream)
{
    const auto first = stream;
    for (const auto& packetSwitch : GetSwitches())
    {
        stream += packetSwitch->AssignStreams(stream);
    }
    for (const auto& random : m_errorStreams)
    {
        random->SetStream(stream++);
    }
    return stream - first;
}

} // namespace topox
} // namespace ns3
