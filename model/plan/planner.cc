/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "planner.h"

#include "fixed-topology-planner.h"
#include "topo-opt-planner.h"
#include "topo-x-planner.h"

#include "ns3/input-error.h"

namespace ns3
{
namespace topox
{

std::vector<std::string>
PlannerNames()
{
    return {"topo-opt", "topo-x", "ideal-switch", "full-mesh"};
}

std::unique_ptr<Planner>
MakePlanner(const std::string& name)
{
    if (name == "topo-opt")
    {
        return std::make_unique<TopoOptPlanner>();
    }
    if (name == "topo-x")
    {
        return std::make_unique<TopoXPlanner>();
    }
    if (name == "ideal-switch")
    {
        return std::make_unique<FixedTopologyPlanner>(FabricKind::IDEAL_SWITCH);
    }
    if (name == "full-mesh")
    {
        return std::make_unique<FixedTopologyPlanner>(FabricKind::FULL_MESH);
    }
    std::string known;
    for (const auto& n : PlannerNames())
    {
        known += (known.empty() ? "" : ", ") + n;
    }
    throw InputError("--planner", "", "\"" + name + "\" is not a planner; known are " + known);
}

} // namespace topox
} // namespace ns3
