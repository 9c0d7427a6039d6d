/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PROJECTOR_CONTROLLER_H
#define TOPO_X_PROJECTOR_CONTROLLER_H

/**
 * @file
 * ProjecToR (SIGCOMM 2016): a stable matching, which servers could find among themselves.
 */

#include "demand-controller.h"

namespace ns3
{
namespace topox
{

/// ProjecToR (SIGCOMM 2016): a stable matching, which servers could find among themselves. See
/// StableMatching().
class ProjectorController : public DemandController
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    std::vector<Arc> Match(const DemandMatrix& demand) const override;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PROJECTOR_CONTROLLER_H */
