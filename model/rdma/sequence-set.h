/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_SEQUENCE_SET_H
#define TOPO_X_SEQUENCE_SET_H

/**
 * @file
 * Which frames have arrived out of order: a set of sequence numbers, kept as ranges.
 */

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace ns3
{
namespace topox
{

/**
 * A set of numbers as disjoint ranges [first, end) that do not touch. Small when losses are few.
 */
class SequenceSet
{
  public:
    /// Add a range. @param first its first number @param end one behind its last
    void Add(uint64_t first, uint64_t end)
    {
        if (first >= end)
        {
            return;
        }
        auto it = m_ranges.upper_bound(first);
        if (it != m_ranges.begin() && std::prev(it)->second >= first)
        {
            --it;
            first = it->first;
        }
        while (it != m_ranges.end() && it->first <= end)
        {
            end = std::max(end, it->second);
            it = m_ranges.erase(it);
        }
        m_ranges.emplace(first, end);
    }

    /// Forget all numbers below one. @param limit that one
    void EraseBelow(uint64_t limit)
    {
        while (!m_ranges.empty() && m_ranges.begin()->first < limit)
        {
            const auto end = m_ranges.begin()->second;
            m_ranges.erase(m_ranges.begin());
            if (end > limit)
            {
                m_ranges.emplace(limit, end);
            }
        }
    }

    /// Forget all numbers.
    void Clear()
    {
        m_ranges.clear();
    }

    /// @returns the lowest range, first and end; the set must not be empty
    std::pair<uint64_t, uint64_t> Front() const
    {
        return *m_ranges.begin();
    }

    /// Add what another set lacks of a range.
    /// @param first its first number @param end one behind its last @param other the other set
    void AddMissingOf(uint64_t first, uint64_t end, const SequenceSet& other)
    {
        while ((first = other.NextMissing(first)) < end)
        {
            const auto next = std::min(end, other.NextPresent(first));
            Add(first, next);
            first = next;
        }
    }

    /// @param number a number. @returns whether it is in the set
    bool Contains(uint64_t number) const
    {
        return NextMissing(number) != number;
    }

    /// @param from a number. @returns the lowest number not below it that is not in the set
    uint64_t NextMissing(uint64_t from) const
    {
        const auto it = m_ranges.upper_bound(from);
        return it == m_ranges.begin() ? from : std::max(from, std::prev(it)->second);
    }

    /// @param from a number. @returns the lowest number not below it that is in the set, or 2^64 -
    /// 1
    uint64_t NextPresent(uint64_t from) const
    {
        if (Contains(from))
        {
            return from;
        }
        const auto it = m_ranges.upper_bound(from);
        return it == m_ranges.end() ? UINT64_MAX : it->first;
    }

    /// @param number in the set. @returns the first number of its range
    uint64_t RangeFirst(uint64_t number) const
    {
        return std::prev(m_ranges.upper_bound(number))->first;
    }

    /// @returns whether there is no number
    bool IsEmpty() const
    {
        return m_ranges.empty();
    }

  private:
    std::map<uint64_t, uint64_t> m_ranges; //!< first to end
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_SEQUENCE_SET_H */
