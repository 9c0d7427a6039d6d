/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The smallest optical network: two hosts and one switch. A message of 1 MB is on its way when its
 * circuit is moved to another port and back; the transport sends again what darkness swallowed.
 */

#include "ns3/ocs-helper.h"
#include "ns3/rdma-helper.h"
#include "ns3/rdma-queue-pair.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;
using namespace ns3::topox;

int
main()
{
    Time::SetResolution(Time::PS);
    const auto print = [](const std::string& text) {
        std::cout << Simulator::Now().As(Time::US) << "  " << text << '\n';
    };
    NodeContainer hosts(2);
    RdmaHelper rdma;
    OcsHelper optics;
    optics.SetPreset("mems-2d"); // dark for 11.5 us while a circuit changes
    auto ocs = optics.Install(CreateObject<Node>(), 3);
    std::vector<Ptr<RdmaQueuePair>> ends;
    for (uint32_t k = 0; k < 2; ++k)
    {
        auto host = rdma.Install(hosts.Get(k), Ipv4Address(0x0A000001 + k));
        optics.Attach(rdma.AddPort(hosts.Get(k)), ocs, k, NanoSeconds(50));
        ends.push_back(host->CreateQueuePair());
    }
    ends[0]->Connect(Ipv4Address("10.0.0.2"), ends[1]->GetNumber(), 0, 0);
    ends[1]->Connect(Ipv4Address("10.0.0.1"), ends[0]->GetNumber(), 0, 0);
    ends[0]->SetSendCallback(
        Callback<void, uint64_t>([&](uint64_t) { print("message complete"); }));
    ocs->TraceConnectWithoutContext("CircuitUp",
                                    Callback<void, uint32_t, uint32_t>([&](uint32_t i, uint32_t o) {
                                        print("light from " + std::to_string(i) + " to " +
                                              std::to_string(o));
                                    }));
    ocs->SetInitialCircuits({{0, 1}, {1, 0}});
    ends[0]->PostWrite(1'000'000, 0);
    Simulator::Schedule(MicroSeconds(20), [&]() { ocs->Reconfigure({{0, 2}}, {}); });
    Simulator::Schedule(MicroSeconds(40), [&]() { ocs->Reconfigure({{0, 1}}, {}); });
    Simulator::Run();
    std::cout << ocs->GetFramesLost() << " frames were lost, " << ends[0]->GetRetransmissions()
              << " sent again\n";
    Simulator::Destroy();
    return 0;
}
