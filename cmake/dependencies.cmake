# SPDX-License-Identifier: GPL-3.0-or-later
# What is used from outside this tree, all from Debian 12 but the CUDA Toolkit.
# nlohmann-json, CLI11 and toml++ are headers, so the command line tools carry them inside; {fmt} is compiled here.
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(simdjson 3 REQUIRED) # of the recordings, which are megabytes
find_package(CLI11 2.1 REQUIRED)
find_package(tomlplusplus 3 REQUIRED)
find_package(muparser 2.3 REQUIRED)
find_package(Threads REQUIRED)
find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets PrintSupport Svg Test)
find_package(QCustomPlotQt6 REQUIRED)
find_path(QSCINTILLA_INCLUDE_DIR Qsci/qsciscintilla.h REQUIRED
    HINTS ${Qt6Core_INCLUDE_DIRS} PATH_SUFFIXES qt6 x86_64-linux-gnu/qt6)
find_library(QSCINTILLA_LIBRARY qscintilla2_qt6 REQUIRED)
find_package(GTest)

# The toolkit is optional: without it the GPU worker is left out and everything else builds.
if(WARPLENS_CUDA)
    find_package(CUDAToolkit 12.8 QUIET) # cudaLibraryLoadData
endif()
if(CUDAToolkit_FOUND)
    message(STATUS "CUDA Toolkit ${CUDAToolkit_VERSION}: building the GPU worker warplens-gpu")
else()
    message(STATUS "No CUDA Toolkit: warplens-gpu is left out, everything else is built")
endif()

add_library(warplens_fmt STATIC ${PROJECT_SOURCE_DIR}/cmake/fmt.cpp)
get_target_property(FMT_INCLUDE_DIR fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(warplens_fmt SYSTEM PUBLIC ${FMT_INCLUDE_DIR})

# nlohmann's json: its header with what is compiled once here, so that not every file that reads a number has a parser of its own.
add_library(warplens_json STATIC ${PROJECT_SOURCE_DIR}/cmake/json.cpp)
target_include_directories(warplens_json SYSTEM PUBLIC ${PROJECT_SOURCE_DIR}/cmake/json)
target_link_libraries(warplens_json PUBLIC nlohmann_json::nlohmann_json)
