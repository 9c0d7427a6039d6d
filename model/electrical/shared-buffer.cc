/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "shared-buffer.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace topox
{

SharedBuffer::SharedBuffer(SharedBufferConfig config)
    : m_config(std::move(config))
{
    const auto ports = m_config.headroom.size();
    uint32_t lossless = 0;
    for (uint32_t c = 0; c < CLASSES; ++c)
    {
        lossless += m_config.losslessClasses >> c & 1;
    }
    const auto headroom =
        lossless * std::accumulate(m_config.headroom.begin(), m_config.headroom.end(), uint64_t{0});
    if (2 * headroom > m_config.bytes)
    {
        throw std::invalid_argument(
            "a buffer of " + std::to_string(m_config.bytes) + " bytes for " +
            std::to_string(ports) + " ports needs " + std::to_string(headroom) +
            " bytes of headroom for " + std::to_string(lossless) +
            " lossless class(es), which is more than half of it: enlarge the buffer, or make "
            "classes lossy");
    }
    if (m_config.egressAlpha <= 0 || m_config.pauseAlpha <= 0)
    {
        throw std::invalid_argument("thresholds of a buffer must be positive");
    }
    if (m_config.hysteresis >= m_config.bytes)
    {
        throw std::invalid_argument("a hysteresis of " + std::to_string(m_config.hysteresis) +
                                    " bytes does not fit a buffer of " +
                                    std::to_string(m_config.bytes) + " bytes");
    }
    m_shared = m_config.bytes - headroom;
    m_ingress.assign(ports * CLASSES, 0);
    m_ingressHeadroom.assign(ports * CLASSES, 0);
    m_egress.assign(ports * CLASSES, 0);
}

bool
SharedBuffer::IsLossless(uint8_t trafficClass) const
{
    return (m_config.losslessClasses >> trafficClass & 1) != 0;
}

double
SharedBuffer::Free() const
{
    return static_cast<double>(m_shared - m_sharedUsed);
}

SharedBuffer::Verdict
SharedBuffer::Store(uint32_t in, uint32_t out, uint8_t trafficClass, uint32_t bytes)
{
    const auto ingress = in * CLASSES + trafficClass;
    const auto egress = out * CLASSES + trafficClass;
    const bool fits = m_sharedUsed + bytes <= m_shared;
    if (IsLossless(trafficClass))
    {
        if (!fits || PauseDue(in, trafficClass))
        {
            if (m_ingressHeadroom[ingress] + bytes > m_config.headroom[in])
            {
                return Verdict::HEADROOM_FULL;
            }
            m_ingressHeadroom[ingress] += bytes;
            m_headroomUsed += bytes;
            m_egress[egress] += bytes;
            return Verdict::STORED;
        }
    }
    else if (!fits)
    {
        return Verdict::BUFFER_FULL;
    }
    else if (m_egress[egress] + bytes > m_config.egressAlpha * Free())
    {
        return Verdict::QUEUE_LIMIT;
    }
    m_ingress[ingress] += bytes;
    m_sharedUsed += bytes;
    m_egress[egress] += bytes;
    return Verdict::STORED;
}

void
SharedBuffer::Release(uint32_t in, uint32_t out, uint8_t trafficClass, uint32_t bytes)
{
    const auto ingress = in * CLASSES + trafficClass;
    m_egress[out * CLASSES + trafficClass] -= bytes;
    const auto fromHeadroom = std::min<uint64_t>(bytes, m_ingressHeadroom[ingress]);
    m_ingressHeadroom[ingress] -= fromHeadroom;
    m_headroomUsed -= fromHeadroom;
    m_ingress[ingress] -= bytes - fromHeadroom;
    m_sharedUsed -= bytes - fromHeadroom;
}

bool
SharedBuffer::PauseDue(uint32_t in, uint8_t trafficClass) const
{
    return IsLossless(trafficClass) &&
           m_ingress[in * CLASSES + trafficClass] > m_config.pauseAlpha * Free();
}

bool
SharedBuffer::ResumeDue(uint32_t in, uint8_t trafficClass) const
{
    const auto ingress = in * CLASSES + trafficClass;
    const auto limit = m_config.pauseAlpha * Free() - static_cast<double>(m_config.hysteresis);
    return m_ingressHeadroom[ingress] == 0 && m_ingress[ingress] <= std::max(0.0, limit);
}

uint64_t
SharedBuffer::QueueBytes(uint32_t out, uint8_t trafficClass) const
{
    return m_egress[out * CLASSES + trafficClass];
}

uint64_t
SharedBuffer::UsedBytes() const
{
    return m_sharedUsed + m_headroomUsed;
}

} // namespace topox
} // namespace ns3
