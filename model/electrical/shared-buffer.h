/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SHARED_BUFFER_H
#define TOPO_X_SHARED_BUFFER_H

/**
 * @file
 * The memory of a packet switch: who may store a frame, and who must be asked to pause. Only
 * counts.
 */

#include "ns3/pause-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace topox
{

/// Sizes and thresholds of a SharedBuffer.
struct SharedBufferConfig
{
    uint64_t bytes{0};     //!< all memory
    double egressAlpha{1}; //!< a queue of a lossy class may take alpha times what is free
    double pauseAlpha{
        0.125}; //!< a lossless class of an ingress port may take that before it pauses
    uint8_t losslessClasses{
        0};                 //!< bit c: frames of class c pause their sender, and are not dropped
    uint64_t hysteresis{0}; //!< so far below the threshold a paused class goes on, bytes
    std::vector<uint64_t> headroom; //!< by port: for what comes after a pause was asked for, bytes
                                    //!< for each lossless class
};

/**
 * Shared memory with dynamic thresholds (Choudhury & Hahne, IEEE/ACM Trans. Networking 6(2), 1998):
 * how much a queue may hold falls as the memory fills up. A lossy class is limited by egress queue,
 * a lossless one by ingress port: above its threshold the sender is to pause, and what is still on
 * its way goes to a headroom of the port.
 */
class SharedBuffer
{
  public:
    static constexpr uint32_t CLASSES = PauseFrame::CLASSES; //!< traffic classes

    /// What becomes of a frame.
    enum class Verdict
    {
        STORED,       //!< there is room
        BUFFER_FULL,  //!< there is no room at all
        QUEUE_LIMIT,  //!< its queue has more than its share
        HEADROOM_FULL //!< the sender did not pause in time
    };

    /**
     * @param config sizes and thresholds
     * @throws std::invalid_argument when headrooms do not leave half of the memory to share, with
     *         the numbers; when a threshold is not positive, or the hysteresis above the memory
     */
    explicit SharedBuffer(SharedBufferConfig config);

    /// Store a frame if there is room. @param in ingress port @param out egress port
    /// @param trafficClass 0 to 7 @param bytes of the frame @returns whether, or why not
    Verdict Store(uint32_t in, uint32_t out, uint8_t trafficClass, uint32_t bytes);

    /// A stored frame leaves. Parameters as of Store().
    void Release(uint32_t in, uint32_t out, uint8_t trafficClass, uint32_t bytes);

    /// @returns whether senders at a port shall pause a class.
    /// @param in ingress port @param trafficClass 0 to 7
    bool PauseDue(uint32_t in, uint8_t trafficClass) const;
    /// @returns whether a paused class may go on. @param in ingress port @param trafficClass 0 to 7
    bool ResumeDue(uint32_t in, uint8_t trafficClass) const;

    /// @returns bytes that wait. @param out egress port @param trafficClass 0 to 7
    uint64_t QueueBytes(uint32_t out, uint8_t trafficClass) const;
    /// @returns bytes stored in all
    uint64_t UsedBytes() const;

  private:
    bool IsLossless(uint8_t trafficClass) const;
    double Free() const;

    SharedBufferConfig m_config;             //!< sizes and thresholds
    uint64_t m_shared;                       //!< memory that is not headroom
    uint64_t m_sharedUsed{0};                //!< of it
    uint64_t m_headroomUsed{0};              //!< of all headrooms
    std::vector<uint64_t> m_ingress;         //!< in shared memory, by port and class
    std::vector<uint64_t> m_ingressHeadroom; //!< in headroom, by port and class
    std::vector<uint64_t> m_egress;          //!< by port and class
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SHARED_BUFFER_H */
