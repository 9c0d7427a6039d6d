/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FAULT_H
#define TOPO_X_FAULT_H

/**
 * @file
 * What goes wrong with optical switches while a job runs.
 */

#include "json-reader.h"
#include "topo-x-units.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// Identifier of the format of a file of faults.
constexpr const char* FAULTS_SCHEMA = "topo-x/faults/1";

/// Kinds of faults.
enum class FaultKind
{
    PORT_DARK,     //!< a port passes no light in either direction
    PORT_FLAPPING, //!< it does so again and again
    MIRROR_STUCK,  //!< an input stays connected to what it was
    SWITCH_DEAD    //!< no light, and no command is obeyed
};

/// A fault.
struct Fault
{
    FaultKind kind{FaultKind::PORT_DARK}; //!< what
    uint32_t switchNumber{0};             //!< at which switch
    uint32_t port{0};                     //!< at which of its ports; SWITCH_DEAD has none
    Picoseconds from{0};                  //!< since when, from the start of the iteration
    Picoseconds until{0};                 //!< when it is mended; 0 never (not PORT_FLAPPING)
    Picoseconds period{0};                //!< PORT_FLAPPING: from darkness to darkness
    Picoseconds dark{0};                  //!< PORT_FLAPPING: how long each lasts
};

/// @returns "port-dark", "port-flapping", "mirror-stuck" or "switch-dead". @param kind the kind
std::string ToString(FaultKind kind);

/**
 * @param value an array of faults: objects with kind, switch, port, from_us, until_us, and for
 *        port-flapping period_us and dark_us
 * @returns the faults
 * @throws InputError with the place and what was expected there
 */
std::vector<Fault> FaultsFromJson(const JsonValue& value);

/**
 * Read a file of faults: an object with schema and faults.
 *
 * @param path the file
 * @returns the faults
 * @throws InputError when it is not one
 */
std::vector<Fault> LoadFaults(const std::string& path);

/**
 * @param faults the faults
 * @param switches how many there are
 * @param ports of each
 * @throws InputError for a fault of a switch or port that is not there
 */
void RequirePresent(const std::vector<Fault>& faults, uint32_t switches, uint32_t ports);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FAULT_H */
