/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-cluster.h"

#include "rdma-helper.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"

namespace ns3
{
namespace topox
{

LightCluster::LightCluster(uint32_t n,
                           const OcsHelper& ocs,
                           uint32_t planes,
                           bool relay,
                           const std::string& rate,
                           Time delay)
{
    servers.Create(n);
    RdmaHelper rdma;
    rdma.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
    std::vector<std::vector<Ptr<LinePort>>> ports(n);
    for (uint32_t s = 0; s < n; ++s)
    {
        rdma.Install(servers.Get(s), Ipv4Address(0x0A000001 + s));
        for (uint32_t k = 0; k < planes; ++k)
        {
            ports[s].push_back(rdma.AddPort(servers.Get(s)));
        }
    }
    switches = ocs.InstallPlanes(servers, NodeContainer(planes), delay);
    for (uint32_t s = 0; s < n; ++s)
    {
        queues.push_back(
            CreateObjectWithAttributes<VirtualOutputQueues>("Relay", BooleanValue(relay)));
        queues.back()->Install(s, n, ports[s], switches);
    }
}

DemandMatrix
LightCluster::Waiting() const
{
    const auto n = static_cast<uint32_t>(queues.size());
    DemandMatrix demand(n, std::vector<uint64_t>(n, 0));
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            demand[s][t] = queues[s]->GetWaiting(t);
        }
    }
    return demand;
}

uint64_t
LightCluster::Received() const
{
    uint64_t bytes = 0;
    for (const auto& queue : queues)
    {
        bytes += queue->GetReceived();
    }
    return bytes;
}

uint64_t
LightCluster::Lost() const
{
    uint64_t frames = 0;
    for (const auto& ocs : switches)
    {
        frames += ocs->GetFramesLost();
    }
    return frames;
}

NodeContainer
LightCluster::SwitchNodes() const
{
    NodeContainer nodes;
    for (const auto& ocs : switches)
    {
        nodes.Add(ocs->GetObject<Node>());
    }
    return nodes;
}

} // namespace topox
} // namespace ns3
