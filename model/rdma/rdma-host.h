/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_HOST_H
#define TOPO_X_RDMA_HOST_H

/**
 * @file
 * The RDMA side of a node: its address, NIC ports, queue pairs, and what it forwards for others.
 */

#include "egress-queue.h"
#include "rdma-net-device.h"

#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ns3
{
namespace topox
{

class RdmaQueuePair;
class RoceHeader;

/**
 * Aggregate it to a node, add NIC ports, create queue pairs.
 *
 * A frame for the host's own address goes to the queue pair that it names. A frame for another one
 * is relayed: by the flow's entry, if AddRelay() made one, in a queue of its own that takes turns
 * with others as a queue pair does; else by the destination's entry of SetRoute(), in one queue for
 * each port in order of arrival. With the latter a node of RdmaNetDevices is a non-blocking switch
 * with unlimited output queues. Relays store and forward, and take one from the time to live.
 */
class RdmaHost : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    RdmaHost();
    ~RdmaHost() override;

    /// @param address of the host, shared by all its ports
    void SetAddress(Ipv4Address address);
    /// @returns the host's address
    Ipv4Address GetAddress() const;
    /// @returns the address of a single port by our convention: 10.p+1.x.y beside 10.0.x.y
    /// @param address of the host, 10.0.x.y @param port its number
    static Ipv4Address PortAddress(Ipv4Address address, uint32_t port);
    /// @param address one more, for instance of a single port: frames for it are for us as well
    void AddAddress(Ipv4Address address);

    /// @param device a port on the same node. @returns its number, 0, 1, ...
    uint32_t AddDevice(Ptr<RdmaNetDevice> device);
    /// @returns number of ports
    uint32_t GetNDevices() const;
    /// @returns a port. @param port its number
    Ptr<RdmaNetDevice> GetDevice(uint32_t port) const;

    /// @returns a new queue pair; connect it before use
    Ptr<RdmaQueuePair> CreateQueuePair();
    /// Forget a queue pair; frames for it are dropped from now on. @param number its number
    void DestroyQueuePair(uint32_t number);
    /// @returns the queue pair or nullptr. @param number its number
    Ptr<RdmaQueuePair> GetQueuePair(uint32_t number) const;

    /**
     * Relay a flow.
     *
     * @param destination where it goes
     * @param destinationQp queue pair there
     * @param port where it leaves this node
     * @param priority lower goes first
     */
    void AddRelay(Ipv4Address destination,
                  uint32_t destinationQp,
                  uint32_t port,
                  uint32_t priority);
    /// Relay a flow no longer; what waits is dropped. Parameters as of AddRelay().
    void RemoveRelay(Ipv4Address destination, uint32_t destinationQp);

    /**
     * Relay everything for a destination that has no entry of its own.
     *
     * @param destination where it goes
     * @param ports equal ways out of this node; flows spread over them by a hash
     */
    void SetRoute(Ipv4Address destination, const std::vector<uint32_t>& ports);

    /**
     * Called by a port for each frame.
     *
     * @param frame the frame
     * @returns false when it is not RoCEv2: then it is not for us
     */
    bool Receive(Ptr<Packet> frame);

    /// @returns frames dropped here so far
    uint64_t GetFramesDropped() const;

  private:
    /// A relayed flow.
    struct Relay
    {
        uint32_t port;    //!< egress
        FrameQueue queue; //!< what waits
    };

    void DoDispose() override;
    void Forward(const RoceHeader& header, Ptr<Packet> frame);
    void Enqueue(uint32_t port, FrameQueue& queue, const RoceHeader& header, Ptr<Packet> frame);
    void Drop(Ptr<const Packet> frame, const std::string& reason);
    static uint64_t FlowKey(Ipv4Address destination, uint32_t destinationQp);

    Ipv4Address m_address;                             //!< own address
    std::unordered_set<uint32_t> m_otherAddresses;     //!< AddAddress()
    std::vector<Ptr<RdmaNetDevice>> m_devices;         //!< ports
    std::vector<std::unique_ptr<FrameQueue>> m_queues; //!< by port: frames without flow entry
    std::vector<Ptr<RdmaQueuePair>> m_queuePairs;      //!< by number
    std::unordered_map<uint64_t, std::unique_ptr<Relay>> m_relays; //!< by FlowKey()
    std::unordered_map<uint32_t, std::vector<uint32_t>> m_routes;  //!< destination to ports
    uint64_t m_framesDropped{0};                                   //!< counter
    TracedCallback<Ptr<const Packet>, const std::string&> m_drop;  //!< a frame was dropped
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_HOST_H */
