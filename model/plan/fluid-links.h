/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FLUID_LINKS_H
#define TOPO_X_FLUID_LINKS_H

/**
 * @file
 * Fluids that share links: strictly by rank, or max-min fair.
 */

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Fluids, each through a set of links at one common rate. Rates are set anew whenever a fluid
 * comes or runs dry: in order of rank, each taking what is left on its narrowest link; or max-min
 * fair by progressive filling (Bertsekas & Gallager, Data Networks, section 6.5.2).
 */
class FluidLinks
{
  public:
    /**
     * @param capacity of each link, bytes per ps
     * @param ordered true: strictly by rank; false: max-min fair
     */
    FluidLinks(std::vector<double> capacity, bool ordered);

    /**
     * Add a fluid.
     *
     * @param id chosen by the caller, returned by TakeDry()
     * @param rank lower goes first where order holds
     * @param bytes how much there is
     * @param links link and how often the fluid passes it
     */
    void Add(uint32_t id,
             uint32_t rank,
             double bytes,
             const std::vector<std::pair<uint32_t, double>>& links);

    /// @returns ps until the first fluid runs dry; HUGE_VAL when nothing flows
    double TimeToDry();

    /// Let everything flow for a while. @param duration ps, at most TimeToDry()
    void Advance(double duration);

    /// @returns the fluids that have run dry, in order of rank; they are removed
    std::vector<uint32_t> TakeDry();

  private:
    /// One fluid.
    struct Fluid
    {
        double bytes;                                          //!< what is left
        double rate;                                           //!< bytes per ps now
        const std::vector<std::pair<uint32_t, double>>* links; //!< owned by the caller
    };

    void SetRates();
    void SetRatesByRank();
    void SetRatesFair();

    std::vector<double> m_capacity;                          //!< bytes per ps
    std::vector<double> m_left;                              //!< scratch: capacity not given away
    bool m_ordered;                                          //!< strictly by rank
    bool m_stale{false};                                     //!< rates must be set anew
    std::map<std::pair<uint32_t, uint32_t>, Fluid> m_fluids; //!< (rank, id) to fluid
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FLUID_LINKS_H */
