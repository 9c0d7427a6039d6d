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

namespace
{

/// Fabrics that one class plans for, by the name of the planner.
const std::vector<FabricKind> FIXED_KINDS{FabricKind::IDEAL_SWITCH,
                                          FabricKind::FULL_MESH,
                                          FabricKind::LEAF_SPINE,
                                          FabricKind::FAT_TREE,
                                          FabricKind::FAT_TREE_2_1,
                                          FabricKind::DRAGONFLY,
                                          FabricKind::RAIL_OPTIMIZED};
const std::vector<std::string> SHAPES{"torus-2d", "torus-3d", "twisted-torus", "expander"};
const std::string THROUGH_OCS = "-ocs"; ///< behind a shape: circuits instead of fibres

} // namespace

std::vector<std::string>
PlannerNames()
{
    std::vector<std::string> names{"topo-opt", "topo-x"};
    for (const auto kind : FIXED_KINDS)
    {
        names.push_back(ToString(kind));
    }
    names.emplace_back("fat-tree-equal-cost");
    for (const auto& shape : SHAPES)
    {
        names.push_back(shape);
        names.push_back(shape + THROUGH_OCS);
    }
    return names;
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
    if (name == "fat-tree-equal-cost")
    {
        return std::make_unique<FixedTopologyPlanner>(FabricKind::FAT_TREE, true);
    }
    for (const auto kind : FIXED_KINDS)
    {
        if (name == ToString(kind))
        {
            return std::make_unique<FixedTopologyPlanner>(kind);
        }
    }
    for (const auto& shape : SHAPES)
    {
        if (name == shape)
        {
            return std::make_unique<DirectTopologyPlanner>(shape, FabricKind::FIBRES);
        }
        if (name == shape + THROUGH_OCS)
        {
            return std::make_unique<DirectTopologyPlanner>(shape, FabricKind::OPTICAL);
        }
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
