/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_HPCC_H
#define TOPO_X_HPCC_H

/**
 * @file
 * HPCC: Li et al., High Precision Congestion Control, SIGCOMM 2019.
 */

#include "congestion-control.h"

namespace ns3
{
namespace topox
{

/**
 * Algorithm 1 of the paper: every acknowledgement brings back what each switch wrote on the data
 * frame; from it the sender knows how full the fullest line is, in units of its bandwidth-delay
 * product, and sets the window so that it is filled to TargetUtilization. Switches must write
 * (PacketSwitch, Telemetry).
 */
class Hpcc : public CongestionControl
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void OnAck(const Feedback& feedback) override;
    uint64_t GetRate() const override;
    uint64_t GetWindow() const override;
    bool NeedsTelemetry() const override;
    uint32_t GetAckInterval() const override;

  private:
    void SetBaseRtt(Time rtt);
    void Measure(const Telemetry& path);
    void SetWindow(bool update);

    double m_target;          //!< eta
    uint32_t m_maxStage;      //!< additive steps before a multiplicative one
    Time m_baseRtt;           //!< T
    uint32_t m_expectedFlows; //!< for the additive step

    double m_utilization{0};  //!< U
    double m_window{0};       //!< W, bytes; 0 before the first acknowledgement
    double m_reference{0};    //!< W_c, bytes
    uint32_t m_stage{0};      //!< incStage
    uint64_t m_lastUpdate{0}; //!< next frame when the reference changed
    Telemetry m_last;         //!< L
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_HPCC_H */
