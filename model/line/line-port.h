/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LINE_PORT_H
#define TOPO_X_LINE_PORT_H

/**
 * @file
 * An Ethernet port: what NIC ports and ports of packet switches have in common.
 */

#include "line-device.h"
#include "pause-frame.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/event-id.h"

#include <array>
#include <deque>

namespace ns3
{
namespace topox
{

/**
 * A port that sends at line rate: preamble and SFD (8 bytes), frame, FCS (4), gap (12), the next
 * frame. It obeys pause frames (IEEE 802.1Qbb); those that it sends itself go first.
 *
 * Contract: a subclass says in TakeFrame() what goes next, calls TransmitNext() whenever there may
 * be something, and takes what arrives in Accept(). It must not send a class that IsPaused().
 *
 * A frame costs one event here, when the line is free again, and one for its arrival.
 */
class LinePort : public LineDevice
{
  public:
    static constexpr uint32_t PREAMBLE = 8; //!< with SFD, in bytes
    static constexpr uint32_t FCS = 4;      //!< in bytes; not part of the packet
    static constexpr uint32_t GAP = 12;     //!< between frames, in bytes

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinePort();
    ~LinePort() override;

    /// @returns the rate of the line
    DataRate GetDataRate() const;

    /**
     * Hold or release transmission, for instance while the circuit changes. A frame under way is
     * sent to its end.
     *
     * @param enabled whether to transmit
     */
    void SetTransmitEnabled(bool enabled);

    /// @returns whether the port transmits
    bool IsTransmitEnabled() const;

    /// @returns whether the peer holds a class. @param trafficClass 0 to 7
    bool IsPaused(uint8_t trafficClass) const;

    /**
     * Ask the peer to hold or release classes.
     *
     * @param classes bit c: class c is meant
     * @param quanta how long, in 512 bit times; 0 releases
     */
    void SendPause(uint8_t classes, uint16_t quanta);

    /// @returns frames sent so far
    uint64_t GetFramesSent() const;
    /// @returns bytes sent so far, with preamble, FCS and gap
    uint64_t GetLineBytesSent() const;

    /// @returns frames lost here so far
    uint64_t GetFramesDropped() const;

    void ReceiveFrame(Ptr<Packet> frame) override;

    /**
     * TracedCallback signature for pauses.
     *
     * @param [in] trafficClass 0 to 7
     * @param [in] paused whether the peer holds or releases the class
     */
    typedef void (*PauseCallback)(uint8_t trafficClass, bool paused);

  protected:
    /// @returns the frame to send now, nullptr when there is none
    virtual Ptr<Packet> TakeFrame() = 0;

    /// A whole frame arrived that is not for the MAC layer. @param frame the frame
    virtual void Accept(Ptr<Packet> frame) = 0;

    /// The peer released a class. @param trafficClass 0 to 7
    virtual void Resumed(uint8_t trafficClass);

    void DoDispose() override;

    /// Send the next frame if the line is free.
    void TransmitNext();

    /// Trace a frame as received; what came by ReceiveHead() too. @param frame the frame
    /// @returns false when nobody above shall see it: it was damaged, or a pause
    bool Arrived(Ptr<const Packet> frame);

    /// Count and trace a frame that is lost here. @param frame the frame @param reason a word
    void Drop(Ptr<const Packet> frame, const std::string& reason);

    TracedCallback<Ptr<const Packet>> m_macTx; //!< a packet was handed down
    TracedCallback<Ptr<const Packet>> m_macRx; //!< a packet is handed up

  private:
    void LineFree();
    Time LineTime(uint64_t bytes);
    void ObeyPause(const PauseFrame& pause);
    void PauseOver(uint8_t trafficClass);

    DataRate m_rate;                    //!< of the line
    Ptr<ErrorModel> m_errors;           //!< damages what arrives
    bool m_enabled{true};               //!< may transmit
    bool m_busy{false};                 //!< a frame, or the gap behind it, is on the line
    uint64_t m_remainder{0};            //!< of LineTime(): 1 / bitrate of a picosecond
    std::deque<Ptr<Packet>> m_pauses;   //!< pause frames to send
    uint8_t m_paused{0};                //!< bit c: the peer holds class c
    std::array<EventId, 8> m_pauseOver; //!< when a pause ends by itself
    uint64_t m_framesSent{0};           //!< counter
    uint64_t m_lineBytesSent{0};        //!< counter
    uint64_t m_framesDropped{0};        //!< counter

    TracedCallback<Ptr<const Packet>> m_phyTxBegin;               //!< a frame begins
    TracedCallback<Ptr<const Packet>> m_phyRxEnd;                 //!< a frame is there
    TracedCallback<Ptr<const Packet>> m_phyRxDrop;                //!< a frame that nobody takes
    TracedCallback<Ptr<const Packet>, const std::string&> m_drop; //!< the same, with the reason
    TracedCallback<uint8_t, bool> m_pauseTrace;                   //!< the peer holds or releases
    TracedCallback<Ptr<const Packet>> m_sniffer;                  //!< pcap
    TracedCallback<Ptr<const Packet>> m_promiscSniffer;           //!< pcap
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LINE_PORT_H */
