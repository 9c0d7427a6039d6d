/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TOPO_OPT_CONTROLLER_H
#define TOPO_X_TOPO_OPT_CONTROLLER_H

/**
 * @file
 * TopoOpt's reconfiguration within an iteration.
 */

#include "demand-controller.h"

namespace ns3
{
namespace topox
{

/**
 * OCS-reconfig of TopoOpt (NSDI 2023): measure, pause those who send, wait until what is under way
 * has drained, switch, let them send for 4 delta (LiveFactor), and again. Circuits are chosen one
 * by one for the largest demand; each that a pair gets halves what its demand counts.
 */
class TopoOptController : public DemandController
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param pause called with true before switching and with false when light is back
    void SetPause(std::function<void(bool)> pause);

  private:
    void DoDispose() override;
    std::vector<Arc> Match(const DemandMatrix& demand) const override;
    Time Decide() override;
    void Switch(const DemandMatrix& demand);

    Time m_drainTime;                  //!< from pause to command
    uint32_t m_liveFactor;             //!< of delta
    std::function<void(bool)> m_pause; //!< stops senders
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TOPO_OPT_CONTROLLER_H */
