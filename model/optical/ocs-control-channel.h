/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_OCS_CONTROL_CHANNEL_H
#define TOPO_X_OCS_CONTROL_CHANNEL_H

/**
 * @file
 * The network that commands travel over.
 */

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <optional>

namespace ns3
{
namespace topox
{

/**
 * A management network from a controller to a switch: each command takes a time, may be lost and is
 * then said again until the switch confirms it. Commands arrive in the order in which they were
 * given. A switch without such a channel hears at once.
 */
class OcsControlChannel : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    OcsControlChannel();

    /// @returns from giving a command now to its arrival, or none when all attempts are lost
    std::optional<Time> DrawDelay();

    /// @returns messages lost so far
    uint64_t GetLost() const;
    /// @param stream first random stream @returns how many were used
    int64_t AssignStreams(int64_t stream);

  private:
    Ptr<RandomVariableStream> m_delay;   //!< of a message, in seconds
    double m_lossRate;                   //!< of a message
    Time m_timeout;                      //!< until it is sent again
    uint32_t m_attempts;                 //!< of a command
    Ptr<UniformRandomVariable> m_chance; //!< decides on loss
    Time m_lastArrival;                  //!< of a command
    uint64_t m_lost{0};                  //!< messages
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_OCS_CONTROL_CHANNEL_H */
