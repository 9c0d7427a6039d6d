/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "configuration-mip.h"

#include "ns3/matching.h"
#include "ns3/shortest-paths.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

/// Rings of a group that are worth offering: beyond this they repeat one another.
constexpr uint32_t MOST_RINGS = 8;
/// Up to this many servers every rotation is offered; beyond it only those of SelectPermutations.
constexpr uint32_t ALL_ROTATIONS = 32;
/// Single pairs offered, per server.
constexpr uint32_t PAIRS_PER_SERVER = 2;

/// Collects candidates, each set of arcs once.
class CandidateList
{
  public:
    void Add(std::vector<Arc> arcs, int32_t group, uint32_t jump)
    {
        auto key = arcs;
        std::sort(key.begin(), key.end());
        if (!arcs.empty() && m_seen.insert({key, group}).second)
        {
            m_candidates.push_back({std::move(arcs), group, jump});
        }
    }

    std::vector<CandidateCircuits> Take()
    {
        return std::move(m_candidates);
    }

  private:
    std::set<std::pair<std::vector<Arc>, int32_t>> m_seen; //!< sorted arcs
    std::vector<CandidateCircuits> m_candidates;           //!< in order of arrival
};

void
AddRings(uint32_t servers, const TopologyDemand& demand, CandidateList& list)
{
    for (size_t g = 0; g < demand.groups.size(); ++g)
    {
        const auto& members = demand.groups[g].members;
        const auto k = static_cast<uint32_t>(members.size());
        const auto jumps = SelectPermutations(k, MOST_RINGS, PermutationStyle::NEAREST_GEOMETRIC);
        for (const auto jump : jumps)
        {
            std::vector<Arc> arcs;
            for (uint32_t i = 0; i < k; ++i)
            {
                arcs.push_back({members[i], members[(i + jump) % k]});
            }
            list.Add(std::move(arcs), static_cast<int32_t>(g), jump);
        }
    }
    std::vector<uint32_t> rotations(servers - 1);
    std::iota(rotations.begin(), rotations.end(), 1);
    if (servers > ALL_ROTATIONS)
    {
        rotations = SelectPermutations(servers, MOST_RINGS, PermutationStyle::NEAREST_GEOMETRIC);
    }
    for (const auto jump : rotations)
    {
        std::vector<Arc> arcs;
        for (uint32_t s = 0; s < servers; ++s)
        {
            arcs.push_back({s, (s + jump) % servers});
        }
        list.Add(std::move(arcs), -1, jump);
    }
}

void
AddMatchings(uint32_t degree, const TopologyDemand& demand, CandidateList& list)
{
    auto left = demand.pairs;
    for (uint32_t round = 0; round < 2 * degree; ++round)
    {
        const auto matched = MaximumWeightAssignment(left);
        for (const auto& arc : matched)
        {
            left[arc.from][arc.to] = 0;
        }
        list.Add(matched, -1, 0);
    }
}

void
AddHeaviestPairs(uint32_t servers, const TopologyDemand& demand, CandidateList& list)
{
    std::vector<std::pair<uint64_t, Arc>> pairs;
    for (uint32_t s = 0; s < servers; ++s)
    {
        for (uint32_t t = 0; t < servers; ++t)
        {
            if (demand.pairs[s][t] > 0)
            {
                pairs.push_back({demand.pairs[s][t], {s, t}});
            }
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
        return a.first > b.first;
    });
    pairs.resize(std::min<size_t>(pairs.size(), static_cast<size_t>(PAIRS_PER_SERVER) * servers));
    for (const auto& [bytes, arc] : pairs)
    {
        list.Add({arc}, -1, 0);
    }
}

/// Mean distance, in a graph of this degree with as few hops as possible, of those servers that
/// are not neighbours.
double
RelayHops(uint32_t servers, uint32_t degree)
{
    double reach = degree;
    double left = static_cast<double>(servers) - 1 - reach;
    double sum = 0;
    double count = 0;
    for (double hops = 2; left > 0 && hops <= servers; ++hops)
    {
        reach = std::min(reach * degree, left);
        sum += hops * reach;
        count += reach;
        left -= reach;
    }
    return count > 0 ? sum / count : 2;
}

/// The model of ChooseTopology(), row by row.
class TopologyModel
{
  public:
    TopologyModel(uint32_t servers, uint32_t degree, const TopologyDemand& demand, bool connected);
    MipSolution Solve(const MipLimits& limits) const;
    ChosenTopology Read(MipSolution solution) const;

  private:
    void AddVariables();
    void AddDegreeRows();
    void AddRingRows();
    void AddArcRows();
    void AddRelayRows();
    void AddConnectedRow();

    uint32_t m_servers;                          //!< number of servers
    uint32_t m_degree;                           //!< ports of each
    const TopologyDemand& m_demand;              //!< what to carry
    std::vector<CandidateCircuits> m_candidates; //!< columns
    double m_unit{1};                            //!< bytes: keeps coefficients near one
    MipModel m_model;                            //!< the model
    uint32_t m_theta{0};                         //!< variable
    std::vector<uint32_t> m_set;                 //!< y, by candidate
    std::vector<uint32_t> m_onRing;              //!< F, by candidate; 0 for none
    std::map<Arc, uint32_t> m_direct;            //!< u
    std::map<Arc, uint32_t> m_relayed;           //!< w
};

TopologyModel::TopologyModel(uint32_t servers,
                             uint32_t degree,
                             const TopologyDemand& demand,
                             bool connected)
    : m_servers(servers),
      m_degree(degree),
      m_demand(demand),
      m_candidates(FindCandidates(servers, degree, demand))
{
    for (uint32_t s = 0; s < servers; ++s)
    {
        double out = std::accumulate(demand.pairs[s].begin(), demand.pairs[s].end(), 0.0);
        for (const auto& group : demand.groups)
        {
            const auto& m = group.members;
            out += std::find(m.begin(), m.end(), s) != m.end() ? group.bytes : 0;
        }
        m_unit = std::max(m_unit, out);
    }
    AddVariables();
    AddDegreeRows();
    AddRingRows();
    AddArcRows();
    AddRelayRows();
    if (connected)
    {
        AddConnectedRow();
    }
}

void
TopologyModel::AddVariables()
{
    m_theta = m_model.AddVariable(0, MIP_INFINITY, 1, false);
    std::set<std::vector<Arc>> offered;
    for (const auto& c : m_candidates)
    {
        // Two groups, or a group and a rotation, may share a ring: each routes on it, but it is
        // set through the first only, or the search would meet every choice twice.
        auto arcs = c.arcs;
        std::sort(arcs.begin(), arcs.end());
        const bool first = offered.insert(std::move(arcs)).second;
        m_set.push_back(m_model.AddVariable(0, first ? m_degree : 0, 0, true));
        m_onRing.push_back(c.group >= 0 ? m_model.AddVariable(0, MIP_INFINITY, 0, false) : 0);
        for (const auto& arc : c.arcs)
        {
            if (m_relayed.count(arc) > 0)
            {
                continue;
            }
            m_relayed[arc] = m_model.AddVariable(0, MIP_INFINITY, 0, false);
            if (m_demand.pairs[arc.from][arc.to] > 0)
            {
                m_direct[arc] = m_model.AddVariable(0, MIP_INFINITY, 0, false);
            }
        }
    }
}

void
TopologyModel::AddDegreeRows()
{
    std::vector<std::vector<MipModel::Term>> out(m_servers);
    std::vector<std::vector<MipModel::Term>> in(m_servers);
    for (size_t c = 0; c < m_candidates.size(); ++c)
    {
        for (const auto& arc : m_candidates[c].arcs)
        {
            out[arc.from].emplace_back(m_set[c], 1);
            in[arc.to].emplace_back(m_set[c], 1);
        }
    }
    for (uint32_t s = 0; s < m_servers; ++s)
    {
        m_model.AddRow(0, m_degree, out[s]);
        m_model.AddRow(0, m_degree, in[s]);
    }
}

void
TopologyModel::AddRingRows()
{
    for (size_t g = 0; g < m_demand.groups.size(); ++g)
    {
        std::vector<MipModel::Term> row{{m_theta, -(m_demand.groups[g].bytes / m_unit)}};
        for (size_t c = 0; c < m_candidates.size(); ++c)
        {
            if (m_candidates[c].group == static_cast<int32_t>(g))
            {
                row.emplace_back(m_onRing[c], 1);
            }
        }
        m_model.AddRow(0, 0, std::move(row));
    }
    for (const auto& [arc, direct] : m_direct)
    {
        m_model.AddRow(-MIP_INFINITY,
                       0,
                       {{direct, 1}, {m_theta, -(m_demand.pairs[arc.from][arc.to] / m_unit)}});
    }
}

void
TopologyModel::AddArcRows()
{
    std::map<Arc, std::vector<MipModel::Term>> rows;
    for (const auto& [arc, relayed] : m_relayed)
    {
        rows[arc].emplace_back(relayed, 1);
    }
    for (const auto& [arc, direct] : m_direct)
    {
        rows[arc].emplace_back(direct, 1);
    }
    for (size_t c = 0; c < m_candidates.size(); ++c)
    {
        for (const auto& arc : m_candidates[c].arcs)
        {
            rows[arc].emplace_back(m_set[c], -1);
            if (m_candidates[c].group >= 0)
            {
                rows[arc].emplace_back(m_onRing[c], 1);
            }
        }
    }
    for (auto& [arc, row] : rows)
    {
        m_model.AddRow(-MIP_INFINITY, 0, std::move(row));
    }
}

void
TopologyModel::AddRelayRows()
{
    // Relayed traffic of a pair is theta * bytes - u. Out of a server: its own, and 1/n of the
    // transit, (hops - 1) times all relayed traffic; likewise into it.
    const double transit = (RelayHops(m_servers, m_degree) - 1) / m_servers;
    double all = 0;
    std::vector<double> out(m_servers, 0);
    std::vector<double> in(m_servers, 0);
    for (uint32_t s = 0; s < m_servers; ++s)
    {
        for (uint32_t t = 0; t < m_servers; ++t)
        {
            const double bytes = m_demand.pairs[s][t] / m_unit;
            out[s] += bytes;
            in[t] += bytes;
            all += bytes;
        }
    }
    if (all == 0)
    {
        return;
    }
    for (uint32_t s = 0; s < m_servers; ++s)
    {
        std::vector<MipModel::Term> outRow{{m_theta, -(out[s] + transit * all)}};
        std::vector<MipModel::Term> inRow{{m_theta, -(in[s] + transit * all)}};
        for (const auto& [arc, direct] : m_direct)
        {
            outRow.emplace_back(direct, transit + (arc.from == s ? 1 : 0));
            inRow.emplace_back(direct, transit + (arc.to == s ? 1 : 0));
        }
        for (const auto& [arc, relayed] : m_relayed)
        {
            if (arc.from == s)
            {
                outRow.emplace_back(relayed, 1);
            }
            if (arc.to == s)
            {
                inRow.emplace_back(relayed, 1);
            }
        }
        m_model.AddRow(0, MIP_INFINITY, std::move(outRow));
        m_model.AddRow(0, MIP_INFINITY, std::move(inRow));
    }
}

void
TopologyModel::AddConnectedRow()
{
    std::vector<MipModel::Term> row;
    for (size_t c = 0; c < m_candidates.size(); ++c)
    {
        CircuitGraph graph(m_servers, 1);
        for (const auto& arc : m_candidates[c].arcs)
        {
            graph.Add(arc.from, arc.to);
        }
        if (IsStronglyConnected(graph))
        {
            row.emplace_back(m_set[c], 1);
        }
    }
    m_model.AddRow(1, MIP_INFINITY, std::move(row));
}

MipSolution
TopologyModel::Solve(const MipLimits& limits) const
{
    return SolveMip(m_model, limits);
}

ChosenTopology
TopologyModel::Read(MipSolution solution) const
{
    ChosenTopology chosen{CircuitGraph(m_servers, m_degree), {}, {}, std::move(solution)};
    const auto& value = chosen.solution.values;
    chosen.jumps.resize(m_demand.groups.size());
    chosen.shares.resize(m_demand.groups.size());
    for (size_t c = 0; c < m_candidates.size() && chosen.solution.feasible; ++c)
    {
        const auto& candidate = m_candidates[c];
        for (int copy = 0; copy < value[m_set[c]]; ++copy)
        {
            for (const auto& arc : candidate.arcs)
            {
                chosen.graph.Add(arc.from, arc.to);
            }
        }
        if (candidate.group >= 0 && value[m_onRing[c]] > 1e-6)
        {
            chosen.jumps[candidate.group].push_back(candidate.jump);
            chosen.shares[candidate.group].push_back(value[m_onRing[c]]);
        }
    }
    FillWithRings(chosen.graph);
    return chosen;
}

} // namespace

std::vector<CandidateCircuits>
FindCandidates(uint32_t servers, uint32_t degree, const TopologyDemand& demand)
{
    CandidateList list;
    AddRings(servers, demand, list);
    AddMatchings(degree, demand, list);
    AddHeaviestPairs(servers, demand, list);
    return list.Take();
}

ChosenTopology
ChooseTopology(uint32_t servers,
               uint32_t degree,
               const TopologyDemand& demand,
               const MipLimits& limits)
{
    const TopologyModel model(servers, degree, demand, false);
    auto chosen = model.Read(model.Solve(limits));
    if (chosen.solution.feasible && !ServesDemand(chosen.graph, demand))
    {
        // Relays and acknowledgements need ways that a handful of separate rings do not give.
        const TopologyModel connected(servers, degree, demand, true);
        chosen = connected.Read(connected.Solve(limits));
    }
    // No circuits at all satisfy the rows too, at a throughput of zero.
    chosen.solution.feasible = chosen.solution.feasible && chosen.solution.objective > 1e-9;
    return chosen;
}

} // namespace topox
} // namespace ns3
