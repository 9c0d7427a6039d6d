/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * What ./topo-x bench runs: memory of what stands idle.
 */

#include "ns3/command-line.h"
#include "ns3/network-generators.h"
#include "ns3/network-helper.h"
#include "ns3/simulator.h"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// @returns resident memory of this process, in bytes (Linux, proc(5))
uint64_t
ResidentBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
    {
        if (word == "VmRSS:")
        {
            uint64_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes * 1024;
        }
    }
    return 0;
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t servers = 4096;
    uint32_t queuePairs = 50'000;
    CommandLine command(__FILE__);
    command.AddValue("servers", "Servers on one switch", servers);
    command.AddValue("queuePairs", "Pairs of idle queue pairs", queuePairs);
    command.Parse(argc, argv);
    Time::SetResolution(Time::PS);

    const auto begin = ResidentBytes();
    NetworkHelper net;
    net.Install(Star(servers, {100'000'000'000, PS_PER_US}));
    const auto built = ResidentBytes();
    for (uint32_t k = 0; k < queuePairs; ++k)
    {
        net.Connect(k % servers, (k + 1) % servers);
    }
    const auto connected = ResidentBytes();
    std::cout << std::fixed << std::setprecision(0)
              << "memory of an idle server, its line and its switch port: "
              << static_cast<double>(built - begin) / servers << " bytes (" << servers
              << " servers)\n"
              << "memory of an idle queue pair: "
              << static_cast<double>(connected - built) / (2.0 * queuePairs) << " bytes ("
              << 2 * queuePairs << " queue pairs)\n";
    Simulator::Destroy();
    return 0;
}
