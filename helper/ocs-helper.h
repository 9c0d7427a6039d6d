/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_HELPER_H
#define TOPO_X_OCS_HELPER_H

/**
 * @file
 * Makes optical circuit switches and attaches NIC ports to them.
 */

#include "ns3/object-factory.h"
#include "ns3/ocs-presets.h"
#include "ns3/optical-circuit-switch.h"

namespace ns3
{
namespace topox
{

/**
 * Builds optical circuit switches.
 */
class OcsHelper
{
  public:
    OcsHelper();

    /**
     * @param name attribute of OpticalCircuitSwitch
     * @param value its value for switches installed later
     */
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Take the attributes of a kind of switch; SetSwitchAttribute() may override them afterwards.
     *
     * @param name of OcsPresets()
     * @throws std::invalid_argument for any other, naming all
     */
    void SetPreset(const std::string& name);

    /**
     * Make a node an optical circuit switch.
     *
     * @param node the node
     * @param ports number of ports
     * @returns the switch, aggregated to the node
     */
    Ptr<OpticalCircuitSwitch> Install(Ptr<Node> node, uint32_t ports) const;

    /**
     * Join a NIC port and a port of a switch by a pair of fibres.
     *
     * @param nic the NIC port
     * @param ocs the switch
     * @param port number of the switch's port
     * @param delay time of flight
     */
    void Attach(Ptr<LineDevice> nic,
                Ptr<OpticalCircuitSwitch> ocs,
                uint32_t port,
                Time delay) const;

  private:
    ObjectFactory m_switches; //!< makes switches
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_HELPER_H */
