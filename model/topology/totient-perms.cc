/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "totient-perms.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

std::vector<uint32_t>
SelectNearest(uint32_t k, uint32_t count)
{
    auto left = TotientPerms(k);
    std::vector<uint32_t> selected;
    for (uint32_t i = 0; i < count && !left.empty(); ++i)
    {
        const double term = std::pow(k, static_cast<double>(i) / count);
        const auto nearest =
            std::min_element(left.begin(), left.end(), [term](uint32_t a, uint32_t b) {
                return std::abs(a - term) < std::abs(b - term);
            });
        selected.push_back(*nearest);
        left.erase(nearest);
    }
    return selected;
}

std::vector<uint32_t>
SelectAsPublicCode(uint32_t k, uint32_t count)
{
    const auto all = TotientPerms(k);
    std::set<uint32_t> left(all.begin(), all.end());
    const uint32_t pairs = (count + 1) / 2;
    std::vector<uint32_t> selected;
    for (uint32_t i = 0; i < pairs && !left.empty(); ++i)
    {
        const double term = std::pow(all.back(), static_cast<double>(i) / pairs);
        // The term itself when it is a candidate, whatever pow() made of its last digits.
        auto it = left.lower_bound(static_cast<uint32_t>(std::ceil(term - 1e-9)));
        const auto jump = it != left.end() ? *it : *left.rbegin();
        selected.push_back(jump);
        left.erase(jump);
        if (left.erase(k - jump) > 0 && selected.size() < count)
        {
            selected.push_back(k - jump);
        }
    }
    return selected;
}

} // namespace

std::vector<uint32_t>
TotientPerms(uint32_t k)
{
    std::vector<uint32_t> perms;
    for (uint32_t p = 1; p < k; ++p)
    {
        if (std::gcd(p, k) == 1)
        {
            perms.push_back(p);
        }
    }
    return perms;
}

std::vector<uint32_t>
SelectPermutations(uint32_t k, uint32_t count, PermutationStyle style)
{
    auto selected = style == PermutationStyle::PUBLIC_CODE ? SelectAsPublicCode(k, count)
                                                           : SelectNearest(k, count);
    std::sort(selected.begin(), selected.end());
    return selected;
}

std::vector<uint32_t>
RingOrder(const std::vector<uint32_t>& members, uint32_t jump)
{
    std::vector<uint32_t> order;
    for (size_t i = 0; i < members.size(); ++i)
    {
        order.push_back(members[(i * jump) % members.size()]);
    }
    return order;
}

} // namespace topox
} // namespace ns3
