/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_LIGHT_HISTORY_H
#define TOPO_X_LIGHT_HISTORY_H

/**
 * @file
 * When light of an input went where.
 */

#include "ns3/nstime.h"

#include <deque>

namespace ns3
{
namespace topox
{

/// Why a frame was lost in a switch.
enum class LossReason
{
    NO_CIRCUIT, //!< no light for any of its bits
    DARK,       //!< the circuit was lit only after its first bit
    CUT,        //!< the circuit ended before its last bit
    BIT_ERRORS  //!< too little light arrived to read it
};

/// @returns "no-circuit", "dark", "cut" or "bit-errors". @param reason the reason
const char* ToString(LossReason reason);

/**
 * The circuits of one input of a switch, past ones as long as a frame that met them may be under
 * way, and the present one, which may be lit in the future or wait for an unknown time.
 */
class LightHistory
{
  public:
    /// A circuit.
    struct Lit
    {
        uint32_t out; //!< output
        Time from;    //!< lit from here on; Time::Max() while nobody knows when
        Time until;   //!< dark from here on; Time::Max() while it lasts
    };

    /// @returns the present circuit, lit or not, or nullptr
    const Lit* Present() const;
    /// Begin a circuit, after End(). @param out output @param from lit from here on
    void Begin(uint32_t out, Time from);
    /// The present circuit is lit from another time on. @param from the time
    void Postpone(Time from);

    /**
     * End the present circuit, if there is one.
     *
     * @param now the time
     * @param keep how long frames that met a circuit may still ask for it
     */
    void End(Time now, Time keep);

    /**
     * @param first when the first bit is at the crossbar
     * @param last when the last bit is
     * @param reason set when there is none
     * @returns the circuit that was lit from first to last, or nullptr
     */
    const Lit* Find(Time first, Time last, LossReason& reason) const;

  private:
    std::deque<Lit> m_circuits; //!< oldest first; the last one may be present
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_LIGHT_HISTORY_H */
