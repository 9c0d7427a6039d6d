/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TIMELY_H
#define TOPO_X_TIMELY_H

/**
 * @file
 * TIMELY: Mittal et al., RTT-based Congestion Control for the Datacenter, SIGCOMM 2015.
 */

#include "congestion-control.h"

namespace ns3
{
namespace topox
{

/**
 * Algorithm 1 of the paper: the gradient of the round-trip time says whether a queue builds up. The
 * rate changes once in a round trip, not at every acknowledgement: those of one round trip tell of
 * the same queue.
 */
class Timely : public CongestionControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Start(uint64_t lineRate, uint32_t mtu) override;
    void OnAck(const Feedback& feedback) override;
    uint64_t GetRate() const override;
    uint32_t GetAckInterval() const override;

  private:
    double m_weight;        //!< alpha, of a new difference
    double m_decrease;      //!< beta
    Time m_low;             //!< T_low
    Time m_high;            //!< T_high
    Time m_minimumRtt;      //!< minRTT
    double m_additiveShare; //!< delta / line rate
    uint32_t m_hyperAfter;  //!< completions with falling delay before hyperactive increase
    double m_minimumShare;  //!< least rate / line rate

    double m_rate{0};         //!< bit/s
    Time m_previous;          //!< last round-trip time; zero before the first
    double m_difference{0};   //!< smoothed, s
    uint64_t m_nextUpdate{0}; //!< when so many frames are acknowledged
    uint32_t m_falling{0};    //!< completions in a row with falling delay
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_TIMELY_H */
