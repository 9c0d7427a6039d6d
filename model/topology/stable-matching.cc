/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stable-matching.h"

#include <algorithm>
#include <numeric>

namespace ns3
{
namespace topox
{

std::vector<Arc>
StableMatching(const std::vector<std::vector<uint64_t>>& weight)
{
    const auto n = static_cast<uint32_t>(weight.size());
    std::vector<std::vector<uint32_t>> wishes(n); // by sender: receivers, best last
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = n; t-- > 0;)
        {
            if (s != t && weight[s][t] > 0)
            {
                wishes[s].push_back(t);
            }
        }
        std::stable_sort(wishes[s].begin(), wishes[s].end(), [&](uint32_t a, uint32_t b) {
            return weight[s][a] < weight[s][b];
        });
    }
    std::vector<uint32_t> senderOf(n, n); // by receiver, n while it has none
    std::vector<uint32_t> single(n);
    std::iota(single.begin(), single.end(), 0);
    while (!single.empty())
    {
        const auto s = single.back();
        if (wishes[s].empty())
        {
            single.pop_back();
            continue;
        }
        const auto t = wishes[s].back();
        wishes[s].pop_back();
        const auto held = senderOf[t];
        if (held == n || weight[s][t] > weight[held][t] ||
            (weight[s][t] == weight[held][t] && s < held))
        {
            single.pop_back();
            senderOf[t] = s;
            if (held != n)
            {
                single.push_back(held);
            }
        }
    }
    std::vector<Arc> arcs;
    for (uint32_t t = 0; t < n; ++t)
    {
        if (senderOf[t] != n)
        {
            arcs.push_back({senderOf[t], t});
        }
    }
    std::sort(arcs.begin(), arcs.end());
    return arcs;
}

} // namespace topox
} // namespace ns3
