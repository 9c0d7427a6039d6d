/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "helios-controller.h"

#include "ns3/matching.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(HeliosController);

TypeId
HeliosController::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::HeliosController")
                            .SetParent<DemandController>()
                            .SetGroupName("TopoX")
                            .AddConstructor<HeliosController>();
    return tid;
}

std::vector<Arc>
HeliosController::Match(const DemandMatrix& demand) const
{
    return MaximumWeightAssignment(demand);
}

} // namespace topox
} // namespace ns3
