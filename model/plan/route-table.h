/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ROUTE_TABLE_H
#define TOPO_X_ROUTE_TABLE_H

/**
 * @file
 * Routes over the circuits of one configuration, spread over choices and parallel circuits.
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

/// How RouteTable chooses among ways of equal length.
enum class RouteSpread
{
    ROUND_ROBIN, //!< each source takes its choices in turn (TopoOpt)
    LEAST_LOADED //!< the way whose busiest circuit is least busy after this (TOPO-X)
};

/**
 * Finds fewest-hop routes and remembers what it has put on each circuit.
 */
class RouteTable
{
  public:
    /**
     * @param servers number of servers
     * @param configuration the circuits
     * @param spread how to choose among ways of equal length
     */
    RouteTable(uint32_t servers, const Configuration& configuration, RouteSpread spread);

    /**
     * @param source first server
     * @param destination last server
     * @param bytes what will go there
     * @returns a fewest-hop route
     * @throws InputError when there is none
     */
    Route Take(ServerId source, ServerId destination, uint64_t bytes);

    /**
     * @param way servers from first to last, joined by circuits
     * @param bytes what will go there
     * @returns the route along that way
     * @throws InputError when a circuit is missing
     */
    Route TakeWay(const std::vector<ServerId>& way, uint64_t bytes);

  private:
    using Way = std::vector<ServerId>;

    const std::vector<Way>& Ways(ServerId source, ServerId destination);
    uint64_t LoadOfBest(ServerId from, ServerId to) const;
    uint32_t TakePort(ServerId from, ServerId to, uint64_t bytes);

    RouteSpread m_spread;                                     //!< how to choose
    CircuitGraph m_graph;                                     //!< the circuits without ports
    std::map<Arc, std::vector<uint32_t>> m_ports;             //!< parallel circuits
    std::map<std::pair<ServerId, uint32_t>, uint64_t> m_load; //!< by (server, port)
    std::map<std::pair<ServerId, ServerId>, std::vector<Way>> m_ways; //!< found so far
    std::vector<uint32_t> m_turn; //!< ROUND_ROBIN: choices taken by each source
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ROUTE_TABLE_H */
