# The explorer (explorer/, built with npm) becomes part of the program; without Node.js, or with
# -DCOCITE_EXPLORER=OFF, a plain page takes its place.
option(COCITE_EXPLORER "build the explorer with npm and put it into the program" ON)

# What npm makes stays out of the source folder. The builds under build/ share one of it.
set(COCITE_EXPLORER_WORK ${PROJECT_BINARY_DIR}/explorer)
cmake_path(GET PROJECT_BINARY_DIR PARENT_PATH parent)
if(parent STREQUAL "${PROJECT_SOURCE_DIR}/build")
  set(COCITE_EXPLORER_WORK ${PROJECT_SOURCE_DIR}/build/explorer)
endif()

# Adds to TARGET the files that `cocite serve` hands out.
function(cocite_add_explorer target)
  set(explorer ${PROJECT_SOURCE_DIR}/explorer)
  set(folder ${PROJECT_SOURCE_DIR}/src/serve/plain_page)
  file(GLOB depends CONFIGURE_DEPENDS ${folder}/*)
  find_program(COCITE_NPM npm)
  find_program(COCITE_NODE node)
  if(COCITE_EXPLORER AND COCITE_NPM AND COCITE_NODE AND EXISTS ${explorer}/package.json)
    set(work ${COCITE_EXPLORER_WORK})
    set(folder ${work}/dist)
    set(stamp ${PROJECT_BINARY_DIR}/explorer_built)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${explorer}/*)
    list(FILTER sources EXCLUDE REGEX "/(node_modules|dist)/")
    add_custom_command(
      OUTPUT ${stamp}
      COMMAND ${CMAKE_COMMAND} -DSOURCE=${explorer} -DWORK=${work} -DSTAMP=${stamp} -DNPM=${COCITE_NPM}
              -DPLAIN=${PROJECT_SOURCE_DIR}/src/serve/plain_page
              -P ${PROJECT_SOURCE_DIR}/cmake/build_explorer.cmake
      DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/build_explorer.cmake
      COMMENT "Building the explorer" VERBATIM)
    set(depends ${stamp})
    set_property(GLOBAL PROPERTY COCITE_HAS_EXPLORER ON)
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/static_files_embedded.cc)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output}
            -DPACKED=${CMAKE_CURRENT_BINARY_DIR}/packed
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${depends} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    COMMENT "Putting the explorer into the program" VERBATIM)
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
