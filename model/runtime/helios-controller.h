/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_HELIOS_CONTROLLER_H
#define TOPO_X_HELIOS_CONTROLLER_H

/**
 * @file
 * Helios (SIGCOMM 2010): most bytes first, by maximum-weight matching.
 */

#include "demand-controller.h"

namespace ns3
{
namespace topox
{

/// Helios (SIGCOMM 2010): most bytes first, by maximum-weight matching. See
/// MaximumWeightAssignment().
class HeliosController : public DemandController
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

#endif /* TOPO_X_HELIOS_CONTROLLER_H */
