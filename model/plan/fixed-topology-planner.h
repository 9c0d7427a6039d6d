/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FIXED_TOPOLOGY_PLANNER_H
#define TOPO_X_FIXED_TOPOLOGY_PLANNER_H

/**
 * @file
 * Baselines without optical switches: the ideal switch and the full mesh.
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
     * @param kind FabricKind::IDEAL_SWITCH or FabricKind::FULL_MESH
     */
    explicit FixedTopologyPlanner(FabricKind kind);

    Plan Solve(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const PlannerOptions& options) const override;

  private:
    FabricKind m_kind; //!< the fabric that this planner assumes
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FIXED_TOPOLOGY_PLANNER_H */
