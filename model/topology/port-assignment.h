/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PORT_ASSIGNMENT_H
#define TOPO_X_PORT_ASSIGNMENT_H

/**
 * @file
 * From a circuit graph to ports: which switch carries which circuit.
 */

#include "circuit-graph.h"
#include "fabric.h"

namespace ns3
{
namespace topox
{

/**
 * Give every arc a port: each circuit joins the same port number at both ends, which is on the
 * same switch in the plane layout. The arcs form a bipartite multigraph of senders and receivers
 * whose degree is at most the number of ports, so that many colours are enough (König 1916);
 * colours are found by swapping along alternating paths.
 *
 * @param graph the arcs; its degree must not exceed the fabric's
 * @param fabric the cluster
 * @param previous circuits that are lit before, or nullptr: an arc that they have keeps its port,
 *        unless a swap for another arc moves it
 * @returns the circuits, sorted
 */
Configuration AssignPorts(const CircuitGraph& graph,
                          const Fabric& fabric,
                          const Configuration* previous);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PORT_ASSIGNMENT_H */
