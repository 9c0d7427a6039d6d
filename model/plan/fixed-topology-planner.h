/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FIXED_TOPOLOGY_PLANNER_H
#define TOPO_X_FIXED_TOPOLOGY_PLANNER_H

/**
 * @file
 * Baselines: packet switches, and servers joined directly in a fixed shape.
 */

#include "planner.h"

#include "ns3/network.h"

namespace ns3
{
namespace topox
{

/**
 * Plans for a fabric where every server reaches every other directly. Transfers go as soon as they
 * are ready and share links; an all-reduce is one ring of consecutive members. RAIL_OPTIMIZED: all
 * of this split evenly over the rails.
 */
class FixedTopologyPlanner : public Planner
{
  public:
    /**
     * @param kind one without circuits
     * @param equalCost with links as slow as it takes to cost no more than the optical fabric
     */
    explicit FixedTopologyPlanner(FabricKind kind, bool equalCost = false);

    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;

  private:
    void PlanTask(Plan& plan, TaskId id) const;

    FabricKind m_kind; //!< the fabric that this planner assumes
    bool m_equalCost;  //!< at the price of the optical one
};

/**
 * Plans for servers joined directly, in a shape that does not depend on the job: every link is a
 * fibre, or a circuit each way that is set through the optical switches before the iteration and
 * never changed, as TPU v4 does with tori (Jouppi et al., ISCA 2023). Transfers take fewest-hop
 * routes in turn; servers relay. An all-reduce among all servers runs both ways round
 * HamiltonianRings(), one among some both ways round consecutive members.
 */
class DirectTopologyPlanner : public Planner
{
  public:
    /**
     * @param shape "torus-2d", "torus-3d", "twisted-torus" or "expander"
     * @param kind FabricKind::FIBRES or FabricKind::OPTICAL
     */
    DirectTopologyPlanner(const std::string& shape, FabricKind kind);

    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;

  private:
    Configuration Circuits(const Network& network, const Fabric& fabric) const;

    std::string m_shape; //!< which
    FabricKind m_kind;   //!< what joins the servers
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FIXED_TOPOLOGY_PLANNER_H */
