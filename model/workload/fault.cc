/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault.h"

#include "atomic-file.h"
#include "input-error.h"

#include <cmath>

namespace ns3
{
namespace topox
{

namespace
{

const std::vector<std::string> KINDS{"port-dark", "port-flapping", "mirror-stuck", "switch-dead"};

Picoseconds
Microseconds(const JsonValue& value, double least)
{
    return std::llround(value.AsNumber(least, 1e9) * PS_PER_US);
}

Fault
FaultFromJson(const JsonValue& value)
{
    JsonObject object(value);
    Fault fault;
    fault.kind = static_cast<FaultKind>(object.Get("kind").AsOneOf(KINDS));
    fault.switchNumber = static_cast<uint32_t>(object.Get("switch").AsUint(0, 1U << 20));
    if (fault.kind != FaultKind::SWITCH_DEAD)
    {
        fault.port = static_cast<uint32_t>(object.Get("port").AsUint(0, 1U << 20));
    }
    fault.from = Microseconds(object.Get("from_us"), 0);
    const bool flapping = fault.kind == FaultKind::PORT_FLAPPING;
    if (flapping || object.Has("until_us"))
    {
        fault.until = Microseconds(object.Get("until_us"), 1e-6);
        if (fault.until <= fault.from)
        {
            object.Get("until_us").Fail("expected a time after from_us");
        }
    }
    if (flapping)
    {
        fault.period = Microseconds(object.Get("period_us"), 0.001);
        fault.dark = Microseconds(object.Get("dark_us"), 0);
        if (fault.dark >= fault.period)
        {
            object.Get("dark_us").Fail("expected less than period_us");
        }
    }
    object.Finish();
    return fault;
}

} // namespace

std::string
ToString(FaultKind kind)
{
    return KINDS[static_cast<size_t>(kind)];
}

std::vector<Fault>
FaultsFromJson(const JsonValue& value)
{
    std::vector<Fault> faults;
    for (const auto& element : value.AsArray())
    {
        faults.push_back(FaultFromJson(element));
    }
    return faults;
}

std::vector<Fault>
LoadFaults(const std::string& path)
{
    const auto json = ParseJson(ReadWholeFile(path), path);
    JsonObject object(JsonValue(json, path, ""));
    object.Get("schema").AsOneOf({FAULTS_SCHEMA});
    auto faults = FaultsFromJson(object.Get("faults"));
    object.Finish();
    return faults;
}

void
RequirePresent(const std::vector<Fault>& faults, uint32_t switches, uint32_t ports)
{
    for (size_t k = 0; k < faults.size(); ++k)
    {
        const auto place = "/faults/" + std::to_string(k);
        if (faults[k].switchNumber >= switches)
        {
            throw InputError("faults",
                             place + "/switch",
                             "expected one of " + std::to_string(switches) +
                                 " optical switches, found " +
                                 std::to_string(faults[k].switchNumber));
        }
        if (faults[k].port >= ports)
        {
            throw InputError("faults",
                             place + "/port",
                             "expected one of " + std::to_string(ports) + " ports, found " +
                                 std::to_string(faults[k].port));
        }
    }
}

} // namespace topox
} // namespace ns3
