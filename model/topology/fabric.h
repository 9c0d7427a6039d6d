/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FABRIC_H
#define TOPO_X_FABRIC_H

/**
 * @file
 * What the cluster is made of: servers, ports, switches, rates. Plain data.
 */

#include "ns3/topo-x-units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// How servers are joined.
enum class FabricKind
{
    OPTICAL,       //!< every port meets an OCS; circuits decide who reaches whom
    FIBRES,        //!< ports are joined by fibres that never change, without any switch
    IDEAL_SWITCH,  //!< one NIC of rate degree * linkRate into one non-blocking switch
    FULL_MESH,     //!< each ordered pair of servers has its own link of rate degree * linkRate
    LEAF_SPINE,    //!< one such NIC into two tiers of packet switches, non-blocking
    FAT_TREE,      //!< one such NIC into three tiers
    FAT_TREE_2_1,  //!< the same with half the links above the edge switches
    DRAGONFLY,     //!< one such NIC into groups of switches that are all joined
    RAIL_OPTIMIZED //!< `degree` NICs of linkRate; NIC r of all servers of a group on one leaf
};

/**
 * A fabric in the plane layout of the paper's Fig. 1: port p of every server is a fibre to switch
 * p mod switches. Every switch has `switchPorts` ports, of which servers * degree / switches are
 * used.
 */
struct Fabric
{
    FabricKind kind{FabricKind::OPTICAL};       //!< how servers are joined
    uint32_t servers{16};                       //!< N_S
    uint32_t degree{4};                         //!< d_S, NIC ports per server
    uint32_t switches{4};                       //!< N_OCS
    uint32_t switchPorts{16};                   //!< d_OCS, ports per switch
    uint64_t linkRate{100'000'000'000};         //!< B, bit/s of one port, each way
    Picoseconds reconfigurationTime{PS_PER_MS}; //!< delta: how long a changed port is dark
    Picoseconds fibreDelay{50 * PS_PER_NS};     //!< one fibre, server to switch (10 m, 5 ns/m)
    uint32_t mtu{4096};                         //!< path MTU, payload bytes of a full frame
    uint64_t electricalRate{0}; //!< hybrid fabric: bit/s of one more port of each server, number
                                //!< `degree`, into one packet switch; 0 for none. OPTICAL only

    /// @returns W, what a server can send at most, bit/s: degree * linkRate (servers - 1 times that
    ///          in a full mesh), and its electrical port
    uint64_t ServerRate() const;

    /// @returns what one server can send to one other at most, bit/s
    uint64_t PairRate() const;

    /// @returns rate of one NIC port, apart from the electrical one of a hybrid fabric, bit/s
    uint64_t PortRate() const;

    /// @returns whether a plan's circuits say who reaches whom: through OCSs, or fibres
    bool HasCircuits() const;

    /// @returns whether everything goes through packet switches
    bool IsSwitched() const;

    /// @returns time of flight between two joined servers: two fibres, but one without switches
    Picoseconds PathDelay() const;

    /// @returns the switch that port p of any server is joined to
    uint32_t SwitchOfPort(uint32_t port) const;

    /// @returns index of the switch's port that (server, port) is joined to
    uint32_t SwitchPort(uint32_t server, uint32_t port) const;

    /**
     * @throws InputError naming the field at fault: fewer than 2 or more than 4096 servers (1024 in
     * a full mesh), degree not 1 to 256, zero rate, MTU that RoCE does not have, no switches,
     *         degree not a multiple of switches, more server ports than switch ports (with both
     *         numbers), negative times, an electrical port without OCSs
     */
    void Validate() const;
};

/// @returns the names of all kinds, in their order
const std::vector<std::string>& FabricKindNames();

/// @returns for instance "optical" or "fat-tree-2-1"
std::string ToString(FabricKind kind);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FABRIC_H */
