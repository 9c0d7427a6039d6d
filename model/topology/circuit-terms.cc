/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "circuit-terms.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

uint64_t
LargestLineSum(const DemandMatrix& demand)
{
    std::vector<uint64_t> column(demand.size(), 0);
    uint64_t largest = 0;
    for (const auto& row : demand)
    {
        uint64_t sum = 0;
        for (size_t t = 0; t < row.size(); ++t)
        {
            sum += row[t];
            column[t] += row[t];
            largest = std::max(largest, column[t]);
        }
        largest = std::max(largest, sum);
    }
    return largest;
}

uint64_t
TotalWeight(const std::vector<CircuitTerm>& terms)
{
    return Makespan(terms, 0);
}

uint64_t
Makespan(const std::vector<CircuitTerm>& terms, uint64_t reconfiguration)
{
    uint64_t sum = 0;
    for (const auto& term : terms)
    {
        sum += reconfiguration + term.weight;
    }
    return sum;
}

DemandMatrix
Remaining(const DemandMatrix& demand, const std::vector<CircuitTerm>& terms)
{
    auto rest = demand;
    for (const auto& term : terms)
    {
        for (size_t s = 0; s < rest.size(); ++s)
        {
            auto& entry = rest[s][term.to[s]];
            entry -= std::min(entry, term.weight);
        }
    }
    return rest;
}

bool
Covers(const DemandMatrix& demand, const std::vector<CircuitTerm>& terms)
{
    return LargestLineSum(Remaining(demand, terms)) == 0;
}

} // namespace topox
} // namespace ns3
