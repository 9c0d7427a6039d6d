/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CLUSTER_H
#define TOPO_X_CLUSTER_H

/**
 * @file
 * What a plan runs on: the simulated servers and switches.
 */

#include "collective-application.h"

#include "ns3/optical-circuit-switch.h"
#include "ns3/packet-switch.h"

#include <vector>

namespace ns3
{
namespace topox
{

/// The devices that TopoXHelper installed; port numbers are those of the plan.
struct Cluster
{
    std::vector<Ptr<CollectiveApplication>> applications; //!< by server; each knows its host
    std::vector<Ptr<OpticalCircuitSwitch>> switches;      //!< by number; none without optics
    std::vector<Ptr<PacketSwitch>> packetSwitches;        //!< none with optics
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CLUSTER_H */
