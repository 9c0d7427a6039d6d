/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_COLLECTIVE_APPLICATION_H
#define TOPO_X_COLLECTIVE_APPLICATION_H

/**
 * @file
 * What one server does in a training iteration: computes, sends, takes part in collectives.
 */

#include "ring-all-reduce.h"

#include "ns3/application.h"
#include "ns3/rdma-host.h"
#include "ns3/rdma-queue-pair.h"
#include "ns3/task-graph.h"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * The server's side of a training iteration. The plan executor says what may go on (dependencies
 * are met, circuits are lit); the application does its server's part and reports each part that is
 * done.
 */
class CollectiveApplication : public Application
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    CollectiveApplication();
    ~CollectiveApplication() override;

    /// Called with the task whenever this server has done one part of it.
    using PartDone = std::function<void(TaskId)>;

    /// @param host the server's RDMA side
    void SetHost(Ptr<RdmaHost> host);

    /// @param partDone whom to tell
    void SetPartDone(PartDone partDone);

    /// @returns the server's RDMA side
    Ptr<RdmaHost> GetHost() const;

    /**
     * Run a compute task as soon as its device is free. One part.
     *
     * @param id the task
     * @param device where; one task at a time
     * @param duration how long, in ps
     * @param order among tasks that wait for the device the lowest goes first
     */
    void Compute(TaskId id, DeviceId device, Picoseconds duration, uint64_t order);

    /// What carries messages between servers.
    enum Transport
    {
        RDMA, //!< a queue pair for each flow
        TCP   //!< a connection for each flow, over packet switches only
    };

    /// @returns what carries messages
    Transport GetTransport() const;

    /// @returns a new queue pair with the application's limits. @param id the task that it is for
    Ptr<RdmaQueuePair> OpenQueuePair(TaskId id);

    /// Keep a channel until Forget(). @param id the task that it is for @param channel our end of
    /// it
    void Keep(TaskId id, Ptr<MessageChannel> channel);

    /// @returns a TCP port of this server that no flow under way uses
    uint16_t TakeTcpPort();

    /**
     * Send bytes. One part: done when all are acknowledged.
     *
     * @param id the task
     * @param channel connected to the receiver
     * @param bytes how much, not zero
     */
    void Send(TaskId id, Ptr<MessageChannel> channel, uint64_t bytes);

    /**
     * Expect what another server sends by Send(). One part: done when all has arrived.
     *
     * @param id the task
     * @param channel connected to the sender
     * @param bytes how much
     */
    void Expect(TaskId id, Ptr<MessageChannel> channel, uint64_t bytes);

    /**
     * Get ready for a ring all-reduce. One part.
     *
     * @param id the task
     * @param members size of the ring
     * @param bytes size of the ring's share of the vector
     * @param member our place
     * @param toSuccessor connected to the successor
     * @param fromPredecessor connected to the predecessor
     */
    void JoinRing(TaskId id,
                  uint32_t members,
                  uint64_t bytes,
                  uint32_t member,
                  Ptr<MessageChannel> toSuccessor,
                  Ptr<MessageChannel> fromPredecessor);

    /// Begin all rings of a task that were joined. @param id the task
    void StartRings(TaskId id);

    /// Destroy what was made for a task that is complete, later than in a callback of its parts.
    /// @param id the task
    void Forget(TaskId id);

    /**
     * TracedCallback signature for compute tasks.
     *
     * @param [in] id the task
     * @param [in] duration its run time
     */
    typedef void (*ComputeCallback)(uint32_t id, Time duration);

  private:
    static constexpr uint16_t FIRST_TCP_PORT = 10'000; //!< of flows; the rest is for others

    /// A device and the tasks that wait for it.
    struct Device
    {
        bool busy{false};                                           //!< a task runs
        std::map<uint64_t, std::pair<TaskId, Picoseconds>> waiting; //!< by order
    };

    void DoDispose() override;
    void RunNext(DeviceId device);
    void ComputeDone(DeviceId device, TaskId id, Picoseconds duration);
    void Sent(TaskId id, MessageChannel* channel, uint64_t message);
    void Arrived(TaskId id, MessageChannel* channel, uint64_t bytes);

    Ptr<RdmaHost> m_host;                   //!< RDMA side
    PartDone m_partDone;                    //!< whom to tell
    uint64_t m_pieceBytes;                  //!< PipelineChunk
    uint64_t m_maxInFlight;                 //!< of each queue pair
    uint32_t m_ackInterval;                 //!< of each queue pair
    Time m_retransmitTimeout;               //!< of each queue pair
    uint32_t m_mtu;                         //!< of each queue pair
    Transport m_transport;                  //!< what carries messages
    uint16_t m_nextTcpPort{FIRST_TCP_PORT}; //!< for TakeTcpPort()

    std::map<DeviceId, Device> m_devices;                                  //!< by number
    std::map<TaskId, std::vector<std::unique_ptr<RingAllReduce>>> m_rings; //!< joined
    std::map<TaskId, std::vector<Ptr<MessageChannel>>> m_channels;         //!< to close
    std::map<MessageChannel*, uint64_t> m_lastMessage;                     //!< Send() under way
    std::map<MessageChannel*, uint64_t> m_bytesToCome;                     //!< Expect() under way

    TracedCallback<uint32_t, Time> m_computeStart; //!< a compute task begins
    TracedCallback<uint32_t, Time> m_computeEnd;   //!< a compute task ends
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_COLLECTIVE_APPLICATION_H */
