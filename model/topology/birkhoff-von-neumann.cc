/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "birkhoff-von-neumann.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace topox
{

namespace
{

/// Sums of the lines of a square matrix.
struct LineSums
{
    explicit LineSums(const DemandMatrix& demand)
        : row(demand.size(), 0),
          column(demand.size(), 0)
    {
        for (size_t s = 0; s < demand.size(); ++s)
        {
            for (size_t t = 0; t < demand.size(); ++t)
            {
                row[s] += demand[s][t];
                column[t] += demand[s][t];
            }
        }
    }

    std::vector<uint64_t> row;    //!< by sender
    std::vector<uint64_t> column; //!< by receiver
};

/// @returns the non-zero entries, ascending, each once
std::vector<uint64_t>
Levels(const DemandMatrix& demand)
{
    std::vector<uint64_t> levels;
    for (const auto& row : demand)
    {
        std::copy_if(row.begin(), row.end(), std::back_inserter(levels), [](uint64_t entry) {
            return entry > 0;
        });
    }
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return levels;
}

/// @returns whether there is a permutation of entries not below a level, and which
bool
FindPermutation(const DemandMatrix& demand, uint64_t level, std::vector<uint32_t>& to)
{
    using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
    const auto n = static_cast<uint32_t>(demand.size());
    Graph graph(2 * n); // 0 .. n-1 send, n .. 2n-1 receive
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            if (demand[s][t] >= level)
            {
                boost::add_edge(s, n + t, graph);
            }
        }
    }
    std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(2 * n);
    boost::edmonds_maximum_cardinality_matching(graph, mate.data());
    to.assign(n, 0);
    for (uint32_t s = 0; s < n; ++s)
    {
        if (mate[s] == boost::graph_traits<Graph>::null_vertex())
        {
            return false;
        }
        to[s] = static_cast<uint32_t>(mate[s]) - n;
    }
    return true;
}

} // namespace

CircuitTerm
HeaviestTerm(const DemandMatrix& demand)
{
    const auto levels = Levels(demand);
    CircuitTerm best;
    size_t low = 0;
    size_t high = levels.size();
    while (low < high)
    {
        const auto middle = (low + high) / 2;
        std::vector<uint32_t> to;
        if (FindPermutation(demand, levels[middle], to))
        {
            best = {to, levels[middle]};
            low = middle + 1;
        }
        else
        {
            high = middle;
        }
    }
    return best;
}

DemandMatrix
Stuff(const DemandMatrix& demand, uint64_t sum)
{
    auto stuffed = demand;
    LineSums sums(demand);
    const auto largest = LargestLineSum(demand);
    if (largest > sum)
    {
        throw std::invalid_argument("lines of a matrix sum up to " + std::to_string(largest) +
                                    ", more than " + std::to_string(sum));
    }
    // Entries that exist grow first: new ones make new terms.
    for (const bool existing : {true, false})
    {
        for (size_t s = 0; s < demand.size(); ++s)
        {
            for (size_t t = 0; t < demand.size(); ++t)
            {
                if (existing == (demand[s][t] > 0))
                {
                    const auto room = std::min(sum - sums.row[s], sum - sums.column[t]);
                    stuffed[s][t] += room;
                    sums.row[s] += room;
                    sums.column[t] += room;
                }
            }
        }
    }
    return stuffed;
}

std::vector<CircuitTerm>
BirkhoffVonNeumann(const DemandMatrix& stuffed)
{
    const LineSums sums(stuffed);
    const auto sum = LargestLineSum(stuffed);
    for (const auto* lines : {&sums.row, &sums.column})
    {
        if (std::any_of(lines->begin(), lines->end(), [sum](uint64_t s) { return s != sum; }))
        {
            throw std::invalid_argument("rows and columns of the matrix have different sums");
        }
    }
    auto rest = stuffed;
    std::vector<CircuitTerm> terms;
    for (uint64_t left = sum; left > 0; left -= terms.back().weight)
    {
        terms.push_back(HeaviestTerm(rest));
        rest = Remaining(rest, {terms.back()});
    }
    return terms;
}

} // namespace topox
} // namespace ns3
