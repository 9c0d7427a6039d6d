/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_VIRTUAL_OUTPUT_QUEUES_H
#define TOPO_X_VIRTUAL_OUTPUT_QUEUES_H

/**
 * @file
 * A server that keeps bytes until there is a circuit for them.
 */

#include "ns3/line-port.h"
#include "ns3/object.h"
#include "ns3/optical-circuit-switch.h"

#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Queues of bytes by destination on a server whose ports lead to optical switches in a plane
 * layout: a port sends to the server that its circuit leads to at the moment, frame by frame, and
 * stops when the light goes. Raw Ethernet frames (local experimental EtherType 0x88B5) with the
 * final destination in front; what darkness loses is lost (count it: GetReceived() against
 * Enqueue()).
 *
 * With Relay, a port that has nothing for the server at its other end gives it frames for others,
 * which it keeps until it meets them: the second hop of RotorNet (SIGCOMM 2017, RotorLB), which
 * spreads skewed demand over all circuits. Frames are relayed once.
 */
class VirtualOutputQueues : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param server our number, which is that of our port at each switch
     * @param servers how many there are
     * @param ports ours, port k at switch k
     * @param switches by number
     */
    void Install(uint32_t server,
                 uint32_t servers,
                 const std::vector<Ptr<LinePort>>& ports,
                 const std::vector<Ptr<OpticalCircuitSwitch>>& switches);

    /// @param destination a server @param bytes for it, more than there are already
    void Enqueue(uint32_t destination, uint64_t bytes);
    /// @returns bytes for a server that are waiting, relayed ones included
    /// @param destination the server
    uint64_t GetWaiting(uint32_t destination) const;
    /// @returns bytes that came for us
    uint64_t GetReceived() const;
    /// @returns bytes that were relayed to us for others
    uint64_t GetRelayed() const;
    /// Stop or go on sending; frames under way are not called back. @param paused which
    void SetPaused(bool paused);

  private:
    /// A port and what it is at.
    struct Port
    {
        Ptr<LinePort> device; //!< the NIC port
        int64_t peer{-1};     //!< server at the other end, -1 while it is dark
        bool busy{false};     //!< a frame is on the line
    };

    void DoDispose() override;
    void Up(uint32_t k, uint32_t in, uint32_t out);
    void Down(uint32_t k, uint32_t in, uint32_t out);
    void SendNext(uint32_t k);
    void LineFree(uint32_t k);
    void SendFrame(uint32_t k, uint32_t destination, uint64_t& queue);
    void OnFrame(Ptr<NetDevice> device,
                 Ptr<const Packet> frame,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);

    uint32_t m_server{0};         //!< our number
    bool m_relay;                 //!< give frames to others
    uint32_t m_frameBytes;        //!< of payload
    bool m_paused{false};         //!< nothing is sent
    std::vector<Port> m_ports;    //!< by switch
    std::vector<uint64_t> m_own;  //!< bytes by destination that begin here
    std::vector<uint64_t> m_held; //!< bytes by destination that others gave us
    uint32_t m_nextOther{0};      //!< whose bytes to give away next
    uint64_t m_received{0};       //!< bytes for us
    uint64_t m_relayed{0};        //!< bytes for others
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_VIRTUAL_OUTPUT_QUEUES_H */
