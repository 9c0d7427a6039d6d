/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_HELPER_H
#define TOPO_X_HELPER_H

/**
 * @file
 * The public face: job and fabric in, simulated cluster and result out.
 */

#include "ns3/node-container.h"
#include "ns3/planner.h"
#include "ns3/run-result.h"

#include <memory>
#include <string>

namespace ns3
{
namespace topox
{

class NetworkHelper;

/**
 * Plans a job, builds the cluster that the plan is for, and runs it.
 *
 * @code
 *   TopoXHelper helper;
 *   helper.SetTaskGraph(graph);
 *   helper.SetFabric(fabric);
 *   helper.SetPlanner("topo-x");
 *   helper.Solve();              // or SetPlan() with a plan of your own
 *   helper.Install();
 *   const auto result = helper.Run();
 *   Simulator::Destroy();
 * @endcode
 */
class TopoXHelper
{
  public:
    TopoXHelper();
    ~TopoXHelper();
    TopoXHelper(const TopoXHelper&) = delete;
    TopoXHelper& operator=(const TopoXHelper&) = delete;

    /// @param graph the job
    void SetTaskGraph(std::shared_ptr<const TaskGraph> graph);
    /// @param fabric the cluster
    void SetFabric(const Fabric& fabric);
    /// @param name one of PlannerNames(). @throws InputError for any other
    void SetPlanner(const std::string& name);
    /// @param options seed and limits
    void SetPlannerOptions(const PlannerOptions& options);

    /**
     * Plan.
     *
     * @returns the plan
     * @throws InputError when the job does not fit the fabric
     */
    const Plan& Solve();

    /**
     * Bring your own plan.
     *
     * @param plan the plan
     * @throws InputError naming every constraint that it violates
     */
    void SetPlan(Plan plan);

    /// @returns the plan
    const Plan& GetPlan() const;

    /**
     * Let optical switches fail while the job runs. Call before Install().
     *
     * @param faults what and when, from the start of the iteration
     */
    void SetFaults(std::vector<Fault> faults);

    /**
     * Create nodes, devices and applications for the plan. Sets the time resolution to
     * picoseconds when it is not yet; aborts when the simulation has begun at a coarser one.
     *
     * @throws InputError when the transport is TCP in a fabric without packet switches
     */
    void Install();

    /// @returns the servers
    NodeContainer GetServers() const;
    /// @returns the switches, optical or not; none in a full mesh
    NodeContainer GetSwitches() const;
    /// @returns devices and applications
    const Cluster& GetCluster() const;
    /// @returns what runs the plan, with trace sources TaskStart and TaskEnd
    Ptr<PlanExecutor> GetExecutor() const;

    /**
     * Write pcap files of all server ports; call after Install().
     *
     * @param prefix of the names: prefix-node-device.pcap
     */
    void EnablePcap(const std::string& prefix);

    /**
     * Run the iteration from now until the last task is complete, or nothing happens any more.
     *
     * @returns the result; unfinished tasks are named there
     */
    RunResult Run();

  private:
    void InstallServers();
    void InstallSwitches();
    void InstallFibres();
    void InstallMesh();
    void InstallPacketSwitches();
    void InstallElectricalSide();
    void Adopt(const NetworkHelper& network);

    std::shared_ptr<const TaskGraph> m_graph; //!< the job
    Fabric m_fabric;                          //!< the cluster
    std::unique_ptr<Planner> m_planner;       //!< plans
    PlannerOptions m_options;                 //!< seed and limits
    std::shared_ptr<const Plan> m_plan;       //!< the plan
    NodeContainer m_servers;                  //!< nodes
    NodeContainer m_switches;                 //!< nodes
    std::vector<Fault> m_faults;              //!< of optical switches
    Ptr<FaultInjector> m_injector;            //!< applies them
    Cluster m_cluster;                        //!< devices
    Ptr<PlanExecutor> m_executor;             //!< runs the plan
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_HELPER_H */
