/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SCHEDULE_CONTROLLER_H
#define TOPO_X_SCHEDULE_CONTROLLER_H

/**
 * @file
 * A schedule of settings, run by the clock.
 */

#include "ns3/circuit-terms.h"
#include "ns3/ocs-controller.h"

namespace ns3
{
namespace topox
{

/**
 * Runs what BirkhoffVonNeumann(), Adjust(), SplitOverSwitches() and the like decide: each switch
 * takes its settings one after the other, each dark for the reconfiguration time and then lit for
 * its weight. Weights are in picoseconds. (PlanExecutor runs plans in their order instead.)
 */
class ScheduleController : public OcsController
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param schedule settings of each switch, from the first one on
    void SetSchedule(std::vector<std::vector<CircuitTerm>> schedule);

  private:
    Time Decide() override;
    void Next(uint32_t k, size_t term);

    std::vector<std::vector<CircuitTerm>> m_schedule; //!< by switch
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SCHEDULE_CONTROLLER_H */
