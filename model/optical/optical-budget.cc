/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "optical-budget.h"

#include "ocs-net-device.h"
#include "optical-circuit-switch.h"
#include "optical-fiber-channel.h"

#include <cmath>

namespace ns3
{
namespace topox
{

namespace
{

/// From a port of a switch outwards, against or along the light, to a NIC.
struct Walk
{
    double loss{0};           //!< on the way, in dB
    LineDevice* nic{nullptr}; //!< at the end; nullptr when there is none
};

Walk
WalkFrom(const OcsNetDevice* port, bool upstream)
{
    constexpr uint32_t FAR = 64; // switches: light without a source may go round in circles
    Walk walk;
    for (uint32_t k = 0; k < FAR; ++k)
    {
        const auto* fibre = static_cast<OpticalFiberChannel*>(PeekPointer(port->GetChannel()));
        if (!fibre)
        {
            break;
        }
        walk.loss += fibre->GetLoss();
        auto* far = fibre->GetPeer(port);
        const auto* next = dynamic_cast<const OcsNetDevice*>(far);
        if (!next)
        {
            walk.nic = far;
            break;
        }
        const auto* ocs = next->GetSwitch();
        const auto on = upstream ? ocs->GetInput(next->GetPort()) : ocs->GetOutput(next->GetPort());
        if (on < 0)
        {
            break;
        }
        walk.loss += ocs->GetInsertionLoss();
        port = PeekPointer(ocs->GetPort(static_cast<uint32_t>(on)));
    }
    return walk;
}

} // namespace

OpticalBudget
BudgetOf(const OcsNetDevice& in, const OcsNetDevice& out)
{
    const auto before = WalkFrom(&in, true);
    const auto behind = WalkFrom(&out, false);
    OpticalBudget budget;
    budget.complete = before.nic && behind.nic;
    if (budget.complete)
    {
        budget.received = before.nic->GetLaunchPower() - before.loss -
                          in.GetSwitch()->GetInsertionLoss() - behind.loss;
        budget.sensitivity = behind.nic->GetReceiverSensitivity();
    }
    return budget;
}

double
BitErrorRate(double margin)
{
    const double q = 7.034 * std::pow(10, margin / 10);
    return 0.5 * std::erfc(q / std::sqrt(2.0));
}

} // namespace topox
} // namespace ns3
