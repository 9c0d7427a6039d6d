/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_HELPER_H
#define TOPO_X_OCS_HELPER_H

/**
 * @file
 * Makes optical circuit switches and attaches NIC ports to them.
 */

#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/ocs-presets.h"
#include "ns3/optical-circuit-switch.h"
#include "ns3/trace-helper.h"

namespace ns3
{
namespace topox
{

/**
 * Builds optical circuit switches. EnablePcap() and EnableAscii() write the frames whose light
 * comes in or leaves at ports of switches.
 */
class OcsHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
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

    /**
     * Join two switches by a pair of fibres: circuits lead through both.
     *
     * @param a a switch
     * @param portOfA number of its port
     * @param b another one, or the same
     * @param portOfB number of its port
     * @param delay time of flight
     */
    void Join(Ptr<OpticalCircuitSwitch> a,
              uint32_t portOfA,
              Ptr<OpticalCircuitSwitch> b,
              uint32_t portOfB,
              Time delay) const;

    /**
     * Attach servers in a plane layout: device k of server s at port s of switch k.
     *
     * @param servers each with at least as many devices as there are switches, the first of which
     *        are NIC ports
     * @param switches nodes that become switches, with a port for each server
     * @param delay time of flight of each fibre
     * @returns the switches
     */
    std::vector<Ptr<OpticalCircuitSwitch>> InstallPlanes(NodeContainer servers,
                                                         NodeContainer switches,
                                                         Time delay) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;

    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_switches; //!< makes switches
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_HELPER_H */
