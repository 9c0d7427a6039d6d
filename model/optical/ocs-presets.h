/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_PRESETS_H
#define TOPO_X_OCS_PRESETS_H

/**
 * @file
 * Kinds of optical circuit switches that are built or have been published.
 */

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// A kind of optical circuit switch: orders of magnitude, to be overridden where one knows better.
struct OcsPreset
{
    std::string name;            //!< for instance "mems-3d"
    std::string what;            //!< technology, for people
    uint32_t ports;              //!< largest switch of the kind
    int64_t reconfigurationTime; //!< how long a changed port is dark, in ps
    bool blockAllPorts;          //!< all ports are dark when one changes
};

/**
 * @returns patch-panel (a robot moves fibres: minutes), mems-3d (Polatis, Calient, Google's
 * Palomar: 10 ms and more), paper (1 ms: TOPO-X, ICCCN 2025, Table III), mems-2d (11.5 us: Mordia,
 *          SIGCOMM 2013), rotor (10 us, all ports: RotorNet, SIGCOMM 2017), silicon-photonics (0.9
 *          us), tunable-laser (3.84 ns, all ports: Sirius, SIGCOMM 2020)
 */
const std::vector<OcsPreset>& OcsPresets();

/**
 * @param name of a preset
 * @returns it
 * @throws std::invalid_argument naming all presets
 */
const OcsPreset& FindOcsPreset(const std::string& name);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_PRESETS_H */
