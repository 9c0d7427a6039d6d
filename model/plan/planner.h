/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLANNER_H
#define TOPO_X_PLANNER_H

/**
 * @file
 * The interface of every planner, and planners by name.
 */

#include "plan.h"

#include "ns3/cost-model.h"
#include "ns3/totient-perms.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// What a planner may be told besides job and fabric.
struct PlannerOptions
{
    uint64_t seed{1};      //!< same seed, same plan
    double timeLimit{120}; //!< wall seconds for all MIPs of one plan, a backstop: work limits
                           //!< that do not depend on the machine come first
    PermutationStyle permutationStyle{PermutationStyle::NEAREST_GEOMETRIC}; //!< TopoOpt's rings
    Prices prices{DefaultPrices()};      //!< for fabrics of equal cost
    uint64_t electricalThreshold{65536}; //!< hybrid fabric: messages of so many bytes or fewer take
                                         //!< the electrical side
    bool electricalAcks{true}; //!< hybrid fabric: acknowledgements of all others take it too
};

/// Job and fabric in, plan out.
class Planner
{
  public:
    virtual ~Planner() = default;

    /**
     * @param graph the iteration to plan
     * @param fabric the cluster; its kind may be replaced by the planner's own
     * @param options seed and limits
     * @returns a plan that passes CheckPlan()
     * @throws InputError when the job does not fit the fabric
     */
    virtual Plan Solve(std::shared_ptr<const TaskGraph> graph,
                       const Fabric& fabric,
                       const PlannerOptions& options) const = 0;
};

/**
 * @param name one of PlannerNames()
 * @returns that planner
 * @throws InputError listing the known names
 */
std::unique_ptr<Planner> MakePlanner(const std::string& name);

/// @returns the names that MakePlanner() knows
std::vector<std::string> PlannerNames();

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLANNER_H */
