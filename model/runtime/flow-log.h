/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_FLOW_LOG_H
#define TOPO_X_FLOW_LOG_H

/**
 * @file
 * flows.csv, written while the simulation runs.
 */

#include "plan-executor.h"

#include <fstream>
#include <string>

namespace ns3
{
namespace topox
{

/**
 * A table of flows: one line for each, as soon as its task is complete; units in the header. Lines
 * go to a file with ".part" behind its name, which gets its own name when it is whole.
 */
class FlowLog
{
  public:
    /**
     * @param path the file to write in the end
     * @throws InputError when it cannot be written
     */
    explicit FlowLog(const std::string& path);

    /**
     * Write the flows of a run.
     *
     * @param executor runs the plan
     * @param plan the plan, which outlives the run
     */
    void Watch(Ptr<PlanExecutor> executor, const Plan& plan);

    /// All runs are over. @throws InputError when the file is not whole
    void Finish();

  private:
    void Write(const Plan* plan, const FlowRecord& flow);

    std::string m_path;    //!< the file
    std::ofstream m_lines; //!< the same with ".part"
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_FLOW_LOG_H */
