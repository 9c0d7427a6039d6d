/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ROOM_CASES_H
#define TOPO_X_ROOM_CASES_H

/**
 * @file
 * The cases of each room: in a suite of their own, and all in the suite topo-x.
 */

#include "ns3/test.h"

namespace ns3
{
namespace topox
{

/// A suite that lets functions add cases.
class RoomTestSuite : public TestSuite
{
  public:
    using TestCase::AddTestCase;
    using TestSuite::TestSuite;
};

void AddWorkloadCases(RoomTestSuite& suite);    //!< @param suite to add to
void AddTopologyCases(RoomTestSuite& suite);    //!< @param suite to add to
void AddSchedulingCases(RoomTestSuite& suite);  //!< @param suite to add to
void AddPlanCases(RoomTestSuite& suite);        //!< @param suite to add to
void AddPlannersCases(RoomTestSuite& suite);    //!< @param suite to add to
void AddOpticalCases(RoomTestSuite& suite);     //!< @param suite to add to
void AddOcsCases(RoomTestSuite& suite);         //!< @param suite to add to
void AddRdmaCases(RoomTestSuite& suite);        //!< @param suite to add to
void AddTransportCases(RoomTestSuite& suite);   //!< @param suite to add to
void AddElectricalCases(RoomTestSuite& suite);  //!< @param suite to add to
void AddNetworkCases(RoomTestSuite& suite);     //!< @param suite to add to
void AddControllersCases(RoomTestSuite& suite); //!< @param suite to add to
void AddFaultsCases(RoomTestSuite& suite);      //!< @param suite to add to
void AddRuntimeCases(RoomTestSuite& suite);     //!< @param suite to add to

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ROOM_CASES_H */
