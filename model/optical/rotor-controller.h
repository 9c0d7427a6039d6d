/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ROTOR_CONTROLLER_H
#define TOPO_X_ROTOR_CONTROLLER_H

/**
 * @file
 * Rotor switches, which go through a fixed cycle of matchings.
 */

#include "ocs-controller.h"

namespace ns3
{
namespace topox
{

/**
 * RotorNet (SIGCOMM 2017): each slot, switches move on to their next matching, whatever the demand.
 * The matchings are the n - 1 cyclic shifts, input i to output i + s modulo n; m switches share
 * them out, so that in (n - 1) / m slots, rounded up, every pair has met. A slot is SlotTime from
 * one change to the next, darkness delta included: of each, SlotTime - delta is light.
 *
 * With Staggered, switches change one after the other, SlotTime / m apart, as in Opera (NSDI 2020),
 * where all others give a connected network meanwhile.
 */
class RotorController : public OcsController
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    Time Decide() override;
    void Turn(uint32_t k);

    Time m_slotTime;               //!< from change to change of a switch
    bool m_staggered;              //!< one switch at a time
    uint64_t m_step{0};            //!< decisions so far
    std::vector<uint32_t> m_turns; //!< matchings so far, by switch
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ROTOR_CONTROLLER_H */
