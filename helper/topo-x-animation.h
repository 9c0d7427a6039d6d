/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ANIMATION_H
#define TOPO_X_ANIMATION_H

/**
 * @file
 * An animation of a cluster for NetAnim.
 */

#include "topo-x-helper.h"

#include "ns3/animation-interface.h"

#include <map>
#include <memory>
#include <string>

namespace ns3
{
namespace topox
{

/**
 * Writes a NetAnim trace of a run.
 *
 * Servers stand in a circle, switches in the middle. NetAnim draws links between nodes once and for
 * all, but a link follows its ends; so each server port has a tiny node for the end of its light:
 * green and at the peer while a circuit is lit, grey and at the switch while it is not. Of the
 * frames only a part is drawn, evenly over time, since there are millions.
 */
class TopoXAnimation
{
  public:
    /// How many frames are drawn, about.
    static constexpr uint64_t FRAMES_DRAWN = 20'000;

    /// A port of a server at an optical switch.
    struct Attachment
    {
        uint32_t server;       //!< number
        uint32_t switchNumber; //!< number
        uint32_t switchPort;   //!< number there
    };

    /// What to draw.
    struct Scene
    {
        NodeContainer servers;                      //!< in a circle
        NodeContainer switches;                     //!< optical ones, then others
        std::vector<Ptr<OpticalCircuitSwitch>> ocs; //!< the optical ones
        std::vector<Attachment> attachments;        //!< whose light to draw
        uint64_t frames{0};                         //!< that will be sent, about
    };

    /**
     * Draw any network of servers and switches, without a plan. Call when all is connected, before
     * the simulation runs.
     *
     * @param scene what to draw
     * @param path the file to write; it appears when Finish() is called
     */
    TopoXAnimation(Scene scene, const std::string& path);

    /**
     * Call after TopoXHelper::Install() and before Run().
     *
     * @param helper whose cluster to draw
     * @param path the file to write; it appears when Finish() is called
     */
    TopoXAnimation(const TopoXHelper& helper, const std::string& path);
    ~TopoXAnimation();

    /// The simulation is over: write the file. @throws InputError when that cannot be done
    void Finish();

  private:
    /// The end of a server port's light.
    struct Beam
    {
        uint32_t server;       //!< whose port
        uint32_t switchNumber; //!< where its fibre goes
        Ptr<Node> end;         //!< the tiny node
    };

    static Scene SceneOf(const TopoXHelper& helper);
    void PlaceNodes();
    void AddBeams();
    void DrawNodes();
    void SampleFrames();
    void OnCircuitUp(uint32_t switchNumber, uint32_t in, uint32_t out);
    void OnCircuitDown(uint32_t switchNumber, uint32_t in, uint32_t out);
    std::string LinkLines() const;

    Scene m_scene;                                         //!< what to draw
    std::string m_path;                                    //!< final name
    std::string m_temporary;                               //!< name while the simulation runs
    std::map<std::pair<uint32_t, uint32_t>, Beam> m_beams; //!< by switch and its port
    std::unique_ptr<AnimationInterface> m_animation;       //!< writes
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ANIMATION_H */
