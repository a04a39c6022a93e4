# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the commit of the checkout into a header, at build time and only where it changed.
# Run as: cmake -DSOURCE_DIR=... -DHEADER=... -P commit.cmake
set(commit "unknown")
find_program(GIT git)
if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} rev-parse --short HEAD
        OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        set(commit ${hash})
        execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} diff --quiet HEAD -- RESULT_VARIABLE dirty ERROR_QUIET)
        if(dirty)
            string(APPEND commit "-dirty")
        endif()
    endif()
endif()
set(content "#define WARPLENS_COMMIT \"${commit}\"\n")
set(previous "")
if(EXISTS ${HEADER})
    file(READ ${HEADER} previous)
endif()
if(NOT previous STREQUAL content)
    file(WRITE ${HEADER} "${content}")
endif()
