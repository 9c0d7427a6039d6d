/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_COMMAND_H
#define TOPO_X_OCS_COMMAND_H

/**
 * @file
 * A command to an optical circuit switch.
 */

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// Light from an input to an output, one way. A duplex circuit is two of them.
struct CrossConnect
{
    uint32_t in;  //!< port where the light comes in
    uint32_t out; //!< port where it leaves
};

/// Circuits to set and inputs whose light shall end.
struct OcsCommand
{
    std::vector<CrossConnect> set; //!< each input and each output at most once
    std::vector<uint32_t> clear;   //!< inputs, none of those that are set
};

/**
 * @param command the command
 * @param ports of the switch
 * @returns why it contradicts itself or the switch; empty when it does not
 */
std::string FindContradiction(const OcsCommand& command, uint32_t ports);

/**
 * Wavelength groups: ports g w ... g w + w - 1 are group g, and what is said of one of them goes
 * for all; wavelength k of a group leads to wavelength k of another.
 *
 * @param command names one port of each group that it means; becomes the command for all ports
 * @param groupSize w
 * @returns why that cannot be, empty when it can
 */
std::string ExpandGroups(OcsCommand& command, uint32_t groupSize);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_COMMAND_H */
