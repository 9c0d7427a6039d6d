/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_CIRCUIT_GRAPH_H
#define TOPO_X_CIRCUIT_GRAPH_H

/**
 * @file
 * Circuits and the directed multigraph that they form among servers at one moment.
 */

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// Light from one server's port through a switch to another server's port, one way (simplex).
struct Circuit
{
    uint32_t source{0};          //!< server that sends
    uint32_t sourcePort{0};      //!< its port
    uint32_t destination{0};     //!< server that receives
    uint32_t destinationPort{0}; //!< its port, on the same switch as sourcePort

    /// @returns field-wise equality
    bool operator==(const Circuit& o) const
    {
        return source == o.source && sourcePort == o.sourcePort && destination == o.destination &&
               destinationPort == o.destinationPort;
    }

    /// @returns lexicographic order of (source, sourcePort, destination, destinationPort)
    bool operator<(const Circuit& o) const;
};

/// All circuits at one moment, sorted, each transmit port and each receive port at most once.
using Configuration = std::vector<Circuit>;

/// A hop or an arc without ports: from server, to server.
struct Arc
{
    uint32_t from; //!< sending server
    uint32_t to;   //!< receiving server

    /// @returns field-wise equality
    bool operator==(const Arc& o) const
    {
        return from == o.from && to == o.to;
    }

    /// @returns lexicographic order
    bool operator<(const Arc& o) const
    {
        return from != o.from ? from < o.from : to < o.to;
    }
};

/**
 * A directed multigraph of arcs among n servers with at most d arcs out of and d into each:
 * what a planner decides before ports are assigned.
 */
class CircuitGraph
{
  public:
    /**
     * @param servers number of vertices
     * @param degree limit of arcs out of, and of arcs into, each vertex
     */
    CircuitGraph(uint32_t servers, uint32_t degree);

    /// @returns number of vertices
    uint32_t Servers() const;
    /// @returns the limit given at construction
    uint32_t Degree() const;
    /// @returns arcs out of a vertex so far
    uint32_t OutDegree(uint32_t server) const;
    /// @returns arcs into a vertex so far
    uint32_t InDegree(uint32_t server) const;
    /// @returns parallel arcs from one vertex to another
    uint32_t Multiplicity(uint32_t from, uint32_t to) const;
    /// @returns true when one more arc from -> to keeps both degrees within the limit
    bool CanAdd(uint32_t from, uint32_t to) const;
    /// Add an arc. @throws std::logic_error unless CanAdd()
    void Add(uint32_t from, uint32_t to);
    /// @returns all arcs, sorted, parallel ones repeated
    const std::vector<Arc>& Arcs() const;
    /// @returns distinct out-neighbours, ascending
    std::vector<uint32_t> Neighbours(uint32_t server) const;

  private:
    uint32_t m_servers;          //!< vertices
    uint32_t m_degree;           //!< degree limit
    std::vector<uint32_t> m_out; //!< arcs out of each vertex
    std::vector<uint32_t> m_in;  //!< arcs into each vertex
    std::vector<Arc> m_arcs;     //!< sorted arcs
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_CIRCUIT_GRAPH_H */
