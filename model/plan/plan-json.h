/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_PLAN_JSON_H
#define TOPO_X_PLAN_JSON_H

/**
 * @file
 * Plans as JSON, schema topo-x/plan/1 (doc/schema/plan-1.schema.json).
 */

#include "plan.h"

#include "ns3/json-reader.h"

#include <string>

namespace ns3
{
namespace topox
{

/// Identifier of the format.
constexpr const char* PLAN_SCHEMA = "topo-x/plan/1";

/// @returns the fabric as JSON. @param fabric the fabric
Json FabricToJson(const Fabric& fabric);

/// @returns the plan as JSON text, a line for each task; PlanFromJson() gives an equal plan.
/// @param plan the plan
std::string PlanToJson(const Plan& plan);

/**
 * @param text JSON
 * @param file for messages
 * @returns the plan, not checked: see CheckPlan()
 * @throws InputError with the place and what was expected there
 */
Plan PlanFromJson(const std::string& text, const std::string& file);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_PLAN_JSON_H */
