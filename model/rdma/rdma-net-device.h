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

#include "ns3/data-rate.h"
#include "ns3/line-device.h"

#include <deque>
#include <map>

namespace ns3
{
namespace topox
{

class RdmaHost;

/**
 * A NIC port that sends at line rate: preamble and SFD (8 bytes), frame, FCS (4), gap (12), the
 * next frame.
 *
 * What goes next: acknowledgements; then the active EgressQueue of lowest priority number, those of
 * the same number in turn, frame by frame. Ordinary packets of Send() are such a queue, with the
 * last priority.
 *
 * A frame costs one event here, when the line is free again, and one for its arrival.
 */
class RdmaNetDevice : public LineDevice
{
  public:
    static constexpr uint32_t PREAMBLE = 8;               //!< with SFD, in bytes
    static constexpr uint32_t FCS = 4;                    //!< in bytes; not part of the packet
    static constexpr uint32_t GAP = 12;                   //!< between frames, in bytes
    static constexpr uint32_t LAST_PRIORITY = UINT32_MAX; //!< of ordinary packets

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RdmaNetDevice();
    ~RdmaNetDevice() override;

    /// @param host who takes RoCEv2 frames; called by RdmaHost::AddDevice()
    void SetHost(RdmaHost* host);

    /// @returns the rate of the line
    DataRate GetDataRate() const;

    /**
     * Send ahead of everything else.
     *
     * @param frame an acknowledgement
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

    /**
     * Hold or release transmission, for instance while the circuit changes. A frame under way is
     * sent to its end.
     *
     * @param enabled whether to transmit
     */
    void SetTransmitEnabled(bool enabled);

    /// @returns whether the port transmits
    bool IsTransmitEnabled() const;

    /// @returns frames sent so far
    uint64_t GetFramesSent() const;
    /// @returns bytes sent so far, with preamble, FCS and gap
    uint64_t GetLineBytesSent() const;

    void ReceiveFrame(Ptr<Packet> frame) override;

    /**
     * Send an ordinary packet behind all RDMA traffic.
     *
     * @param packet the packet
     * @param dest a Mac48Address
     * @param protocolNumber EtherType
     * @returns true
     */
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

  private:
    void DoDispose() override;
    void TransmitNext();
    Ptr<Packet> TakeFrame();
    void LineFree();
    Time LineTime(uint64_t bytes);
    void Deliver(Ptr<Packet> frame);

    using Turn = std::deque<EgressQueue*>;

    DataRate m_rate;                   //!< of the line
    RdmaHost* m_host{nullptr};         //!< who takes RoCEv2 frames; lives on our node
    bool m_enabled{true};              //!< may transmit
    bool m_busy{false};                //!< a frame, or the gap behind it, is on the line
    uint64_t m_remainder{0};           //!< of LineTime(): 1 / bitrate of a picosecond
    std::deque<Ptr<Packet>> m_control; //!< acknowledgements
    std::map<uint32_t, Turn> m_active; //!< sources with frames, by priority
    FrameQueue m_ordinary;             //!< packets of Send()
    uint64_t m_framesSent{0};          //!< counter
    uint64_t m_lineBytesSent{0};       //!< counter

    TracedCallback<Ptr<const Packet>> m_macTx;          //!< a packet was handed down
    TracedCallback<Ptr<const Packet>> m_macRx;          //!< a packet is handed up
    TracedCallback<Ptr<const Packet>> m_phyTxBegin;     //!< a frame begins
    TracedCallback<Ptr<const Packet>> m_phyRxEnd;       //!< a frame is there
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;      //!< a frame that nobody takes
    TracedCallback<Ptr<const Packet>> m_sniffer;        //!< pcap
    TracedCallback<Ptr<const Packet>> m_promiscSniffer; //!< pcap
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_NET_DEVICE_H */
