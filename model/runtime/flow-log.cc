/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-log.h"

#include "ns3/input-error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ns3
{
namespace topox
{

FlowLog::FlowLog(const std::string& path)
    : m_path(path),
      m_lines(path + ".part", std::ios::trunc)
{
    if (!m_lines)
    {
        throw InputError(path, "", std::string("cannot be written: ") + std::strerror(errno));
    }
    m_lines << "planner,task,name,kind,source,destination,hops,bytes,start_ps,finish_ps,"
               "retransmissions_frames\n";
}

void
FlowLog::Watch(Ptr<PlanExecutor> executor, const Plan& plan)
{
    executor->TraceConnectWithoutContext("FlowEnd", MakeCallback(&FlowLog::Write, this, &plan));
}

void
FlowLog::Write(const Plan* plan, const FlowRecord& flow)
{
    m_lines << plan->provenance.planner << ',' << flow.task << ','
            << plan->graph->Tasks()[flow.task].name << ',' << (flow.ring ? "ring" : "transfer")
            << ',' << flow.source << ',' << flow.destination << ',' << flow.hops << ','
            << flow.bytes << ',' << flow.start.GetPicoSeconds() << ','
            << flow.finish.GetPicoSeconds() << ',' << flow.retransmissions << '\n';
}

void
FlowLog::Finish()
{
    m_lines.close();
    if (!m_lines || std::rename((m_path + ".part").c_str(), m_path.c_str()) != 0)
    {
        throw InputError(m_path, "", std::string("cannot be written: ") + std::strerror(errno));
    }
}

} // namespace topox
} // namespace ns3
