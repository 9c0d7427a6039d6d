/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topo-x-animation.h"

#include "ns3/atomic-file.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/input-error.h"
#include "ns3/node-list.h"
#include "ns3/optical-fiber-channel.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdio>
#include <set>
#include <unistd.h>

namespace ns3
{
namespace topox
{

namespace
{

constexpr double CENTRE = 50;        //!< of the drawing, both ways
constexpr double RADIUS = 40;        //!< of the servers' circle
constexpr double SWITCH_SPACING = 9; //!< between switches
/// How far from a server's centre the light of port 0, 1, ... ends, so that they can be told apart.
constexpr double BEAM_SPACING = 0.9;

Vector
ServerPosition(uint32_t server, uint32_t servers)
{
    const double angle = 2 * M_PI * server / servers - M_PI / 2;
    return Vector(CENTRE + RADIUS * std::cos(angle), CENTRE + RADIUS * std::sin(angle), 0);
}

Vector
SwitchPosition(uint32_t number, uint32_t switches)
{
    return Vector(CENTRE, CENTRE + SWITCH_SPACING * (number - (switches - 1) / 2.0), 0);
}

void
Place(Ptr<Node> node, const Vector& position)
{
    auto mobility = node->GetObject<ConstantPositionMobilityModel>();
    if (!mobility)
    {
        mobility = CreateObject<ConstantPositionMobilityModel>();
        node->AggregateObject(mobility);
    }
    mobility->SetPosition(position);
}

} // namespace

TopoXAnimation::TopoXAnimation(const TopoXHelper& helper, const std::string& path)
    : TopoXAnimation(SceneOf(helper), path)
{
}

TopoXAnimation::TopoXAnimation(Scene scene, const std::string& path)
    : m_scene(std::move(scene)),
      m_path(path),
      m_temporary(path + ".tmp-" + std::to_string(::getpid()))
{
    PlaceNodes();
    AddBeams();
    SampleFrames();
    m_animation = std::make_unique<AnimationInterface>(m_temporary);
    m_animation->SetMaxPktsPerTraceFile(UINT64_MAX);
    DrawNodes();
}

TopoXAnimation::Scene
TopoXAnimation::SceneOf(const TopoXHelper& helper)
{
    const auto& plan = helper.GetPlan();
    const auto& fabric = plan.fabric;
    Scene scene{helper.GetServers(), helper.GetSwitches(), helper.GetCluster().switches, {}, 0};
    for (ServerId s = 0; !scene.ocs.empty() && s < fabric.servers; ++s)
    {
        for (uint32_t port = 0; port < fabric.degree; ++port)
        {
            scene.attachments.push_back({s, fabric.SwitchOfPort(port), fabric.SwitchPort(s, port)});
        }
    }
    for (const auto& task : plan.tasks)
    {
        for (const auto& flow : task.flows)
        {
            scene.frames += flow.bytes / fabric.mtu * flow.route.ports.size();
        }
        for (const auto& ring : task.rings)
        {
            scene.frames += 2 * ring.bytes / fabric.mtu * ring.hops.size();
        }
    }
    return scene;
}

TopoXAnimation::~TopoXAnimation()
{
    m_animation.reset();
    std::remove(m_temporary.c_str());
}

void
TopoXAnimation::PlaceNodes()
{
    const auto servers = m_scene.servers;
    const auto switches = m_scene.switches;
    for (uint32_t s = 0; s < servers.GetN(); ++s)
    {
        Place(servers.Get(s), ServerPosition(s, servers.GetN()));
    }
    const auto ocs = static_cast<uint32_t>(m_scene.ocs.size());
    for (uint32_t k = 0; k < ocs; ++k)
    {
        Place(switches.Get(k), SwitchPosition(k, ocs));
    }
    for (uint32_t k = ocs; k < switches.GetN(); ++k)
    {
        auto position = SwitchPosition(k - ocs, switches.GetN() - ocs);
        position.x += ocs > 0 ? SWITCH_SPACING : 0; // of a hybrid fabric: beside the others
        Place(switches.Get(k), position);
    }
}

void
TopoXAnimation::AddBeams()
{
    const auto switches = static_cast<uint32_t>(m_scene.ocs.size());
    for (const auto& at : m_scene.attachments)
    {
        Beam beam{at.server, at.switchNumber, CreateObject<Node>()};
        Place(beam.end, SwitchPosition(at.switchNumber, switches));
        m_beams[{at.switchNumber, at.switchPort}] = beam;
    }
    for (uint32_t k = 0; k < switches; ++k)
    {
        m_scene.ocs[k]->TraceConnectWithoutContext(
            "CircuitUp",
            MakeCallback(&TopoXAnimation::OnCircuitUp, this, k));
        m_scene.ocs[k]->TraceConnectWithoutContext(
            "CircuitDown",
            MakeCallback(&TopoXAnimation::OnCircuitDown, this, k));
    }
}

void
TopoXAnimation::DrawNodes()
{
    const auto servers = m_scene.servers;
    const auto switches = m_scene.switches;
    const auto ocs = static_cast<uint32_t>(m_scene.ocs.size());
    for (uint32_t s = 0; s < servers.GetN(); ++s)
    {
        m_animation->UpdateNodeDescription(servers.Get(s), "server " + std::to_string(s));
        m_animation->UpdateNodeColor(servers.Get(s), 40, 90, 200);
        m_animation->UpdateNodeSize(servers.Get(s)->GetId(), 3, 3);
    }
    for (uint32_t k = 0; k < switches.GetN(); ++k)
    {
        m_animation->UpdateNodeDescription(switches.Get(k),
                                           std::string(k < ocs ? "OCS " : "packet switch ") +
                                               std::to_string(k < ocs ? k : k - ocs));
        m_animation->UpdateNodeColor(switches.Get(k), 240, 140, 0);
        m_animation->UpdateNodeSize(switches.Get(k)->GetId(), 5, 5);
    }
    for (const auto& [port, beam] : m_beams)
    {
        m_animation->UpdateNodeDescription(beam.end, "");
        m_animation->UpdateNodeColor(beam.end, 160, 160, 160);
        m_animation->UpdateNodeSize(beam.end->GetId(), 0.6, 0.6);
    }
}

void
TopoXAnimation::SampleFrames()
{
    const UintegerValue interval(std::max<uint64_t>(1, m_scene.frames / FRAMES_DRAWN));
    for (auto it = m_scene.servers.Begin(); it != m_scene.servers.End(); ++it)
    {
        for (uint32_t d = 0; d < (*it)->GetNDevices(); ++d)
        {
            if (auto channel = (*it)->GetDevice(d)->GetChannel())
            {
                channel->SetAttributeFailSafe("TraceInterval", interval);
            }
        }
    }
}

void
TopoXAnimation::OnCircuitUp(uint32_t switchNumber, uint32_t in, uint32_t out)
{
    const auto from = m_beams.find({switchNumber, in});
    const auto to = m_beams.find({switchNumber, out});
    if (from == m_beams.end() || to == m_beams.end())
    {
        return; // no server is there
    }
    auto position = ServerPosition(to->second.server, m_scene.servers.GetN());
    position.x += BEAM_SPACING * (switchNumber - (m_scene.ocs.size() - 1) / 2.0);
    Place(from->second.end, position);
    if (m_animation)
    {
        m_animation->UpdateNodeColor(from->second.end, 0, 170, 60);
    }
}

void
TopoXAnimation::OnCircuitDown(uint32_t switchNumber, uint32_t in, uint32_t)
{
    const auto from = m_beams.find({switchNumber, in});
    if (from == m_beams.end())
    {
        return;
    }
    Place(from->second.end,
          SwitchPosition(switchNumber, static_cast<uint32_t>(m_scene.ocs.size())));
    if (m_animation)
    {
        m_animation->UpdateNodeColor(from->second.end, 160, 160, 160);
    }
}

std::string
TopoXAnimation::LinkLines() const
{
    const auto servers = m_scene.servers;
    std::set<std::pair<uint32_t, uint32_t>> links;
    for (const auto& [port, beam] : m_beams)
    {
        links.emplace(servers.Get(beam.server)->GetId(), beam.end->GetId());
    }
    std::set<uint32_t> ends; // of fixed lines; beams stand for those of optical switches
    for (const auto& nodes : {servers, m_scene.switches})
    {
        for (auto it = nodes.Begin(); it != nodes.End(); ++it)
        {
            ends.insert((*it)->GetId());
        }
    }
    for (const auto& ocs : m_scene.ocs)
    {
        ends.erase(ocs->GetObject<Node>()->GetId());
    }
    for (const auto id : ends)
    {
        const auto node = NodeList::GetNode(id);
        for (uint32_t d = 0; d < node->GetNDevices(); ++d)
        {
            const auto channel = node->GetDevice(d)->GetChannel();
            for (size_t k = 0; channel && k < channel->GetNDevices(); ++k)
            {
                const auto other = channel->GetDevice(k)->GetNode()->GetId();
                if (id < other && ends.count(other) > 0)
                {
                    links.emplace(id, other);
                }
            }
        }
    }
    std::string lines;
    for (const auto& [from, to] : links)
    {
        lines += "<link fromId=\"" + std::to_string(from) + "\" toId=\"" + std::to_string(to) +
                 "\" fd=\"\" td=\"\" ld=\"\" />\n";
    }
    return lines;
}

void
TopoXAnimation::Finish()
{
    m_animation.reset(); // closes the file
    auto text = ReadWholeFile(m_temporary);
    // AnimationInterface writes links of PointToPointChannel only: ours go behind the last node.
    const auto lastNode = text.rfind("<node ");
    const auto behind = lastNode == std::string::npos ? lastNode : text.find('\n', lastNode);
    if (behind == std::string::npos)
    {
        throw InputError(m_path, "", "AnimationInterface wrote no nodes");
    }
    text.insert(behind + 1, LinkLines());
    WriteFileAtomically(m_path, text);
}

} // namespace topox
} // namespace ns3
