/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SWIFT_H
#define TOPO_X_SWIFT_H

/**
 * @file
 * Swift: Kumar et al., Delay is Simple and Effective for Congestion Control in the Datacenter,
 * SIGCOMM 2020.
 */

#include "congestion-control.h"

namespace ns3
{
namespace topox
{

/**
 * Algorithm 1 of the paper for the fabric delay: additive increase below a target delay, a decrease
 * in proportion above it, once in a round trip. The target grows with the lines on the way and
 * falls with the window. NICs here take no time, so the window for end hosts never binds and is
 * left out.
 */
class Swift : public CongestionControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Start(uint64_t lineRate, uint32_t mtu) override;
    void OnAck(const Feedback& feedback) override;
    void OnLoss(bool timeout) override;
    uint64_t GetRate() const override;
    uint64_t GetWindow() const override;
    uint32_t GetAckInterval() const override;

  private:
    Time Target(uint32_t hops) const;
    void Decrease(double factor);
    void Clamp();

    Time m_baseTarget;      //!< for a path without hops
    Time m_hopScale;        //!< more for each hop
    Time m_flowRange;       //!< most that is added for small windows
    double m_flowMinimum;   //!< window, in frames, with the largest addition
    double m_flowMaximum;   //!< window, in frames, from which on nothing is added
    double m_increase;      //!< ai, frames in a round trip
    double m_decrease;      //!< beta
    double m_mostDecrease;  //!< max_mdf
    double m_minimumWindow; //!< frames

    double m_window{1};  //!< cwnd, frames
    double m_most{1};    //!< frames; fills the line at the target delay
    Time m_rtt;          //!< last one seen
    Time m_lastDecrease; //!< when
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SWIFT_H */
