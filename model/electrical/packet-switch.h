/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PACKET_SWITCH_H
#define TOPO_X_PACKET_SWITCH_H

/**
 * @file
 * An electrical packet switch.
 */

#include "ip-frame.h"
#include "shared-buffer.h"
#include "switch-port.h"

#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace topox
{

/**
 * A switch that forwards IPv4 frames, RoCEv2 or not, by destination address. Aggregate it to a
 * node, add ports, set routes.
 *
 * Memory is shared, see SharedBuffer; lossless classes pause their senders (IEEE 802.1Qbb) with
 * headroom from rate and fibre length. Frames that find a long queue are marked (RFC 3168), with a
 * probability that grows from EcnMinimum to EcnMaximum. Each hop takes one from the time to live.
 */
class PacketSwitch : public Object
{
  public:
    /// What leaves a port next.
    enum Scheduling
    {
        STRICT_PRIORITY, //!< highest traffic class first
        ROUND_ROBIN,     //!< classes in turn
        PFABRIC          //!< highest class first, within it the message with fewest frames left
    };

    /// Which of several equal ways a frame goes.
    enum LoadBalancing
    {
        ECMP,    //!< by a hash of the five-tuple
        FLOWLET, //!< as before, but anew after a pause of the flow (Vanini et al., NSDI 2017)
        SPRAY    //!< each frame at random
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    PacketSwitch();
    ~PacketSwitch() override;

    /// @param port new port of the same node. @returns its number, 0, 1, ...
    uint32_t AddPort(Ptr<SwitchPort> port);
    /// @returns number of ports
    uint32_t GetNPorts() const;
    /// @returns a port. @param number of the port
    Ptr<SwitchPort> GetPort(uint32_t number) const;

    /**
     * Say where frames go.
     *
     * @param destination IPv4 address
     * @param ports one or more equal ways; a port given twice counts twice
     */
    void SetRoute(Ipv4Address destination, const std::vector<uint32_t>& ports);

    /**
     * Use fixed random streams.
     *
     * @param stream the first one
     * @returns how many were used
     */
    int64_t AssignStreams(int64_t stream);

    /// @returns bytes stored now
    uint64_t GetBufferedBytes() const;
    /// @returns bytes that wait at a port. @param port its number @param trafficClass 0 to 7
    uint64_t GetQueueBytes(uint32_t port, uint8_t trafficClass) const;
    /// @returns frames dropped so far
    uint64_t GetFramesDropped() const;
    /// @returns frames marked so far
    uint64_t GetFramesMarked() const;

    /// @returns what leaves a port next
    Scheduling GetScheduling() const;
    /// @returns whether frames go on before they are there as a whole
    bool IsCutThrough() const;

    /// Called by a port for each frame. @param in the port @param frame the frame
    /// @param rest until its last bit arrives
    void Receive(uint32_t in, Ptr<Packet> frame, Time rest);
    /// Called by a port when a frame begins to leave. @param out the port @param stored the frame
    void Leaves(uint32_t out, StoredFrame& stored);

    /**
     * Headroom of a port: what may still come after it decided to pause its peer (IEEE 802.1Qbb,
     * annex O): the pause frame behind one that has just begun, there and back on the fibre, the
     * peer's reaction, and one frame that the peer has just begun.
     *
     * @param bitRate of the line, bit/s
     * @param flight one way, s
     * @param largestFrame in bytes
     * @returns bytes
     */
    static uint64_t Headroom(uint64_t bitRate, double flight, uint32_t largestFrame);

    /**
     * TracedCallback signature for pauses asked for.
     *
     * @param [in] port number of the port
     * @param [in] trafficClass 0 to 7
     * @param [in] pause whether the peer shall hold or go on
     */
    typedef void (*PauseCallback)(uint32_t port, uint8_t trafficClass, bool pause);

    /**
     * TracedCallback signature for queues.
     *
     * @param [in] port number of the port
     * @param [in] trafficClass 0 to 7
     * @param [in] bytes that wait
     */
    typedef void (*QueueCallback)(uint32_t port, uint8_t trafficClass, uint64_t bytes);

  private:
    void DoDispose() override;
    void Prepare();
    void Forward(uint32_t in, Ptr<Packet> frame, FrameView view, uint32_t out);
    uint32_t Choose(const FrameView& view, const std::vector<uint32_t>& ports);
    bool Marks(uint32_t out, const FrameView& view);
    bool MakeRoom(uint32_t out, const FrameView& view, uint32_t bytes);
    void CheckPause(uint32_t in, uint8_t trafficClass);
    void Drop(Ptr<const Packet> frame, const std::string& reason);

    // Configuration.
    uint64_t m_bufferBytes;        //!< 0: sized by ports
    double m_egressAlpha;          //!< of lossy queues
    double m_pauseAlpha;           //!< of lossless ingress
    uint8_t m_losslessClasses;     //!< bit c: class c
    uint32_t m_largestFrame;       //!< for headroom, bytes
    bool m_ecn;                    //!< mark frames
    double m_ecnMinimum;           //!< bytes at 40 Gb/s
    double m_ecnMaximum;           //!< bytes at 40 Gb/s
    double m_ecnProbability;       //!< at the maximum
    Scheduling m_scheduling;       //!< what leaves next
    uint64_t m_pfabricBytes;       //!< of a queue
    LoadBalancing m_loadBalancing; //!< which way
    Time m_flowletGap;             //!< a flow that paused so long may go another way
    uint64_t m_hashSeed;           //!< 0: from the node's number
    bool m_cutThrough;             //!< do not wait for whole frames
    Time m_forwardingDelay;        //!< from arrival to queue
    bool m_telemetry;              //!< write records on frames that ask

    /// A flow that passed lately.
    struct Flowlet
    {
        uint32_t port; //!< the way it goes
        Time last;     //!< when its last frame came
    };

    std::vector<Ptr<SwitchPort>> m_ports;                         //!< by number
    std::unordered_map<uint32_t, std::vector<uint32_t>> m_routes; //!< address to ports
    std::unordered_map<uint64_t, Flowlet> m_flowlets;             //!< by flow
    std::unique_ptr<SharedBuffer> m_buffer; //!< made when the first frame comes
    Ptr<UniformRandomVariable> m_random;    //!< marks, sprays
    uint64_t m_framesDropped{0};            //!< counter
    uint64_t m_framesMarked{0};             //!< counter

    TracedCallback<Ptr<const Packet>, const std::string&> m_drop; //!< a frame is lost
    TracedCallback<Ptr<const Packet>> m_mark;                     //!< a frame is marked
    TracedCallback<uint32_t, uint8_t, bool> m_pause;              //!< a peer is asked to hold
    TracedCallback<uint32_t, uint8_t, uint64_t> m_queue;          //!< a queue grew or shrank
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PACKET_SWITCH_H */
