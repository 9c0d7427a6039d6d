/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_TRAIN_OPTIONS_H
#define TOPO_X_TRAIN_OPTIONS_H

/**
 * @file
 * Command line of topo-x-train.
 */

#include "ns3/fabric.h"
#include "ns3/fault.h"
#include "ns3/planner.h"

#include <optional>
#include <string>
#include <vector>

/// What the user asked for.
struct TrainOptions
{
    std::string workload;                  //!< --taskgraph or --job; empty: the embedded job
    std::string plan;                      //!< --plan: run this instead of planning
    std::optional<uint32_t> servers;       //!< --servers
    ns3::topox::Fabric fabric;             //!< the others; servers are set when the job is known
    std::optional<uint32_t> switchPorts;   //!< --switchPorts
    std::vector<std::string> planners;     //!< --planner
    ns3::topox::PlannerOptions planning;   //!< --seed, --timeLimit, --rings, --prices
    std::string output{"topo-x-output"};   //!< --output
    std::string transport{"rdma"};         //!< --transport
    std::vector<ns3::topox::Fault> faults; //!< --faults, or those of the job
    bool pcap{false};                      //!< --pcap
    bool animation{true};                  //!< --animation
};

/**
 * Parse the command line; --help and the like print and exit as in every ns-3 program.
 *
 * @param argc of main
 * @param argv of main
 * @returns the options
 * @throws ns3::topox::InputError for an option or value that is not known
 */
TrainOptions ParseTrainOptions(int argc, char* argv[]);

#endif /* TOPO_X_TRAIN_OPTIONS_H */
