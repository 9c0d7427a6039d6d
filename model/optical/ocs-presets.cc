/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-presets.h"

#include <stdexcept>

namespace ns3
{
namespace topox
{

const std::vector<OcsPreset>&
OcsPresets()
{
    static const std::vector<OcsPreset> presets{
        {"patch-panel", "robotic patch panel", 1008, 120'000'000'000'000, false},
        {"mems-3d", "three-dimensional MEMS", 384, 10'000'000'000, false},
        {"paper", "as in Table III of the TOPO-X paper", 384, 1'000'000'000, false},
        {"mems-2d", "two-dimensional MEMS, wavelength-selective switches", 300, 11'500'000, false},
        {"rotor", "rotor with a fixed cycle of matchings", 64, 10'000'000, true},
        {"silicon-photonics", "silicon photonics", 256, 900'000, false},
        {"tunable-laser", "tunable lasers and a grating router", 128, 3'840, true}};
    return presets;
}

const OcsPreset&
FindOcsPreset(const std::string& name)
{
    std::string known;
    for (const auto& preset : OcsPresets())
    {
        if (preset.name == name)
        {
            return preset;
        }
        known += (known.empty() ? "" : ", ") + preset.name;
    }
    throw std::invalid_argument("\"" + name + "\" is no kind of optical switch; known are " +
                                known);
}

} // namespace topox
} // namespace ns3
