/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_HPCC_READER_H
#define TOPO_X_HPCC_READER_H

/**
 * @file
 * Topology and flow files of the HPCC family of RDMA simulators, and their result file.
 */

#include "network.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// A flow with its time.
struct TimedFlow
{
    uint32_t source;      //!< node
    uint32_t destination; //!< node
    uint32_t priority;    //!< traffic class, 0 to 7
    uint32_t port;        //!< destination port as in the file; 0 when it has none
    uint64_t bytes;       //!< size
    Picoseconds start;    //!< when it is posted
};

/// A file that was read, and what its reader found odd but harmless.
template <typename T>
struct WithWarnings
{
    T value;                           //!< what the file says
    std::vector<std::string> warnings; //!< sentences for people
};

/**
 * Read a topology.
 *
 * Header lines of these forms are known: `nodes switches links` (HPCC, ASTRA-sim, Microsoft's
 * ns3-rdma), `nodes switches tors links` (inet-tub), `nodes gpus_per_server nvswitches switches
 * links gpu_type` (SimAI), and the same with a seventh field (ns3-msccl). The numbers of all
 * switches follow, then a line `source destination rate delay error_rate` for each link. Rates may
 * have a unit or be bit/s; the same pair twice is two links. Text behind the last link is ignored.
 *
 * @param path the file
 * @returns the network
 * @throws InputError naming file, line and expectation
 */
WithWarnings<Network> ReadHpccTopology(const std::string& path);

/**
 * Read flows: the first line is how many to read (more may follow, with a warning), then
 * `source destination priority_group port bytes start_s`, or, as in Microsoft's ns3-rdma,
 * `source destination priority_group packets start_s stop_s`.
 *
 * @param path the file
 * @param network where they flow; sources and destinations must be servers of it
 * @param packetBytes size of a packet in the second form
 * @returns the flows, as in the file
 * @throws InputError naming file, line and expectation
 */
WithWarnings<std::vector<TimedFlow>> ReadHpccFlows(const std::string& path,
                                                   const Network& network,
                                                   uint64_t packetBytes = 1000);

/// @param text a rate such as "100Gbps", "25Gb/s" or "25000000000.0"
/// @returns bit/s, rounded; 0 when it is none
uint64_t ParseRate(const std::string& text);

/// @param text a time such as "0.001ms", "1us" or "1000ns"
/// @returns ps, rounded; -1 when it is none
Picoseconds ParseDelay(const std::string& text);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_HPCC_READER_H */
