/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_H
#define TOPO_X_PLAN_H

/**
 * @file
 * The plan: what every planner returns, every checker reads and every simulation runs. Plain data.
 */

#include "ns3/circuit-graph.h"
#include "ns3/fabric.h"
#include "ns3/task-graph.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * The way of a flow: servers.front() sends, servers.back() receives, those between relay.
 * ports[k] is the transmit port of servers[k], so that parallel circuits can be told apart:
 * ports.size() == servers.size() - 1. With packet switches every route is one hop from port 0 (on
 * any rail, RAIL_OPTIMIZED: by port r into port r); with FULL_MESH every hop from s to t leaves by
 * port (t < s ? t : t - 1). The electrical side of a hybrid fabric is one hop from port `degree`.
 */
struct Route
{
    std::vector<ServerId> servers; //!< at least two
    std::vector<uint32_t> ports;   //!< transmit port at each server but the last
};

/// A share of a transfer, or of one pair of an all-to-all, on one route.
struct PlannedFlow
{
    Route route;       //!< from the source to the destination
    uint64_t bytes{0}; //!< share; the shares of a task's pair add up to its bytes
};

/// A share of an all-reduce that runs round one ring.
struct PlannedRing
{
    std::vector<ServerId> members; //!< the group, in the order of this ring
    std::vector<Route> hops;       //!< hops[k]: members[k] to members[(k+1) mod n]
    uint64_t bytes{0};             //!< share of the vector; shares add up to the task's bytes
};

/// What is decided for one task.
struct PlannedTask
{
    Picoseconds start{0};      //!< planned start
    Picoseconds finish{0};     //!< planned completion
    uint32_t rank{0};          //!< position in the planned order; lower goes first, all distinct
    uint32_t configuration{0}; //!< TRANSFER, COLLECTIVE: index into Plan::configurations
    std::vector<PlannedFlow> flows; //!< TRANSFER, ALL_TO_ALL
    std::vector<PlannedRing> rings; //!< ALL_REDUCE of a group of two or more
};

/// How the plan was found; for people and reports.
struct Provenance
{
    std::string planner; //!< "topo-x", "topo-opt", "ideal-switch", "full-mesh"
    std::string method;  //!< for instance "greedy" or "glpk-mip"
    std::string note;    //!< sentences, for instance "MIP hit its time limit"
    uint64_t seed{0};    //!< seed of the planner
    double mipGap{0};    //!< relative gap of the worst MIP solved; 0 = optimal or none
};

/**
 * A plan for one training iteration.
 *
 * Configurations are visited in order 0, 1, ...; the first is lit when the iteration starts, each
 * port changes from one to the next once the tasks that use its circuit are complete. A circuit
 * that two consecutive configurations share is never touched. Hence the configuration of a task
 * never precedes that of a task it depends on. Other fabrics have exactly one configuration: that
 * of FIBRES is the fibres, one circuit each way; the others are empty.
 */
struct Plan
{
    std::shared_ptr<const TaskGraph> graph;    //!< the iteration
    std::string strategy;                      //!< parallelism strategy, for people
    Fabric fabric;                             //!< the cluster
    std::vector<Configuration> configurations; //!< circuits over time
    std::vector<PlannedTask> tasks;            //!< one for each task of the graph
    bool ordered{false}; //!< true: NICs and relays serve flows strictly by rank (preemptive, frame
                         //!< by frame), devices ready tasks by rank; false: round robin, and first
                         //!< come, first served, as without a schedule
    bool electricalAcks{false}; //!< hybrid fabric: acknowledgements take the electrical side, so
                                //!< that no circuits need lead back
    Picoseconds plannedTime{0}; //!< iteration time that the planner expects
    Picoseconds lowerBound{0};  //!< no plan for this graph and fabric is faster
    Provenance provenance;      //!< how it was found
};

/// A lower bound and what proves it.
struct LowerBound
{
    Picoseconds time{0};     //!< no plan is faster
    std::string certificate; //!< which argument and resource, for instance "egress of server 3"
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_H */
