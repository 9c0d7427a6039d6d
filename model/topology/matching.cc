/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "matching.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/maximum_weighted_matching.hpp>

namespace ns3
{
namespace topox
{

std::vector<Arc>
MaximumWeightAssignment(const std::vector<std::vector<uint64_t>>& weight)
{
    using Graph = boost::adjacency_list<boost::vecS,
                                        boost::vecS,
                                        boost::undirectedS,
                                        boost::no_property,
                                        boost::property<boost::edge_weight_t, int64_t>>;
    const auto n = static_cast<uint32_t>(weight.size());
    uint64_t heaviest = 0;
    for (const auto& row : weight)
    {
        heaviest = std::max(heaviest, *std::max_element(row.begin(), row.end()));
    }
    // Boost's dual variables reach sums of many weights: leave room in 64 bits.
    uint32_t shift = 0;
    while ((heaviest >> shift) >= (uint64_t{1} << 40))
    {
        ++shift;
    }
    Graph graph(2 * n); // 0 .. n-1 send, n .. 2n-1 receive
    for (uint32_t s = 0; s < n; ++s)
    {
        for (uint32_t t = 0; t < n; ++t)
        {
            const auto w = static_cast<int64_t>(weight[s][t] >> shift);
            if (s != t && w > 0)
            {
                boost::add_edge(s, n + t, w, graph);
            }
        }
    }
    std::vector<boost::graph_traits<Graph>::vertex_descriptor> mate(2 * n);
    boost::maximum_weighted_matching(graph, mate.data());
    std::vector<Arc> arcs;
    for (uint32_t s = 0; s < n; ++s)
    {
        if (mate[s] != boost::graph_traits<Graph>::null_vertex())
        {
            arcs.push_back({s, static_cast<uint32_t>(mate[s]) - n});
        }
    }
    return arcs;
}

} // namespace topox
} // namespace ns3
