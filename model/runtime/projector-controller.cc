/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "projector-controller.h"

#include "ns3/stable-matching.h"

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(ProjectorController);

TypeId
ProjectorController::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::ProjectorController")
                            .SetParent<DemandController>()
                            .SetGroupName("TopoX")
                            .AddConstructor<ProjectorController>();
    return tid;
}

std::vector<Arc>
ProjectorController::Match(const DemandMatrix& demand) const
{
    return StableMatching(demand);
}

} // namespace topox
} // namespace ns3
