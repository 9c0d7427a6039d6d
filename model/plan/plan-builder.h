/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_BUILDER_H
#define TOPO_X_PLAN_BUILDER_H

/**
 * @file
 * Pieces that every planner puts plans together from.
 */

#include "plan.h"

#include <functional>
#include <vector>

namespace ns3
{
namespace topox
{

/// Bytes from one server to another.
struct PairDemand
{
    ServerId source;      //!< sends
    ServerId destination; //!< receives
    uint64_t bytes;       //!< how much, not zero
};

/**
 * @param task a task
 * @returns what it moves from server to server, in order: one entry for a transfer, all ordered
 *          pairs for an all-to-all, none otherwise or when there is nothing to move
 */
std::vector<PairDemand> PairDemands(const Task& task);

/// @returns true for an all-reduce that moves anything: two members or more, and bytes
bool NeedsRings(const Task& task);

/**
 * The way in a fabric without circuits.
 *
 * @param fabric the cluster
 * @param source a server
 * @param destination another one
 * @param rail which NIC, RAIL_OPTIMIZED only
 * @returns one hop, see Route
 */
Route DirectRoute(const Fabric& fabric, ServerId source, ServerId destination, uint32_t rail);

/// Finds the way from one server to another.
using RouteFunction = std::function<Route(ServerId source, ServerId destination)>;

/**
 * @param members in ring order
 * @param bytes the ring's share of the vector
 * @param route the way of each hop
 * @returns the ring
 */
PlannedRing MakeRing(const std::vector<ServerId>& members,
                     uint64_t bytes,
                     const RouteFunction& route);

/**
 * Split bytes into integer parts in proportion to weights.
 *
 * @param bytes the whole
 * @param weights not negative, not all zero
 * @returns parts that add up to bytes
 */
std::vector<uint64_t> SplitBytes(uint64_t bytes, const std::vector<double>& weights);

/**
 * An empty plan with its lower bound.
 *
 * @param graph the iteration
 * @param fabric the cluster, validated here
 * @param planner name of the planner
 * @param seed its seed
 * @returns the plan: tasks without routes, no configuration yet
 * @throws InputError when the fabric is malformed or has another number of servers than the graph
 */
Plan BeginPlan(std::shared_ptr<const TaskGraph> graph,
               const Fabric& fabric,
               const std::string& planner,
               uint64_t seed);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_BUILDER_H */
