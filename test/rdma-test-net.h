/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_RDMA_TEST_NET_H
#define TOPO_X_RDMA_TEST_NET_H

/**
 * @file
 * Small networks of RDMA hosts for tests.
 */

#include "ns3/ocs-helper.h"
#include "ns3/rdma-helper.h"
#include "ns3/rdma-queue-pair.h"
#include "ns3/simulator.h"

#include <functional>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/// A fibre that loses, doubles or delays frames as it is told.
class UnreliableFibre : public LineChannel
{
  public:
    /// @return the object TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::topox::TestUnreliableFibre").SetParent<LineChannel>();
        return tid;
    }

    /// What happens to a frame: how many copies arrive, and how much later than they should.
    using Fate = std::function<std::vector<Time>()>;

    /// @param a one end @param b the other end @param fate asked for each frame
    void Join(Ptr<LineDevice> a, Ptr<LineDevice> b, Fate fate)
    {
        m_ends = {a, b};
        m_fate = std::move(fate);
        a->SetChannel(this);
        b->SetChannel(this);
    }

    void Transmit(Ptr<Packet> frame, LineDevice* sender, Time duration) override
    {
        auto peer = PeekPointer(m_ends.first) == sender ? m_ends.second : m_ends.first;
        for (const auto& late : m_fate())
        {
            Simulator::Schedule(duration + late, &LineDevice::ReceiveFrame, peer, frame->Copy());
        }
    }

    std::size_t GetNDevices() const override
    {
        return 2;
    }

    Ptr<NetDevice> GetDevice(std::size_t i) const override
    {
        return i == 0 ? m_ends.first : m_ends.second;
    }

  private:
    std::pair<Ptr<LineDevice>, Ptr<LineDevice>> m_ends; //!< who is attached
    Fate m_fate;                                        //!< asked for each frame
};

/// A row of hosts: neighbours are joined, those in between relay.
struct RowOfHosts
{
    /// @param n number of hosts @param rate of each port @param delay of each fibre
    /// @param optical join neighbours through a switch, with two fibres then
    RowOfHosts(uint32_t n, const std::string& rate, Time delay, bool optical = false);

    /// @returns a connected pair of queue pairs from the first to the last host and back
    std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>> Connect(uint32_t priority = 0);

    NodeContainer nodes;              //!< the nodes
    std::vector<Ptr<RdmaHost>> hosts; //!< their RDMA sides; port 0 of each but the first leads
                                      //!< back, the last port leads on
};

inline RowOfHosts::RowOfHosts(uint32_t n, const std::string& rate, Time delay, bool optical)
{
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
    nodes.Create(n);
    for (uint32_t k = 0; k < n; ++k)
    {
        hosts.push_back(rdma.Install(nodes.Get(k), Ipv4Address(0x0A000001 + k)));
    }
    const OcsHelper ocsHelper;
    auto ocs = optical ? ocsHelper.Install(CreateObject<Node>(), 2 * n) : nullptr;
    std::vector<CrossConnect> circuits;
    for (uint32_t k = 0; k + 1 < n; ++k)
    {
        auto left = rdma.AddPort(nodes.Get(k));
        auto right = rdma.AddPort(nodes.Get(k + 1));
        if (!optical)
        {
            rdma.Connect(left, right, delay);
            continue;
        }
        ocsHelper.Attach(left, ocs, 2 * k, delay);
        ocsHelper.Attach(right, ocs, 2 * k + 1, delay);
        circuits.push_back({2 * k, 2 * k + 1});
        circuits.push_back({2 * k + 1, 2 * k});
    }
    if (optical)
    {
        ocs->SetInitialCircuits(circuits);
    }
}

inline std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>
RowOfHosts::Connect(uint32_t priority)
{
    auto first = hosts.front();
    auto last = hosts.back();
    auto out = first->CreateQueuePair();
    auto in = last->CreateQueuePair();
    for (uint32_t k = 1; k + 1 < hosts.size(); ++k)
    {
        hosts[k]->AddRelay(last->GetAddress(), in->GetNumber(), 1, priority);
        hosts[k]->AddRelay(first->GetAddress(), out->GetNumber(), 0, priority);
    }
    out->Connect(last->GetAddress(), in->GetNumber(), first->GetNDevices() - 1, priority);
    in->Connect(first->GetAddress(), out->GetNumber(), 0, priority);
    return {out, in};
}

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_RDMA_TEST_NET_H */
