# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler options shared by every target of ours.
add_library(warplens_options INTERFACE)
target_include_directories(warplens_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(warplens_options INTERFACE
    -Wall -Wextra -Wpedantic -Wnon-virtual-dtor -Woverloaded-virtual
    # What is local may have the name of something in another file that is compiled together with its own.
    $<IF:$<AND:$<BOOL:${WARPLENS_TOGETHER}>,$<CXX_COMPILER_ID:GNU>>,-Wshadow=local,-Wshadow>
    # clang, which builds what runs under sanitizers, knows neither GCC's pragmas nor all of its options.
    $<IF:$<CXX_COMPILER_ID:GNU>,-Werror,-Wno-unknown-pragmas>
    # GCC tidies its memory up all the time unless it may use some.
    "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-expand=200;SHELL:--param ggc-min-heapsize=524288>"
    # GCC 12 sees impossible paths inside its own std::string (its bugs 105329 and 105651).
    "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>")
target_compile_definitions(warplens_options INTERFACE WARPLENS_VERSION="${PROJECT_VERSION}")

if(WARPLENS_SANITIZE)
    add_compile_options(-fsanitize=${WARPLENS_SANITIZE} -fno-omit-frame-pointer)
    # GCC's flow analysis warns of impossible paths inside instrumented library headers.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-Wno-maybe-uninitialized -Wno-stringop-overflow)
    endif()
    add_link_options(-fsanitize=${WARPLENS_SANITIZE})
endif()
if(WARPLENS_COVERAGE)
    add_compile_options(--coverage -Wno-error=maybe-uninitialized) # GCC 12 says it of what is initialized, at -O1
    add_link_options(--coverage)
    # What a process executed that ends by _exit is counted, too.
    add_library(warplens_counted_exit STATIC ${PROJECT_SOURCE_DIR}/cmake/counted_exit.cpp)
    # (asked for by name, since what ends so may stand behind it in the order of linking)
    target_link_options(warplens_options INTERFACE -Wl,--wrap=_exit -Wl,--undefined=__wrap__exit)
    target_link_libraries(warplens_options INTERFACE warplens_counted_exit)
endif()

# A second build of the same text is taken from the compiler's cache, where there is one.
find_program(WARPLENS_CCACHE ccache)
if(WARPLENS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${WARPLENS_CCACHE})
endif()
