/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hamiltonian-rings.h"

#include <algorithm>
#include <random>

namespace ns3
{
namespace topox
{

namespace
{

/// Sets of rings that are tried; the last ring of a set needs luck in its first ones.
constexpr uint32_t TRIES = 40;
/// Rotations for each server before a try is given up.
constexpr uint32_t ROTATIONS = 60;

using Neighbours = std::vector<std::vector<uint32_t>>; //!< of each server, parallel links repeated

/// A path that grows at its end until it closes.
class Path
{
  public:
    Path(const Neighbours& neighbours, std::mt19937_64& random)
        : m_neighbours(neighbours),
          m_random(random),
          m_place(neighbours.size(), UNVISITED)
    {
        Append(0);
    }

    /// @returns whether it became a ring
    bool Close()
    {
        const auto most = static_cast<uint64_t>(ROTATIONS) * m_place.size();
        for (uint64_t k = 0; k < most; ++k)
        {
            const auto& next = m_neighbours[m_servers.back()];
            if (next.empty())
            {
                return false;
            }
            const bool isWhole = m_servers.size() == m_place.size();
            if (isWhole && std::count(next.begin(), next.end(), m_servers.front()) > 0)
            {
                return true;
            }
            Move(next);
        }
        return false;
    }

    /// @returns the servers on it
    const std::vector<uint32_t>& Servers() const
    {
        return m_servers;
    }

  private:
    static constexpr size_t UNVISITED = SIZE_MAX;

    void Append(uint32_t server)
    {
        m_place[server] = m_servers.size();
        m_servers.push_back(server);
    }

    /// Go to a neighbour; when it is on the path, turn round what lies behind it.
    void Move(const std::vector<uint32_t>& next)
    {
        std::vector<uint32_t> fresh;
        std::copy_if(next.begin(), next.end(), std::back_inserter(fresh), [this](uint32_t s) {
            return m_place[s] == UNVISITED;
        });
        if (!fresh.empty())
        {
            Append(fresh[m_random() % fresh.size()]);
            return;
        }
        const auto pivot = m_place[next[m_random() % next.size()]];
        std::reverse(m_servers.begin() + static_cast<std::ptrdiff_t>(pivot) + 1, m_servers.end());
        for (auto k = pivot + 1; k < m_servers.size(); ++k)
        {
            m_place[m_servers[k]] = k;
        }
    }

    const Neighbours& m_neighbours;  //!< links that are left
    std::mt19937_64& m_random;       //!< choices
    std::vector<size_t> m_place;     //!< of each server on the path
    std::vector<uint32_t> m_servers; //!< the path
};

/// Take the links of a ring away.
void
Remove(Neighbours& neighbours, const std::vector<uint32_t>& ring)
{
    const auto removeOne = [&neighbours](uint32_t from, uint32_t to) {
        auto& list = neighbours[from];
        list.erase(std::find(list.begin(), list.end(), to));
    };
    for (size_t k = 0; k < ring.size(); ++k)
    {
        const auto next = ring[(k + 1) % ring.size()];
        removeOne(ring[k], next);
        removeOne(next, ring[k]);
    }
}

} // namespace

std::vector<std::vector<uint32_t>>
HamiltonianRings(const Network& network, uint64_t seed)
{
    Neighbours all(network.isSwitch.size());
    for (const auto& link : network.links)
    {
        all[link.a].push_back(link.b);
        all[link.b].push_back(link.a);
    }
    std::vector<std::vector<uint32_t>> best;
    if (all.size() < 3)
    {
        return best;
    }
    const auto fewest = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.size() < b.size();
    });
    const auto most = fewest->size() / 2; // a ring takes two links of every server
    std::mt19937_64 random(seed);
    for (uint32_t k = 0; k < TRIES && best.size() < most; ++k)
    {
        auto left = all;
        std::vector<std::vector<uint32_t>> rings;
        while (rings.size() < most)
        {
            Path path(left, random);
            if (!path.Close())
            {
                break;
            }
            rings.push_back(path.Servers());
            Remove(left, rings.back());
        }
        best = rings.size() > best.size() ? rings : best;
    }
    return best;
}

} // namespace topox
} // namespace ns3
