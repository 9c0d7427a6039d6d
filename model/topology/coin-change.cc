/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "coin-change.h"

#include <algorithm>
#include <deque>
#include <set>

namespace ns3
{
namespace topox
{

std::vector<std::vector<uint32_t>>
CoinChangeMod(uint32_t n, const std::vector<uint32_t>& jumps)
{
    const std::set<uint32_t> coins(jumps.begin(), jumps.end());
    std::vector<std::vector<uint32_t>> change(n);
    std::vector<bool> known(n, false);
    std::deque<uint32_t> queue{0};
    known[0] = true;
    while (!queue.empty())
    {
        const auto at = queue.front();
        queue.pop_front();
        for (const auto coin : coins)
        {
            const auto next = (at + coin) % n;
            if (!known[next])
            {
                known[next] = true;
                change[next] = change[at];
                change[next].push_back(coin);
                queue.push_back(next);
            }
        }
    }
    for (auto& sequence : change)
    {
        std::sort(sequence.begin(), sequence.end());
    }
    return change;
}

} // namespace topox
} // namespace ns3
