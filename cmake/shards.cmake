# SPDX-License-Identifier: GPL-3.0-or-later
# warplens_discover_shards(PROGRAM SHARDS SUITES … PROPERTIES … ENVIRONMENT …): a test of ctest's for each case of PROGRAM, but
# for those of SUITES, whose cases all load the same before they begin: these share SHARDS processes. The checks of all lessons
# took some 540 s of processor, each in a process of its own, and take 13 s in one.
function(warplens_discover_shards program shards)
    cmake_parse_arguments(PARSE_ARGV 2 given "" "ENVIRONMENT" "SUITES;PROPERTIES")
    list(TRANSFORM given_SUITES APPEND ".*" OUTPUT_VARIABLE filters)
    list(JOIN filters ":" filter)
    gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 600 TEST_FILTER "-${filter}"
        PROPERTIES ${given_PROPERTIES} ENVIRONMENT "${given_ENVIRONMENT}")
    list(GET given_SUITES 0 name)
    string(REGEX REPLACE "^.*/" "" name ${name})
    foreach(shard RANGE 1 ${shards})
        math(EXPR index "${shard} - 1")
        add_test(NAME ${name}.Shard${shard} COMMAND ${program} "--gtest_filter=${filter}")
        set_tests_properties(${name}.Shard${shard} PROPERTIES ${given_PROPERTIES} COST 20
            ENVIRONMENT "${given_ENVIRONMENT};GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
    endforeach()
endfunction()
