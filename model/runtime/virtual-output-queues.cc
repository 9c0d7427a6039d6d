/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "virtual-output-queues.h"

#include "ns3/boolean.h"
#include "ns3/header.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(VirtualOutputQueues);

namespace
{

constexpr uint16_t ETHER_TYPE = 0x88B5; // IEEE 802: local experimental

/// In front of the payload: for whom it is, and whether it goes there by way of somebody else.
class DestinationHeader : public Header
{
  public:
    DestinationHeader() = default;

    explicit DestinationHeader(uint32_t destination)
        : destination(destination)
    {
    }

    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::topox::DestinationHeader")
                                .SetParent<Header>()
                                .SetGroupName("TopoX")
                                .AddConstructor<DestinationHeader>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        return 4;
    }

    void Serialize(Buffer::Iterator start) const override
    {
        start.WriteHtonU32(destination);
    }

    uint32_t Deserialize(Buffer::Iterator start) override
    {
        destination = start.ReadNtohU32();
        return 4;
    }

    void Print(std::ostream& os) const override
    {
        os << "for server " << destination;
    }

    uint32_t destination{0}; //!< final one
};

NS_OBJECT_ENSURE_REGISTERED(DestinationHeader);

} // namespace

TypeId
VirtualOutputQueues::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::VirtualOutputQueues")
                            .SetParent<Object>()
                            .SetGroupName("TopoX")
                            .AddConstructor<VirtualOutputQueues>()
                            .AddAttribute("Relay",
                                          "Give frames for others to whom we meet: two hops.",
                                          BooleanValue(false),
                                          MakeBooleanAccessor(&VirtualOutputQueues::m_relay),
                                          MakeBooleanChecker())
                            .AddAttribute("FrameBytes",
                                          "Payload of a frame.",
                                          UintegerValue(1496),
                                          MakeUintegerAccessor(&VirtualOutputQueues::m_frameBytes),
                                          MakeUintegerChecker<uint32_t>(64, 9000));
    return tid;
}

void
VirtualOutputQueues::DoDispose()
{
    m_ports.clear();
    Object::DoDispose();
}

void
VirtualOutputQueues::Install(uint32_t server,
                             uint32_t servers,
                             const std::vector<Ptr<LinePort>>& ports,
                             const std::vector<Ptr<OpticalCircuitSwitch>>& switches)
{
    m_server = server;
    m_own.assign(servers, 0);
    m_held.assign(servers, 0);
    for (uint32_t k = 0; k < ports.size(); ++k)
    {
        m_ports.push_back(
            {ports[k], switches[k]->IsLit(server) ? switches[k]->GetOutput(server) : -1});
        switches[k]->TraceConnectWithoutContext("CircuitUp",
                                                MakeCallback(&VirtualOutputQueues::Up, this, k));
        switches[k]->TraceConnectWithoutContext("CircuitDown",
                                                MakeCallback(&VirtualOutputQueues::Down, this, k));
        ports[k]->GetNode()->RegisterProtocolHandler(
            MakeCallback(&VirtualOutputQueues::OnFrame, this),
            ETHER_TYPE,
            ports[k]);
    }
}

void
VirtualOutputQueues::Enqueue(uint32_t destination, uint64_t bytes)
{
    m_own.at(destination) += bytes;
    for (uint32_t k = 0; k < m_ports.size(); ++k)
    {
        SendNext(k);
    }
}

uint64_t
VirtualOutputQueues::GetWaiting(uint32_t destination) const
{
    return m_own.at(destination) + m_held.at(destination);
}

uint64_t
VirtualOutputQueues::GetReceived() const
{
    return m_received;
}

uint64_t
VirtualOutputQueues::GetRelayed() const
{
    return m_relayed;
}

void
VirtualOutputQueues::SetPaused(bool paused)
{
    m_paused = paused;
    for (uint32_t k = 0; k < m_ports.size(); ++k)
    {
        SendNext(k);
    }
}

void
VirtualOutputQueues::Up(uint32_t k, uint32_t in, uint32_t out)
{
    if (in == m_server && !m_ports.empty())
    {
        m_ports[k].peer = out;
        SendNext(k);
    }
}

void
VirtualOutputQueues::Down(uint32_t k, uint32_t in, uint32_t)
{
    if (in == m_server && !m_ports.empty())
    {
        m_ports[k].peer = -1;
    }
}

void
VirtualOutputQueues::LineFree(uint32_t k)
{
    if (!m_ports.empty())
    {
        m_ports[k].busy = false;
        SendNext(k);
    }
}

void
VirtualOutputQueues::SendNext(uint32_t k)
{
    auto& port = m_ports[k];
    if (m_paused || port.busy || port.peer < 0)
    {
        return;
    }
    const auto peer = static_cast<uint32_t>(port.peer);
    // What was given to us goes first: it has waited longest.
    for (auto* queue : {&m_held[peer], &m_own[peer]})
    {
        if (*queue > 0)
        {
            SendFrame(k, peer, *queue);
            return;
        }
    }
    const auto servers = static_cast<uint32_t>(m_own.size());
    for (uint32_t step = 0; m_relay && step < servers; ++step)
    {
        const auto other = (m_nextOther + step) % servers;
        if (other != peer && m_own[other] > 0)
        {
            m_nextOther = (other + 1) % servers;
            SendFrame(k, other, m_own[other]);
            return;
        }
    }
}

void
VirtualOutputQueues::SendFrame(uint32_t k, uint32_t destination, uint64_t& queue)
{
    auto& port = m_ports[k];
    const auto bytes = static_cast<uint32_t>(std::min<uint64_t>(queue, m_frameBytes));
    queue -= bytes;
    auto frame = Create<Packet>(bytes);
    frame->AddHeader(DestinationHeader(destination));
    port.device->Send(frame, port.device->GetBroadcast(), ETHER_TYPE);
    port.busy = true;
    constexpr uint32_t ETHERNET = 14;
    const auto onLine = LinePort::PREAMBLE + ETHERNET + 4 + bytes + LinePort::FCS + LinePort::GAP;
    Simulator::Schedule(port.device->GetDataRate().CalculateBytesTxTime(onLine),
                        &VirtualOutputQueues::LineFree,
                        this,
                        k);
}

void
VirtualOutputQueues::OnFrame(Ptr<NetDevice>,
                             Ptr<const Packet> frame,
                             uint16_t,
                             const Address&,
                             const Address&,
                             NetDevice::PacketType)
{
    DestinationHeader header;
    auto payload = frame->Copy();
    payload->RemoveHeader(header);
    if (header.destination == m_server)
    {
        m_received += payload->GetSize();
        return;
    }
    m_relayed += payload->GetSize();
    m_held.at(header.destination) += payload->GetSize();
    for (uint32_t k = 0; k < m_ports.size(); ++k)
    {
        SendNext(k);
    }
}

} // namespace topox
} // namespace ns3
