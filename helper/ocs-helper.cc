/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-helper.h"

#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/optical-fiber-channel.h"

namespace ns3
{
namespace topox
{

OcsHelper::OcsHelper()
{
    m_switches.SetTypeId("ns3::topox::OpticalCircuitSwitch");
}

void
OcsHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switches.Set(name, value);
}

void
OcsHelper::SetPreset(const std::string& name)
{
    const auto& preset = FindOcsPreset(name);
    m_switches.Set("ReconfigurationTime", TimeValue(PicoSeconds(preset.reconfigurationTime)));
    m_switches.Set("BlockAllPorts", BooleanValue(preset.blockAllPorts));
}

Ptr<OpticalCircuitSwitch>
OcsHelper::Install(Ptr<Node> node, uint32_t ports) const
{
    auto ocs = m_switches.Create<OpticalCircuitSwitch>();
    node->AggregateObject(ocs);
    for (uint32_t port = 0; port < ports; ++port)
    {
        auto device = CreateObject<OcsNetDevice>();
        node->AddDevice(device);
        ocs->AddPort(device);
    }
    return ocs;
}

void
OcsHelper::Attach(Ptr<LineDevice> nic,
                  Ptr<OpticalCircuitSwitch> ocs,
                  uint32_t port,
                  Time delay) const
{
    auto fibre = CreateObjectWithAttributes<OpticalFiberChannel>("Delay", TimeValue(delay));
    fibre->Attach(nic);
    fibre->Attach(ocs->GetPort(port));
}

} // namespace topox
} // namespace ns3
