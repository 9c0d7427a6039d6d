/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-estimator.h"

#include "circuit-timeline.h"
#include "fluid-links.h"
#include "lower-bounds.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

namespace ns3
{
namespace topox
{

namespace
{

/// Bytes beside the payload that the first packet of a WRITE carries (RETH).
constexpr double RETH_BYTES = 16;

/// A flow or a ring under way: fluid through links, then a latency.
struct Activity
{
    TaskId task{0};                                  //!< whose share this is
    double bytes{0};                                 //!< on the line, over each link once
    std::vector<std::pair<uint32_t, double>> links;  //!< link and how often it is passed
    double latency{0};                               //!< ps after the last byte
};

/// What happens next, apart from fluids running dry.
struct Event
{
    double time;       //!< ps
    uint64_t sequence; //!< order of creation: breaks ties
    enum
    {
        COMPUTED,
        ARRIVED,
        LIT
    } kind;          //!< what happens
    uint32_t object; //!< task, activity or span

    bool operator>(const Event& o) const
    {
        return std::tie(time, sequence) > std::tie(o.time, o.sequence);
    }
};

/// One run of the fluid model over one plan.
class Estimator
{
  public:
    explicit Estimator(Plan& plan);
    void Run();

  private:
    void BuildActivities();
    void AddFlow(TaskId id, const PlannedFlow& flow);
    void AddRing(TaskId id, const PlannedRing& ring);
    std::vector<uint32_t> LinksOf(TaskId id, const Route& route);
    double HopLatency(const Route& route) const;
    void BuildUsers();

    void Ready(TaskId id);
    void StartCompute(DeviceId device);
    void StartActivity(uint32_t activity);
    void Complete(TaskId id);
    void SpanIdle(uint32_t span);
    void TrySetting(uint32_t span);
    void Handle(const Event& event);
    void Schedule(double time, decltype(Event::kind) kind, uint32_t object);
    void FinishDryFluids();
    std::string Stuck() const;

    Plan& m_plan;             //!< the plan
    const TaskGraph& m_graph; //!< its tasks
    double m_now{0};          //!< ps
    uint64_t m_sequence{0};   //!< of events
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; //!< pending

    std::vector<Activity> m_activities;                  //!< all flows and rings
    std::vector<std::vector<uint32_t>> m_activitiesOf;   //!< of each task
    std::vector<uint32_t> m_openActivities;              //!< of each task, not yet arrived
    std::vector<uint32_t> m_openPredecessors;            //!< of each task
    std::vector<bool> m_done;                            //!< tasks
    uint32_t m_tasksDone{0};                             //!< number of them
    uint32_t m_readied{0};                               //!< compute tasks that became ready

    std::vector<std::set<std::pair<uint32_t, TaskId>>> m_queue; //!< by device: (order, task)
    std::vector<bool> m_busy;                                   //!< by device

    std::optional<CircuitTimeline> m_timeline;           //!< FabricKind::OPTICAL
    std::vector<std::vector<uint32_t>> m_spansOfTask;    //!< data and return routes, no duplicates
    std::vector<uint32_t> m_spanUsers;                   //!< open tasks on each span
    std::vector<uint32_t> m_spanWaits;                   //!< spans that must go idle before
    std::vector<std::vector<uint32_t>> m_spanFollowers;  //!< inverse of CircuitSpan::follows
    std::vector<bool> m_spanLit;                         //!< lit now or ready for use
    std::vector<uint32_t> m_darkSpans;                   //!< by activity: links not lit yet
    std::vector<std::vector<uint32_t>> m_waitingForSpan; //!< activities of ready tasks

    std::optional<FluidLinks> m_fluid; //!< what flows now
};

Estimator::Estimator(Plan& plan)
    : m_plan(plan),
      m_graph(*plan.graph)
{
    const auto n = m_graph.Tasks().size();
    m_activitiesOf.resize(n);
    m_openActivities.assign(n, 0);
    m_openPredecessors.resize(n);
    m_done.assign(n, false);
    m_spansOfTask.resize(n);
    m_queue.resize(m_graph.ServerOfDevice().size());
    m_busy.assign(m_graph.ServerOfDevice().size(), false);
    for (TaskId id = 0; id < n; ++id)
    {
        m_openPredecessors[id] = m_graph.Tasks()[id].predecessors.size();
    }
    const auto& fabric = m_plan.fabric;
    if (fabric.kind == FabricKind::OPTICAL)
    {
        m_timeline.emplace(m_plan.configurations);
        BuildUsers();
    }
    BuildActivities();
    std::vector<double> capacity; // bytes per ps
    const double perPs = 8.0 * PS_PER_SECOND;
    if (fabric.kind == FabricKind::OPTICAL)
    {
        capacity.assign(m_timeline->Spans().size(), fabric.linkRate / perPs);
    }
    else
    {
        const auto rate = static_cast<double>(fabric.linkRate) * fabric.degree / perPs;
        const size_t links = fabric.kind == FabricKind::FULL_MESH
                                 ? static_cast<size_t>(fabric.servers) * fabric.servers
                                 : 2 * fabric.servers;
        capacity.assign(links, rate);
    }
    m_fluid.emplace(std::move(capacity), m_plan.ordered);
}

void
Estimator::BuildUsers()
{
    const auto& spans = m_timeline->Spans();
    m_spanUsers.assign(spans.size(), 0);
    m_spanWaits.assign(spans.size(), 0);
    m_spanFollowers.resize(spans.size());
    m_waitingForSpan.resize(spans.size());
    m_spanLit.resize(spans.size());
    for (uint32_t s = 0; s < spans.size(); ++s)
    {
        m_spanLit[s] = spans[s].first == 0;
        m_spanWaits[s] = spans[s].follows.size();
        for (const auto before : spans[s].follows)
        {
            m_spanFollowers[before].push_back(s);
        }
    }
    std::vector<ReturnRoutes> back;
    for (const auto& configuration : m_plan.configurations)
    {
        back.emplace_back(m_plan.fabric.servers, configuration);
    }
    for (TaskId id = 0; id < m_plan.tasks.size(); ++id)
    {
        const auto& planned = m_plan.tasks[id];
        std::set<uint32_t> used;
        for (const auto* route : DataRoutes(planned))
        {
            for (const auto span : m_timeline->SpansOf(planned.configuration, *route))
            {
                used.insert(span);
            }
            const auto& ack = back.at(planned.configuration)
                                  .Find(route->servers.back(), route->servers.front());
            for (const auto span : m_timeline->SpansOf(planned.configuration, ack))
            {
                used.insert(span);
            }
        }
        m_spansOfTask[id].assign(used.begin(), used.end());
        for (const auto span : used)
        {
            ++m_spanUsers[span];
        }
    }
}

std::vector<uint32_t>
Estimator::LinksOf(TaskId id, const Route& route)
{
    const auto& fabric = m_plan.fabric;
    if (fabric.kind == FabricKind::OPTICAL)
    {
        return m_timeline->SpansOf(m_plan.tasks[id].configuration, route);
    }
    const auto s = route.servers.front();
    const auto t = route.servers.back();
    if (fabric.kind == FabricKind::FULL_MESH)
    {
        return {s * fabric.servers + t};
    }
    return {s, fabric.servers + t};
}

double
Estimator::HopLatency(const Route& route) const
{
    const auto& fabric = m_plan.fabric;
    const bool optical = fabric.kind == FabricKind::OPTICAL;
    const auto rate = optical ? fabric.linkRate : fabric.linkRate * fabric.degree;
    // Every relay, and the ideal switch, stores the last frame before it sends it on.
    const auto stores = fabric.kind == FabricKind::IDEAL_SWITCH ? 1 : route.ports.size() - 1;
    return static_cast<double>(route.ports.size() * fabric.PathDelay()) +
           static_cast<double>(stores * TransferTime(fabric.mtu + LINE_OVERHEAD, rate));
}

void
Estimator::AddFlow(TaskId id, const PlannedFlow& flow)
{
    Activity activity{id, LineBytes(flow.bytes, m_plan.fabric.mtu) + RETH_BYTES, {}, 0};
    for (const auto link : LinksOf(id, flow.route))
    {
        activity.links.emplace_back(link, 1);
    }
    activity.latency = HopLatency(flow.route);
    m_activitiesOf[id].push_back(m_activities.size());
    m_activities.push_back(std::move(activity));
}

void
Estimator::AddRing(TaskId id, const PlannedRing& ring)
{
    const auto n = ring.members.size();
    const auto rounds = 2 * (n - 1);
    const auto chunk = (ring.bytes + n - 1) / n;
    Activity activity{id, 0, {}, 0};
    activity.bytes = rounds * (LineBytes(chunk, m_plan.fabric.mtu) + RETH_BYTES);
    std::map<uint32_t, double> passes;
    double slowest = 0;
    for (const auto& hop : ring.hops)
    {
        for (const auto link : LinksOf(id, hop))
        {
            passes[link] += 1;
        }
        slowest = std::max(slowest, HopLatency(hop));
    }
    activity.links.assign(passes.begin(), passes.end());
    activity.latency = rounds * slowest;
    m_activitiesOf[id].push_back(m_activities.size());
    m_activities.push_back(std::move(activity));
}

void
Estimator::BuildActivities()
{
    for (TaskId id = 0; id < m_plan.tasks.size(); ++id)
    {
        for (const auto& flow : m_plan.tasks[id].flows)
        {
            AddFlow(id, flow);
        }
        for (const auto& ring : m_plan.tasks[id].rings)
        {
            AddRing(id, ring);
        }
        m_openActivities[id] = m_activitiesOf[id].size();
    }
    m_darkSpans.assign(m_activities.size(), 0);
}

void
Estimator::Schedule(double time, decltype(Event::kind) kind, uint32_t object)
{
    m_events.push(Event{time, m_sequence++, kind, object});
}

void
Estimator::Ready(TaskId id)
{
    const auto& task = m_graph.Tasks()[id];
    if (task.kind == TaskKind::COMPUTE)
    {
        // Without an order a device serves first come, first served.
        m_queue[task.device].insert({m_plan.ordered ? m_plan.tasks[id].rank : m_readied++, id});
        if (!m_busy[task.device])
        {
            StartCompute(task.device);
        }
        return;
    }
    m_plan.tasks[id].start = std::llround(m_now);
    if (m_activitiesOf[id].empty())
    {
        Complete(id); // a group of one, or nothing to send
        return;
    }
    for (const auto a : m_activitiesOf[id])
    {
        if (m_timeline)
        {
            for (const auto s : m_spansOfTask[id])
            {
                if (!m_spanLit[s])
                {
                    ++m_darkSpans[a];
                    m_waitingForSpan[s].push_back(a);
                }
            }
        }
        if (m_darkSpans[a] == 0)
        {
            StartActivity(a);
        }
    }
}

void
Estimator::StartActivity(uint32_t activity)
{
    const auto& a = m_activities[activity];
    m_fluid->Add(activity, m_plan.tasks[a.task].rank, a.bytes, a.links);
}

void
Estimator::StartCompute(DeviceId device)
{
    auto& queue = m_queue[device];
    if (queue.empty())
    {
        return;
    }
    const auto id = queue.begin()->second;
    queue.erase(queue.begin());
    m_busy[device] = true;
    m_plan.tasks[id].start = std::llround(m_now);
    Schedule(m_now + m_graph.Tasks()[id].duration, Event::COMPUTED, id);
}

void
Estimator::Complete(TaskId id)
{
    m_done[id] = true;
    ++m_tasksDone;
    m_plan.tasks[id].finish = std::llround(m_now);
    for (const auto span : m_spansOfTask[id])
    {
        if (--m_spanUsers[span] == 0)
        {
            SpanIdle(span);
        }
    }
    for (const auto next : m_graph.Successors()[id])
    {
        if (--m_openPredecessors[next] == 0)
        {
            Ready(next);
        }
    }
}

void
Estimator::SpanIdle(uint32_t span)
{
    if (!m_spanLit[span])
    {
        return; // it has no users and is not set yet: it goes idle when it is
    }
    for (const auto next : m_spanFollowers[span])
    {
        if (--m_spanWaits[next] == 0)
        {
            TrySetting(next);
        }
    }
}

void
Estimator::TrySetting(uint32_t span)
{
    Schedule(m_now + m_plan.fabric.reconfigurationTime, Event::LIT, span);
}

void
Estimator::Handle(const Event& event)
{
    switch (event.kind)
    {
    case Event::COMPUTED: {
        const auto device = m_graph.Tasks()[event.object].device;
        m_busy[device] = false;
        Complete(event.object);
        if (!m_busy[device])
        {
            StartCompute(device);
        }
        break;
    }
    case Event::ARRIVED: {
        const auto task = m_activities[event.object].task;
        if (--m_openActivities[task] == 0)
        {
            Complete(task);
        }
        break;
    }
    case Event::LIT:
        m_spanLit[event.object] = true;
        for (const auto a : m_waitingForSpan[event.object])
        {
            if (--m_darkSpans[a] == 0)
            {
                StartActivity(a);
            }
        }
        if (m_spanUsers[event.object] == 0)
        {
            SpanIdle(event.object);
        }
        break;
    }
}

void
Estimator::FinishDryFluids()
{
    for (const auto a : m_fluid->TakeDry())
    {
        Schedule(m_now + m_activities[a].latency, Event::ARRIVED, a);
    }
}

std::string
Estimator::Stuck() const
{
    for (TaskId id = 0; id < m_done.size(); ++id)
    {
        if (!m_done[id] && m_openPredecessors[id] == 0)
        {
            return "task " + std::to_string(id) + " (" + m_graph.Tasks()[id].name +
                   ") waits for a circuit of configuration " +
                   std::to_string(m_plan.tasks[id].configuration) + " that can never be set";
        }
    }
    return "no task can go on";
}

void
Estimator::Run()
{
    if (m_timeline)
    {
        for (uint32_t s = 0; s < m_spanLit.size(); ++s)
        {
            const auto& span = m_timeline->Spans()[s];
            if (span.first > 0 && span.follows.empty())
            {
                TrySetting(s);
            }
            else if (m_spanLit[s] && m_spanUsers[s] == 0)
            {
                SpanIdle(s);
            }
        }
    }
    for (const auto id : m_graph.TopologicalOrder())
    {
        if (m_graph.Tasks()[id].predecessors.empty())
        {
            Ready(id);
        }
    }
    while (m_tasksDone < m_graph.Tasks().size())
    {
        const double dry = m_now + m_fluid->TimeToDry();
        const double next = m_events.empty() ? HUGE_VAL : m_events.top().time;
        if (std::min(dry, next) == HUGE_VAL)
        {
            throw InputError("plan", "/configurations", Stuck());
        }
        const double until = std::min(dry, next);
        m_fluid->Advance(until - m_now);
        m_now = until;
        FinishDryFluids();
        while (!m_events.empty() && m_events.top().time <= m_now)
        {
            const auto event = m_events.top();
            m_events.pop();
            Handle(event);
        }
    }
    m_plan.plannedTime = 0;
    for (const auto& task : m_plan.tasks)
    {
        m_plan.plannedTime = std::max(m_plan.plannedTime, task.finish);
    }
}

} // namespace

void
EstimatePlan(Plan& plan)
{
    Estimator(plan).Run();
}

void
RankByReadiness(Plan& plan)
{
    std::vector<TaskId> order(plan.graph->TopologicalOrder());
    for (uint32_t k = 0; k < order.size(); ++k)
    {
        plan.tasks[order[k]].rank = k;
    }
    EstimatePlan(plan);
    std::stable_sort(order.begin(), order.end(), [&plan](TaskId a, TaskId b) {
        return plan.tasks[a].start < plan.tasks[b].start;
    });
    for (uint32_t k = 0; k < order.size(); ++k)
    {
        plan.tasks[order[k]].rank = k;
    }
}

std::vector<Picoseconds>
LongestTails(const TaskGraph& graph, const Fabric& fabric)
{
    std::vector<Picoseconds> tail(graph.Tasks().size(), 0);
    const auto& order = graph.TopologicalOrder();
    for (auto it = order.rbegin(); it != order.rend(); ++it)
    {
        const auto own = BestDuration(graph.Tasks()[*it], fabric);
        Picoseconds behind = 0;
        for (const auto next : graph.Successors()[*it])
        {
            behind = std::max(behind, tail[next]);
        }
        tail[*it] = own + behind;
    }
    return tail;
}

} // namespace topox
} // namespace ns3
