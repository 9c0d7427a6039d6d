/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * The cases of all rooms in one suite, for ./test.py -s topo-x.
 */

#include "room-cases.h"

#include "ns3/ns3-compat.h"

using namespace ns3;
using namespace ns3::topox;

namespace
{

class TopoXTestSuite : public RoomTestSuite
{
  public:
    TopoXTestSuite()
        : RoomTestSuite("topo-x", TEST_UNIT)
    {
        AddWorkloadCases(*this);
        AddTopologyCases(*this);
        AddSchedulingCases(*this);
        AddPlanCases(*this);
        AddPlannersCases(*this);
        AddOpticalCases(*this);
        AddOcsCases(*this);
        AddRdmaCases(*this);
        AddTransportCases(*this);
        AddElectricalCases(*this);
        AddNetworkCases(*this);
        AddRuntimeCases(*this);
        AddFaultsCases(*this);
        AddControllersCases(*this);
    }
};

TopoXTestSuite g_topoXTestSuite; //!< registers the suite

} // namespace
