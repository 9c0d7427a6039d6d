/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_NET_DEVICE_H
#define TOPO_X_RDMA_NET_DEVICE_H

/**
 * @file
 * One port of an RDMA NIC.
 */

#include "egress-queue.h"

#include "ns3/line-port.h"

#include <array>
#include <deque>
#include <map>
#include <vector>

namespace ns3
{
namespace topox
{

class RdmaHost;

/**
 * A NIC port that carries RoCEv2 and ordinary packets side by side.
 *
 * Acknowledgements go first, then the active EgressQueues as the attribute Scheduling says, frame
 * by frame. Ordinary packets of Send() are such a queue: it takes turns like any other under
 * RoundRobin, and comes last under the other policies. A source whose traffic class the peer holds
 * (IEEE 802.1Qbb) waits until it is released.
 *
 * Ordinary packets are Ethernet frames (EtherType and MAC addresses as the node gives them). There
 * is no ARP: a line has two ends, and packet switches forward by IPv4 address.
 */
class RdmaNetDevice : public LinePort
{
  public:
    /// Of acknowledgements and CNPs: internetwork control (IEEE 802.1Q, annex I).
    static constexpr uint8_t CONTROL_CLASS = 6;

    /// Which source sends next.
    enum Scheduling
    {
        ROUND_ROBIN,        //!< all in turn
        STRICT_PRIORITY,    //!< highest traffic class first, those of one class in turn
        SMALLEST_REMAINING, //!< fewest bytes left first (pFabric, SIGCOMM 2013)
        PLAN_ORDER          //!< lowest EgressQueue::GetPriority() first, equal ones in turn
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RdmaNetDevice();
    ~RdmaNetDevice() override;

    /// @param host who takes RoCEv2 frames; called by RdmaHost::AddDevice()
    void SetHost(RdmaHost* host);

    /**
     * Send ahead of all data.
     *
     * @param frame an acknowledgement or a CNP
     */
    void SendControl(Ptr<Packet> frame);

    /**
     * Tell that a source has frames; see EgressQueue.
     *
     * @param queue the source; must live until it is empty or removed
     */
    void Activate(EgressQueue* queue);

    /// Forget a source. @param queue the source, active or not
    void Deactivate(EgressQueue* queue);

    /// @returns which source sends next
    Scheduling GetScheduling() const;

    /**
     * Send an ordinary packet.
     *
     * @param packet the packet
     * @param dest a Mac48Address
     * @param protocolNumber EtherType
     * @returns whether there was room in the queue
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    void DoDispose() override;
    Ptr<Packet> TakeFrame() override;
    void Accept(Ptr<Packet> frame) override;
    void Resumed(uint8_t trafficClass) override;
    void Deliver(Ptr<Packet> frame);
    uint64_t KeyOf(const EgressQueue& queue) const;
    void Line(EgressQueue* queue);

    using Turn = std::deque<EgressQueue*>;

    RdmaHost* m_host{nullptr};                       //!< takes RoCEv2 frames; on our node
    Scheduling m_scheduling;                         //!< which source sends next
    FrameQueue m_control;                            //!< acknowledgements and CNPs
    std::map<uint64_t, Turn> m_waiting;              //!< sources with frames, by key
    std::array<std::vector<EgressQueue*>, 8> m_held; //!< by traffic class
    FrameQueue m_ordinary;                           //!< packets of Send()
    uint32_t m_ordinaryLimit;                        //!< most packets in m_ordinary
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_NET_DEVICE_H */
