/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_CONTROLLER_H
#define TOPO_X_OCS_CONTROLLER_H

/**
 * @file
 * Who commands optical circuit switches while a simulation runs.
 */

#include "optical-circuit-switch.h"

#include <vector>

namespace ns3
{
namespace topox
{

/**
 * A controller of one or several switches with the same number of ports. A subclass says in
 * Decide() what to command and when it wants to be asked again; that is all that a new controller
 * needs.
 */
class OcsController : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Begin now.
     *
     * @param switches those to command; at least one
     * @param duration when to stop deciding, from now; what is set then stays
     */
    void Start(const std::vector<Ptr<OpticalCircuitSwitch>>& switches, Time duration);

  protected:
    /// @returns after how long to be asked again; zero or less: never
    virtual Time Decide() = 0;

    void DoDispose() override;

    /// @returns number of switches
    uint32_t GetNSwitches() const;
    /// @returns a switch. @param k its number
    Ptr<OpticalCircuitSwitch> GetSwitch(uint32_t k) const;

    /**
     * Command a switch to have these circuits and no others; those in place are left alone.
     *
     * @param k the switch
     * @param circuits all that it shall have
     */
    void SetCircuits(uint32_t k, const std::vector<CrossConnect>& circuits);

  private:
    void Ask();

    std::vector<Ptr<OpticalCircuitSwitch>> m_switches; //!< by number
    Time m_end;                                        //!< of deciding
    EventId m_next;                                    //!< asks
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_CONTROLLER_H */
