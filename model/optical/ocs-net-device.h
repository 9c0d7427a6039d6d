/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_NET_DEVICE_H
#define TOPO_X_OCS_NET_DEVICE_H

/**
 * @file
 * A port of an optical circuit switch.
 */

#include "ns3/line-device.h"

namespace ns3
{
namespace topox
{

class OpticalCircuitSwitch;

/**
 * A port of an OpticalCircuitSwitch: where a fibre ends. It has no queue, no electronics and no
 * packets of its own; light that comes in leaves through another port or is lost.
 */
class OcsNetDevice : public LineDevice
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @returns the switch, nullptr before OpticalCircuitSwitch::AddPort()
    OpticalCircuitSwitch* GetSwitch() const;
    /// @returns number of the port at its switch
    uint32_t GetPort() const;

    /// Never called: light does not stop at a switch. @param frame ignored
    void ReceiveFrame(Ptr<Packet> frame) override;
    /// A switch port sends nothing by itself. @returns false
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;

    /// Tell that the fibre leads to another switch.
    void SetLeadsOn();
    /// @returns whether somebody looks at the frames that pass
    bool IsWatched() const;
    /// Light with a frame came in here. @param frame the frame
    void NotifyIn(Ptr<const Packet> frame);
    /// Light with a frame leaves here. @param frame the frame
    void NotifyOut(Ptr<const Packet> frame);

  private:
    friend class OpticalCircuitSwitch;

    OpticalCircuitSwitch* m_switch{nullptr}; //!< the switch; it owns us
    uint32_t m_port{0};                      //!< our number there
    bool m_emits{false};                     //!< light leaves here
    bool m_leadsOn{false};                   //!< the fibre leads to another switch

    TracedCallback<Ptr<const Packet>> m_lightIn;  //!< a frame came in
    TracedCallback<Ptr<const Packet>> m_lightOut; //!< a frame leaves
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_NET_DEVICE_H */
