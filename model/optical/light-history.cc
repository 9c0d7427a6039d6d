/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-history.h"

namespace ns3
{
namespace topox
{

const char*
ToString(LossReason reason)
{
    switch (reason)
    {
    case LossReason::NO_CIRCUIT:
        return "no-circuit";
    case LossReason::DARK:
        return "dark";
    case LossReason::CUT:
        return "cut";
    default:
        return "bit-errors";
    }
}

const LightHistory::Lit*
LightHistory::Present() const
{
    return m_circuits.empty() || m_circuits.back().until != Time::Max() ? nullptr
                                                                        : &m_circuits.back();
}

void
LightHistory::Begin(uint32_t out, Time from)
{
    m_circuits.push_back({out, from, Time::Max()});
}

void
LightHistory::Postpone(Time from)
{
    m_circuits.back().from = from;
}

void
LightHistory::End(Time now, Time keep)
{
    if (!Present())
    {
        return;
    }
    if (m_circuits.back().from > now)
    {
        m_circuits.pop_back(); // never lit: no frame can have met it
        return;
    }
    m_circuits.back().until = now;
    while (!m_circuits.empty() && m_circuits.front().until + keep < now)
    {
        m_circuits.pop_front();
    }
}

const LightHistory::Lit*
LightHistory::Find(Time first, Time last, LossReason& reason) const
{
    reason = LossReason::NO_CIRCUIT;
    for (const auto& lit : m_circuits)
    {
        if (lit.from <= first && last <= lit.until)
        {
            return &lit;
        }
        if (lit.from <= first && first < lit.until)
        {
            reason = LossReason::CUT;
        }
        else if (first < lit.from && lit.from < last && reason == LossReason::NO_CIRCUIT)
        {
            reason = LossReason::DARK;
        }
    }
    return nullptr;
}

} // namespace topox
} // namespace ns3
