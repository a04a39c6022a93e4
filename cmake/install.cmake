# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --install build` and `cpack`: programs, their data where dataDir() looks for it, and what a desktop wants to know.
include(GNUInstallDirs)
install(TARGETS warplens warplens-cli warplens-nvrtc RUNTIME)
if(TARGET warplens-gpu)
    install(TARGETS warplens-gpu RUNTIME)
endif()
get_property(runtime GLOBAL PROPERTY WARPLENS_RUNTIME_LIBRARIES)
if(runtime) # what programs are linked to: see runtimeFolder()
    install(TARGETS ${runtime} LIBRARY DESTINATION lib/warplens/cuda)
endif()
set(share ${CMAKE_INSTALL_DATADIR}/warplens)
install(DIRECTORY kernels/stages DESTINATION ${share}/kernels)
install(DIRECTORY resources/calibrations resources/challenges resources/estimates resources/glossary resources/lectures resources/lessons resources/packs resources/page resources/ptx resources/recordings resources/stages resources/translations
        DESTINATION ${share}/resources)

set(desktop ${PROJECT_SOURCE_DIR}/resources/desktop)
install(DIRECTORY docs DESTINATION ${share} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg")
install(FILES ${desktop}/org.warplens.Warplens.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}/org.warplens.Warplens.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${desktop}/warplens.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${desktop}/warplens.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${desktop}/warplens-cli.bash RENAME warplens-cli
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${desktop}/copyright README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Debian wants its own form of the changes, and pages compressed without a date.
set(debian ${PROJECT_BINARY_DIR}/debian)
configure_file(${desktop}/changelog.in ${debian}/changelog @ONLY)
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${GZIP} --best --no-name --force --keep ${debian}/changelog)
install(FILES ${debian}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${desktop}/lintian-overrides RENAME warplens DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides)

# Pages of the manual, from what the programs say themselves.
find_program(HELP2MAN help2man)
if(HELP2MAN)
    set(pages "")
    foreach(program warplens warplens-cli)
        set(page ${PROJECT_BINARY_DIR}/man/${program}.1)
        add_custom_command(OUTPUT ${page}.gz
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
            COMMAND ${HELP2MAN} --no-info --no-discard-stderr --section 1 --name "shows what a GPU's memory system does with a CUDA kernel"
                --version-string ${PROJECT_VERSION} --output ${page} $<TARGET_FILE:${program}>
            COMMAND ${GZIP} --best --no-name --force ${page}
            DEPENDS ${program} VERBATIM)
        list(APPEND pages ${page}.gz)
    endforeach()
    add_custom_target(manual ALL DEPENDS ${pages})
    install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME warplens)
set(CPACK_PACKAGE_VENDOR "Warplens")
set(CPACK_PACKAGE_CONTACT "The Warplens developers <warplens@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shows what a GPU's memory system does with a CUDA kernel")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Warplens runs each kernel of a ladder, from naive to cuBLAS, on a GPU and,
lane by lane, on a model of warp access: sectors, lines, wavefronts and bank
conflicts are drawn, counted and held against the hardware's counters. Without
a GPU it shows what was recorded on one.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
