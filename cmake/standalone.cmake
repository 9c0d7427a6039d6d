# SPDX-License-Identifier: GPL-2.0-only
#
# Against an installed ns-3.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE
      Release
      CACHE STRING "Debug, Release or RelWithDebInfo" FORCE
  )
endif()
option(TOPOX_ASSERTS "NS_ASSERT in our code" OFF)
option(TOPOX_LOGS "NS_LOG in our code" OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(TOPOX_ASSERTS ON)
  set(TOPOX_LOGS ON)
endif()

find_package(ns3 QUIET)
topox_require("ns-3 (3.37 or newer)" "libns3-dev ns3 libgsl-dev libsqlite3-dev libxml2-dev libpython3-dev" ns3_FOUND)
string(REGEX MATCH "^3\\.([0-9]+)" topox_ignored "${ns3_VERSION}")
set(topox_ns3_minor ${CMAKE_MATCH_1})

# The targets name folders of the machine that ns-3 was packaged on, such as a Python that a newer
# release no longer has, and CMake refuses a target with a folder that is not there. No header of the
# modules that we use needs them.
get_directory_property(topox_imported IMPORTED_TARGETS)
list(FILTER topox_imported INCLUDE REGEX "^ns3::")
foreach(target ${topox_imported})
  get_target_property(topox_folders ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set(topox_present)
  foreach(folder ${topox_folders})
    if(EXISTS "${folder}")
      list(APPEND topox_present "${folder}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${topox_present}")
endforeach()

# Module targets lost their prefix in 3.43; ns-3's headers need the standard of their release.
if(TARGET ns3::libcore)
  set(topox_ns3_prefix ns3::lib)
else()
  set(topox_ns3_prefix ns3::)
endif()
if(topox_ns3_minor LESS 41)
  set(CMAKE_CXX_STANDARD 17)
elseif(topox_ns3_minor LESS 46)
  set(CMAKE_CXX_STANDARD 20)
else()
  set(CMAKE_CXX_STANDARD 23)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

set(topox_modules core network mobility internet)
if(TARGET ${topox_ns3_prefix}netanim)
  list(APPEND topox_modules netanim)
  list(APPEND topox_sources helper/topo-x-animation.cc)
  list(APPEND topox_headers helper/topo-x-animation.h)
endif()
list(TRANSFORM topox_modules PREPEND ${topox_ns3_prefix} OUTPUT_VARIABLE topox_ns3_libraries)

# Our headers are included as "ns3/name.h", like ns-3's own.
set(topox_include ${CMAKE_BINARY_DIR}/include)
file(REMOVE_RECURSE ${topox_include}/ns3)
file(MAKE_DIRECTORY ${topox_include}/ns3)
foreach(header ${topox_headers})
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${header} ${topox_include}/ns3/${name} SYMBOLIC)
endforeach()

add_library(topo-x SHARED ${topox_sources})
target_include_directories(
  topo-x BEFORE
  PUBLIC ${topox_include}
  PRIVATE ${CMAKE_BINARY_DIR}/generated
)
target_include_directories(topo-x SYSTEM PUBLIC ${topox_dependency_includes})
target_link_libraries(topo-x PUBLIC ${topox_ns3_libraries} PRIVATE ${topox_dependency_libraries})
target_compile_options(topo-x PRIVATE -Wall -Wextra)
target_compile_definitions(
  topo-x PUBLIC TOPOX_NS3_MINOR=${topox_ns3_minor} TOPOX_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
)
if("netanim" IN_LIST topox_modules)
  target_compile_definitions(topo-x PUBLIC TOPOX_HAVE_NETANIM)
endif()
if(TOPOX_ASSERTS)
  target_compile_definitions(topo-x PUBLIC NS3_ASSERT_ENABLE)
endif()
if(TOPOX_LOGS)
  target_compile_definitions(topo-x PUBLIC NS3_LOG_ENABLE)
endif()

foreach(example ${topox_examples})
  list(TRANSFORM ${example}_sources PREPEND examples/ OUTPUT_VARIABLE topox_example_sources)
  add_executable(${example} examples/${example}.cc ${topox_example_sources})
  target_link_libraries(${example} PRIVATE topo-x)
endforeach()

# Tests: ns-3's own runner over our suites, so that ctest and test.py run the same.
enable_testing()
add_executable(topo-x-test-runner test/standalone-test-runner.cc ${topox_test_sources})
target_link_libraries(topo-x-test-runner PRIVATE topo-x)
target_include_directories(topo-x-test-runner PRIVATE ${CMAKE_BINARY_DIR}/generated)
foreach(suite ${topox_suites})
  add_test(NAME topo-x-${suite} COMMAND topo-x-test-runner --suite=topo-x-${suite} --verbose)
endforeach()
foreach(script room-arrows code-style bad-input same-seed tshark)
  add_test(NAME ${script} COMMAND ${CMAKE_SOURCE_DIR}/test/${script}.sh ${CMAKE_BINARY_DIR}
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  )
  set_tests_properties(${script} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
