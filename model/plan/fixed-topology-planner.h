/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FIXED_TOPOLOGY_PLANNER_H
#define TOPO_X_FIXED_TOPOLOGY_PLANNER_H

/**
 * @file
 * Baselines without optical switches, and fixed direct topologies that are set through them.
 */

#include "planner.h"

namespace ns3
{
namespace topox
{

/**
 * Plans for a fabric where every server reaches every other directly. Transfers go as soon as they
 * are ready and share links; an all-reduce is one ring of consecutive members.
 */
class FixedTopologyPlanner : public Planner
{
  public:
    /**
     * @param kind any but FabricKind::OPTICAL
     * @param equalCost with links as slow as it takes to cost no more than the optical fabric
     */
    explicit FixedTopologyPlanner(FabricKind kind, bool equalCost = false);

    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;

  private:
    FabricKind m_kind; //!< the fabric that this planner assumes
    bool m_equalCost;  //!< at the price of the optical one
};

/**
 * Plans for servers joined directly, in a shape that does not depend on the job: every link is a
 * circuit each way, set through the optical switches before the iteration and never changed, as TPU
 * v4 does with tori (Jouppi et al., ISCA 2023). Transfers take fewest-hop routes in turn; servers
 * relay. An all-reduce is one ring each way round consecutive members, for each two ports.
 */
class DirectTopologyPlanner : public Planner
{
  public:
    /**
     * @param name "torus-2d", "torus-3d", "twisted-torus" or "expander"
     */
    explicit DirectTopologyPlanner(const std::string& name);

    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;

  private:
    std::string m_name; //!< which
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FIXED_TOPOLOGY_PLANNER_H */
