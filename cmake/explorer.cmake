# The explorer (explorer/, built with npm) becomes part of the program; without Node.js, or with
# -DCOCITE_EXPLORER=OFF, a plain page takes its place.
option(COCITE_EXPLORER "build the explorer with npm and put it into the program" ON)

# Adds to TARGET the files that `cocite serve` hands out.
function(cocite_add_explorer target)
  set(explorer ${PROJECT_SOURCE_DIR}/explorer)
  set(folder ${PROJECT_SOURCE_DIR}/src/serve/plain_page)
  file(GLOB depends CONFIGURE_DEPENDS ${folder}/*)
  find_program(COCITE_NPM npm)
  find_program(COCITE_NODE node)
  if(COCITE_EXPLORER AND COCITE_NPM AND COCITE_NODE AND EXISTS ${explorer}/package.json)
    # What npm makes stays out of the source folder: several builds share one of it.
    set(work ${PROJECT_BINARY_DIR}/explorer)
    set(folder ${work}/dist)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${explorer}/*)
    list(FILTER sources EXCLUDE REGEX "/(node_modules|dist)/")
    add_custom_command(
      OUTPUT ${work}/built
      COMMAND ${CMAKE_COMMAND} -DSOURCE=${explorer} -DWORK=${work} -DNPM=${COCITE_NPM}
              -DPLAIN=${PROJECT_SOURCE_DIR}/src/serve/plain_page
              -P ${PROJECT_SOURCE_DIR}/cmake/build_explorer.cmake
      DEPENDS ${sources} ${PROJECT_SOURCE_DIR}/cmake/build_explorer.cmake
      COMMENT "Building the explorer" VERBATIM)
    set(depends ${work}/built)
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
