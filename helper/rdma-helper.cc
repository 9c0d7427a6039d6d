/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-helper.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/node.h"
#include "ns3/optical-fiber-channel.h"
#include "ns3/packet.h"

namespace ns3
{
namespace topox
{

RdmaHelper::RdmaHelper()
{
    m_devices.SetTypeId("ns3::topox::RdmaNetDevice");
}

void
RdmaHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_devices.Set(name, value);
}

Ptr<RdmaHost>
RdmaHelper::Install(Ptr<Node> node, Ipv4Address address) const
{
    auto host = CreateObject<RdmaHost>();
    host->SetAddress(address);
    node->AggregateObject(host);
    return host;
}

Ptr<RdmaNetDevice>
RdmaHelper::AddPort(Ptr<Node> node) const
{
    auto host = node->GetObject<RdmaHost>();
    NS_ABORT_MSG_UNLESS(host, "install an RdmaHost on the node first");
    auto device = m_devices.Create<RdmaNetDevice>();
    node->AddDevice(device);
    host->AddDevice(device);
    return device;
}

void
RdmaHelper::Connect(Ptr<LineDevice> a, Ptr<LineDevice> b, Time delay) const
{
    auto fibre = CreateObjectWithAttributes<OpticalFiberChannel>("Delay", TimeValue(delay));
    fibre->Attach(a);
    fibre->Attach(b);
}

void
RdmaHelper::EnablePcapInternal(std::string prefix,
                               Ptr<NetDevice> nd,
                               bool promiscuous,
                               bool explicitFilename)
{
    auto device = nd->GetObject<LinePort>();
    if (!device)
    {
        return;
    }
    // Whoever looks at frames wants right checksums; without a reader they cost time for nothing.
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    PcapHelper pcap;
    const auto name = explicitFilename ? prefix : pcap.GetFilenameFromDevice(prefix, device);
    auto file = pcap.CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
    pcap.HookDefaultSink<LinePort>(device, promiscuous ? "PromiscSniffer" : "Sniffer", file);
}

void
RdmaHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                std::string prefix,
                                Ptr<NetDevice> nd,
                                bool explicitFilename)
{
    auto device = nd->GetObject<LinePort>();
    if (!device)
    {
        return;
    }
    Packet::EnablePrinting();
    AsciiTraceHelper ascii;
    if (!stream)
    {
        stream = ascii.CreateFileStream(
            explicitFilename ? prefix : ascii.GetFilenameFromDevice(prefix, device));
    }
    const auto context = "/NodeList/" + std::to_string(nd->GetNode()->GetId()) + "/DeviceList/" +
                         std::to_string(nd->GetIfIndex()) + "/$ns3::topox::LinePort/";
    device->TraceConnect(
        "PhyTxBegin",
        context + "PhyTxBegin",
        MakeBoundCallback(&AsciiTraceHelper::DefaultDequeueSinkWithContext, stream));
    device->TraceConnect(
        "PhyRxEnd",
        context + "PhyRxEnd",
        MakeBoundCallback(&AsciiTraceHelper::DefaultReceiveSinkWithContext, stream));
    device->TraceConnect("PhyRxDrop",
                         context + "PhyRxDrop",
                         MakeBoundCallback(&AsciiTraceHelper::DefaultDropSinkWithContext, stream));
}

} // namespace topox
} // namespace ns3
