/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RUN_RESULT_H
#define TOPO_X_RUN_RESULT_H

/**
 * @file
 * What came out of a simulated iteration, as data, JSON and CSV.
 */

#include "fault-injector.h"
#include "plan-executor.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// One planner's plan, simulated.
struct RunResult
{
    std::string planner;          //!< name
    Picoseconds plannedTime{0};   //!< what the planner expected
    Picoseconds simulatedTime{0}; //!< what packets took: completion of the last task
    Picoseconds lowerBound{0};    //!< no plan is faster
    uint64_t reconfigurations{0}; //!< circuits set after the start
    uint64_t bytesAsked{0};       //!< payload that has to go from server to server
    uint64_t bytesCarried{0};     //!< on the lines out of servers: every hop and retransmission,
                                  //!< with headers, gaps and acknowledgements
    uint64_t framesSent{0};       //!< by servers, relaying included
    uint64_t framesLost{0};       //!< in optical switches and hosts
    uint64_t retransmissions{0};  //!< data frames sent again
    uint32_t tasksDone{0};        //!< complete
    uint32_t tasksTotal{0};       //!< of the graph
    std::vector<std::string> unfinished; //!< which tasks are not, and why
    std::vector<FlowRecord> flows;       //!< in order of start
    std::vector<FaultCost> faults;       //!< in the order in which they were given

    /// @returns (simulated time - lower bound) / lower bound
    double Gap() const;
};

/**
 * Collect the result of an iteration that has ended.
 *
 * @param plan what ran
 * @param executor what ran it
 * @param cluster where
 * @returns the result
 */
RunResult CollectResult(const Plan& plan, const PlanExecutor& executor, const Cluster& cluster);

/**
 * result.json, schema topo-x/result/1.
 *
 * @param job name of the job
 * @param fabric the cluster as asked for
 * @param seed seed of the run
 * @param runs results by planner
 * @returns the text
 */
std::string ResultJson(const std::string& job,
                       const Fabric& fabric,
                       uint64_t seed,
                       const std::vector<RunResult>& runs);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RUN_RESULT_H */
