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

  private:
    friend class OpticalCircuitSwitch;

    OpticalCircuitSwitch* m_switch{nullptr}; //!< the switch; it owns us
    uint32_t m_port{0};                      //!< our number there
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_NET_DEVICE_H */
