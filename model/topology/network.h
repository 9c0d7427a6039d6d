/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_NETWORK_H
#define TOPO_X_NETWORK_H

/**
 * @file
 * A network of servers and packet switches as plain data, and the shortest ways through it.
 */

#include "ns3/topo-x-units.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/// A link, the same both ways.
struct NetworkLink
{
    uint32_t a;          //!< node at one end
    uint32_t b;          //!< node at the other end
    uint64_t rate;       //!< bit/s
    Picoseconds delay;   //!< time of flight
    double errorRate{0}; //!< probability that a frame is damaged, each way
};

/**
 * Nodes 0, 1, ... and links between them; several links may join the same two nodes. Port k of a
 * node is its k-th link, in the order of the list.
 */
struct Network
{
    std::string name;               //!< for people
    std::vector<bool> isSwitch;     //!< of each node; the others are servers
    std::vector<NetworkLink> links; //!< any order

    /// @returns the servers, by number of node
    std::vector<uint32_t> Servers() const;
    /// @returns for each node the links of its ports
    std::vector<std::vector<uint32_t>> Ports() const;

    /**
     * @throws InputError naming the link at fault: a node that is not there, a link from a node to
     *         itself, zero rate, negative delay, error rate not in [0, 1); fewer than two servers
     */
    void Validate() const;
};

/**
 * Ports on shortest ways, by hops. Servers pass frames on only when no way through switches exists.
 */
class NetworkRoutes
{
  public:
    /// @param network must outlive this object
    explicit NetworkRoutes(const Network& network);

    static constexpr uint32_t ANY_PORT = UINT32_MAX; //!< see PortsTo()

    /**
     * @param destination a server
     * @param port the ways end at this port of it, or at ANY_PORT
     * @returns for each node the ports that lie on a shortest way; none at the destination, where
     *          there is no way, and at servers with one link, whose port 0 is the only one
     */
    std::vector<std::vector<uint32_t>> PortsTo(uint32_t destination,
                                               uint32_t port = ANY_PORT) const;

  private:
    const Network& m_network;                   //!< the network
    std::vector<std::vector<uint32_t>> m_ports; //!< links by node
};

/**
 * What part of a flow passes each line when every node splits evenly over all shortest ways (ideal
 * ECMP). A line is one way of a link: 2 k from a to b, 2 k + 1 from b to a.
 */
class EcmpShares
{
  public:
    /// @param network must outlive this object
    explicit EcmpShares(const Network& network);

    /**
     * @param source a server
     * @param destination another one
     * @param rail port where the flow leaves the one and enters the other, or
     *        NetworkRoutes::ANY_PORT
     * @returns lines and the part, in (0, 1], that passes each
     */
    const std::vector<std::pair<uint32_t, double>>& Find(uint32_t source,
                                                         uint32_t destination,
                                                         uint32_t rail = NetworkRoutes::ANY_PORT);

    /// @returns lines that a frame passes; parameters as of Find()
    uint32_t Hops(uint32_t source, uint32_t destination, uint32_t rail = NetworkRoutes::ANY_PORT);

  private:
    const Network& m_network;                   //!< the network
    NetworkRoutes m_routes;                     //!< shortest ways
    std::vector<std::vector<uint32_t>> m_ports; //!< links by node
    /// by destination and rail
    std::map<std::pair<uint32_t, uint32_t>, std::vector<std::vector<uint32_t>>> m_ways;
    /// by source, destination and rail
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<std::pair<uint32_t, double>>>
        m_shares;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_NETWORK_H */
