# cmake --install build/release --prefix /usr [--component program|dev]
#
# program: cocite, manual pages, completion for shells, a unit for systemd
# dev:     the library as one archive (libcocite.a), headers, and files for find_package(cocite) and pkg-config
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS cocite RUNTIME COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/cocite.service DESTINATION lib/systemd/system COMPONENT program)
# Manual pages and completion come from the program itself.
install(CODE "set(cocite_program \"$<TARGET_FILE:cocite>\")
set(cocite_share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/install_pages.cmake\")" COMPONENT program)

# Everything below the public headers, as one archive: engine, api and serve, and what they are made of.
get_property(modules GLOBAL PROPERTY COCITE_MODULES)
list(REMOVE_ITEM modules cocite_cli)
set(script "create ${PROJECT_BINARY_DIR}/libcocite.a\n")
set(linked)
foreach(module ${modules})
  string(APPEND script "addlib $<TARGET_FILE:${module}>\n")
  get_target_property(of_module ${module} LINK_LIBRARIES)
  list(APPEND linked ${of_module})
endforeach()
list(FILTER linked EXCLUDE REGEX "^(cocite_.*|Eigen3::.*)$")
list(REMOVE_DUPLICATES linked)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/libcocite.mri CONTENT "${script}save\nend\n")
install(CODE "execute_process(COMMAND \"${CMAKE_AR}\" -M INPUT_FILE \"${PROJECT_BINARY_DIR}/libcocite.mri\"
                COMMAND_ERROR_IS_FATAL ANY)" COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/libcocite.a DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/cocite DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

# Libraries of others: found at the user's place as they are here; paths of this machine become names.
set(COCITE_LINKED)
set(COCITE_PLAIN_LIBS "-lcocite")
foreach(one ${linked})
  if(IS_ABSOLUTE ${one})
    get_filename_component(one ${one} NAME_WE)
    string(REGEX REPLACE "^lib" "" one ${one})
    string(APPEND COCITE_PLAIN_LIBS " -l${one}")
  elseif(one MATCHES "^BZip2::")
    string(APPEND COCITE_PLAIN_LIBS " -lbz2")
  elseif(one MATCHES "^[a-z0-9_]+$")
    string(APPEND COCITE_PLAIN_LIBS " -l${one}")
  endif()
  list(APPEND COCITE_LINKED ${one})
endforeach()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/cocite)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/cocite-config.cmake.in ${PROJECT_BINARY_DIR}/cocite-config.cmake
                              INSTALL_DESTINATION ${package}
                              PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cocite-config-version.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH COCITE_TO_PREFIX /usr/${CMAKE_INSTALL_LIBDIR}/pkgconfig /usr)
configure_file(${PROJECT_SOURCE_DIR}/cmake/cocite.pc.in ${PROJECT_BINARY_DIR}/cocite.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cocite-config.cmake ${PROJECT_BINARY_DIR}/cocite-config-version.cmake
        DESTINATION ${package} COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/cocite.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
