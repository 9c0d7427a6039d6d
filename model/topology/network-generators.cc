/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-generators.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

/// Servers that share leaves in a rail-optimised fabric, as in NVIDIA's DGX H100 SuperPOD.
constexpr uint32_t SCALABLE_UNIT = 32;

void
Require(bool holds, const std::string& network, const std::string& expectation)
{
    if (!holds)
    {
        throw InputError(network, "", expectation);
    }
}

/// A network with servers 0 .. n-1 to which switches and links are added.
class Builder
{
  public:
    Builder(const std::string& name, uint32_t servers)
    {
        m_network.name = name;
        m_network.isSwitch.assign(servers, false);
    }

    /// @returns number of the first of some new switches
    uint32_t AddSwitches(uint32_t count)
    {
        const auto first = static_cast<uint32_t>(m_network.isSwitch.size());
        m_network.isSwitch.resize(first + count, true);
        return first;
    }

    void Join(uint32_t a, uint32_t b, LinkKind link)
    {
        m_network.links.push_back({a, b, link.rate, link.delay, 0});
    }

    Network Finish()
    {
        m_network.Validate();
        return std::move(m_network);
    }

  private:
    Network m_network; //!< what grows
};

} // namespace

Network
Star(uint32_t servers, LinkKind link)
{
    Builder builder("star", servers);
    const auto hub = builder.AddSwitches(1);
    for (uint32_t s = 0; s < servers; ++s)
    {
        builder.Join(s, hub, link);
    }
    return builder.Finish();
}

Network
LeafSpine(uint32_t servers, uint32_t leaves, uint32_t spines, LinkKind link, LinkKind uplink)
{
    Require(leaves > 0 && spines > 0, "leaf-spine", "at least 1 leaf and 1 spine");
    Builder builder("leaf-spine", servers);
    const auto leaf = builder.AddSwitches(leaves);
    const auto spine = builder.AddSwitches(spines);
    const auto perLeaf = (servers + leaves - 1) / leaves;
    for (uint32_t s = 0; s < servers; ++s)
    {
        builder.Join(s, leaf + s / perLeaf, link);
    }
    for (uint32_t l = 0; l < leaves; ++l)
    {
        for (uint32_t k = 0; k < spines; ++k)
        {
            builder.Join(leaf + l, spine + k, uplink);
        }
    }
    return builder.Finish();
}

uint32_t
FatTreePorts(uint32_t servers)
{
    uint32_t k = 2;
    while (static_cast<uint64_t>(k) * k * k / 4 < servers)
    {
        k += 2;
    }
    return k;
}

Network
FatTree(uint32_t k, uint32_t servers, LinkKind link, uint32_t oversubscription)
{
    const std::string name = "fat-tree";
    Require(k >= 2 && k % 2 == 0 && k <= 256,
            name,
            "an even number of ports from 2 to 256, found " + std::to_string(k));
    const uint32_t half = k / 2;
    const uint32_t most = k * half * half;
    servers = servers == 0 ? most : servers;
    Require(servers <= most,
            name,
            std::to_string(k) + "-port switches reach " + std::to_string(most) + " servers, not " +
                std::to_string(servers));
    Require(oversubscription >= 1 && half % oversubscription == 0,
            name,
            "an oversubscription that divides " + std::to_string(half) + ", found " +
                std::to_string(oversubscription));
    const uint32_t up = half / oversubscription; // aggregation switches of a pod
    const uint32_t pods = (servers + half * half - 1) / (half * half);
    Builder builder(name, servers);
    const auto edge = builder.AddSwitches(pods * half);
    const auto aggregation = builder.AddSwitches(pods * up);
    for (uint32_t s = 0; s < servers; ++s)
    {
        builder.Join(s, edge + s / half, link);
    }
    for (uint32_t pod = 0; pod < pods; ++pod)
    {
        for (uint32_t e = 0; e < half; ++e)
        {
            for (uint32_t a = 0; a < up; ++a)
            {
                builder.Join(edge + pod * half + e, aggregation + pod * up + a, link);
            }
        }
    }
    if (pods == 1)
    {
        return builder.Finish();
    }
    const auto core = builder.AddSwitches(up * half);
    for (uint32_t pod = 0; pod < pods; ++pod)
    {
        for (uint32_t a = 0; a < up; ++a)
        {
            for (uint32_t c = 0; c < half; ++c)
            {
                builder.Join(aggregation + pod * up + a, core + a * half + c, link);
            }
        }
    }
    return builder.Finish();
}

Network
RailOptimized(uint32_t servers, uint32_t rails, uint32_t group, uint32_t spines, LinkKind link)
{
    Require(rails > 0 && group > 0 && spines > 0, "rail-optimised", "numbers above 0");
    const uint32_t groups = (servers + group - 1) / group;
    Builder builder("rail-optimised", servers);
    const auto leaf = builder.AddSwitches(groups * rails);
    for (uint32_t s = 0; s < servers; ++s)
    {
        for (uint32_t r = 0; r < rails; ++r)
        {
            builder.Join(s, leaf + s / group * rails + r, link);
        }
    }
    if (groups == 1)
    {
        return builder.Finish(); // every rail reaches all servers by itself
    }
    const auto spine = builder.AddSwitches(spines);
    const uint64_t up = (link.rate * group + spines - 1) / spines;
    for (uint32_t l = 0; l < groups * rails; ++l)
    {
        for (uint32_t k = 0; k < spines; ++k)
        {
            builder.Join(leaf + l, spine + k, {up, link.delay});
        }
    }
    return builder.Finish();
}

Network
Torus(const std::vector<uint32_t>& sides, uint32_t twist, LinkKind link)
{
    uint64_t servers = 1;
    for (const auto side : sides)
    {
        Require(side > 0, "torus", "sides above 0");
        servers *= side;
        Require(servers <= 65536, "torus", "at most 65536 servers");
    }
    Builder builder(twist > 0 ? "twisted-torus" : "torus", static_cast<uint32_t>(servers));
    const size_t last = sides.size() - 1;
    for (uint32_t node = 0; node < servers; ++node)
    {
        std::vector<uint32_t> place(sides.size());
        for (uint32_t d = 0, rest = node; d <= last; ++d)
        {
            place[d] = rest % sides[d];
            rest /= sides[d];
        }
        for (uint32_t d = 0; d <= last; ++d)
        {
            auto next = place;
            const bool wraps = place[d] + 1 == sides[d];
            next[d] = wraps ? 0 : place[d] + 1;
            const bool moves = wraps && d != last && twist % sides[last] != 0;
            next[last] = moves ? (next[last] + twist) % sides[last] : next[last];
            if (sides[d] == 1 || (sides[d] == 2 && wraps && !moves))
            {
                continue; // itself, or a second link between the same two
            }
            uint32_t other = 0;
            for (size_t k = sides.size(); k-- > 0;)
            {
                other = other * sides[k] + next[k];
            }
            builder.Join(node, other, link);
        }
    }
    return builder.Finish();
}

Network
Expander(uint32_t servers, uint32_t degree, uint64_t seed, LinkKind link)
{
    const std::string name = "expander";
    Require(servers >= 2 && degree >= 2 && degree < servers,
            name,
            "2 links or more for each server and fewer than servers, found " +
                std::to_string(degree) + " for " + std::to_string(servers) + " servers");
    Require(servers * degree % 2 == 0, name, "an even product of servers and links");
    // A circulant: jumps 1 .. degree/2, and half way round for an odd degree.
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    std::set<std::pair<uint32_t, uint32_t>> present;
    const auto ordered = [](uint32_t a, uint32_t b) {
        return std::make_pair(std::min(a, b), std::max(a, b));
    };
    for (uint32_t s = 0; s < servers; ++s)
    {
        for (uint32_t jump = 1; jump <= degree / 2; ++jump)
        {
            edges.push_back(ordered(s, (s + jump) % servers));
        }
        if (degree % 2 == 1 && s < servers / 2)
        {
            edges.push_back(ordered(s, s + servers / 2));
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    Require(edges.size() == static_cast<size_t>(servers) * degree / 2,
            name,
            "fewer links: " + std::to_string(degree) + " do not fit " + std::to_string(servers) +
                " servers");
    present.insert(edges.begin(), edges.end());
    std::mt19937_64 random(seed);
    const auto connected = [&]() {
        std::vector<uint32_t> root(servers);
        std::iota(root.begin(), root.end(), 0);
        const auto find = [&root](uint32_t s) {
            while (root[s] != s)
            {
                s = root[s] = root[root[s]];
            }
            return s;
        };
        uint32_t parts = servers;
        for (const auto& [a, b] : edges)
        {
            const auto ra = find(a);
            const auto rb = find(b);
            parts -= ra != rb ? 1 : 0;
            root[ra] = rb;
        }
        return parts == 1;
    };
    const uint64_t swaps = 20 * edges.size();
    for (uint64_t k = 0; k < swaps || (k < 2 * swaps && !connected()); ++k)
    {
        auto& e = edges[random() % edges.size()];
        auto& f = edges[random() % edges.size()];
        const bool cross = random() % 2 == 0;
        const auto first = ordered(e.first, cross ? f.second : f.first);
        const auto second = ordered(e.second, cross ? f.first : f.second);
        if (first.first == first.second || second.first == second.second || first == second ||
            present.count(first) > 0 || present.count(second) > 0)
        {
            continue;
        }
        present.erase(e);
        present.erase(f);
        e = first;
        f = second;
        present.insert(first);
        present.insert(second);
    }
    Require(connected(), name, "another seed: this graph fell apart");
    std::sort(edges.begin(), edges.end());
    Builder builder(name, servers);
    for (const auto& [a, b] : edges)
    {
        builder.Join(a, b, link);
    }
    return builder.Finish();
}

Network
Dragonfly(uint32_t p, uint32_t a, uint32_t h, uint32_t servers, LinkKind link)
{
    const std::string name = "dragonfly";
    Require(p > 0 && a > 0 && h > 0 && p <= 256 && a <= 256 && h <= 256,
            name,
            "numbers from 1 to 256");
    const uint32_t groups = a * h + 1;
    const uint64_t most = static_cast<uint64_t>(a) * p * groups;
    Require(servers <= most && most <= 1'000'000,
            name,
            std::to_string(most) + " servers at most, found " + std::to_string(servers));
    servers = servers == 0 ? static_cast<uint32_t>(most) : servers;
    Builder builder(name, servers);
    const auto first = builder.AddSwitches(groups * a);
    for (uint32_t s = 0; s < servers; ++s)
    {
        builder.Join(s, first + s / p, link);
    }
    for (uint32_t g = 0; g < groups; ++g)
    {
        for (uint32_t x = 0; x < a; ++x)
        {
            for (uint32_t y = x + 1; y < a; ++y)
            {
                builder.Join(first + g * a + x, first + g * a + y, link);
            }
        }
    }
    for (uint32_t g = 0; g < groups; ++g)
    {
        // The link to the group `offset` further on leaves at switch (offset - 1) / h.
        for (uint32_t offset = 1; offset < groups; ++offset)
        {
            const auto other = (g + offset) % groups;
            if (g < other)
            {
                builder.Join(first + g * a + (offset - 1) / h,
                             first + other * a + (groups - offset - 1) / h,
                             link);
            }
        }
    }
    return builder.Finish();
}

Network
SwitchedNetwork(const Fabric& fabric)
{
    const LinkKind link{fabric.ServerRate(), fabric.fibreDelay};
    const auto n = fabric.servers;
    switch (fabric.kind)
    {
    case FabricKind::LEAF_SPINE: {
        uint32_t perLeaf = 1;
        while (perLeaf * perLeaf < n)
        {
            ++perLeaf;
        }
        return LeafSpine(n, (n + perLeaf - 1) / perLeaf, perLeaf, link, link);
    }
    case FabricKind::RAIL_OPTIMIZED: {
        const auto group = std::min(n, SCALABLE_UNIT);
        return RailOptimized(n,
                             fabric.degree,
                             group,
                             group,
                             {fabric.PortRate(), fabric.fibreDelay});
    }
    case FabricKind::FAT_TREE:
        return FatTree(FatTreePorts(n), n, link);
    case FabricKind::FAT_TREE_2_1:
        return FatTree((FatTreePorts(n) + 3) / 4 * 4, n, link, 2);
    case FabricKind::DRAGONFLY: {
        uint64_t h = 1;
        while (2 * h * h * (2 * h * h + 1) < n)
        {
            ++h;
        }
        const auto half = static_cast<uint32_t>(h);
        return Dragonfly(half, 2 * half, half, n, link);
    }
    default:
        return Star(n, link);
    }
}

} // namespace topox
} // namespace ns3
