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
#include "ns3/simulator.h"

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

    /// @param callback called with the id when the other end has acknowledged a message (or all of
    /// a READ is here)
    void SetSendCallback(Callback<void, uint64_t> callback)
    {
        m_onSent = callback;
    }

    /// @param callback called with the size when the last byte of a message has arrived; for a
    /// WRITE without immediate data that stands for the flag in memory which a receiver polls
    void SetReceiveCallback(Callback<void, uint64_t> callback)
    {
        m_onReceived = callback;
    }

    /// @returns when the last message arrived here
    Time GetLastArrival() const
    {
        return m_lastArrival;
    }

    /// @returns frames sent again, where the transport tells
    virtual uint64_t GetRetransmissions() const = 0;

    /// Give up the connection; not from one of its callbacks.
    virtual void Close() = 0;

  protected:
    void DoDispose() override
    {
        m_onSent = Callback<void, uint64_t>();
        m_onReceived = Callback<void, uint64_t>();
        Object::DoDispose();
    }

    /// The other end has acknowledged a message. @param id of PostMessage()
    void Sent(uint64_t id)
    {
        if (!m_onSent.IsNull())
        {
            m_onSent(id);
        }
    }

    /// A message has arrived. @param bytes its size
    void Arrived(uint64_t bytes)
    {
        m_lastArrival = Simulator::Now();
        if (!m_onReceived.IsNull())
        {
            m_onReceived(bytes);
        }
    }

  private:
    Callback<void, uint64_t> m_onSent;     //!< message acknowledged
    Callback<void, uint64_t> m_onReceived; //!< message arrived
    Time m_lastArrival;                    //!< of a message
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_MESSAGE_CHANNEL_H */
