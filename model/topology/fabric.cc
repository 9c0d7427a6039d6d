/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric.h"

#include "ns3/input-error.h"

namespace ns3
{
namespace topox
{

namespace
{

void
Require(bool holds, const std::string& field, const std::string& expectation)
{
    if (!holds)
    {
        throw InputError("fabric", field, expectation);
    }
}

} // namespace

uint64_t
Fabric::ServerRate() const
{
    const auto links = kind == FabricKind::FULL_MESH && servers > 1 ? servers - 1 : 1;
    return linkRate * degree * links + electricalRate;
}

uint64_t
Fabric::PairRate() const
{
    return linkRate * degree + electricalRate;
}

uint64_t
Fabric::PortRate() const
{
    const bool each = HasCircuits() || kind == FabricKind::RAIL_OPTIMIZED;
    return each ? linkRate : linkRate * degree;
}

bool
Fabric::HasCircuits() const
{
    return kind == FabricKind::OPTICAL || kind == FabricKind::FIBRES;
}

bool
Fabric::IsSwitched() const
{
    return !HasCircuits() && kind != FabricKind::FULL_MESH;
}

Picoseconds
Fabric::PathDelay() const
{
    const bool direct = kind == FabricKind::FULL_MESH || kind == FabricKind::FIBRES;
    return direct ? fibreDelay : 2 * fibreDelay;
}

uint32_t
Fabric::SwitchOfPort(uint32_t port) const
{
    return port % switches;
}

uint32_t
Fabric::SwitchPort(uint32_t server, uint32_t port) const
{
    return server * (degree / switches) + port / switches;
}

void
Fabric::Validate() const
{
    // Tables of pairs, and links of a full mesh, grow with the square.
    const uint32_t mostServers = kind == FabricKind::FULL_MESH ? 1024 : 4096;
    Require(servers >= 2, "servers", "at least 2, found " + std::to_string(servers));
    Require(servers <= mostServers,
            "servers",
            "at most " + std::to_string(mostServers) + " in this fabric, found " +
                std::to_string(servers));
    Require(degree >= 1, "degree", "at least 1 port for each server, found 0");
    Require(degree <= 256,
            "degree",
            "at most 256 ports for each server, found " + std::to_string(degree));
    Require(linkRate >= 1'000'000,
            "linkRate",
            "at least 1 Mb/s, found " + std::to_string(linkRate) + " bit/s");
    Require(linkRate <= 100'000'000'000'000 / degree,
            "linkRate",
            "at most 100 Tb/s for all ports of a server, found " + std::to_string(degree) + " x " +
                std::to_string(linkRate) + " bit/s");
    Require(mtu == 256 || mtu == 512 || mtu == 1024 || mtu == 2048 || mtu == 4096,
            "mtu",
            "256, 512, 1024, 2048 or 4096 bytes, found " + std::to_string(mtu));
    Require(fibreDelay >= 0 && fibreDelay <= PS_PER_SECOND,
            "fibreDelay",
            "0 to 1 s, found " + std::to_string(fibreDelay) + " ps");
    if (kind != FabricKind::OPTICAL)
    {
        Require(electricalRate == 0,
                "electricalRate",
                "0 in the fabric " + ToString(kind) +
                    ": only beside optical switches do servers have an electrical port of their "
                    "own");
        return;
    }
    Require(electricalRate == 0 ||
                (electricalRate >= 1'000'000 && electricalRate <= 100'000'000'000'000),
            "electricalRate",
            "0, or 1 Mb/s to 100 Tb/s, found " + std::to_string(electricalRate) + " bit/s");
    Require(reconfigurationTime >= 0 && reconfigurationTime <= 3600 * PS_PER_SECOND,
            "reconfigurationTime",
            "0 to 1 hour, found " + std::to_string(reconfigurationTime) + " ps");
    Require(switches >= 1, "switches", "at least 1, found 0");
    Require(
        degree % switches == 0,
        "degree",
        "a multiple of the number of switches, so that every server has as many ports on each: " +
            std::to_string(degree) + " ports do not divide among " + std::to_string(switches) +
            " switches");
    const auto needed = static_cast<uint64_t>(servers) * (degree / switches);
    Require(needed <= switchPorts,
            "switchPorts",
            std::to_string(servers) + " servers with " + std::to_string(degree / switches) +
                " port(s) on each switch need " + std::to_string(needed) +
                " ports on each switch, but it has " + std::to_string(switchPorts) + ": " +
                std::to_string(needed - switchPorts) + " too few");
}

const std::vector<std::string>&
FabricKindNames()
{
    static const std::vector<std::string> names{"optical",
                                                "fibres",
                                                "ideal-switch",
                                                "full-mesh",
                                                "leaf-spine",
                                                "fat-tree",
                                                "fat-tree-2-1",
                                                "dragonfly",
                                                "rail-optimised"};
    return names;
}

std::string
ToString(FabricKind kind)
{
    return FabricKindNames().at(static_cast<size_t>(kind));
}

} // namespace topox
} // namespace ns3
