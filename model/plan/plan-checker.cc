/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-checker.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <map>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

/// Walks through a plan and collects violations.
class Checker
{
  public:
    explicit Checker(const Plan& plan);
    std::vector<Violation> Run();

  private:
    using Port = std::pair<uint32_t, uint32_t>;

    void Add(const std::string& constraint, const std::string& text);
    std::string Name(TaskId id) const;
    void CheckConfigurations();
    void CheckCircuits(uint32_t configuration);
    void CheckRanks();
    void CheckTimes(TaskId id);
    void CheckDevices();
    void CheckShares(TaskId id);
    void CheckPairShares(TaskId id);
    void CheckRings(TaskId id);
    void CheckRing(TaskId id, const PlannedRing& ring);
    bool CheckRoute(TaskId id, const Route& route);
    void CheckHop(TaskId id, const Route& route, size_t hop);
    void CheckReturnPath(TaskId id, const Route& route);
    bool Leads(uint32_t configuration, ServerId from, ServerId to);
    Picoseconds LeastDuration(TaskId id) const;
    bool TakesElectricalSide(const Route& route) const;
    void CheckFibres();

    const Plan& m_plan;             //!< the plan
    const TaskGraph& m_graph;       //!< its tasks
    std::vector<Violation> m_found; //!< so far
    /// by configuration: where the light of each transmit port goes
    std::vector<std::map<Port, ServerId>> m_light;
    /// by configuration and server: which servers it reaches; filled when asked
    std::map<std::pair<uint32_t, ServerId>, std::set<ServerId>> m_reached;
};

Checker::Checker(const Plan& plan)
    : m_plan(plan),
      m_graph(*plan.graph)
{
}

void
Checker::Add(const std::string& constraint, const std::string& text)
{
    m_found.push_back({constraint, text});
}

std::string
Checker::Name(TaskId id) const
{
    return "task " + std::to_string(id) + " (" + m_graph.Tasks()[id].name + ")";
}

void
Checker::CheckConfigurations()
{
    if (m_plan.configurations.empty())
    {
        Add("configuration", "a plan needs at least one configuration");
    }
    for (uint32_t k = 0; k < m_plan.configurations.size(); ++k)
    {
        m_light.emplace_back();
        CheckCircuits(k);
    }
    if (m_plan.fabric.kind == FabricKind::FIBRES)
    {
        CheckFibres();
    }
}

void
Checker::CheckFibres()
{
    if (m_plan.configurations.size() > 1)
    {
        Add("configuration", "fibres do not change, but there is more than one configuration");
        return;
    }
    std::set<std::pair<Port, Port>> both;
    for (const auto& configuration : m_plan.configurations)
    {
        for (const auto& c : configuration)
        {
            both.insert({{c.source, c.sourcePort}, {c.destination, c.destinationPort}});
        }
    }
    for (const auto& [from, to] : both)
    {
        if (both.count({to, from}) == 0)
        {
            Add("configuration",
                "a fibre carries light both ways, but server " + std::to_string(to.first) +
                    " port " + std::to_string(to.second) + " does not lead to server " +
                    std::to_string(from.first) + " port " + std::to_string(from.second));
        }
    }
}

void
Checker::CheckCircuits(uint32_t configuration)
{
    const auto& fabric = m_plan.fabric;
    std::set<Port> receive;
    for (const auto& c : m_plan.configurations[configuration])
    {
        const auto where = "configuration " + std::to_string(configuration) + ": circuit server " +
                           std::to_string(c.source) + " port " + std::to_string(c.sourcePort) +
                           " to server " + std::to_string(c.destination) + " port " +
                           std::to_string(c.destinationPort);
        if (!fabric.HasCircuits())
        {
            Add("configuration", where + " in a fabric without circuits");
        }
        if (c.source >= fabric.servers || c.destination >= fabric.servers ||
            c.sourcePort >= fabric.degree || c.destinationPort >= fabric.degree)
        {
            Add("configuration", where + " names a server or port that does not exist");
            continue;
        }
        if (c.source == c.destination)
        {
            Add("configuration", where + " leads to its own server");
        }
        if (fabric.kind == FabricKind::OPTICAL &&
            c.sourcePort % fabric.switches != c.destinationPort % fabric.switches)
        {
            Add("configuration", where + " has its ends on different switches");
        }
        if (!m_light[configuration].emplace(Port{c.source, c.sourcePort}, c.destination).second)
        {
            Add("configuration", where + " uses a transmit port that is taken");
        }
        if (!receive.insert({c.destination, c.destinationPort}).second)
        {
            Add("configuration", where + " uses a receive port that is taken");
        }
    }
}

void
Checker::CheckRanks()
{
    std::map<uint32_t, TaskId> byRank;
    for (TaskId id = 0; id < m_plan.tasks.size(); ++id)
    {
        const auto [it, isNew] = byRank.emplace(m_plan.tasks[id].rank, id);
        if (!isNew)
        {
            Add("rank",
                Name(id) + " and " + Name(it->second) + " both have rank " +
                    std::to_string(it->first));
        }
    }
}

bool
Checker::TakesElectricalSide(const Route& route) const
{
    return m_plan.fabric.electricalRate > 0 &&
           route.ports == std::vector<uint32_t>{m_plan.fabric.degree};
}

Picoseconds
Checker::LeastDuration(TaskId id) const
{
    const auto& task = m_graph.Tasks()[id];
    if (task.kind == TaskKind::COMPUTE)
    {
        return task.duration;
    }
    Picoseconds longest = 0;
    const auto consider = [&](uint64_t bytes, const Route& route) {
        longest = std::max(longest,
                           TransferTime(bytes,
                                        TakesElectricalSide(route) ? m_plan.fabric.electricalRate
                                                                   : m_plan.fabric.PortRate()));
    };
    for (const auto& flow : m_plan.tasks[id].flows)
    {
        consider(flow.bytes, flow.route);
    }
    for (const auto& ring : m_plan.tasks[id].rings)
    {
        const auto n = std::max<uint64_t>(ring.members.size(), 1);
        for (const auto& hop : ring.hops)
        {
            consider(2 * ring.bytes / n * (n - 1), hop);
        }
    }
    return longest;
}

void
Checker::CheckTimes(TaskId id)
{
    const auto& planned = m_plan.tasks[id];
    // A planner may round each end to a picosecond.
    if (planned.finish - planned.start + 1 < LeastDuration(id))
    {
        Add("duration",
            Name(id) + " is planned from " + std::to_string(planned.start) + " to " +
                std::to_string(planned.finish) + " ps, but takes at least " +
                std::to_string(LeastDuration(id)) + " ps");
    }
    for (const auto before : m_graph.Tasks()[id].predecessors)
    {
        if (planned.start < m_plan.tasks[before].finish)
        {
            Add("precedence",
                Name(id) + " starts at " + std::to_string(planned.start) + " ps, before " +
                    Name(before) + " finishes at " + std::to_string(m_plan.tasks[before].finish) +
                    " ps");
        }
        if (planned.configuration < m_plan.tasks[before].configuration &&
            m_graph.Tasks()[id].kind != TaskKind::COMPUTE)
        {
            Add("configuration",
                Name(id) + " is in configuration " + std::to_string(planned.configuration) +
                    ", before that of " + Name(before) + ", on which it depends");
        }
    }
    if (planned.configuration >= m_plan.configurations.size())
    {
        Add("configuration",
            Name(id) + " is in configuration " + std::to_string(planned.configuration) +
                ", but there are " + std::to_string(m_plan.configurations.size()));
    }
    if (planned.finish > m_plan.plannedTime)
    {
        Add("planned-time",
            Name(id) + " finishes at " + std::to_string(planned.finish) +
                " ps, after the planned time " + std::to_string(m_plan.plannedTime) + " ps");
    }
}

void
Checker::CheckDevices()
{
    std::map<DeviceId, std::vector<TaskId>> onDevice;
    for (TaskId id = 0; id < m_plan.tasks.size(); ++id)
    {
        const auto& task = m_graph.Tasks()[id];
        if (task.kind == TaskKind::COMPUTE && task.duration > 0)
        {
            onDevice[task.device].push_back(id);
        }
    }
    for (auto& [device, tasks] : onDevice)
    {
        std::sort(tasks.begin(), tasks.end(), [this](TaskId a, TaskId b) {
            return m_plan.tasks[a].start < m_plan.tasks[b].start;
        });
        for (size_t k = 1; k < tasks.size(); ++k)
        {
            if (m_plan.tasks[tasks[k]].start < m_plan.tasks[tasks[k - 1]].finish)
            {
                Add("device",
                    Name(tasks[k]) + " starts at " + std::to_string(m_plan.tasks[tasks[k]].start) +
                        " ps while " + Name(tasks[k - 1]) + " runs on device " +
                        std::to_string(device));
            }
        }
    }
}

void
Checker::CheckShares(TaskId id)
{
    const auto& task = m_graph.Tasks()[id];
    const bool reduces =
        task.kind == TaskKind::COLLECTIVE && task.collective == CollectiveKind::ALL_REDUCE;
    if (reduces)
    {
        CheckRings(id);
    }
    else if (!m_plan.tasks[id].rings.empty())
    {
        Add("ring", Name(id) + " has rings but is no all-reduce");
    }
    if (task.kind != TaskKind::COMPUTE && !reduces)
    {
        CheckPairShares(id);
    }
    else if (!m_plan.tasks[id].flows.empty())
    {
        Add("share", Name(id) + " has flows but is no transfer and no all-to-all");
    }
}

void
Checker::CheckPairShares(TaskId id)
{
    const auto& task = m_graph.Tasks()[id];
    std::map<std::pair<ServerId, ServerId>, uint64_t> asked;
    if (task.kind == TaskKind::TRANSFER)
    {
        asked[{task.source, task.destination}] = task.bytes;
    }
    for (const auto s : task.group)
    {
        for (const auto t : task.group)
        {
            if (s != t)
            {
                asked[{s, t}] = task.bytes;
            }
        }
    }
    for (const auto& flow : m_plan.tasks[id].flows)
    {
        if (flow.bytes == 0)
        {
            Add("share", Name(id) + " has a flow without bytes");
        }
        if (!CheckRoute(id, flow.route))
        {
            continue;
        }
        const auto it = asked.find({flow.route.servers.front(), flow.route.servers.back()});
        if (it == asked.end())
        {
            Add("route",
                Name(id) + " has a flow from server " + std::to_string(flow.route.servers.front()) +
                    " to server " + std::to_string(flow.route.servers.back()) +
                    ", which it does not ask for");
        }
        else if (flow.bytes > it->second)
        {
            Add("share", Name(id) + " has shares that exceed its bytes");
            it->second = 0;
        }
        else
        {
            it->second -= flow.bytes;
        }
    }
    for (const auto& [pair, left] : asked)
    {
        if (left > 0)
        {
            Add("share",
                Name(id) + " leaves " + std::to_string(left) + " bytes from server " +
                    std::to_string(pair.first) + " to server " + std::to_string(pair.second) +
                    " unplanned");
        }
    }
}

void
Checker::CheckRings(TaskId id)
{
    const auto& task = m_graph.Tasks()[id];
    uint64_t sum = 0;
    for (const auto& ring : m_plan.tasks[id].rings)
    {
        sum += ring.bytes;
        CheckRing(id, ring);
    }
    const auto asked = task.group.size() > 1 ? task.bytes : 0;
    if (sum != asked)
    {
        Add("share",
            Name(id) + " has rings for " + std::to_string(sum) + " bytes instead of " +
                std::to_string(asked));
    }
}

void
Checker::CheckRing(TaskId id, const PlannedRing& ring)
{
    auto members = ring.members;
    auto group = m_graph.Tasks()[id].group;
    std::sort(members.begin(), members.end());
    std::sort(group.begin(), group.end());
    if (members != group)
    {
        Add("ring", Name(id) + " has a ring that does not visit each member of its group once");
        return;
    }
    if (ring.hops.size() != members.size())
    {
        Add("ring", Name(id) + " has a ring with more or fewer hops than members");
        return;
    }
    for (size_t k = 0; k < ring.hops.size(); ++k)
    {
        if (CheckRoute(id, ring.hops[k]) &&
            (ring.hops[k].servers.front() != ring.members[k] ||
             ring.hops[k].servers.back() != ring.members[(k + 1) % ring.members.size()]))
        {
            Add("ring",
                Name(id) + " has a ring whose hop " + std::to_string(k) +
                    " does not lead from one member to the next");
        }
    }
}

/// @returns false when the route has no ends
bool
Checker::CheckRoute(TaskId id, const Route& route)
{
    if (route.servers.size() < 2 || route.ports.size() + 1 != route.servers.size())
    {
        Add("route", Name(id) + " has a route that goes nowhere, or ports that do not match it");
        return false;
    }
    const std::set<ServerId> visited(route.servers.begin(), route.servers.end());
    if (visited.size() != route.servers.size())
    {
        Add("route", Name(id) + " has a route that visits a server twice");
    }
    for (size_t hop = 0; hop < route.ports.size(); ++hop)
    {
        CheckHop(id, route, hop);
    }
    CheckReturnPath(id, route);
    return true;
}

void
Checker::CheckHop(TaskId id, const Route& route, size_t hop)
{
    const auto s = route.servers[hop];
    const auto t = route.servers[hop + 1];
    const auto port = route.ports[hop];
    bool good = s < m_plan.fabric.servers && t < m_plan.fabric.servers;
    switch (m_plan.fabric.kind)
    {
    case FabricKind::OPTICAL:
    case FabricKind::FIBRES: {
        if (TakesElectricalSide(route))
        {
            break;
        }
        const auto configuration = m_plan.tasks[id].configuration;
        if (configuration >= m_light.size())
        {
            return; // told already
        }
        const auto it = m_light[configuration].find({s, port});
        good = it != m_light[configuration].end() && it->second == t;
        break;
    }
    case FabricKind::FULL_MESH:
        good = good && port == (t < s ? t : t - 1);
        break;
    case FabricKind::RAIL_OPTIMIZED:
        good = good && port < m_plan.fabric.degree && route.ports.size() == 1;
        break;
    default:
        good = good && port == 0 && route.ports.size() == 1;
    }
    if (!good)
    {
        Add("route",
            Name(id) + " goes from server " + std::to_string(s) + " by port " +
                std::to_string(port) + " to server " + std::to_string(t) +
                ", where no light leads in configuration " +
                std::to_string(m_plan.tasks[id].configuration));
    }
}

bool
Checker::Leads(uint32_t configuration, ServerId from, ServerId to)
{
    auto& reached = m_reached[{configuration, from}];
    if (reached.empty())
    {
        std::vector<ServerId> open{from};
        reached.insert(from);
        while (!open.empty())
        {
            const auto at = open.back();
            open.pop_back();
            const auto& light = m_light[configuration];
            for (auto it = light.lower_bound({at, 0}); it != light.end() && it->first.first == at;
                 ++it)
            {
                if (reached.insert(it->second).second)
                {
                    open.push_back(it->second);
                }
            }
        }
    }
    return reached.count(to) > 0;
}

void
Checker::CheckReturnPath(TaskId id, const Route& route)
{
    const auto configuration = m_plan.tasks[id].configuration;
    const bool electrical =
        TakesElectricalSide(route) || (m_plan.electricalAcks && m_plan.fabric.electricalRate > 0);
    if (m_plan.fabric.HasCircuits() && !electrical && configuration < m_light.size() &&
        !Leads(configuration, route.servers.back(), route.servers.front()))
    {
        Add("return-path",
            Name(id) + ": no circuits of configuration " + std::to_string(configuration) +
                " lead back from server " + std::to_string(route.servers.back()) + " to server " +
                std::to_string(route.servers.front()) + " for acknowledgements");
    }
}

std::vector<Violation>
Checker::Run()
{
    try
    {
        m_plan.fabric.Validate();
    }
    catch (const InputError& e)
    {
        Add("fabric", e.what());
        return m_found;
    }
    if (m_plan.tasks.size() != m_graph.Tasks().size())
    {
        Add("tasks",
            "the plan has " + std::to_string(m_plan.tasks.size()) + " tasks, its graph " +
                std::to_string(m_graph.Tasks().size()));
        return m_found;
    }
    if (m_graph.Servers() > m_plan.fabric.servers)
    {
        Add("tasks", "the graph has more servers than the fabric");
        return m_found;
    }
    CheckConfigurations();
    CheckRanks();
    for (TaskId id = 0; id < m_plan.tasks.size(); ++id)
    {
        CheckTimes(id);
        CheckShares(id);
    }
    CheckDevices();
    if (m_plan.plannedTime < m_plan.lowerBound)
    {
        Add("lower-bound",
            "the planned time " + std::to_string(m_plan.plannedTime) +
                " ps is below the lower bound " + std::to_string(m_plan.lowerBound) + " ps");
    }
    return m_found;
}

} // namespace

std::vector<Violation>
CheckPlan(const Plan& plan)
{
    return Checker(plan).Run();
}

} // namespace topox
} // namespace ns3
