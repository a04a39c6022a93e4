# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler options shared by every target of ours.
add_library(warplens_options INTERFACE)
target_include_directories(warplens_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(warplens_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
    # clang, which builds what runs under sanitizers, knows neither GCC's pragmas nor all of its options.
    $<IF:$<CXX_COMPILER_ID:GNU>,-Werror,-Wno-unknown-pragmas>)
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
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()
