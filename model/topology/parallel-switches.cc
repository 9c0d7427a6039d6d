/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "parallel-switches.h"

#include "adjust-decomposition.h"
#include "birkhoff-von-neumann.h"

#include <algorithm>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

using SwitchTerms = std::vector<std::vector<CircuitTerm>>;

/// @returns 1 where there is demand, 0 elsewhere
DemandMatrix
Ones(const DemandMatrix& demand)
{
    auto ones = demand;
    for (auto& row : ones)
    {
        std::transform(row.begin(), row.end(), row.begin(), [](uint64_t entry) {
            return entry > 0 ? 1 : 0;
        });
    }
    return ones;
}

uint64_t
LastEnd(const SwitchTerms& split, uint64_t reconfiguration)
{
    uint64_t last = 0;
    for (const auto& terms : split)
    {
        last = std::max(last, Makespan(terms, reconfiguration));
    }
    return last;
}

/// Longest first, each to the switch that ends first.
SwitchTerms
Distribute(std::vector<CircuitTerm> terms, uint32_t switches, uint64_t reconfiguration)
{
    std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) {
        return a.weight > b.weight;
    });
    SwitchTerms split(switches);
    std::set<std::pair<uint64_t, uint32_t>> ends;
    for (uint32_t k = 0; k < switches; ++k)
    {
        ends.insert({0, k});
    }
    for (const auto& term : terms)
    {
        const auto [end, k] = *ends.begin();
        ends.erase(ends.begin());
        split[k].push_back(term);
        ends.insert({end + reconfiguration + term.weight, k});
    }
    return split;
}

/// Cut a setting of the switch that ends last; its second half goes to that which ends first.
/// @returns whether that made anything better
bool
Equalise(SwitchTerms& split, uint64_t reconfiguration)
{
    const auto byEnd = [reconfiguration](const auto& a, const auto& b) {
        return Makespan(a, reconfiguration) < Makespan(b, reconfiguration);
    };
    const auto last = std::max_element(split.begin(), split.end(), byEnd);
    const auto first = std::min_element(split.begin(), split.end(), byEnd);
    const auto apart = Makespan(*last, reconfiguration) - Makespan(*first, reconfiguration);
    if (apart <= reconfiguration + 1)
    {
        return false;
    }
    const auto longest =
        std::max_element(last->begin(), last->end(), [](const auto& a, const auto& b) {
            return a.weight < b.weight;
        });
    const auto moved = std::min((apart - reconfiguration) / 2, longest->weight);
    first->push_back({longest->to, moved});
    longest->weight -= moved;
    if (longest->weight == 0)
    {
        last->erase(longest);
    }
    return true;
}

} // namespace

std::vector<CircuitTerm>
FewSettings(const DemandMatrix& demand)
{
    // A matrix whose lines all have the same count is a sum of that many permutations. Entries of
    // nothing make it one; each permutation takes the largest entries that are left.
    auto counts = Ones(demand);
    counts = Stuff(counts, LargestLineSum(counts));
    auto rest = demand;
    std::vector<CircuitTerm> terms;
    while (LargestLineSum(rest) > 0)
    {
        auto allowed = rest;
        for (size_t s = 0; s < rest.size(); ++s)
        {
            for (size_t t = 0; t < rest.size(); ++t)
            {
                allowed[s][t] = counts[s][t] > 0 ? rest[s][t] + 1 : 0;
            }
        }
        CircuitTerm term{HeaviestTerm(allowed).to, 0};
        for (size_t s = 0; s < rest.size(); ++s)
        {
            --counts[s][term.to[s]];
            auto& entry = rest[s][term.to[s]];
            term.weight = std::max(term.weight, entry);
            entry = 0;
        }
        terms.push_back(term);
    }
    return terms;
}

std::vector<CircuitTerm>
SettingsAtQuantile(const DemandMatrix& demand, double quantile)
{
    auto rest = demand;
    std::vector<CircuitTerm> terms;
    while (LargestLineSum(rest) > 0)
    {
        CircuitTerm term = HeaviestTerm(Stuff(rest, LargestLineSum(rest)));
        std::vector<uint64_t> entries;
        for (size_t s = 0; s < rest.size(); ++s)
        {
            if (rest[s][term.to[s]] > 0)
            {
                entries.push_back(rest[s][term.to[s]]);
            }
        }
        std::sort(entries.begin(), entries.end());
        term.weight = entries[static_cast<size_t>(quantile * (entries.size() - 1))];
        rest = Remaining(rest, {term});
        terms.push_back(term);
    }
    return terms;
}

std::vector<std::vector<CircuitTerm>>
SplitOverSwitches(const DemandMatrix& demand, uint32_t switches, uint64_t reconfiguration)
{
    const auto sum = LargestLineSum(demand);
    std::vector<std::vector<CircuitTerm>> decompositions{
        BirkhoffVonNeumann(Stuff(demand, sum)),
        FewSettings(demand),
    };
    const auto n = std::max<uint64_t>(LargestLineSum(Ones(demand)), 1);
    for (uint64_t grains = n; grains <= 16 * n; grains *= 2)
    {
        decompositions.push_back(SplitAtGrain(demand, grains));
    }
    for (const double quantile : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0})
    {
        decompositions.push_back(SettingsAtQuantile(demand, quantile));
    }
    SwitchTerms best;
    for (const auto& terms : decompositions)
    {
        auto split = Distribute(terms, switches, reconfiguration);
        for (uint32_t k = 0; k < 4 * switches && Equalise(split, reconfiguration); ++k)
        {
        }
        if (best.empty() || LastEnd(split, reconfiguration) < LastEnd(best, reconfiguration))
        {
            best = std::move(split);
        }
    }
    return best;
}

} // namespace topox
} // namespace ns3
