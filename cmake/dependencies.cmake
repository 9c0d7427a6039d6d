# SPDX-License-Identifier: GPL-2.0-only
#
# What the module needs beside ns-3. Sets topox_dependency_includes and topox_dependency_libraries,
# and generates the reader of FlexFlow's format.

macro(topox_require what package found)
  if(NOT ${found})
    message(
      FATAL_ERROR
        "TOPO-X needs ${what}, which was not found. On Debian or Ubuntu: apt-get install ${package}"
    )
  endif()
endmacro()

find_package(Boost 1.74 QUIET)
topox_require("Boost (headers, with Boost.Graph)" "libboost-graph-dev" Boost_FOUND)
find_path(TOPOX_BOOST_GRAPH boost/graph/maximum_weighted_matching.hpp HINTS ${Boost_INCLUDE_DIRS})
topox_require("Boost.Graph" "libboost-graph-dev" TOPOX_BOOST_GRAPH)

find_path(TOPOX_JSON_INCLUDE nlohmann/json.hpp)
topox_require("nlohmann/json" "nlohmann-json3-dev" TOPOX_JSON_INCLUDE)

find_path(TOPOX_GLPK_INCLUDE glpk.h)
find_library(TOPOX_GLPK_LIBRARY glpk)
topox_require("GLPK (header)" "libglpk-dev" TOPOX_GLPK_INCLUDE)
topox_require("GLPK (library)" "libglpk-dev" TOPOX_GLPK_LIBRARY)

find_path(TOPOX_FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h)
find_program(TOPOX_FLATC flatc)
topox_require("FlatBuffers (headers)" "libflatbuffers-dev" TOPOX_FLATBUFFERS_INCLUDE)
topox_require("the FlatBuffers compiler" "flatbuffers-compiler" TOPOX_FLATC)

set(topox_dependency_includes
    ${TOPOX_BOOST_GRAPH} ${TOPOX_JSON_INCLUDE} ${TOPOX_GLPK_INCLUDE} ${TOPOX_FLATBUFFERS_INCLUDE}
)
list(REMOVE_DUPLICATES topox_dependency_includes)
set(topox_dependency_libraries ${TOPOX_GLPK_LIBRARY})

# Generated when CMake configures: it takes milliseconds, and no build step has to wait for it.
# It is included as "ns3/flexflow-task-graph_generated.h", from where the other headers are.
if(TOPOX_IN_TREE)
  set(topox_generated ${CMAKE_HEADER_OUTPUT_DIRECTORY})
else()
  set(topox_generated ${CMAKE_CURRENT_BINARY_DIR}/generated/ns3)
endif()
set(topox_fbs ${CMAKE_CURRENT_SOURCE_DIR}/model/workload/flexflow-task-graph.fbs)
set_property(
  DIRECTORY
  APPEND
  PROPERTY CMAKE_CONFIGURE_DEPENDS ${topox_fbs}
)
execute_process(
  COMMAND ${TOPOX_FLATC} --cpp -o ${topox_generated} ${topox_fbs}
  RESULT_VARIABLE topox_flatc_failed
  ERROR_VARIABLE topox_flatc_error
  OUTPUT_VARIABLE topox_flatc_error
)
if(topox_flatc_failed)
  message(FATAL_ERROR "flatc failed on ${topox_fbs}: ${topox_flatc_error}")
endif()
