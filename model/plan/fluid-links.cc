/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-links.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace topox
{

namespace
{
/// What is left of a fluid that counts as none, in bytes: far below one bit, above rounding noise.
constexpr double DRY = 1e-3;
/// A share of a link below which it counts as given away.
constexpr double NOTHING = 1e-9;
} // namespace

FluidLinks::FluidLinks(std::vector<double> capacity, bool ordered)
    : m_capacity(std::move(capacity)),
      m_left(m_capacity),
      m_ordered(ordered)
{
}

void
FluidLinks::Add(uint32_t id,
                uint32_t rank,
                double bytes,
                const std::vector<std::pair<uint32_t, double>>& links)
{
    m_fluids.emplace(std::make_pair(rank, id), Fluid{bytes, 0, &links});
    m_stale = true;
}

double
FluidLinks::TimeToDry()
{
    if (m_stale)
    {
        SetRates();
    }
    double soonest = HUGE_VAL;
    for (const auto& [key, fluid] : m_fluids)
    {
        if (fluid.rate > 0)
        {
            soonest = std::min(soonest, fluid.bytes / fluid.rate);
        }
    }
    return soonest;
}

void
FluidLinks::Advance(double duration)
{
    for (auto& [key, fluid] : m_fluids)
    {
        fluid.bytes -= fluid.rate * duration;
    }
}

std::vector<uint32_t>
FluidLinks::TakeDry()
{
    std::vector<uint32_t> dry;
    for (auto it = m_fluids.begin(); it != m_fluids.end();)
    {
        if (it->second.bytes <= DRY)
        {
            dry.push_back(it->first.second);
            it = m_fluids.erase(it);
            m_stale = true;
        }
        else
        {
            ++it;
        }
    }
    return dry;
}

void
FluidLinks::SetRates()
{
    m_left = m_capacity;
    m_ordered ? SetRatesByRank() : SetRatesFair();
    m_stale = false;
}

void
FluidLinks::SetRatesByRank()
{
    for (auto& [key, fluid] : m_fluids)
    {
        double rate = HUGE_VAL;
        for (const auto& [link, passes] : *fluid.links)
        {
            rate = std::min(rate, m_left[link] / passes);
        }
        fluid.rate = rate;
        for (const auto& [link, passes] : *fluid.links)
        {
            m_left[link] = std::max(0.0, m_left[link] - rate * passes);
            if (m_left[link] < NOTHING * m_capacity[link])
            {
                m_left[link] = 0;
            }
        }
    }
}

void
FluidLinks::SetRatesFair()
{
    std::vector<double> weight(m_capacity.size(), 0);
    std::vector<Fluid*> open;
    for (auto& [key, fluid] : m_fluids)
    {
        open.push_back(&fluid);
        for (const auto& [link, passes] : *fluid.links)
        {
            weight[link] += passes;
        }
    }
    while (!open.empty())
    {
        double level = HUGE_VAL;
        for (size_t link = 0; link < weight.size(); ++link)
        {
            if (weight[link] > 0.5)
            {
                level = std::min(level, m_left[link] / weight[link]);
            }
        }
        std::vector<Fluid*> rest;
        std::vector<Fluid*> bound;
        for (auto* fluid : open)
        {
            const bool narrow =
                std::any_of(fluid->links->begin(), fluid->links->end(), [&](const auto& l) {
                    return m_left[l.first] / weight[l.first] <= level * (1 + NOTHING);
                });
            (narrow ? bound : rest).push_back(fluid);
        }
        for (auto* fluid : bound)
        {
            fluid->rate = level;
            for (const auto& [link, passes] : *fluid->links)
            {
                m_left[link] = std::max(0.0, m_left[link] - level * passes);
                weight[link] -= passes;
            }
        }
        open.swap(rest);
    }
}

} // namespace topox
} // namespace ns3
