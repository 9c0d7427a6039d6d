# SPDX-License-Identifier: GPL-2.0-only
#
# As contrib/topo-x of an ns-3 tree.

include_directories(${topox_dependency_includes})

file(STRINGS ${PROJECT_SOURCE_DIR}/VERSION topox_ns3_version LIMIT_COUNT 1)
if(topox_ns3_version MATCHES "^3\\.([0-9]+)")
  set(topox_ns3_minor ${CMAKE_MATCH_1})
else()
  set(topox_ns3_minor 999) # ns-3-dev: newer than any release
endif()
add_definitions(
  -DTOPOX_NS3_MINOR=${topox_ns3_minor} -DTOPOX_SOURCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}"
)

set(topox_netanim)
if("netanim" IN_LIST ns3-all-enabled-modules OR TARGET libnetanim OR TARGET netanim)
  set(topox_netanim ${libnetanim})
endif()
if(topox_netanim)
  add_definitions(-DTOPOX_HAVE_NETANIM)
  list(APPEND topox_sources helper/topo-x-animation.cc)
  list(APPEND topox_headers helper/topo-x-animation.h)
endif()

build_lib(
  LIBNAME topo-x
  SOURCE_FILES ${topox_sources}
  HEADER_FILES ${topox_headers}
  LIBRARIES_TO_LINK ${libnetwork} ${libmobility} ${libinternet} ${topox_netanim} ${topox_dependency_libraries}
  TEST_SOURCES ${topox_test_sources}
)
