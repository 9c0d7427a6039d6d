/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_COST_MODEL_H
#define TOPO_X_COST_MODEL_H

/**
 * @file
 * What a fabric costs, and which fat-tree costs as much.
 */

#include "fabric.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/// A price by rate: points (bit/s, price), rates ascending; straight lines between them, in
/// proportion to the rate outside.
using PriceByRate = std::vector<std::pair<double, double>>;

/// Prices of parts.
struct Prices
{
    PriceByRate transceiver; //!< one end of a fibre
    PriceByRate nicPort;     //!< port of a server
    PriceByRate switchPort;  //!< port of a packet switch
    double ocsPort{0};       //!< port of an optical circuit switch, whatever the rate
};

/// @returns prices in US dollars as the literature on such comparisons has them: an order of
/// magnitude, to be replaced by one's own (examples/prices.json has them in the form to edit)
Prices DefaultPrices();

/**
 * Read prices: {"transceiver": [[100e9, 99], ...], "nicPort": ..., "switchPort": ..., "ocsPort":
 * 520}.
 *
 * @param text JSON
 * @param file for messages
 * @returns the prices
 * @throws InputError with file, JSON pointer and expectation
 */
Prices PricesFromJson(const std::string& text, const std::string& file);

/// @param table points @param rate bit/s @returns the price
double PriceAt(const PriceByRate& table, double rate);

/**
 * A transceiver at both ends of each fibre that an electrical port terminates, a NIC port at each
 * server's end, a switch port at the other; an OCS port has no transceiver. The electrical side of
 * a hybrid fabric counts as well. Every server port is counted, whether a plan uses it or not.
 *
 * @param fabric the fabric
 * @param prices of parts
 * @returns price of all
 */
double FabricCost(const Fabric& fabric, const Prices& prices);

/**
 * "Fat-tree of equal cost" as TopoOpt compares with (NSDI 2023, section 5.1): one NIC of rate
 * degree * B', with B' such that the whole costs as much as the optical fabric.
 *
 * @param optical what it is compared with
 * @param kind of packet switches
 * @param prices of parts
 * @returns B', bit/s
 */
uint64_t EqualCostRate(const Fabric& optical, FabricKind kind, const Prices& prices);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_COST_MODEL_H */
