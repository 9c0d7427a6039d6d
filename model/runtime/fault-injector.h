/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FAULT_INJECTOR_H
#define TOPO_X_FAULT_INJECTOR_H

/**
 * @file
 * Makes optical switches fail as planned, and counts what that costs.
 */

#include "ns3/fault.h"
#include "ns3/object.h"
#include "ns3/optical-circuit-switch.h"

#include <vector>

namespace ns3
{
namespace topox
{

/// A fault and what it cost; frames and commands count for each fault that they met.
struct FaultCost
{
    Fault fault;                //!< what
    uint64_t framesLost{0};     //!< whose light met the switch or port while it failed
    uint64_t commandsFailed{0}; //!< that had no effect because of it
};

/**
 * Applies faults to switches at their times. A user of the devices without a plan uses it as
 * PlanExecutor's users do, or calls the switches' own SetPortDark() and the like.
 */
class FaultInjector : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Schedule faults; their times count from now.
     *
     * @param faults the faults
     * @param switches by number
     * @throws InputError for a switch or port that is not there
     */
    void Install(const std::vector<Fault>& faults,
                 const std::vector<Ptr<OpticalCircuitSwitch>>& switches);

    /// @returns what each fault cost so far
    const std::vector<FaultCost>& GetCosts() const;

  private:
    void DoDispose() override;
    void Set(size_t fault, bool on);
    void Flap(size_t fault, Time until);
    void OnLost(uint32_t number, Ptr<const Packet> frame, uint32_t in, const std::string& reason);
    void OnFailed(uint32_t number, uint32_t in, const std::string& reason);
    bool Meets(size_t fault, uint32_t number, uint32_t in) const;

    std::vector<Ptr<OpticalCircuitSwitch>> m_switches; //!< by number
    std::vector<FaultCost> m_costs;                    //!< by fault
    std::vector<bool> m_active;                        //!< by fault
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FAULT_INJECTOR_H */
