/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PAUSE_WATCHDOG_H
#define TOPO_X_PAUSE_WATCHDOG_H

/**
 * @file
 * Finds deadlocks of paused switches.
 */

#include "packet-switch.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Looks at switches at intervals. A port that is paused by the next switch waits for those ports of
 * it through which the frames that came from here leave; when such waiting goes round in a circle
 * (cyclic buffer dependency: Hu et al., HotNets 2016), and the first frame of every queue in
 * it is the same as at the last look, nothing will ever move again. The cycle is reported once.
 */
class PauseWatchdog : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PauseWatchdog();
    ~PauseWatchdog() override;

    /// @param packetSwitch one more switch to look at
    void Watch(Ptr<PacketSwitch> packetSwitch);

    /// Begin to look. Events are scheduled until Stop() or the end of the simulation.
    void Start();
    /// Look no longer.
    void Stop();

    /// @returns descriptions of the deadlocks found so far
    const std::vector<std::string>& GetDeadlocks() const;

    /**
     * TracedCallback signature for deadlocks.
     *
     * @param [in] cycle the ports, for instance "node 3 port 1 class 3 -> node 4 port 0 class 3"
     */
    typedef void (*DeadlockCallback)(const std::string& cycle);

  private:
    /// A paused egress queue: switch, port, class.
    using Waiting = std::tuple<uint32_t, uint32_t, uint8_t>;

    void DoDispose() override;
    void Look();
    std::vector<Waiting> WaitsFor(const Waiting& waiting) const;
    bool FindCycle(const Waiting& at, std::vector<Waiting>& path, std::set<Waiting>& seen) const;
    void Report(const std::vector<Waiting>& cycle);

    Time m_interval;                                      //!< between looks
    std::vector<Ptr<PacketSwitch>> m_switches;            //!< whom to look at
    std::vector<std::pair<Waiting, uint64_t>> m_suspects; //!< last cycle, first frames
    std::vector<std::string> m_deadlocks;                 //!< found so far
    EventId m_event;                                      //!< next look
    TracedCallback<const std::string&> m_deadlock;        //!< found one
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PAUSE_WATCHDOG_H */
