# SPDX-License-Identifier: GPL-3.0-or-later
# A room is a folder, a target of the same name, and a public list of the rooms that it may use. HACKING.md says what
# each is for, and tests/structure holds that table, these lists and the includes of the files against each other.

# warplens_room(sim/ptx [USES room…] [LIBRARIES target…] [SOURCES file…] [WITHOUT file…] [APART file…] [PRECOMPILED kind]
#               [ARCHIVE])
# The target of app/model is warplens_app_model. Its sources are the folder's; SOURCES adds what is generated, and APART
# names files that are compiled by themselves, since a name of theirs means something else in another file of the room.
# An ARCHIVE is one with BUILD_SHARED_LIBS, too: a library takes it whole, or what it links is for archives alone.
function(warplens_room room)
    cmake_parse_arguments(ROOM "ARCHIVE" "PRECOMPILED" "USES;LIBRARIES;SOURCES;WITHOUT;APART" ${ARGN})
    if(ROOM_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "warplens_room(${room}): what is ${ROOM_UNPARSED_ARGUMENTS}?")
    endif()
    string(REPLACE "/" "_" target warplens_${room})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${room}/*.cpp)
    foreach(other IN LISTS ROOM_WITHOUT)
        list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${room}/${other})
    endforeach()
    foreach(file IN LISTS ROOM_APART)
        warplens_apart(${PROJECT_SOURCE_DIR}/${room}/${file})
    endforeach()
    set(uses "")
    foreach(used IN LISTS ROOM_USES)
        string(REPLACE "/" "_" used warplens_${used})
        list(APPEND uses ${used})
    endforeach()
    if(sources OR ROOM_SOURCES)
        # Static unless BUILD_SHARED_LIBS is on: a file that changes needs one link then (tests/mutants/sample.py).
        set(kind "")
        if(ROOM_ARCHIVE)
            set(kind STATIC)
        endif()
        add_library(${target} ${kind} ${sources} ${ROOM_SOURCES})
        set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "")
        target_link_libraries(${target} PUBLIC warplens_options ${uses} ${ROOM_LIBRARIES})
        if(NOT ROOM_PRECOMPILED)
            set(ROOM_PRECOMPILED standard)
        endif()
        warplens_precompiled(${target} ${ROOM_PRECOMPILED})
    else()
        add_library(${target} INTERFACE)
        target_link_libraries(${target} INTERFACE warplens_options ${uses} ${ROOM_LIBRARIES})
    endif()
    list(SORT ROOM_USES)
    list(JOIN ROOM_USES " " ROOM_USES)
    set_property(GLOBAL APPEND PROPERTY WARPLENS_ROOMS "${room}: ${ROOM_USES}")
endfunction()

# What was declared, for the test.
function(warplens_write_rooms file)
    get_property(rooms GLOBAL PROPERTY WARPLENS_ROOMS)
    list(SORT rooms)
    list(JOIN rooms "\n" rooms)
    file(GENERATE OUTPUT ${file} CONTENT "${rooms}\n")
endfunction()
