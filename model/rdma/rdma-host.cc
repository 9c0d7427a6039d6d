/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-host.h"

#include "rdma-queue-pair.h"
#include "roce-header.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_LOG_COMPONENT_DEFINE("TopoXRdmaHost");
NS_OBJECT_ENSURE_REGISTERED(RdmaHost);

namespace
{
/// Queue pairs 0 and 1 are for management in InfiniBand.
constexpr uint32_t FIRST_QUEUE_PAIR = 2;
/// Priority of relayed frames without flow entry: all alike, last in the plan's order.
constexpr uint32_t ROUTED_PRIORITY = UINT32_MAX;
} // namespace

TypeId
RdmaHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::RdmaHost")
                            .SetParent<Object>()
                            .SetGroupName("TopoX")
                            .AddConstructor<RdmaHost>()
                            .AddTraceSource("Drop",
                                            "A RoCEv2 frame was dropped: \"no-queue-pair\", "
                                            "\"no-route\" or \"ttl\".",
                                            MakeTraceSourceAccessor(&RdmaHost::m_drop),
                                            "ns3::topox::LineDevice::DropCallback");
    return tid;
}

RdmaHost::RdmaHost()
    : m_queuePairs(FIRST_QUEUE_PAIR)
{
}

RdmaHost::~RdmaHost() = default;

void
RdmaHost::DoDispose()
{
    for (auto& queuePair : m_queuePairs)
    {
        if (queuePair)
        {
            queuePair->Dispose();
        }
    }
    m_queuePairs.clear();
    m_devices.clear();
    m_relays.clear();
    Object::DoDispose();
}

void
RdmaHost::SetAddress(Ipv4Address address)
{
    m_address = address;
}

Ipv4Address
RdmaHost::GetAddress() const
{
    return m_address;
}

Ipv4Address
RdmaHost::PortAddress(Ipv4Address address, uint32_t port)
{
    return Ipv4Address(address.Get() + ((port + 1) << 16));
}

void
RdmaHost::AddAddress(Ipv4Address address)
{
    m_otherAddresses.insert(address.Get());
}

uint32_t
RdmaHost::AddDevice(Ptr<RdmaNetDevice> device)
{
    device->SetHost(this);
    m_devices.push_back(device);
    m_queues.push_back(std::make_unique<FrameQueue>());
    m_queues.back()->SetPriority(ROUTED_PRIORITY);
    return static_cast<uint32_t>(m_devices.size()) - 1;
}

uint32_t
RdmaHost::GetNDevices() const
{
    return static_cast<uint32_t>(m_devices.size());
}

Ptr<RdmaNetDevice>
RdmaHost::GetDevice(uint32_t port) const
{
    return m_devices.at(port);
}

Ptr<RdmaQueuePair>
RdmaHost::CreateQueuePair()
{
    const auto number = static_cast<uint32_t>(m_queuePairs.size());
    NS_ABORT_MSG_IF(number >= PSN_MODULUS, "a host has 2^24 queue pairs at most");
    auto queuePair = CreateObject<RdmaQueuePair>();
    queuePair->SetHost(this, number);
    m_queuePairs.push_back(queuePair);
    return queuePair;
}

void
RdmaHost::DestroyQueuePair(uint32_t number)
{
    auto& queuePair = m_queuePairs.at(number);
    if (queuePair)
    {
        queuePair->Dispose();
        queuePair = nullptr;
    }
}

Ptr<RdmaQueuePair>
RdmaHost::GetQueuePair(uint32_t number) const
{
    return number < m_queuePairs.size() ? m_queuePairs[number] : nullptr;
}

uint64_t
RdmaHost::FlowKey(Ipv4Address destination, uint32_t destinationQp)
{
    return static_cast<uint64_t>(destination.Get()) << 24 | destinationQp;
}

void
RdmaHost::AddRelay(Ipv4Address destination,
                   uint32_t destinationQp,
                   uint32_t port,
                   uint32_t priority)
{
    NS_ABORT_MSG_IF(port >= m_devices.size(), "relay through a port that does not exist");
    auto relay = std::make_unique<Relay>();
    relay->port = port;
    relay->queue.SetPriority(priority);
    auto& place = m_relays[FlowKey(destination, destinationQp)];
    NS_ABORT_MSG_IF(place, "this flow is relayed already");
    place = std::move(relay);
}

void
RdmaHost::RemoveRelay(Ipv4Address destination, uint32_t destinationQp)
{
    const auto it = m_relays.find(FlowKey(destination, destinationQp));
    if (it != m_relays.end())
    {
        m_devices[it->second->port]->Deactivate(&it->second->queue);
        m_relays.erase(it);
    }
}

void
RdmaHost::SetRoute(Ipv4Address destination, const std::vector<uint32_t>& ports)
{
    NS_ABORT_MSG_IF(ports.empty(), "a route needs a port");
    for (const auto port : ports)
    {
        NS_ABORT_MSG_IF(port >= m_devices.size(), "route through a port that does not exist");
    }
    m_routes[destination.Get()] = ports;
}

bool
RdmaHost::Receive(Ptr<Packet> frame)
{
    uint8_t bytes[RoceHeader::MAX_SIZE];
    const auto size = frame->CopyData(bytes, RoceHeader::MAX_SIZE);
    RoceHeader header;
    if (!header.Parse(bytes, size))
    {
        return false;
    }
    if (header.destination != m_address && m_otherAddresses.count(header.destination.Get()) == 0)
    {
        Forward(header, frame);
        return true;
    }
    if (header.destinationQp >= m_queuePairs.size() || !m_queuePairs[header.destinationQp])
    {
        Drop(frame, "no-queue-pair");
        return true;
    }
    // The queue pair may be destroyed by what its frame sets off.
    const auto queuePair = m_queuePairs[header.destinationQp];
    queuePair->Receive(header, frame);
    return true;
}

void
RdmaHost::Forward(const RoceHeader& header, Ptr<Packet> frame)
{
    if (header.timeToLive <= 1)
    {
        Drop(frame, "ttl");
        return;
    }
    const auto flow = m_relays.find(FlowKey(header.destination, header.destinationQp));
    const auto route =
        flow == m_relays.end() ? m_routes.find(header.destination.Get()) : m_routes.end();
    if (flow == m_relays.end() && route == m_routes.end())
    {
        Drop(frame, "no-route");
        return;
    }
    uint32_t port;
    if (flow != m_relays.end())
    {
        port = flow->second->port;
    }
    else
    {
        // Fibonacci hashing spreads neighbouring source ports well.
        const auto hash = (header.sourcePort ^ header.destinationQp) * 0x9E3779B1U >> 8;
        port = route->second[hash % route->second.size()];
    }
    RoceHeader changed;
    frame->RemoveHeader(changed);
    --changed.timeToLive;
    frame->AddHeader(changed);
    if (header.GetClass() == RdmaNetDevice::CONTROL_CLASS)
    {
        // Acknowledgements go first everywhere: they are short, and data waits for them.
        m_devices[port]->SendControl(frame);
    }
    else
    {
        auto& queue = flow != m_relays.end() ? flow->second->queue : *m_queues[port];
        Enqueue(port, queue, header, frame);
    }
}

void
RdmaHost::Enqueue(uint32_t port, FrameQueue& queue, const RoceHeader& header, Ptr<Packet> frame)
{
    if (!queue.HasFrame())
    {
        queue.SetTrafficClass(header.GetClass());
    }
    queue.Push(frame);
    m_devices[port]->Activate(&queue);
}

void
RdmaHost::Drop(Ptr<const Packet> frame, const std::string& reason)
{
    NS_LOG_DEBUG("drop: " << reason);
    ++m_framesDropped;
    m_drop(frame, reason);
}

uint64_t
RdmaHost::GetFramesDropped() const
{
    return m_framesDropped;
}

} // namespace topox
} // namespace ns3
