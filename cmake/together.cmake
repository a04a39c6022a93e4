# SPDX-License-Identifier: GPL-3.0-or-later
# Files of a target are compiled several at a time: most of a compiler's time goes into headers and templates that all
# of them share. Each file still names what it uses, as if it stood alone: the presets debug, tsan and coverage compile
# one by one (-DWARPLENS_TOGETHER=OFF).
option(WARPLENS_TOGETHER "Compile the files of a target several at a time" ON)
set(CMAKE_UNITY_BUILD ${WARPLENS_TOGETHER})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 20)
if(WARPLENS_TOGETHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-subobject-linkage) # of what is in a .cpp, which GCC takes for a header here
endif()

# These files are compiled by themselves: a name of theirs means something else in another file of their target.
function(warplens_apart)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
