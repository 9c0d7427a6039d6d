/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_NETWORK_HELPER_H
#define TOPO_X_NETWORK_HELPER_H

/**
 * @file
 * Turns a Network into nodes, NICs, packet switches and routes.
 */

#include "rdma-helper.h"

#include "ns3/network.h"
#include "ns3/packet-switch.h"
#include "ns3/rdma-queue-pair.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * Builds electrical networks. Server k is 10.0.0.1 + k, by whatever port; one with several ports
 * has an address for each as well, RdmaHost::PortAddress(), which the switches reach by that port
 * only.
 *
 * @code
 *   NetworkHelper helper;
 *   helper.SetSwitchAttribute("CutThrough", BooleanValue(true));
 *   helper.SetQueuePairAttribute("CongestionControl", TypeIdValue(Dcqcn::GetTypeId()));
 *   helper.Install(FatTree(4, 100'000'000'000, 500 * PS_PER_NS));
 *   auto [out, in] = helper.Connect(0, 5);
 *   out->PostWrite(1'000'000, 0);
 *   Simulator::Run();
 * @endcode
 */
class NetworkHelper
{
  public:
    NetworkHelper();
    ~NetworkHelper();

    /// @param name attribute of RdmaNetDevice @param value for ports of servers
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of PacketSwitch @param value for all switches
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);
    /// @param name attribute of RdmaQueuePair @param value for both ends of what Connect() makes
    void SetQueuePairAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Use nodes that are there; they may have an RdmaHost already. Call before Install().
     *
     * @param servers as many as the network has, in its order
     */
    void SetServers(NodeContainer servers);

    /**
     * Create everything.
     *
     * @param network checked here
     * @throws InputError when it is not valid
     */
    void Install(const Network& network);

    /// @returns nodes, by number in the network
    NodeContainer GetNodes() const;
    /// @returns the RDMA side of a server, nullptr for a switch. @param node its number
    Ptr<RdmaHost> GetHost(uint32_t node) const;
    /// @returns the switch, nullptr for a server. @param node its number
    Ptr<PacketSwitch> GetSwitch(uint32_t node) const;
    /// @returns all switches
    std::vector<Ptr<PacketSwitch>> GetSwitches() const;

    /**
     * A pair of connected queue pairs. On servers with several ports towards each other they spread
     * over the ports by turns.
     *
     * @param source a server
     * @param destination another one
     * @param priority as of RdmaQueuePair::Connect()
     * @returns that at the source, that at the destination
     * @throws InputError when there is no way between them
     */
    std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>> Connect(uint32_t source,
                                                              uint32_t destination,
                                                              uint32_t priority = 0);

    /**
     * Give servers an Internet stack on the first port, at the address of the RDMA side, so that
     * sockets, ping and TCP work beside RDMA.
     */
    void InstallInternetStack();

    /// @param stream first random stream @returns how many were used
    int64_t AssignStreams(int64_t stream);

  private:
    void InstallNodes();
    void InstallLinks();
    void InstallRoutes();
    void InstallRoutesTo(Ipv4Address address, const std::vector<std::vector<uint32_t>>& ways);
    Ptr<LinePort> AddPort(uint32_t node, uint64_t rate, double errorRate);

    Network m_network;             //!< what was installed
    RdmaHelper m_rdma;             //!< makes NIC ports
    ObjectFactory m_switchFactory; //!< makes switches
    ObjectFactory m_portFactory;   //!< makes ports of switches
    std::vector<std::pair<std::string, Ptr<const AttributeValue>>> m_queuePairAttributes; //!< set
    NodeContainer m_servers;                   //!< given ones; empty when nodes are made here
    NodeContainer m_nodes;                     //!< by number
    std::vector<Ptr<RdmaHost>> m_hosts;        //!< by node; nullptr for switches
    std::vector<Ptr<PacketSwitch>> m_switches; //!< by node; nullptr for servers
    std::vector<std::vector<std::vector<uint32_t>>> m_serverPorts; //!< by server with several
                                                                   //!< links, then destination
    std::vector<Ptr<RandomVariableStream>> m_errorStreams;         //!< of lines that damage frames
    uint32_t m_connections{0};                                     //!< made so far
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_NETWORK_HELPER_H */
