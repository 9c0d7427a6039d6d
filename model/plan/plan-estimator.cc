/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plan-estimator.h"

#include "circuit-progress.h"
#include "electrical-side.h"
#include "fluid-links.h"
#include "lower-bounds.h"
#include "task-progress.h"

#include "ns3/input-error.h"
#include "ns3/network-generators.h"

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
    TaskId task{0};                                 //!< whose share this is
    double bytes{0};                                //!< on the line, over each link once
    std::vector<std::pair<uint32_t, double>> links; //!< link and how often it is passed
    double latency{0};                              //!< ps after the last byte
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
    } kind; //!< what happens

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
    void AddActivity(Activity activity);
    std::vector<std::pair<uint32_t, double>> LinksOf(TaskId id, const Route& route);
    uint32_t Rail(const Route& route) const;
    double HopLatency(const Route& route);
    void BuildLinks();

    void Ready(TaskId id);
    void StartCompute(DeviceId device);
    void StartActivity(uint32_t activity);
    void Complete(TaskId id);
    void Send(TaskId id);
    void SetCircuits(const std::vector<uint32_t>& spans);
    void Handle(const Event& event);
    void Schedule(double time, decltype(Event::kind) kind, uint32_t object);
    void FinishDryFluids();
    std::string Stuck() const;

    Plan& m_plan;                                                            //!< the plan
    const TaskGraph& m_graph;                                                //!< its tasks
    double m_now{0};                                                         //!< ps
    uint64_t m_sequence{0};                                                  //!< of events
    std::priority_queue<Event, std::vector<Event>, std::greater<>> m_events; //!< pending

    std::vector<Activity> m_activities;                //!< all flows and rings
    std::vector<std::vector<uint32_t>> m_activitiesOf; //!< of each task
    std::vector<uint32_t> m_openActivities;            //!< of each task, not yet arrived
    uint32_t m_readied{0};                             //!< compute tasks that became ready

    std::vector<std::set<std::pair<uint32_t, TaskId>>> m_queue; //!< by device: (order, task)
    std::vector<bool> m_busy;                                   //!< by device

    TaskProgress m_progress;           //!< dependencies
    CircuitProgress m_circuits;        //!< circuits
    Network m_network;                 //!< of packet switches, if the fabric has such
    std::optional<EcmpShares> m_ecmp;  //!< how flows spread over it
    std::optional<FluidLinks> m_fluid; //!< what flows now
};

Estimator::Estimator(Plan& plan)
    : m_plan(plan),
      m_graph(*plan.graph),
      m_activitiesOf(m_graph.Tasks().size()),
      m_openActivities(m_graph.Tasks().size(), 0),
      m_queue(m_graph.ServerOfDevice().size()),
      m_busy(m_graph.ServerOfDevice().size(), false),
      m_progress(m_graph),
      m_circuits(plan)
{
    if (plan.fabric.IsSwitched())
    {
        m_network = SwitchedNetwork(plan.fabric);
        m_ecmp.emplace(m_network);
    }
    BuildActivities();
    BuildLinks();
}

void
Estimator::BuildLinks()
{
    const auto& fabric = m_plan.fabric;
    const double perPs = 8.0 * PS_PER_SECOND;
    const auto rate = static_cast<double>(fabric.PortRate()) / perPs;
    std::vector<double> capacity; // bytes per ps
    if (fabric.HasCircuits())
    {
        // Behind the circuits: out of each server and into each on the electrical side.
        capacity.assign(m_circuits.Timeline().Spans().size(), rate);
        capacity.resize(capacity.size() + 2 * static_cast<size_t>(fabric.servers),
                        static_cast<double>(fabric.electricalRate) / perPs);
    }
    else if (fabric.kind == FabricKind::FULL_MESH)
    {
        capacity.assign(static_cast<size_t>(fabric.servers) * fabric.servers, rate);
    }
    for (const auto& link : m_network.links)
    {
        capacity.resize(capacity.size() + 2, static_cast<double>(link.rate) / perPs);
    }
    m_fluid.emplace(std::move(capacity), m_plan.ordered);
}

std::vector<std::pair<uint32_t, double>>
Estimator::LinksOf(TaskId id, const Route& route)
{
    const auto& fabric = m_plan.fabric;
    const auto s = route.servers.front();
    const auto t = route.servers.back();
    if (IsElectrical(fabric, route))
    {
        const auto first = static_cast<uint32_t>(m_circuits.Timeline().Spans().size());
        return {{first + s, 1}, {first + fabric.servers + t, 1}};
    }
    if (fabric.HasCircuits())
    {
        std::vector<std::pair<uint32_t, double>> links;
        for (const auto span : m_circuits.Timeline().SpansOf(m_plan.tasks[id].configuration, route))
        {
            links.emplace_back(span, 1);
        }
        return links;
    }
    if (fabric.kind == FabricKind::FULL_MESH)
    {
        return {{s * fabric.servers + t, 1}};
    }
    return m_ecmp->Find(s, t, Rail(route));
}

/// @returns the rail that a route through packet switches keeps to
uint32_t
Estimator::Rail(const Route& route) const
{
    return m_plan.fabric.kind == FabricKind::RAIL_OPTIMIZED ? route.ports.front()
                                                            : NetworkRoutes::ANY_PORT;
}

double
Estimator::HopLatency(const Route& route)
{
    const auto& fabric = m_plan.fabric;
    auto rate = fabric.PortRate();
    auto flight = fabric.PathDelay();
    size_t lines = route.ports.size();
    if (IsElectrical(fabric, route))
    {
        rate = fabric.electricalRate;
        flight = fabric.fibreDelay;
        lines = 2;
    }
    else if (fabric.IsSwitched())
    {
        flight = fabric.fibreDelay;
        lines = m_ecmp->Hops(route.servers.front(), route.servers.back(), Rail(route));
    }
    // Every relay and every switch stores the last frame before it sends it on.
    return static_cast<double>(lines * flight) +
           static_cast<double>((lines - 1) * TransferTime(fabric.mtu + LINE_OVERHEAD, rate));
}

void
Estimator::AddFlow(TaskId id, const PlannedFlow& flow)
{
    Activity activity{id, LineBytes(flow.bytes, m_plan.fabric.mtu) + RETH_BYTES, {}, 0};
    activity.links = LinksOf(id, flow.route);
    activity.latency = HopLatency(flow.route);
    AddActivity(std::move(activity));
}

void
Estimator::AddRing(TaskId id, const PlannedRing& ring)
{
    const auto n = ring.members.size();
    const auto rounds = 2 * (n - 1);
    const auto chunk = (ring.bytes + n - 1) / n;
    const double bytes = rounds * (LineBytes(chunk, m_plan.fabric.mtu) + RETH_BYTES);
    double slowest = 0;
    for (const auto& hop : ring.hops)
    {
        slowest = std::max(slowest, HopLatency(hop));
    }
    if (m_plan.ordered)
    {
        for (const auto& hop : ring.hops)
        {
            Activity activity{id, bytes, {}, rounds * slowest};
            activity.links = LinksOf(id, hop);
            AddActivity(std::move(activity));
        }
        return;
    }
    Activity activity{id, bytes, {}, rounds * slowest};
    std::map<uint32_t, double> passes;
    for (const auto& hop : ring.hops)
    {
        for (const auto& [link, times] : LinksOf(id, hop))
        {
            passes[link] += times;
        }
    }
    activity.links.assign(passes.begin(), passes.end());
    AddActivity(std::move(activity));
}

void
Estimator::AddActivity(Activity activity)
{
    m_activitiesOf[activity.task].push_back(m_activities.size());
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
    if (m_circuits.Request(id))
    {
        Send(id);
    }
}

void
Estimator::Send(TaskId id)
{
    for (const auto a : m_activitiesOf[id])
    {
        StartActivity(a);
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
    m_plan.tasks[id].finish = std::llround(m_now);
    SetCircuits(m_circuits.Complete(id));
    for (const auto next : m_progress.Complete(id))
    {
        Ready(next);
    }
}

void
Estimator::SetCircuits(const std::vector<uint32_t>& spans)
{
    for (const auto span : spans)
    {
        Schedule(m_now + m_plan.fabric.reconfigurationTime, Event::LIT, span);
    }
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
    case Event::LIT: {
        const auto unblocked = m_circuits.SetLit(event.object);
        SetCircuits(unblocked.settable);
        for (const auto id : unblocked.tasks)
        {
            Send(id);
        }
        break;
    }
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
    const auto waiting = m_progress.Startable();
    if (waiting.empty())
    {
        return "no task can go on";
    }
    const auto id = waiting.front();
    return "task " + std::to_string(id) + " (" + m_graph.Tasks()[id].name +
           ") waits for a circuit of configuration " +
           std::to_string(m_plan.tasks[id].configuration) + " that can never be set";
}

void
Estimator::Run()
{
    SetCircuits(m_circuits.Start());
    for (const auto id : m_progress.Start())
    {
        Ready(id);
    }
    while (!m_progress.AllDone())
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
