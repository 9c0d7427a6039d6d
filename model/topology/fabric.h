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

namespace ns3
{
namespace topox
{

/// How servers are joined.
enum class FabricKind
{
    OPTICAL,      //!< every port meets an OCS; circuits decide who reaches whom
    IDEAL_SWITCH, //!< one NIC of rate degree * linkRate into one non-blocking switch
    FULL_MESH,    //!< each ordered pair of servers has its own link of rate degree * linkRate
    LEAF_SPINE,   //!< one such NIC into two tiers of packet switches, non-blocking
    FAT_TREE,     //!< one such NIC into three tiers
    FAT_TREE_2_1, //!< the same with half the links above the edge switches
    DRAGONFLY     //!< one such NIC into groups of switches that are all joined
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

    /// @returns degree * linkRate: W, what a server can send at most, bit/s (servers - 1 times
    ///          that in a full mesh)
    uint64_t ServerRate() const;

    /// @returns whether servers have one NIC each into packet switches
    bool IsSwitched() const;

    /// @returns time of flight between two joined servers: two fibres, but one in a full mesh
    Picoseconds PathDelay() const;

    /// @returns the switch that port p of any server is joined to
    uint32_t SwitchOfPort(uint32_t port) const;

    /// @returns index of the switch's port that (server, port) is joined to
    uint32_t SwitchPort(uint32_t server, uint32_t port) const;

    /**
     * @throws InputError naming the field at fault: fewer than 2 or more than 4096 servers (1024 in
     * a full mesh), degree not 1 to 256, zero rate, MTU that RoCE does not have, no switches,
     *         degree not a multiple of switches, more server ports than switch ports (with both
     *         numbers), negative times
     */
    void Validate() const;
};

/// @returns "optical", "ideal-switch", "full-mesh", "leaf-spine", "fat-tree", "fat-tree-2-1" or
///          "dragonfly"
std::string ToString(FabricKind kind);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FABRIC_H */
