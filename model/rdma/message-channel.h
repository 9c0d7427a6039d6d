/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_MESSAGE_CHANNEL_H
#define TOPO_X_MESSAGE_CHANNEL_H

/**
 * @file
 * What collectives need of a transport.
 */

#include "ns3/callback.h"
#include "ns3/object.h"

namespace ns3
{
namespace topox
{

/**
 * One end of a connection that carries messages from one server to another, in order, each once.
 */
class MessageChannel : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::topox::MessageChannel").SetParent<Object>().SetGroupName("TopoX");
        return tid;
    }

    /// Send a message to the other end. @param bytes its size @param id handed to the send callback
    virtual void PostMessage(uint64_t bytes, uint64_t id) = 0;

    /// @param callback called with the id when the other end has acknowledged a message
    virtual void SetSendCallback(Callback<void, uint64_t> callback) = 0;

    /// @param callback called with the size when a message has arrived
    virtual void SetReceiveCallback(Callback<void, uint64_t> callback) = 0;

    /// @returns frames sent again, where the transport tells
    virtual uint64_t GetRetransmissions() const = 0;

    /// Give up the connection; not from one of its callbacks.
    virtual void Close() = 0;
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_MESSAGE_CHANNEL_H */
