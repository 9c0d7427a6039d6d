/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_JOB_H
#define TOPO_X_JOB_H

/**
 * @file
 * What the user wants trained: a job file, or any other workload that we can read.
 */

#include "dlrm.h"
#include "fault.h"
#include "json-reader.h"

#include <memory>
#include <optional>
#include <string>

namespace ns3
{
namespace topox
{

/// Identifier of the job file's format.
constexpr const char* JOB_SCHEMA = "topo-x/job/1";

/// A model to train.
struct Job
{
    std::string name{"dlrm-cfg2-16"}; //!< for people
    DlrmModel model;                  //!< what
    DlrmTraining training;            //!< how and where
    std::vector<Fault> faults;        //!< what goes wrong meanwhile
};

/// @returns configuration 2 of Table II of the TOPO-X paper on 16 servers: the embedded default
Job DefaultJob();

/// @returns one iteration of the job. @param job the job
TaskGraph BuildTaskGraph(const Job& job);

/**
 * @param text a job file's content (examples/dlrm-cfg2.json is one)
 * @param file for messages
 * @returns the job; what the file leaves out is as in DefaultJob()
 * @throws InputError with the place and what was expected there
 */
Job JobFromJson(const std::string& text, const std::string& file);

/**
 * Read a workload of any kind that we know: FlexFlow task graph (.fbuf), task graph or job (JSON).
 *
 * @param path the file
 * @param servers build a job for this many servers instead of what the file says; a task graph of
 *        another number of servers is an error
 * @param faults becomes those of a job, if it has any
 * @returns the iteration
 * @throws InputError when the file is none of these or malformed
 */
TaskGraph LoadWorkload(const std::string& path,
                       std::optional<uint32_t> servers,
                       std::vector<Fault>* faults = nullptr);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_JOB_H */
