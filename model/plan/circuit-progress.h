/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CIRCUIT_PROGRESS_H
#define TOPO_X_CIRCUIT_PROGRESS_H

/**
 * @file
 * When circuits of a plan may be set and tasks may use them: the rules of in-order execution,
 * without any clock.
 */

#include "circuit-timeline.h"

#include <vector>

namespace ns3
{
namespace topox
{

/**
 * In-order execution of a plan's configurations. A circuit may be set as soon as every task that
 * uses an older circuit of one of its two ports is complete; a task may send as soon as all
 * circuits of its routes, and of the ways back for acknowledgements, are lit.
 */
class CircuitProgress
{
  public:
    /**
     * @param plan a plan; in a fabric without circuits every task may send at once
     * @throws InputError when a route uses a circuit that its configuration does not have, or there
     *         is no way back for acknowledgements
     */
    explicit CircuitProgress(const Plan& plan);

    /// @returns the circuits over time
    const CircuitTimeline& Timeline() const;

    /// @returns the way of acknowledgements. @param id the task @param route a route of it
    Route WayBack(TaskId id, const Route& route);

    /// @returns circuits that may be set when the iteration starts
    std::vector<uint32_t> Start();

    /**
     * Ask for a task's circuits.
     *
     * @param id a task whose predecessors are complete
     * @returns true when all are lit; otherwise SetLit() will return the task
     */
    bool Request(TaskId id);

    /// @param id a task that is complete. @returns circuits that may be set because of that
    std::vector<uint32_t> Complete(TaskId id);

    /// What a newly lit circuit allows.
    struct Unblocked
    {
        std::vector<TaskId> tasks;      //!< these may send
        std::vector<uint32_t> settable; //!< these circuits may be set: nobody needs the lit one
    };

    /// @param span a circuit that is lit now. @returns what that allows
    Unblocked SetLit(uint32_t span);

  private:
    void AddUsers(TaskId id);
    void Idle(uint32_t span, std::vector<uint32_t>& settable);

    const Plan& m_plan;                               //!< the plan
    CircuitTimeline m_timeline;                       //!< its circuits
    std::vector<ReturnRoutes> m_back;                 //!< by configuration
    std::vector<std::vector<uint32_t>> m_spansOfTask; //!< data routes and ways back, ascending
    std::vector<uint32_t> m_users;                    //!< by span: open tasks that use it
    std::vector<uint32_t> m_waits;                    //!< by span: older ones that are in use
    std::vector<std::vector<uint32_t>> m_followers;   //!< inverse of CircuitSpan::follows
    std::vector<bool> m_lit;                          //!< by span
    std::vector<uint32_t> m_dark;                     //!< by task: spans it still waits for
    std::vector<std::vector<TaskId>> m_waiting;       //!< by span: tasks that asked for it
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CIRCUIT_PROGRESS_H */
