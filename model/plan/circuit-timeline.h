/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CIRCUIT_TIMELINE_H
#define TOPO_X_CIRCUIT_TIMELINE_H

/**
 * @file
 * The circuits of a plan over time: which one must be dark before which, and who uses each. The
 * estimator and the plan executor both follow this, so that they cannot disagree.
 */

#include "plan.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * A circuit that is lit once and serves one or more configurations: it is not touched while no
 * other circuit needs one of its two ports.
 */
struct CircuitSpan
{
    Circuit circuit;               //!< the circuit
    uint32_t first{0};             //!< first configuration that has it
    uint32_t last{0};              //!< last configuration that has it
    std::vector<uint32_t> follows; //!< spans that used one of its two ports last before: these
                                   //!< must be idle before this one can be set (none or one or two)
};

/**
 * Circuit spans of a plan with FabricKind::OPTICAL.
 */
class CircuitTimeline
{
  public:
    /**
     * @param configurations the circuits of each configuration
     */
    explicit CircuitTimeline(const std::vector<Configuration>& configurations);

    /// @returns all spans, in order of (first configuration, circuit)
    const std::vector<CircuitSpan>& Spans() const;

    /**
     * @param configuration index of a configuration
     * @param server a server
     * @param port its transmit port
     * @returns the span that is lit from there in that configuration
     * @throws InputError when there is none
     */
    uint32_t SpanOf(uint32_t configuration, ServerId server, uint32_t port) const;

    /**
     * Spans along a route.
     *
     * @param configuration index of a configuration
     * @param route the route
     * @returns one span for each hop
     */
    std::vector<uint32_t> SpansOf(uint32_t configuration, const Route& route) const;

  private:
    std::vector<CircuitSpan> m_spans; //!< the spans
    /// for each configuration, (server, transmit port) to span
    std::vector<std::map<std::pair<ServerId, uint32_t>, uint32_t>> m_byPort;
};

/**
 * Ways back for acknowledgements, fewest hops over the circuits of one configuration.
 */
class ReturnRoutes
{
  public:
    /**
     * @param servers number of servers
     * @param configuration the circuits
     */
    ReturnRoutes(uint32_t servers, const Configuration& configuration);

    /**
     * @param from the server that acknowledges
     * @param to the server that sent the data
     * @returns the way, ties broken by lowest server and port; empty when there is none
     */
    const Route& Find(ServerId from, ServerId to);

  private:
    uint32_t m_servers;                                     //!< number of servers
    std::vector<std::vector<Circuit>> m_out;                //!< circuits out of each server, sorted
    std::map<std::pair<ServerId, ServerId>, Route> m_known; //!< results so far
};

/// @returns the routes of all flows and ring hops of a task, in plan order
std::vector<const Route*> DataRoutes(const PlannedTask& task);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CIRCUIT_TIMELINE_H */
