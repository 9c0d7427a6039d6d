/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OPTICAL_FIBER_CHANNEL_H
#define TOPO_X_OPTICAL_FIBER_CHANNEL_H

/**
 * @file
 * A pair of fibres, one each way, between two devices.
 */

#include "ns3/line-device.h"

#include <array>

namespace ns3
{
namespace topox
{

class OcsNetDevice;

/**
 * A pair of fibres between two NICs, or between a NIC and a port of an optical circuit switch.
 *
 * A frame that a NIC sends costs one event: the arrival of its last bit at the NIC where the light
 * ends, be that across the fibre or across a switch (see OpticalCircuitSwitch).
 */
class OpticalFiberChannel : public LineChannel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    OpticalFiberChannel();
    ~OpticalFiberChannel() override;

    /**
     * Attach an end; two ends make a line.
     *
     * @param device a NIC or a port of a switch
     */
    void Attach(Ptr<LineDevice> device);

    void Transmit(Ptr<Packet> frame, LineDevice* sender, Time duration) override;

    /// @returns time of flight through the fibre
    Time GetDelay() const;
    /// @returns attenuation of the whole fibre, in dB
    double GetLoss() const;
    /// @returns the device at the other end. @param device the one at this end
    LineDevice* GetPeer(const LineDevice* device) const;
    /// Fire the trace source TxRxPointToPoint; parameters as there.
    void NotifyTxRx(Ptr<const Packet> frame,
                    LineDevice* tx,
                    LineDevice* rx,
                    Time duration,
                    Time flight);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    /**
     * TracedCallback signature for frames on their way; the same as that of PointToPointChannel.
     *
     * @param [in] packet the frame
     * @param [in] txDevice the NIC that sends
     * @param [in] rxDevice the NIC where the light ends
     * @param [in] duration from first to last bit
     * @param [in] lastBitTime from now until the last bit has arrived
     */
    typedef void (*TxRxCallback)(Ptr<const Packet> packet,
                                 Ptr<NetDevice> txDevice,
                                 Ptr<NetDevice> rxDevice,
                                 Time duration,
                                 Time lastBitTime);

  private:
    void DoDispose() override;

    Time m_delay;                               //!< time of flight
    double m_attenuation;                       //!< in dB for each km
    std::array<Ptr<LineDevice>, 2> m_ends;      //!< who is attached
    std::array<OcsNetDevice*, 2> m_switchPorts; //!< the same, where it is a port of a switch
    uint32_t m_traceInterval;                   //!< TraceInterval
    uint32_t m_traceCount{0};                   //!< frames since the trace is connected
    TracedCallback<Ptr<const Packet>, Ptr<NetDevice>, Ptr<NetDevice>, Time, Time>
        m_txRx; //!< frames on their way
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OPTICAL_FIBER_CHANNEL_H */
