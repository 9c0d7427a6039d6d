/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_DCQCN_H
#define TOPO_X_DCQCN_H

/**
 * @file
 * DCQCN: Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015.
 */

#include "congestion-control.h"

#include "ns3/event-id.h"

namespace ns3
{
namespace topox
{

/**
 * The reaction point of DCQCN (section 3.1 and figure 7 of the paper): a CNP cuts the rate by
 * alpha / 2; timer and byte counter bring it back, first half way to the target (fast recovery),
 * then with a rising target. Switches mark (PacketSwitch, EcnMinimum), receivers send CNPs
 * (RdmaQueuePair, CnpInterval).
 */
class Dcqcn : public CongestionControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Start(uint64_t lineRate, uint32_t mtu) override;
    void OnSent(uint64_t bytes) override;
    void OnNotification() override;
    uint64_t GetRate() const override;

  private:
    void DoDispose() override;
    void AlphaTimer();
    void RateTimer();
    void Increase();

    double m_gain;                //!< g
    Time m_alphaInterval;         //!< between updates of alpha without CNP
    Time m_rateInterval;          //!< of the increase timer
    uint64_t m_byteCounterLimit;  //!< of the increase byte counter
    uint32_t m_fastRecoverySteps; //!< F
    double m_additiveShare;       //!< R_AI / line rate
    double m_hyperShare;          //!< R_HAI / line rate
    double m_minimumShare;        //!< least rate / line rate

    double m_alpha{1};          //!< estimate of congestion
    double m_target{0};         //!< R_T, bit/s
    double m_current{0};        //!< R_C, bit/s
    uint64_t m_bytes{0};        //!< since the last byte counter step
    uint32_t m_timerSteps{0};   //!< T
    uint32_t m_counterSteps{0}; //!< BC
    EventId m_alphaEvent;       //!< runs while the rate is below the line's
    EventId m_rateEvent;        //!< runs while the rate is below the line's
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_DCQCN_H */
