# SPDX-License-Identifier: GPL-3.0-or-later
# Headers that nearly every file of a kind includes, parsed once: the library's templates and Qt's widgets cost more
# time than our own code. Files still name what they use: -DWARPLENS_PRECOMPILED=OFF builds without.
option(WARPLENS_PRECOMPILED "Parse common headers once" ON)

# warplens_precompiled_kind(NAME library…): cmake/precompiled/NAME.h, for targets that link those libraries.
function(warplens_precompiled_kind kind)
    if(NOT WARPLENS_PRECOMPILED)
        return()
    endif()
    set(empty ${PROJECT_BINARY_DIR}/precompiled_${kind}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "")
    add_library(warplens_precompiled_${kind} OBJECT ${empty})
    target_link_libraries(warplens_precompiled_${kind} PRIVATE warplens_options ${ARGN})
    target_precompile_headers(warplens_precompiled_${kind} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled/${kind}.h)
    set_target_properties(warplens_precompiled_${kind} PROPERTIES AUTOMOC OFF AUTORCC OFF)
    # So that a compiler's cache knows what the text was.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(warplens_precompiled_${kind} PRIVATE -fpch-preprocess)
    endif()
endfunction()

function(warplens_precompiled target kind)
    if(NOT WARPLENS_PRECOMPILED OR kind STREQUAL "none")
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM warplens_precompiled_${kind})
    target_compile_options(${target} PRIVATE -fPIC) # of programs, too: one kind of code for all who share the headers
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()
