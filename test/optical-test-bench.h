/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OPTICAL_TEST_BENCH_H
#define TOPO_X_OPTICAL_TEST_BENCH_H

/**
 * @file
 * Devices round an optical circuit switch, for tests.
 */

#include "ns3/node.h"
#include "ns3/optical-circuit-switch.h"
#include "ns3/optical-fiber-channel.h"
#include "ns3/simulator.h"

#include <map>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// A device that sends what it is told to and remembers what arrives and when.
class Probe : public LineDevice
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::topox::TestOpticalProbe").SetParent<LineDevice>();
        return tid;
    }

    void Emit(uint32_t frame, Time duration)
    {
        auto packet = Create<Packet>(100 + frame);
        DynamicCast<LineChannel>(GetChannel())->Transmit(packet, this, duration);
    }

    void ReceiveFrame(Ptr<Packet> frame) override
    {
        arrivals[frame->GetSize() - 100] = Simulator::Now();
    }

    bool Send(Ptr<Packet>, const Address&, uint16_t) override
    {
        return false;
    }

    std::map<uint32_t, Time> arrivals; //!< by frame
};

/// N probes round a switch with N ports.
struct Bench
{
    Bench(uint32_t ports, Time delta, Time delay)
    {
        auto node = CreateObject<Node>();
        ocs = CreateObjectWithAttributes<OpticalCircuitSwitch>("ReconfigurationTime",
                                                               TimeValue(delta));
        node->AggregateObject(ocs);
        ocs->TraceConnectWithoutContext("FrameLost", MakeCallback(&Bench::Lost, this));
        for (uint32_t k = 0; k < ports; ++k)
        {
            auto port = CreateObject<OcsNetDevice>();
            node->AddDevice(port);
            ocs->AddPort(port);
            auto probe = CreateObject<Probe>();
            CreateObject<Node>()->AddDevice(probe);
            auto fibre = CreateObjectWithAttributes<OpticalFiberChannel>("Delay", TimeValue(delay));
            fibre->Attach(probe);
            fibre->Attach(port);
            probes.push_back(probe);
        }
    }

    void Lost(Ptr<const Packet> frame, uint32_t, const std::string& reason)
    {
        lost[frame->GetSize() - 100] = reason;
    }

    Ptr<OpticalCircuitSwitch> ocs;        //!< the switch
    std::vector<Ptr<Probe>> probes;       //!< by port
    std::map<uint32_t, std::string> lost; //!< by frame
};

/// When circuits come and go.
struct CircuitTimes
{
    explicit CircuitTimes(Ptr<OpticalCircuitSwitch> ocs)
    {
        ocs->TraceConnectWithoutContext("CircuitUp", MakeCallback(&CircuitTimes::Up, this));
        ocs->TraceConnectWithoutContext("CircuitDown", MakeCallback(&CircuitTimes::Down, this));
    }

    void Up(uint32_t in, uint32_t)
    {
        up[in] = Simulator::Now();
    }

    void Down(uint32_t in, uint32_t)
    {
        down[in] = Simulator::Now();
    }

    void LinkChanged()
    {
        ++linkChanges;
    }

    std::map<uint32_t, Time> up;   //!< by input, the last time
    std::map<uint32_t, Time> down; //!< by input, the last time
    bool asModelled{true};         //!< frames met what these tell
    uint32_t linkChanges{0};       //!< of a device that asked
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OPTICAL_TEST_BENCH_H */
