/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pause-watchdog.h"

#include "ns3/channel.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

NS_OBJECT_ENSURE_REGISTERED(PauseWatchdog);

TypeId
PauseWatchdog::GetTypeId()
{
    static TypeId tid = TypeId("ns3::topox::PauseWatchdog")
                            .SetParent<Object>()
                            .SetGroupName("TopoX")
                            .AddConstructor<PauseWatchdog>()
                            .AddAttribute("Interval",
                                          "Time between looks.",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&PauseWatchdog::m_interval),
                                          MakeTimeChecker(PicoSeconds(1)))
                            .AddTraceSource("Deadlock",
                                            "Paused ports wait for each other.",
                                            MakeTraceSourceAccessor(&PauseWatchdog::m_deadlock),
                                            "ns3::topox::PauseWatchdog::DeadlockCallback");
    return tid;
}

PauseWatchdog::PauseWatchdog() = default;
PauseWatchdog::~PauseWatchdog() = default;

void
PauseWatchdog::DoDispose()
{
    Stop();
    m_switches.clear();
    Object::DoDispose();
}

void
PauseWatchdog::Watch(Ptr<PacketSwitch> packetSwitch)
{
    m_switches.push_back(packetSwitch);
}

void
PauseWatchdog::Start()
{
    m_event = Simulator::Schedule(m_interval, &PauseWatchdog::Look, this);
}

void
PauseWatchdog::Stop()
{
    m_event.Cancel();
}

const std::vector<std::string>&
PauseWatchdog::GetDeadlocks() const
{
    return m_deadlocks;
}

std::vector<PauseWatchdog::Waiting>
PauseWatchdog::WaitsFor(const Waiting& waiting) const
{
    const auto [number, out, trafficClass] = waiting;
    auto port = m_switches[number]->GetPort(out);
    auto line = port->GetChannel();
    std::vector<Waiting> blockers;
    for (size_t end = 0; line && end < line->GetNDevices(); ++end)
    {
        auto peer = DynamicCast<SwitchPort>(line->GetDevice(end));
        if (!peer || peer == port)
        {
            continue;
        }
        const auto it = std::find(m_switches.begin(), m_switches.end(), peer->GetSwitch());
        for (uint32_t next = 0; it != m_switches.end() && next < (*it)->GetNPorts(); ++next)
        {
            const auto candidate = (*it)->GetPort(next);
            const auto& queue = candidate->GetQueue(trafficClass);
            const bool holdsOurs =
                std::any_of(queue.begin(), queue.end(), [&peer](const StoredFrame& stored) {
                    return stored.in == peer->GetNumber();
                });
            if (holdsOurs && candidate->IsPaused(trafficClass))
            {
                blockers.emplace_back(it - m_switches.begin(), next, trafficClass);
            }
        }
    }
    return blockers;
}

bool
PauseWatchdog::FindCycle(const Waiting& at,
                         std::vector<Waiting>& path,
                         std::set<Waiting>& seen) const
{
    const auto before = std::find(path.begin(), path.end(), at);
    if (before != path.end())
    {
        path.erase(path.begin(), before);
        return true;
    }
    if (!seen.insert(at).second)
    {
        return false;
    }
    path.push_back(at);
    for (const auto& next : WaitsFor(at))
    {
        if (FindCycle(next, path, seen))
        {
            return true;
        }
    }
    path.pop_back();
    return false;
}

void
PauseWatchdog::Look()
{
    std::vector<Waiting> cycle;
    std::set<Waiting> seen;
    for (uint32_t s = 0; s < m_switches.size() && cycle.empty(); ++s)
    {
        for (uint32_t port = 0; port < m_switches[s]->GetNPorts() && cycle.empty(); ++port)
        {
            for (uint8_t c = 0; c < SharedBuffer::CLASSES && cycle.empty(); ++c)
            {
                auto device = m_switches[s]->GetPort(port);
                if (device->IsPaused(c) && !device->GetQueue(c).empty() &&
                    !FindCycle({s, port, c}, cycle, seen))
                {
                    cycle.clear();
                }
            }
        }
    }
    std::vector<std::pair<Waiting, uint64_t>> suspects;
    for (const auto& waiting : cycle)
    {
        const auto port = m_switches[std::get<0>(waiting)]->GetPort(std::get<1>(waiting));
        const auto& queue = port->GetQueue(std::get<2>(waiting));
        suspects.emplace_back(waiting, queue.empty() ? 0 : queue.front().frame->GetUid());
    }
    if (!cycle.empty() && suspects == m_suspects)
    {
        Report(cycle);
        return; // it will not go away
    }
    m_suspects = suspects;
    m_event = Simulator::Schedule(m_interval, &PauseWatchdog::Look, this);
}

void
PauseWatchdog::Report(const std::vector<Waiting>& cycle)
{
    std::string text;
    for (const auto& [number, port, trafficClass] : cycle)
    {
        const auto node = m_switches[number]->GetPort(port)->GetNode()->GetId();
        text += (text.empty() ? "node " : " -> node ") + std::to_string(node) + " port " +
                std::to_string(port) + " class " + std::to_string(trafficClass);
    }
    m_deadlocks.push_back(text);
    m_deadlock(text);
}

} // namespace topox
} // namespace ns3
