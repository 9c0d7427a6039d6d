/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_DEMAND_CONTROLLER_H
#define TOPO_X_DEMAND_CONTROLLER_H

/**
 * @file
 * Controllers that look at what is waiting, and set circuits for it.
 */

#include "ns3/circuit-graph.h"
#include "ns3/circuit-terms.h"
#include "ns3/ocs-controller.h"

#include <functional>

namespace ns3
{
namespace topox
{

/**
 * Every Interval: ask for the demand, match senders and receivers switch by switch, and command
 * that. What a switch carries in an interval is no demand for the next one. Port s of each switch
 * is server s. A subclass says how to match.
 */
class DemandController : public OcsController
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param measure asked for what is waiting, [from][to] in bytes, a row for each port
    void SetDemand(std::function<DemandMatrix()> measure);

  protected:
    /// @returns who sends to whom through one switch. @param demand in bytes
    virtual std::vector<Arc> Match(const DemandMatrix& demand) const = 0;

    /// @returns what is waiting now
    DemandMatrix Measure() const;
    /// @returns matchings of all switches. @param demand in bytes
    std::vector<std::vector<CrossConnect>> MatchAll(DemandMatrix demand) const;

    void DoDispose() override;
    Time Decide() override;

  private:
    Time m_interval;                         //!< from decision to decision
    uint64_t m_circuitBytes;                 //!< that a circuit carries in an interval
    std::function<DemandMatrix()> m_measure; //!< tells the demand
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_DEMAND_CONTROLLER_H */
