/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OPTICAL_CIRCUIT_SWITCH_H
#define TOPO_X_OPTICAL_CIRCUIT_SWITCH_H

/**
 * @file
 * An optical circuit switch: a crossbar for light, with ports that go dark while they change.
 */

#include "ocs-net-device.h"

#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <deque>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

class OpticalFiberChannel;

/// Light from an input to an output, one way. A duplex circuit is two of them.
struct CrossConnect
{
    uint32_t in;  //!< port where the light comes in
    uint32_t out; //!< port where it leaves
};

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
 * The device at the far end of a circuit has its link up while there is light for it.
 *
 * A frame gets through when its light meets one and the same circuit from first to last bit, as
 * seen at the crossbar. Otherwise it is lost there, and FrameLost says why. Since a circuit that
 * is set after a frame has left its NIC cannot be lit before the frame is there, if darkness lasts
 * at least the flight time from NIC to switch, the far end of a frame is known when it leaves: it
 * costs one event, its arrival, at which the history of the input is held against it. With a faster
 * switch, or one with a random SwitchingTime, a frame costs a second event, at the crossbar.
 */
class OpticalCircuitSwitch : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// Why a frame was lost.
    enum class LossReason
    {
        NO_CIRCUIT, //!< no light for any of its bits
        DARK,       //!< the circuit was lit only after its first bit
        CUT         //!< the circuit ended before its last bit
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
    /// @returns whether an input's circuit is lit now
    bool IsLit(uint32_t in) const;
    /// @returns circuits set by Reconfigure() so far
    uint64_t GetReconfigurations() const;
    /// @returns frames lost so far
    uint64_t GetFramesLost() const;
    /// @returns how long a port is dark while it changes, without SwitchingTime and RelockTime
    Time GetReconfigurationTime() const;

    /// @param stream random stream of SwitchingTime @returns how many were used
    int64_t AssignStreams(int64_t stream);

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
     * @param [in] reason "no-circuit", "dark" or "cut"
     */
    typedef void (*LossCallback)(Ptr<const Packet> frame, uint32_t in, const std::string& reason);

    /**
     * TracedCallback signature for refused commands.
     *
     * @param [in] reason why
     */
    typedef void (*RefusalCallback)(const std::string& reason);

  private:
    /// A circuit of one input, present or past.
    struct Lit
    {
        uint32_t out; //!< output
        Time from;    //!< lit from here on, possibly in the future
        Time until;   //!< dark from here on; Time::Max() while it lasts
    };

    /// An input.
    struct Input
    {
        std::deque<Lit> history; //!< circuits, oldest first; the last one may be present
        EventId litEvent;        //!< fires CircuitUp
    };

    void DoDispose() override;
    bool IsRefused(const std::vector<CrossConnect>& set, const std::vector<uint32_t>& clear);
    void Apply(const std::vector<CrossConnect>& set,
               const std::vector<uint32_t>& clear,
               Time darkness);
    Time DrawDarkness() const;
    Time LeastDarkness() const;
    void SetLight(uint32_t out, bool lit);
    void SetCircuit(CrossConnect circuit, Time darkness);
    void EndCircuit(uint32_t in);
    void NotifyUp(uint32_t in);
    void AtCrossbar(Ptr<Packet> frame, uint32_t in, Time first);
    void Arrive(Ptr<Packet> frame, uint32_t in, uint32_t out, Time first, Time last);
    void Lose(Ptr<const Packet> frame, uint32_t in, LossReason reason);
    const Lit* Find(uint32_t in, Time first, Time last, LossReason& reason) const;
    OpticalFiberChannel* FibreAt(uint32_t port) const;

    Time m_reconfigurationTime;                //!< darkness of a changed port
    Ptr<RandomVariableStream> m_switchingTime; //!< replaces it, in seconds; may be nullptr
    Time m_relockTime;                         //!< darkness added to it
    Time m_commandLatency;                     //!< from command to effect
    bool m_blockAllPorts;                      //!< all circuits go dark together
    bool m_oneAtATime;                         //!< commands wait for each other
    Time m_commandsDone;                       //!< when the last command so far is done
    std::vector<Ptr<OcsNetDevice>> m_ports;    //!< the ports
    std::vector<Input> m_inputs;               //!< by port
    std::vector<int32_t> m_inputOf;            //!< by output: its input, or -1
    Time m_longestFlight;                      //!< longest from NIC to NIC so far: history to keep
    uint64_t m_reconfigurations{0};            //!< circuits set
    uint64_t m_framesLost{0};                  //!< frames lost

    TracedCallback<uint32_t, uint32_t> m_circuitUp;   //!< a circuit is lit
    TracedCallback<uint32_t, uint32_t> m_circuitDown; //!< a circuit went dark
    TracedCallback<Ptr<const Packet>, uint32_t, const std::string&> m_frameLost; //!< a frame too
    TracedCallback<const std::string&> m_commandRefused; //!< a command was refused
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OPTICAL_CIRCUIT_SWITCH_H */
