/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TCP_CHANNEL_H
#define TOPO_X_TCP_CHANNEL_H

/**
 * @file
 * Messages over a TCP connection of ns-3.
 */

#include "ns3/ipv4-address.h"
#include "ns3/message-channel.h"
#include "ns3/node.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"

#include <deque>
#include <utility>

namespace ns3
{
namespace topox
{

/**
 * One end of a TCP connection that carries messages one way, from the end that opened it. Which TCP
 * is ns-3's choice (Config::SetDefault("ns3::TcpL4Protocol::SocketType", ...)). Where messages end
 * is not written into the stream: the ends tell each other, so that TCP carries the bytes that RDMA
 * would.
 */
class TcpChannel : public MessageChannel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    TcpChannel();
    ~TcpChannel() override;

    /**
     * Open a connection; the handshake takes its time.
     *
     * @param from node that sends, with an Internet stack
     * @param to node that receives
     * @param address of the latter
     * @param port of the latter, not in use
     * @returns sending and receiving end
     */
    static std::pair<Ptr<TcpChannel>, Ptr<TcpChannel>> Connect(Ptr<Node> from,
                                                               Ptr<Node> to,
                                                               Ipv4Address address,
                                                               uint16_t port);

    void PostMessage(uint64_t bytes, uint64_t id) override;
    /// ns-3's TCP does not tell. @returns 0
    uint64_t GetRetransmissions() const override;
    void Close() override;

  private:
    /// A message under way.
    struct Message
    {
        uint64_t bytes; //!< size
        uint64_t id;    //!< of the caller
        uint64_t end;   //!< of the stream when it is complete
    };

    void DoDispose() override;
    void Fill();
    void OnAck(SequenceNumber32 before, SequenceNumber32 now);
    void OnAccept(Ptr<Socket> socket);
    void OnData(Ptr<Socket> socket);

    Ptr<Socket> m_socket;           //!< of the connection
    Ptr<Socket> m_listener;         //!< at the receiving end
    Ptr<TcpChannel> m_peer;         //!< other end; held by the sending one only
    std::deque<Message> m_messages; //!< not acknowledged, or not arrived
    bool m_connected{false};        //!< the handshake is over
    uint64_t m_posted{0};           //!< bytes
    uint64_t m_written{0};          //!< bytes that TCP has taken
    uint64_t m_done{0};             //!< bytes acknowledged, or arrived
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TCP_CHANNEL_H */
