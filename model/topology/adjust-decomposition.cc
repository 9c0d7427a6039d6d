/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "adjust-decomposition.h"

#include "birkhoff-von-neumann.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace topox
{

std::vector<CircuitTerm>
SplitAtGrain(const DemandMatrix& demand, uint64_t grains)
{
    const auto n = static_cast<uint32_t>(demand.size());
    const auto sum = LargestLineSum(demand);
    if (sum == 0)
    {
        return {};
    }
    const auto grain = (sum + grains - 1) / grains;
    DemandMatrix coarse = demand;
    for (auto& row : coarse)
    {
        std::transform(row.begin(), row.end(), row.begin(), [grain](uint64_t entry) {
            return entry / grain;
        });
    }
    std::vector<CircuitTerm> terms = BirkhoffVonNeumann(Stuff(coarse, LargestLineSum(coarse)));
    for (auto& term : terms)
    {
        term.weight *= grain;
    }
    const auto fine = Remaining(demand, terms);
    for (uint32_t shift = 0; shift < n; ++shift)
    {
        CircuitTerm term;
        for (uint32_t s = 0; s < n; ++s)
        {
            term.to.push_back((s + shift) % n);
            term.weight = std::max(term.weight, fine[s][term.to[s]]);
        }
        if (term.weight > 0)
        {
            terms.push_back(term);
        }
    }
    return terms;
}

std::vector<CircuitTerm>
Double(const DemandMatrix& demand)
{
    return SplitAtGrain(demand, std::max<uint64_t>(1, demand.size()));
}

std::vector<CircuitTerm>
Adjust(const DemandMatrix& demand, uint64_t reconfiguration)
{
    const auto n = std::max<uint64_t>(1, demand.size());
    const auto sum = LargestLineSum(demand);
    if (reconfiguration == 0)
    {
        return BirkhoffVonNeumann(Stuff(demand, sum)); // lambda without bound: nothing in excess
    }
    const auto lambda = std::sqrt(static_cast<double>(sum) / static_cast<double>(n) /
                                  static_cast<double>(reconfiguration));
    const auto grains = std::llround(lambda * static_cast<double>(n));
    return SplitAtGrain(demand, std::max<uint64_t>(1, static_cast<uint64_t>(grains)));
}

} // namespace topox
} // namespace ns3
