/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OPTICAL_BUDGET_H
#define TOPO_X_OPTICAL_BUDGET_H

/**
 * @file
 * How much light arrives, and what a receiver makes of it.
 */

#include "ns3/line-device.h"

namespace ns3
{
namespace topox
{

class OcsNetDevice;

/// Powers of a path of light from a NIC to a NIC.
struct OpticalBudget
{
    bool complete{false};  //!< there is a NIC at both ends
    double received{0};    //!< in dBm
    double sensitivity{0}; //!< of the receiver, in dBm

    /// @returns received less sensitivity, in dB
    double Margin() const
    {
        return received - sensitivity;
    }
};

/**
 * The budget of a circuit with the fibres and circuits, through this and other switches, that lead
 * to it and on from it: launch power, less attenuation times length of each fibre, less insertion
 * loss of each switch.
 *
 * @param in port where the light comes in
 * @param out port of the same switch where it leaves
 * @returns the budget
 */
OpticalBudget BudgetOf(const OcsNetDevice& in, const OcsNetDevice& out);

/**
 * A receiver limited by thermal noise (Agrawal, Fiber-Optic Communication Systems, section 4.6):
 * BER = erfc(Q / sqrt 2) / 2 with Q in proportion to the received power. Sensitivity is where the
 * BER is 1e-12, Q = 7.034.
 *
 * @param margin received power less sensitivity, in dB
 * @returns bit error rate
 */
double BitErrorRate(double margin);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OPTICAL_BUDGET_H */
