/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/optical-fiber-channel.h"

namespace ns3
{
namespace topox
{

OcsHelper::OcsHelper()
{
    m_switches.SetTypeId("ns3::topox::OpticalCircuitSwitch");
}

void
OcsHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switches.Set(name, value);
}

void
OcsHelper::SetPreset(const std::string& name)
{
    const auto& preset = FindOcsPreset(name);
    m_switches.Set("ReconfigurationTime", TimeValue(PicoSeconds(preset.reconfigurationTime)));
    m_switches.Set("BlockAllPorts", BooleanValue(preset.blockAllPorts));
}

Ptr<OpticalCircuitSwitch>
OcsHelper::Install(Ptr<Node> node, uint32_t ports) const
{
    auto ocs = m_switches.Create<OpticalCircuitSwitch>();
    node->AggregateObject(ocs);
    for (uint32_t port = 0; port < ports; ++port)
    {
        auto device = CreateObject<OcsNetDevice>();
        node->AddDevice(device);
        ocs->AddPort(device);
    }
    return ocs;
}

void
OcsHelper::Attach(Ptr<LineDevice> nic,
                  Ptr<OpticalCircuitSwitch> ocs,
                  uint32_t port,
                  Time delay) const
{
    auto fibre = CreateObjectWithAttributes<OpticalFiberChannel>("Delay", TimeValue(delay));
    fibre->Attach(nic);
    fibre->Attach(ocs->GetPort(port));
}

void
OcsHelper::Join(Ptr<OpticalCircuitSwitch> a,
                uint32_t portOfA,
                Ptr<OpticalCircuitSwitch> b,
                uint32_t portOfB,
                Time delay) const
{
    Attach(a->GetPort(portOfA), b, portOfB, delay);
}

std::vector<Ptr<OpticalCircuitSwitch>>
OcsHelper::InstallPlanes(NodeContainer servers, NodeContainer switches, Time delay) const
{
    std::vector<Ptr<OpticalCircuitSwitch>> planes;
    for (uint32_t k = 0; k < switches.GetN(); ++k)
    {
        planes.push_back(Install(switches.Get(k), servers.GetN()));
        for (uint32_t s = 0; s < servers.GetN(); ++s)
        {
            auto nic = DynamicCast<LineDevice>(servers.Get(s)->GetDevice(k));
            NS_ABORT_MSG_UNLESS(nic, "device " << k << " of server " << s << " is no NIC port");
            Attach(nic, planes.back(), s, delay);
        }
    }
    return planes;
}

void
OcsHelper::EnablePcapInternal(std::string prefix, Ptr<NetDevice> nd, bool, bool explicitFilename)
{
    auto port = DynamicCast<OcsNetDevice>(nd);
    if (!port)
    {
        return;
    }
    PcapHelper pcap;
    const auto name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, port);
    auto file = pcap.CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<OcsNetDevice>(port, "LightIn", file);
    pcap.HookDefaultSink<OcsNetDevice>(port, "LightOut", file);
}

void
OcsHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                               std::string prefix,
                               Ptr<NetDevice> nd,
                               bool explicitFilename)
{
    auto port = DynamicCast<OcsNetDevice>(nd);
    if (!port)
    {
        return;
    }
    Packet::EnablePrinting();
    AsciiTraceHelper ascii;
    if (!stream)
    {
        stream = ascii.CreateFileStream(
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, port));
    }
    const auto context = "/NodeList/" + std::to_string(nd->GetNode()->GetId()) + "/DeviceList/" +
                         std::to_string(nd->GetIfIndex()) + "/$ns3::topox::OcsNetDevice/";
    port->TraceConnect("LightIn",
                       context + "LightIn",
                       MakeBoundCallback(&AsciiTraceHelper::DefaultReceiveSinkWithContext, stream));
    port->TraceConnect("LightOut",
                       context + "LightOut",
                       MakeBoundCallback(&AsciiTraceHelper::DefaultDequeueSinkWithContext, stream));
}

} // namespace topox
} // namespace ns3
