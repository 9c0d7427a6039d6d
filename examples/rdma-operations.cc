/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Every RDMA operation once, between two servers on a packet switch that loses frames now and then;
 * prints what completes when, and writes what Wireshark can read.
 */

#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/network-generators.h"
#include "ns3/network-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;
using namespace ns3::topox;

namespace
{

void
Print(const std::string& text)
{
    std::cout << Simulator::Now().As(Time::US) << "  " << text << '\n';
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string pcap;
    std::string ascii;
    std::string recovery = "SelectiveRepeat";
    double errorRate = 0.02;
    CommandLine command(__FILE__);
    command.AddValue("pcap", "Prefix of pcap files to write; none without", pcap);
    command.AddValue("ascii", "File for an ascii trace of the servers; none without", ascii);
    command.AddValue("recovery", "GoBackN or SelectiveRepeat", recovery);
    command.AddValue("errorRate", "Probability that a line damages a frame", errorRate);
    command.Parse(argc, argv);

    Time::SetResolution(Time::PS);
    auto network = Star(2, {100'000'000'000, PS_PER_US});
    for (auto& link : network.links)
    {
        link.errorRate = errorRate;
    }
    NetworkHelper net;
    net.SetQueuePairAttribute("Recovery", StringValue(recovery));
    net.SetQueuePairAttribute("RetransmitTimeout", TimeValue(MicroSeconds(100)));
    net.SetQueuePairAttribute("AlwaysReady", BooleanValue(false));
    net.SetQueuePairAttribute("NotReadyTimer", UintegerValue(2)); // 20 us
    net.Install(network);
    net.AssignStreams(1);
    if (!pcap.empty())
    {
        RdmaHelper rdma;
        rdma.EnablePcap(pcap, net.GetNodes());
    }
    if (!ascii.empty())
    {
        RdmaHelper rdma;
        AsciiTraceHelper files;
        rdma.EnableAscii(files.CreateFileStream(ascii), net.GetNodes());
    }
    auto [out, in] = net.Connect(0, 1);
    const char* const names[] = {"WRITE",
                                 "WRITE with immediate",
                                 "SEND",
                                 "SEND with immediate",
                                 "READ"};
    out->SetSendCallback(Callback<void, uint64_t>(
        [&names](uint64_t id) { Print(std::string(names[id]) + " is complete"); }));
    in->SetReceiveCallback(Callback<void, uint64_t>(
        [](uint64_t bytes) { Print(std::to_string(bytes) + " bytes arrived"); }));
    in->SetImmediateCallback(Callback<void, uint64_t, uint32_t>([](uint64_t, uint32_t immediate) {
        Print("immediate data " + std::to_string(immediate));
    }));
    out->TraceConnectWithoutContext("NotReady",
                                    Callback<void, uint32_t, uint32_t>(
                                        [](uint32_t, uint32_t) { Print("receiver not ready"); }));
    out->TraceConnectWithoutContext("Retransmission",
                                    Callback<void, uint32_t, uint32_t>([](uint32_t, uint32_t psn) {
                                        Print("PSN " + std::to_string(psn) + " goes again");
                                    }));
    out->PostWrite(100'000, 0);
    out->PostWriteImmediate(5'000, 1, 7);
    out->PostSend(50'000, 2);
    out->PostSendImmediate(10, 3, 8);
    out->PostRead(200'001, 4);
    // The receiver is late, so that requesters are told to wait.
    Simulator::Schedule(MicroSeconds(60), [&in = in]() { in->PostReceives(3); });
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
