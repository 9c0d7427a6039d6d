/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "circuit-progress.h"

#include "electrical-side.h"
#include "plan-builder.h"

#include "ns3/input-error.h"

#include <set>

namespace ns3
{
namespace topox
{

CircuitProgress::CircuitProgress(const Plan& plan)
    : m_plan(plan),
      m_timeline(plan.configurations),
      m_spansOfTask(plan.tasks.size()),
      m_users(m_timeline.Spans().size(), 0),
      m_waits(m_timeline.Spans().size(), 0),
      m_followers(m_timeline.Spans().size()),
      m_lit(m_timeline.Spans().size(), false),
      m_dark(plan.tasks.size(), 0),
      m_waiting(m_timeline.Spans().size())
{
    for (const auto& configuration : plan.configurations)
    {
        m_back.emplace_back(plan.fabric.servers, configuration);
    }
    for (uint32_t s = 0; s < m_lit.size(); ++s)
    {
        const auto& span = m_timeline.Spans()[s];
        m_lit[s] = span.first == 0;
        m_waits[s] = static_cast<uint32_t>(span.follows.size());
        for (const auto before : span.follows)
        {
            m_followers[before].push_back(s);
        }
    }
    if (plan.fabric.HasCircuits())
    {
        for (TaskId id = 0; id < plan.tasks.size(); ++id)
        {
            AddUsers(id);
        }
    }
}

void
CircuitProgress::AddUsers(TaskId id)
{
    const auto& planned = m_plan.tasks[id];
    std::set<uint32_t> used;
    for (const auto* route : DataRoutes(planned))
    {
        const auto back = WayBack(id, *route);
        if (back.servers.empty())
        {
            throw InputError("plan",
                             "/tasks/" + std::to_string(id),
                             "no circuits lead back from server " +
                                 std::to_string(route->servers.back()) + " to server " +
                                 std::to_string(route->servers.front()) + " for acknowledgements");
        }
        for (const auto* way : {route, &back})
        {
            if (!IsElectrical(m_plan.fabric, *way))
            {
                const auto spans = m_timeline.SpansOf(planned.configuration, *way);
                used.insert(spans.begin(), spans.end());
            }
        }
    }
    m_spansOfTask[id].assign(used.begin(), used.end());
    for (const auto span : used)
    {
        ++m_users[span];
    }
}

const CircuitTimeline&
CircuitProgress::Timeline() const
{
    return m_timeline;
}

Route
CircuitProgress::WayBack(TaskId id, const Route& route)
{
    const auto& fabric = m_plan.fabric;
    const auto source = route.servers.front();
    const auto destination = route.servers.back();
    if (IsElectrical(fabric, route) || (m_plan.electricalAcks && fabric.electricalRate > 0))
    {
        return ElectricalRoute(fabric, destination, source);
    }
    if (!fabric.HasCircuits())
    {
        return DirectRoute(fabric, destination, source, route.ports.front());
    }
    return m_back.at(m_plan.tasks[id].configuration)
        .Find(route.servers.back(), route.servers.front());
}

void
CircuitProgress::Idle(uint32_t span, std::vector<uint32_t>& settable)
{
    for (const auto next : m_followers[span])
    {
        if (--m_waits[next] == 0)
        {
            settable.push_back(next);
        }
    }
}

std::vector<uint32_t>
CircuitProgress::Start()
{
    std::vector<uint32_t> settable;
    for (uint32_t s = 0; s < m_lit.size(); ++s)
    {
        if (m_lit[s] && m_users[s] == 0)
        {
            Idle(s, settable);
        }
        else if (!m_lit[s] && m_timeline.Spans()[s].follows.empty())
        {
            settable.push_back(s);
        }
    }
    return settable;
}

bool
CircuitProgress::Request(TaskId id)
{
    for (const auto span : m_spansOfTask[id])
    {
        if (!m_lit[span])
        {
            ++m_dark[id];
            m_waiting[span].push_back(id);
        }
    }
    return m_dark[id] == 0;
}

std::vector<uint32_t>
CircuitProgress::Complete(TaskId id)
{
    std::vector<uint32_t> settable;
    for (const auto span : m_spansOfTask[id])
    {
        if (--m_users[span] == 0)
        {
            Idle(span, settable);
        }
    }
    return settable;
}

CircuitProgress::Unblocked
CircuitProgress::SetLit(uint32_t span)
{
    Unblocked unblocked;
    m_lit[span] = true;
    for (const auto id : m_waiting[span])
    {
        if (--m_dark[id] == 0)
        {
            unblocked.tasks.push_back(id);
        }
    }
    m_waiting[span].clear();
    if (m_users[span] == 0)
    {
        Idle(span, unblocked.settable);
    }
    return unblocked;
}

} // namespace topox
} // namespace ns3
