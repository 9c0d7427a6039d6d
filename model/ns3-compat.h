/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_NS3_COMPAT_H
#define TOPO_X_NS3_COMPAT_H

/**
 * @file
 * What differs between releases of ns-3, all in one place. TOPOX_NS3_MINOR comes from CMake: 37 for
 * ns-3.37, 999 for a development snapshot.
 */

#include "ns3/enum.h"
#include "ns3/test.h"

namespace ns3
{
namespace topox
{

// Since 3.42 the kinds of tests are scoped enumerations.
#if TOPOX_NS3_MINOR >= 42
constexpr auto TEST_UNIT = TestSuite::Type::UNIT;      //!< kind of suite
constexpr auto TEST_QUICK = TestCase::Duration::QUICK; //!< kind of case
#else
constexpr auto TEST_UNIT = TestSuite::UNIT;  //!< kind of suite
constexpr auto TEST_QUICK = TestCase::QUICK; //!< kind of case
#endif

/**
 * @param member pointer to a data member of type E
 * @returns the accessor of an attribute of type E; since 3.41 it has to be told the type
 */
template <typename E, typename M>
Ptr<const AttributeAccessor>
EnumAccessor(M member)
{
#if TOPOX_NS3_MINOR >= 41
    return MakeEnumAccessor<E>(member);
#else
    return MakeEnumAccessor(member);
#endif
}

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_NS3_COMPAT_H */
