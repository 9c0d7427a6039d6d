/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cost-model.h"

#include "network-generators.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"

#include <algorithm>

namespace ns3
{
namespace topox
{

namespace
{

PriceByRate
ReadTable(const JsonValue& value)
{
    PriceByRate table;
    for (const auto& point : value.AsArray())
    {
        const auto pair = point.AsArray();
        if (pair.size() != 2)
        {
            point.Fail("expected [rate in bit/s, price]");
        }
        table.emplace_back(pair[0].AsNumber(1, 1e15), pair[1].AsNumber(0, 1e9));
        if (table.size() > 1 && table.back().first <= table[table.size() - 2].first)
        {
            point.Fail("expected rates in ascending order");
        }
    }
    if (table.empty())
    {
        value.Fail("expected one point or more");
    }
    return table;
}

} // namespace

Prices
DefaultPrices()
{
    Prices prices;
    prices.transceiver = {{10e9, 20}, {25e9, 39}, {40e9, 39}, {100e9, 99}, {200e9, 198}};
    prices.nicPort = {{10e9, 185}, {25e9, 185}, {40e9, 354}, {100e9, 678}, {200e9, 815}};
    prices.switchPort = {{10e9, 94}, {25e9, 144}, {40e9, 144}, {100e9, 187}, {200e9, 374}};
    prices.ocsPort = 520;
    return prices;
}

Prices
PricesFromJson(const std::string& text, const std::string& file)
{
    const auto json = ParseJson(text, file);
    JsonObject object(JsonValue(json, file, ""));
    Prices prices;
    prices.transceiver = ReadTable(object.Get("transceiver"));
    prices.nicPort = ReadTable(object.Get("nicPort"));
    prices.switchPort = ReadTable(object.Get("switchPort"));
    prices.ocsPort = object.Get("ocsPort").AsNumber(0, 1e9);
    object.Finish();
    return prices;
}

double
PriceAt(const PriceByRate& table, double rate)
{
    if (rate <= table.front().first)
    {
        return table.front().second * rate / table.front().first;
    }
    if (rate >= table.back().first)
    {
        return table.back().second * rate / table.back().first;
    }
    const auto next = std::upper_bound(table.begin(), table.end(), std::make_pair(rate, 1e300));
    const auto& low = *(next - 1);
    const auto part = (rate - low.first) / (next->first - low.first);
    return low.second + part * (next->second - low.second);
}

double
FabricCost(const Fabric& fabric, const Prices& prices)
{
    const auto end = [&prices](double rate, bool server) {
        return PriceAt(prices.transceiver, rate) +
               PriceAt(server ? prices.nicPort : prices.switchPort, rate);
    };
    if (fabric.HasCircuits())
    {
        const double ports = static_cast<double>(fabric.servers) * fabric.degree;
        const auto ocsPort = fabric.kind == FabricKind::OPTICAL ? prices.ocsPort : 0;
        const auto electrical = static_cast<double>(fabric.electricalRate);
        const auto side =
            electrical > 0 ? fabric.servers * (end(electrical, true) + end(electrical, false)) : 0;
        return ports * (end(static_cast<double>(fabric.linkRate), true) + ocsPort) + side;
    }
    if (fabric.kind == FabricKind::FULL_MESH)
    {
        const auto rate = static_cast<double>(fabric.linkRate) * fabric.degree;
        return static_cast<double>(fabric.servers) * (fabric.servers - 1) * end(rate, true);
    }
    const auto network = SwitchedNetwork(fabric);
    double cost = 0;
    for (const auto& link : network.links)
    {
        for (const auto node : {link.a, link.b})
        {
            cost += end(static_cast<double>(link.rate), !network.isSwitch[node]);
        }
    }
    return cost;
}

uint64_t
EqualCostRate(const Fabric& optical, FabricKind kind, const Prices& prices)
{
    const double budget = FabricCost(optical, prices);
    Fabric other = optical;
    other.kind = kind;
    other.electricalRate = 0;
    // Prices grow with the rate: halve the interval until it is one bit/s.
    uint64_t low = 1;
    uint64_t high = 1'000'000'000'000'000 / optical.degree;
    while (low + 1 < high)
    {
        other.linkRate = low + (high - low) / 2;
        (FabricCost(other, prices) <= budget ? low : high) = other.linkRate;
    }
    return low;
}

} // namespace topox
} // namespace ns3
