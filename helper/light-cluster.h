/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LIGHT_CLUSTER_H
#define TOPO_X_LIGHT_CLUSTER_H

/**
 * @file
 * Servers with queues by destination round parallel optical switches.
 */

#include "ocs-helper.h"

#include "ns3/circuit-terms.h"
#include "ns3/virtual-output-queues.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// What a controller of optical switches can be tried on: server s has a port at each switch, which
/// is number s there, and VirtualOutputQueues over its ports.
class LightCluster
{
  public:
    /**
     * @param servers how many
     * @param ocs makes switches
     * @param planes how many switches
     * @param relay whether servers relay for each other
     * @param rate of each port
     * @param delay of each fibre
     */
    LightCluster(uint32_t servers,
                 const OcsHelper& ocs,
                 uint32_t planes,
                 bool relay,
                 const std::string& rate = "100Gb/s",
                 Time delay = NanoSeconds(50));

    /// @returns bytes that are waiting, [from][to]
    DemandMatrix Waiting() const;
    /// @returns bytes that came to where they should go
    uint64_t Received() const;
    /// @returns frames that met darkness
    uint64_t Lost() const;
    /// @returns nodes of the switches
    NodeContainer SwitchNodes() const;

    NodeContainer servers;                           //!< nodes
    std::vector<Ptr<OpticalCircuitSwitch>> switches; //!< by number
    std::vector<Ptr<VirtualOutputQueues>> queues;    //!< by server
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LIGHT_CLUSTER_H */
