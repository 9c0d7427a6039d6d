/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OPTICAL_CIRCUIT_SWITCH_H
#define TOPO_X_OPTICAL_CIRCUIT_SWITCH_H

/**
 * @file
 * An optical circuit switch: a crossbar for light, with ports that go dark while they change.
 */

#include "light-history.h"
#include "ocs-command.h"
#include "ocs-control-channel.h"
#include "ocs-net-device.h"

#include "ns3/error-model.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

class OpticalFiberChannel;

/**
 * A crossbar of N ports; aggregate it to a node.
 *
 * Each port has an input and an output; a cross-connect joins one input to one output and leaves
 * all others alone. Light passes with the propagation delay of its fibres and nothing else: no
 * queue, no store-and-forward.
 *
 * A command takes effect after CommandLatency, or, if the switch does OneCommandAtATime, when those
 * before it are done: the inputs whose circuit changes go dark for ReconfigurationTime (or what
 * SwitchingTime draws for this command) and RelockTime, everything else carries on. With
 * BlockAllPorts all circuits go dark with them, and come back together. A new cross-connect ends
 * what its input and its output were used for. A cross-connect that is in place, or on its way, is
 * left alone. A command for an input that is still dark starts its darkness anew.
 *
 * Commands travel over the ControlChannel, if there is one. A command that contradicts itself is
 * refused before it does; so is, with Budget "Refuse", one whose circuit would bring too little
 * light. With GroupSize w a command that names a port means its whole wavelength group.
 *
 * The device at the far end of a circuit has its link up while light comes to it, be it through
 * one switch or through several in a row.
 *
 * Faults: a port that is stuck dark, a mirror that stays where it is, a dead switch. Controllers
 * are not told; CommandFailed says what a command did not do. What was commanded of dark ports
 * comes to light when they are mended.
 *
 * A frame gets through when its light meets one and the same circuit from first to last bit, as
 * seen at the crossbar. Otherwise it is lost there, and FrameLost says why. Since a circuit that
 * is set after a frame has left its NIC cannot be lit before the frame is there, if darkness lasts
 * at least the flight time from NIC to switch, the far end of a frame is known when it leaves: it
 * costs one event, its arrival, at which the history of the input is held against it. With a faster
 * switch, or one with a random SwitchingTime, or when another switch follows or somebody watches
 * the port, a frame costs one more event at each crossbar.
 */
class OpticalCircuitSwitch : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    OpticalCircuitSwitch();

    /// What becomes of a circuit that brings less light than the receiver needs.
    enum Budget
    {
        IGNORE, //!< nothing: power is not looked at
        REFUSE, //!< it is refused
        ERRORS  //!< frames are lost to bit errors, however much light there is
    };

    /**
     * Add a port.
     *
     * @param device the port; must be on the same node
     * @returns its number, 0, 1, ...
     */
    uint32_t AddPort(Ptr<OcsNetDevice> device);

    /// @returns number of ports
    uint32_t GetNPorts() const;
    /// @returns the port's device. @param port its number
    Ptr<OcsNetDevice> GetPort(uint32_t port) const;

    /**
     * Set circuits that are lit from now on, without darkness: how an experiment starts.
     *
     * @param circuits the cross-connects
     * @returns false when they are refused; nothing is changed then
     */
    bool SetInitialCircuits(const std::vector<CrossConnect>& circuits);

    /**
     * Change circuits; see the class.
     *
     * @param set cross-connects to set
     * @param clear inputs whose light shall end, not among those of set
     * @returns false when the command is refused (a port that does not exist or occurs twice),
     *          which is known before any latency; nothing is changed then, and CommandRefused
     *          tells why
     */
    bool Reconfigure(const std::vector<CrossConnect>& set, const std::vector<uint32_t>& clear);

    /// @returns the output that an input leads to or will lead to when it is lit, or -1
    int32_t GetOutput(uint32_t in) const;
    /// @returns the input that leads or will lead to an output, or -1
    int32_t GetInput(uint32_t out) const;
    /// @returns light lost between an input and an output, in dB
    double GetInsertionLoss() const;
    /// @returns whether an input's circuit is lit now
    bool IsLit(uint32_t in) const;
    /// @returns circuits set by Reconfigure() so far
    uint64_t GetReconfigurations() const;
    /// @returns frames lost so far
    uint64_t GetFramesLost() const;
    /// @returns how long a port is dark while it changes, without SwitchingTime and RelockTime
    Time GetReconfigurationTime() const;

    /// @param stream first random stream @returns how many were used
    int64_t AssignStreams(int64_t stream);

    /// A port passes no light, in either direction. @param port its number @param dark since now,
    /// or no longer
    void SetPortDark(uint32_t port, bool dark);
    /// A mirror stays where it is. @param in its input @param stuck since now, or no longer
    void SetMirrorStuck(uint32_t in, bool stuck);
    /// The switch passes no light and takes no command. @param dead since now, or no longer
    void SetDead(bool dead);

    /// Called by a fibre: light came to an input or went. @param in the input
    void InputLightChanged(uint32_t in);

    /**
     * Called by a fibre: a frame is on its way to an input.
     *
     * @param frame the frame, whose first bit leaves the sender now
     * @param in the port where it will come in
     * @param sender the NIC
     * @param duration from first to last bit
     */
    void Pass(Ptr<Packet> frame, uint32_t in, LineDevice* sender, Time duration);

    /**
     * TracedCallback signature for circuits.
     *
     * @param [in] in input
     * @param [in] out output
     */
    typedef void (*CircuitCallback)(uint32_t in, uint32_t out);

    /**
     * TracedCallback signature for lost frames.
     *
     * @param [in] frame the frame
     * @param [in] in where it came in
     * @param [in] reason "no-circuit", "dark", "cut" or "bit-errors"
     */
    typedef void (*LossCallback)(Ptr<const Packet> frame, uint32_t in, const std::string& reason);

    /**
     * TracedCallback signature for darkness.
     *
     * @param [in] in input
     * @param [in] duration how long, from now
     */
    typedef void (*DarkCallback)(uint32_t in, Time duration);

    /**
     * TracedCallback signature for commands without effect.
     *
     * @param [in] in input that it was meant for; the number of ports when it never arrived
     * @param [in] reason why
     */
    typedef void (*FailureCallback)(uint32_t in, const std::string& reason);

    /**
     * TracedCallback signature for refused commands.
     *
     * @param [in] reason why
     */
    typedef void (*RefusalCallback)(const std::string& reason);

  private:
    /// An input, or the port that it is at.
    struct Input
    {
        LightHistory history; //!< where its light goes and went
        EventId litEvent;     //!< fires CircuitUp
        bool dark{false};     //!< fault: the port passes no light
        bool stuck{false};    //!< fault: the mirror does not move
    };

    void DoDispose() override;
    bool Refuse(const std::string& reason);
    bool IsRefused(OcsCommand& command);
    std::string FindDarkCircuit(const OcsCommand& command) const;
    void Apply(const OcsCommand& command, Time darkness);
    bool ApplySet(CrossConnect circuit, Time darkness);
    Time DrawDarkness() const;
    Time LeastDarkness() const;
    bool HasLight(uint32_t in) const;
    bool IsFaulty(CrossConnect circuit) const;
    void FaultChanged(uint32_t in, Time darkness);
    void SetLight(uint32_t out, bool lit);
    void SetCircuit(CrossConnect circuit, Time darkness);
    void EndCircuit(uint32_t in);
    void Await(uint32_t in, Time darkness);
    void NotifyUp(uint32_t in);
    bool MayShortCut(uint32_t in, Time delayIn) const;
    void AtCrossbar(Ptr<Packet> frame, uint32_t in, Time first);
    void Arrive(Ptr<Packet> frame, uint32_t in, uint32_t out, Time first, Time last);
    bool IsDamaged(Ptr<Packet> frame, uint32_t in, uint32_t out) const;
    void Lose(Ptr<const Packet> frame, uint32_t in, LossReason reason);
    OpticalFiberChannel* FibreAt(uint32_t port) const;
    LineDevice* FarEnd(uint32_t port) const;

    Time m_reconfigurationTime;                //!< darkness of a changed port
    Ptr<RandomVariableStream> m_switchingTime; //!< replaces it, in seconds; may be nullptr
    Time m_relockTime;                         //!< darkness added to it
    Time m_commandLatency;                     //!< from command to effect
    Ptr<OcsControlChannel> m_controlChannel;   //!< adds to it; may be nullptr
    bool m_blockAllPorts;                      //!< all circuits go dark together
    bool m_oneAtATime;                         //!< commands wait for each other
    uint32_t m_groupSize;                      //!< ports that move together
    double m_insertionLoss;                    //!< in dB
    Budget m_budget;                           //!< whether light may be too little
    Ptr<RateErrorModel> m_bitErrors;           //!< of frames with too little
    Time m_commandsDone;                       //!< when the last command so far is done
    std::vector<Ptr<OcsNetDevice>> m_ports;    //!< the ports
    std::vector<Input> m_inputs;               //!< by port
    std::vector<int32_t> m_inputOf;            //!< by output: its input, or -1
    Time m_longestFlight;                      //!< longest from NIC to NIC so far: history to keep
    bool m_dead{false};                        //!< fault
    uint64_t m_reconfigurations{0};            //!< circuits set
    uint64_t m_framesLost{0};                  //!< frames lost

    TracedCallback<uint32_t, uint32_t> m_circuitUp;   //!< a circuit is lit
    TracedCallback<uint32_t, uint32_t> m_circuitDown; //!< a circuit went dark
    TracedCallback<uint32_t, Time> m_dark;            //!< an input is dark for a while
    TracedCallback<Ptr<const Packet>, uint32_t, const std::string&> m_frameLost; //!< a frame too
    TracedCallback<const std::string&> m_commandRefused;          //!< a command was refused
    TracedCallback<uint32_t, const std::string&> m_commandFailed; //!< a command had no effect
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OPTICAL_CIRCUIT_SWITCH_H */
