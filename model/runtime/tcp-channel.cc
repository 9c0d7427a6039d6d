/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-channel.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(TcpChannel);

namespace
{

/// Fills a frame of 9000 bytes: IPv4 and TCP headers with time stamps take 52.
constexpr uint32_t SEGMENT = 8948;
/// Enough for 100 Gb/s and 300 us.
constexpr uint32_t BUFFER = 4 * 1024 * 1024;

Ptr<Socket>
MakeSocket(Ptr<Node> node)
{
    auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(SEGMENT));
    socket->SetAttribute("SndBufSize", UintegerValue(BUFFER));
    socket->SetAttribute("RcvBufSize", UintegerValue(BUFFER));
    // As Linux does it: acknowledge at once, and wait a fifth of a second for an answer, not one.
    socket->SetAttribute("DelAckCount", UintegerValue(1));
    socket->SetAttribute("MinRto", TimeValue(MilliSeconds(200)));
    socket->SetAttribute("ClockGranularity", TimeValue(MicroSeconds(1)));
    return socket;
}

} // namespace

TypeId
TcpChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::TcpChannel")
                            .SetParent<MessageChannel>()
                            .SetGroupName("TopoX")
                            .AddConstructor<TcpChannel>();
    return tid;
}

TcpChannel::TcpChannel() = default;
TcpChannel::~TcpChannel() = default;

void
TcpChannel::DoDispose()
{
    m_socket = nullptr;
    m_listener = nullptr;
    m_peer = nullptr;
    m_messages.clear();
    MessageChannel::DoDispose();
}

std::pair<Ptr<TcpChannel>, Ptr<TcpChannel>>
TcpChannel::Connect(Ptr<Node> from, Ptr<Node> to, Ipv4Address address, uint16_t port)
{
    auto out = CreateObject<TcpChannel>();
    auto in = CreateObject<TcpChannel>();
    out->m_peer = in;
    in->m_listener = MakeSocket(to);
    const auto bound = in->m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    NS_ABORT_MSG_IF(bound != 0, "TCP port " << port << " is in use");
    in->m_listener->Listen();
    in->m_listener->SetAcceptCallback(
        Callback<bool, Ptr<Socket>, const Address&>(
            [](Ptr<Socket>, const Address&) { return true; }),
        Callback<void, Ptr<Socket>, const Address&>(
            [end = PeekPointer(in)](Ptr<Socket> socket, const Address&) {
                end->OnAccept(socket);
            }));
    out->m_socket = MakeSocket(from);
    out->m_socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([end = PeekPointer(out)](Ptr<Socket>) {
            end->m_connected = true;
            end->Fill();
        }),
        Callback<void, Ptr<Socket>>());
    out->m_socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
        [end = PeekPointer(out)](Ptr<Socket>, uint32_t) { end->Fill(); }));
    out->m_socket->TraceConnectWithoutContext("HighestRxAck",
                                              MakeCallback(&TcpChannel::OnAck, PeekPointer(out)));
    out->m_socket->Connect(InetSocketAddress(address, port));
    return {out, in};
}

void
TcpChannel::OnAccept(Ptr<Socket> socket)
{
    m_socket = socket;
    socket->SetRecvCallback(MakeCallback(&TcpChannel::OnData, this));
}

void
TcpChannel::PostMessage(uint64_t bytes, uint64_t id)
{
    NS_ABORT_MSG_UNLESS(m_peer, "messages go from the end that opened the connection");
    m_posted += bytes;
    m_messages.push_back({bytes, id, m_posted});
    m_peer->m_messages.push_back({bytes, id, m_posted});
    Fill();
}

void
TcpChannel::Fill()
{
    while (m_connected && m_socket && m_written < m_posted)
    {
        const auto room = std::min<uint64_t>(m_socket->GetTxAvailable(), m_posted - m_written);
        const auto taken =
            room == 0 ? 0 : m_socket->Send(Create<Packet>(static_cast<uint32_t>(room)));
        if (taken <= 0)
        {
            return; // the send callback tells when there is room
        }
        m_written += taken;
    }
}

void
TcpChannel::OnAck(SequenceNumber32 before, SequenceNumber32 now)
{
    // The first number stands for the SYN, not for a byte.
    const auto progress = now - before;
    m_done += before == SequenceNumber32(0) ? progress - 1 : progress;
    while (!m_messages.empty() && m_messages.front().end <= m_done)
    {
        const auto id = m_messages.front().id;
        m_messages.pop_front();
        Sent(id);
    }
}

void
TcpChannel::OnData(Ptr<Socket> socket)
{
    while (auto packet = socket->Recv())
    {
        m_done += packet->GetSize();
    }
    while (!m_messages.empty() && m_messages.front().end <= m_done)
    {
        const auto bytes = m_messages.front().bytes;
        m_messages.pop_front();
        Arrived(bytes);
    }
}

uint64_t
TcpChannel::GetRetransmissions() const
{
    return 0;
}

void
TcpChannel::Close()
{
    for (const auto& socket : {m_socket, m_listener})
    {
        if (socket)
        {
            socket->SetRecvCallback(Callback<void, Ptr<Socket>>());
            socket->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>());
            socket->SetConnectCallback(Callback<void, Ptr<Socket>>(),
                                       Callback<void, Ptr<Socket>>());
            socket->TraceDisconnectWithoutContext("HighestRxAck",
                                                  MakeCallback(&TcpChannel::OnAck, this));
            socket->Close();
        }
    }
    Dispose();
}

} // namespace topox
} // namespace ns3
