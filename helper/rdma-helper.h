/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_HELPER_H
#define TOPO_X_RDMA_HELPER_H

/**
 * @file
 * Makes RDMA hosts and NIC ports, joins ports by fibre, writes pcap files.
 */

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-host.h"
#include "ns3/trace-helper.h"

namespace ns3
{
namespace topox
{

/**
 * Builds RDMA hosts. Writes pcap files and ascii traces of their ports, and of ports of packet
 * switches:
 * `-` a frame begins to leave, `r` a frame arrived, `d` a frame is lost, each with the time.
 */
class RdmaHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    RdmaHelper();

    /**
     * @param name attribute of RdmaNetDevice
     * @param value its value for ports added later
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make a node an RDMA host.
     *
     * @param node the node
     * @param address its address
     * @returns the host, aggregated to the node
     */
    Ptr<RdmaHost> Install(Ptr<Node> node, Ipv4Address address) const;

    /**
     * Add a NIC port.
     *
     * @param node a node with an RdmaHost
     * @returns the port
     */
    Ptr<RdmaNetDevice> AddPort(Ptr<Node> node) const;

    /**
     * Join two ports by a pair of fibres.
     *
     * @param a one port
     * @param b the other one
     * @param delay time of flight
     */
    void Connect(Ptr<LineDevice> a, Ptr<LineDevice> b, Time delay) const;

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;

    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> nd,
                             bool explicitFilename) override;

    ObjectFactory m_devices; //!< makes ports
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_HELPER_H */
