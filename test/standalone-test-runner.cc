/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * ns-3's test runner over our suites, for the standalone build.
 */

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
