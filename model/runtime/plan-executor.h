/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_EXECUTOR_H
#define TOPO_X_PLAN_EXECUTOR_H

/**
 * @file
 * Runs a plan: says who may do what, and drives the optical switches.
 */

#include "cluster.h"

#include "ns3/circuit-progress.h"
#include "ns3/plan.h"
#include "ns3/task-progress.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// One flow that ran: a share of a transfer, or one hop of a ring.
struct FlowRecord
{
    TaskId task;              //!< whose share
    bool ring;                //!< a hop of an all-reduce ring
    ServerId source;          //!< sends
    ServerId destination;     //!< receives
    uint32_t hops;            //!< circuits or links on the way
    uint64_t bytes;           //!< payload
    Time start;               //!< when its task could send
    Time finish;              //!< when its last byte had arrived
    uint64_t retransmissions; //!< data frames that were sent again
};

/**
 * The policy InOrder: everything happens in the planned order as soon as it can.
 *
 * A task may start when all it depends on is complete and all circuits that it uses, those of its
 * acknowledgements too, are lit. A circuit is set when nobody needs the older ones at its two ports
 * any more (see CircuitProgress); from the command until there is light the NIC at its source is
 * held. With Plan::ordered, priorities at NICs, relays and devices are the planned ranks; without,
 * flows take turns and devices serve first come, first served.
 */
class PlanExecutor : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PlanExecutor();
    ~PlanExecutor() override;

    /**
     * Take a plan and the cluster to run it on; the iteration starts now, in simulated time.
     *
     * @param plan the plan; checked already
     * @param cluster what it runs on
     */
    void Start(std::shared_ptr<const Plan> plan, Cluster cluster);

    /// @returns whether all tasks are complete
    bool IsDone() const;
    /// @returns number of tasks that are complete
    uint32_t GetTasksDone() const;
    /// @returns when the last task was complete, since the start
    Time GetIterationTime() const;
    /// @returns for each task that could have gone on, what it waits for; for people
    std::vector<std::string> ExplainUnfinished() const;
    /// @returns flows of all tasks that began, in order of start
    const std::vector<FlowRecord>& GetFlows() const;
    /// @returns data frames that were sent again
    uint64_t GetRetransmissions() const;

    /**
     * TracedCallback signature for tasks.
     *
     * @param [in] id the task
     */
    typedef void (*TaskCallback)(uint32_t id);

    /**
     * TracedCallback signature for flows.
     *
     * @param [in] flow the flow, when its task is complete
     */
    typedef void (*FlowCallback)(const FlowRecord& flow);

  private:
    /// A flow's way through relays, to be taken down with its task.
    struct Relayed
    {
        ServerId server;      //!< where
        ServerId destination; //!< of the frames
        uint32_t queuePair;   //!< of the destination
    };

    /// The two ends of a flow: that which sends, that which receives.
    using Ends = std::pair<Ptr<MessageChannel>, Ptr<MessageChannel>>;

    void DoDispose() override;
    void LightUp();
    void Ready(TaskId id);
    void StartCommunication(TaskId id);
    void StartFlow(TaskId id, const PlannedFlow& flow);
    void StartRing(TaskId id, const PlannedRing& ring);
    Ends OpenFlow(TaskId id, const Route& route, bool ring, uint64_t bytes);
    Ends Connect(TaskId id, const Route& route);
    Ends ConnectTcp(TaskId id, const Route& route);
    void AddRelays(TaskId id, const Route& route, uint32_t queuePair, uint32_t priority);
    void PartDone(TaskId id);
    void Complete(TaskId id);
    void CleanUp(TaskId id);
    void SetCircuits(const std::vector<uint32_t>& spans);
    void OnCircuitUp(uint32_t switchNumber, uint32_t in, uint32_t out);
    Ipv4Address AddressOf(ServerId server) const;
    Ipv4Address AddressOf(ServerId server, const Route& route) const;
    static CrossConnect ToCrossConnect(const Fabric& fabric, const Circuit& circuit);

    std::shared_ptr<const Plan> m_plan;          //!< the plan
    Cluster m_cluster;                           //!< what it runs on
    std::unique_ptr<TaskProgress> m_progress;    //!< dependencies
    std::unique_ptr<CircuitProgress> m_circuits; //!< circuits
    Time m_start;                                //!< of the iteration
    Time m_lastCompletion;                       //!< of a task
    uint64_t m_readied{0};                       //!< compute tasks that became ready
    std::vector<uint32_t> m_openParts;           //!< of each task
    std::vector<std::vector<Relayed>> m_relays;  //!< of each task under way
    std::vector<FlowRecord> m_flows;             //!< all, some of tasks under way
    std::vector<Ends> m_ends;                    //!< of each flow until its task is complete
    std::vector<std::vector<size_t>> m_flowsOf;  //!< of each task: indices into m_flows
    /// circuits that are being set: (switch, input) to span
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_setting;
    uint64_t m_retransmissions{0}; //!< of tasks that are complete

    TracedCallback<uint32_t> m_taskStart;        //!< a task may go on
    TracedCallback<uint32_t> m_taskEnd;          //!< a task is complete
    TracedCallback<const FlowRecord&> m_flowEnd; //!< one of its flows
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_EXECUTOR_H */
