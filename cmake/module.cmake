# One folder = one library + its tests + its benchmarks. Its subfolders belong to it; testing/ holds what only tests use.
#
#   cocite_module(graph DEPS base file LINK PkgConfig::ZSTD ALONE token_code_test.cc)
#
# Several files are compiled as one (COCITE_TOGETHER); not those named after ALONE, whose names of local things clash
# with those of their neighbours ("*": all).
#
# DEPS names the folders below that this one may include; tools/check_layers.py reads the same line
# and fails the build's tests when an #include breaks it. LINK names third-party targets.

add_library(cocite_flags INTERFACE)
target_compile_options(cocite_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion)
# The same objects of the library go into the program and into Python's module (cocite_shareable). No symbols are
# interposed when it is loaded, so calls within a file stay direct.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  target_compile_options(cocite_flags INTERFACE
                         $<$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>:-fno-semantic-interposition>)
endif()
function(cocite_shareable target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                        VISIBILITY_INLINES_HIDDEN ON)
endfunction()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND COCITE_TOGETHER GREATER 1)
  # A file that others are compiled with looks like a header to it.
  target_compile_options(cocite_flags INTERFACE -Wno-subobject-linkage)
endif()
if(COCITE_WERROR)
  target_compile_options(cocite_flags INTERFACE -Werror)
endif()
if(COCITE_SANITIZE)
  target_compile_options(cocite_flags INTERFACE -fsanitize=${COCITE_SANITIZE}
                         -fno-omit-frame-pointer)
  target_link_options(cocite_flags INTERFACE -fsanitize=${COCITE_SANITIZE})
  if(COCITE_SANITIZE MATCHES undefined)
    target_compile_options(cocite_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
if(COCITE_FUZZ)
  target_compile_options(cocite_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
target_include_directories(cocite_flags INTERFACE ${PROJECT_SOURCE_DIR}/src
                           ${PROJECT_SOURCE_DIR}/include)

# What the dynamic linker does each time the program starts takes longer than a search does (docs/performance.md), so
# others' libraries go into it where Debian has them as archives, and as shared libraries where not. Python's module
# cannot take these archives.
if(COCITE_WHOLE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  list(PREPEND CMAKE_PREFIX_PATH ${COCITE_WHOLE})
elseif(COCITE_STATIC AND NOT COCITE_PYTHON)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
endif()
# What was found before is found again where this has changed since: cmake --preset bench, then with COCITE_PYTHON, too.
if(DEFINED COCITE_LIBRARY_SUFFIXES AND NOT COCITE_LIBRARY_SUFFIXES STREQUAL CMAKE_FIND_LIBRARY_SUFFIXES)
  get_cmake_property(cached CACHE_VARIABLES)
  foreach(name ${cached})
    get_property(type CACHE ${name} PROPERTY TYPE)
    if(type STREQUAL FILEPATH AND "$CACHE{${name}}" MATCHES "/lib[^/]*[.](a|so)$")
      unset(${name} CACHE)
    elseif(name MATCHES "^__pkg_config_checked_")
      unset(${name} CACHE)
    endif()
  endforeach()
endif()
set(COCITE_LIBRARY_SUFFIXES "${CMAKE_FIND_LIBRARY_SUFFIXES}" CACHE INTERNAL "what libraries were looked for")
find_package(Threads REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
find_program(CCACHE ccache)
if(CCACHE)
  # Without the first ccache keeps nothing that was compiled with a precompiled header; with the others what one
  # clone compiled serves the next, wherever that stands.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1)
  # The name of a compiler is part of what ccache remembers. One compiler has several (c++, g++; Debian's Python has pip call
  # it x86_64-linux-gnu-g++): ccache gets the same name for all of them.
  find_program(COCITE_CXX c++)
  if(COCITE_CXX)
    file(REAL_PATH ${COCITE_CXX} usual)
    file(REAL_PATH ${CMAKE_CXX_COMPILER} asked_for)
    if(usual STREQUAL asked_for AND NOT CMAKE_CXX_COMPILER STREQUAL COCITE_CXX)
      list(APPEND CMAKE_CXX_COMPILER_LAUNCHER CCACHE_COMPILER=${COCITE_CXX})
    endif()
  endif()
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# What nearly every file reads, compiled once: a quarter of the time of building. Headers are compiled
# by themselves without it (below), so that what they need, they include. Not with sanitizers, where eight files are
# one anyway, and clang writes the clone's path into what it compiled.
if(COCITE_SANITIZE)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
set(pch_preprocess $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # ccache asks for it
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/common_headers.cc CONTENT "" @ONLY)
add_library(cocite_common_headers OBJECT ${PROJECT_BINARY_DIR}/common_headers.cc)
cocite_shareable(cocite_common_headers)
target_link_libraries(cocite_common_headers PRIVATE cocite_flags)
target_compile_options(cocite_common_headers PRIVATE ${pch_preprocess})
target_precompile_headers(cocite_common_headers PRIVATE <algorithm> <array> <cstdint> <functional>
                          <memory> <optional> <span> <string> <string_view> <utility> <vector>
                          <cocite/result.h>)

if(COCITE_TESTS)
  # What is tested is optimised; the tests need little of that. Their own arithmetic is not looked at,
  # which takes long to compile: that of the code they call is.
  set(test_options -O1)
  if(COCITE_SANITIZE MATCHES undefined)
    list(APPEND test_options -fno-sanitize=undefined)
  endif()
  # What every test reads, compiled once for all of them: a third of the time of a test's file.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cc CONTENT "" @ONLY)
  add_library(cocite_test_headers OBJECT ${PROJECT_BINARY_DIR}/test_headers.cc)
  target_link_libraries(cocite_test_headers PRIVATE cocite_flags GTest::gmock GTest::gtest)
  target_compile_options(cocite_test_headers PRIVATE ${test_options} ${pch_preprocess})
  target_precompile_headers(cocite_test_headers PRIVATE <gtest/gtest.h> <algorithm> <filesystem>
                            <fstream> <functional> <map> <random> <set> <string> <unordered_map> <vector>)
endif()
# Where fast tests keep their files for a moment: in memory, where waiting for the disk takes no time. Most of them wait for
# nothing else. -DCOCITE_TEST_FOLDER= puts them where everybody's are.
set(fast_folder "")
if(IS_DIRECTORY /dev/shm)
  execute_process(COMMAND df --output=avail -k /dev/shm OUTPUT_VARIABLE shm_room ERROR_QUIET)
  string(REGEX MATCH "[0-9]+" shm_room "${shm_room}")
  if(shm_room GREATER 1000000) # containers often have 64 MB
    set(fast_folder /dev/shm)
  endif()
endif()
set(COCITE_TEST_FOLDER "${fast_folder}" CACHE STRING "Where fast tests keep their files; empty: TMPDIR")

# cocite_fast(NAME...): these tests use that folder.
function(cocite_fast)
  if(COCITE_TEST_FOLDER)
    set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT TMPDIR=${COCITE_TEST_FOLDER})
  endif()
endfunction()

# What the fast tests need built, and of those the ones with threads: all that the sanitizers are run on.
add_custom_target(fast_tests)
add_custom_target(threaded_tests)
# Not in `all`, because these are compiled only and take long: scripts/test --sanitizers builds these.
add_custom_target(headers_alone)

# cocite_starts_threads(OUT files...): does one of these files start threads?
function(cocite_starts_threads out)
  set(${out} FALSE PARENT_SCOPE)
  foreach(file ${ARGN})
    file(STRINGS ${file} found REGEX "std::j?thread|std::async|base/parallel\\.h|pthread_create" LIMIT_COUNT 1)
    if(found)
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# cocite_local_names(OUT file): what a file defines at the left margin, each with the file's namespaces before it. A
# little more than what could clash with another file that is compiled together with it.
function(cocite_local_names out file)
  file(READ ${file} text)
  string(REGEX MATCHALL "\nnamespace [a-z_:]+ {" namespaces "${text}")
  string(REGEX REPLACE "[^a-z_:]" "" prefix "${namespaces}")
  string(REGEX MATCHALL "\n[a-zA-Z][a-zA-Z0-9_:<>,*& ]*[ *&][a-zA-Z0-9_]+ *[({=]" found "${text}")
  set(names)
  foreach(one ${found})
    if(NOT one MATCHES "^\n(namespace|extern) ")
      string(REGEX REPLACE ".*[ *&]([a-zA-Z0-9_]+) *[({=]$" "${prefix}/\\1" name "${one}")
      list(APPEND names ${name})
    endif()
  endforeach()
  set(${out} ${names} PARENT_SCOPE)
endfunction()

# cocite_together(OUT NAME FILES files... [ALONE names...]): files that include up to COCITE_TOGETHER of these each, and
# those to be compiled alone. What several files read is read once: half the time of building from nothing, for a file
# changed a few seconds more (-DCOCITE_TOGETHER=1 for a day of changes inside one folder). Files that define the same
# local names go into different ones; where a compiler finds what this missed, ALONE helps. Not CMake's own unity files:
# those have whole paths in them, so that what one clone compiled would not serve the next.
function(cocite_together out name)
  cmake_parse_arguments(ARG "" "" "FILES;ALONE" ${ARGN})
  if(COCITE_TOGETHER LESS 2 OR "*" IN_LIST ARG_ALONE)
    set(${out} ${ARG_FILES} PARENT_SCOPE)
    return()
  endif()
  set(result)
  set(batches 0)
  foreach(file ${ARG_FILES})
    get_filename_component(file_name ${file} NAME)
    if(file_name IN_LIST ARG_ALONE OR file_name MATCHES "_slow_test\\.cc$")
      list(APPEND result ${file})
      continue()
    endif()
    cocite_local_names(names ${file})
    # The first one that has room and none of these names.
    set(chosen 0)
    while(chosen LESS batches)
      set(fits ${count_${chosen}} LESS ${COCITE_TOGETHER})
      if(${fits})
        foreach(one ${names})
          if(one IN_LIST names_${chosen})
            set(fits FALSE)
            break()
          endif()
        endforeach()
      endif()
      if(${fits})
        break()
      endif()
      math(EXPR chosen "${chosen} + 1")
    endwhile()
    if(chosen EQUAL batches)
      math(EXPR batches "${batches} + 1")
      set(count_${chosen} 0)
      set(names_${chosen})
      set(includes_${chosen})
    endif()
    math(EXPR count_${chosen} "${count_${chosen}} + 1")
    list(APPEND names_${chosen} ${names})
    get_filename_component(whole ${file} ABSOLUTE)
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/src ${whole})
    string(APPEND includes_${chosen} "#include \"${path}\"\n")
  endforeach()
  set(batch 0)
  while(batch LESS batches)
    set(together ${CMAKE_CURRENT_BINARY_DIR}/together/${name}_${batch}.cc)
    file(CONFIGURE OUTPUT ${together} CONTENT "${includes_${batch}}" @ONLY)
    list(APPEND result ${together})
    math(EXPR batch "${batch} + 1")
  endwhile()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# cocite_test(NAME SOURCES files... [LINK targets] [THREADS] [ALONE names]): a gtest program, one ctest case as a whole:
# starting a program for each of its cases took longer than the cases. Suites whose names end in "Slow" are a
# second ctest case, NAME.slow. With THREADS, or when a source starts threads, the label `fast` becomes
# `fast+threads`, and scripts/test runs them under the thread sanitizer.
function(cocite_test name)
  cmake_parse_arguments(ARG "THREADS" "" "SOURCES;LINK;ALONE" ${ARGN})
  if(COCITE_SANITIZE) # which only fast tests are run with
    list(FILTER ARG_SOURCES EXCLUDE REGEX "_slow_test\\.cc$")
  endif()
  cocite_together(compiled ${name} FILES ${ARG_SOURCES} ALONE ${ARG_ALONE})
  add_executable(${name} ${compiled})
  target_link_libraries(${name} PRIVATE cocite_flags ${ARG_LINK} GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${test_options} ${pch_preprocess})
  target_precompile_headers(${name} REUSE_FROM cocite_test_headers)
  add_dependencies(fast_tests ${name})
  set(label fast)
  cocite_starts_threads(threads ${ARG_SOURCES})
  if(threads OR ARG_THREADS)
    add_dependencies(threaded_tests ${name})
    set(label fast+threads)
  endif()
  set(slow "*Slow.*:*Slow/*")
  set(not_fast "${slow}")
  if(COCITE_SANITIZE MATCHES thread)
    # These run on one thread, and slowly under this sanitizer: naive versions, damage, and spent budgets.
    string(APPEND not_fast ":*Oracle*:*Damage*:*Budget*:BlendLean.*:Positions.*:*ASmallerTop*")
  endif()
  add_test(NAME ${name} COMMAND ${name} "--gtest_filter=-${not_fast}")
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 3600)
  cocite_fast(${name})
  set(has_slow FALSE)
  foreach(file ${ARG_SOURCES})
    file(STRINGS ${file} found REGEX "^TEST.*Slow," LIMIT_COUNT 1)
    if(found)
      set(has_slow TRUE)
    endif()
  endforeach()
  if(has_slow)
    add_test(NAME ${name}.slow COMMAND ${name} "--gtest_filter=${slow}")
    # A fresh build folder knows no times: long tests first, so that no core is idle at the end.
    set_tests_properties(${name}.slow PROPERTIES LABELS slow TIMEOUT 3600 COST 100)
  endif()
endfunction()

function(cocite_module name)
  cmake_parse_arguments(ARG "" "" "DEPS;LINK;TEST_LINK;ALONE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cc */*.cc)
  file(GLOB headers CONFIGURE_DEPENDS *.h */*.h)
  list(FILTER sources EXCLUDE REGEX "/testing/[^/]+$")
  list(FILTER headers EXCLUDE REGEX "/testing/[^/]+$")
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(benches ${sources})
  list(FILTER benches INCLUDE REGEX "_bench\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|bench)\\.cc$")
  list(TRANSFORM ARG_DEPS PREPEND cocite_ OUTPUT_VARIABLE deps)

  cocite_together(compiled cocite_${name} FILES ${sources} ALONE ${ARG_ALONE})
  add_library(cocite_${name} STATIC ${compiled})
  set_property(GLOBAL APPEND PROPERTY COCITE_MODULES cocite_${name})
  cocite_shareable(cocite_${name})
  target_link_libraries(cocite_${name} PUBLIC cocite_flags ${deps} ${ARG_LINK} Threads::Threads)
  target_compile_options(cocite_${name} PRIVATE ${pch_preprocess})
  target_precompile_headers(cocite_${name} REUSE_FROM cocite_common_headers)

  if(COCITE_TESTS)
    cocite_starts_threads(threads ${sources} ${headers})
    set(threads_if_any)
    if(threads)
      set(threads_if_any THREADS)
    endif()
    if(tests)
      cocite_test(${name}_test SOURCES ${tests} LINK cocite_${name} ${ARG_TEST_LINK} ${threads_if_any}
                  ALONE ${ARG_ALONE})
    endif()
    # Every header compiles alone: what it needs, it includes. A quarter of the time of building all: not in `all`.
    set(alone)
    foreach(header ${headers})
      file(RELATIVE_PATH stem ${CMAKE_CURRENT_SOURCE_DIR} ${header})
      string(MAKE_C_IDENTIFIER ${stem} stem)
      set(file ${CMAKE_CURRENT_BINARY_DIR}/alone/${stem}_alone.cc)
      file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${header}\"  // IWYU pragma: keep\n" @ONLY)
      list(APPEND alone ${file})
    endforeach()
    if(alone)
      add_library(cocite_${name}_headers OBJECT EXCLUDE_FROM_ALL ${alone})
      add_dependencies(headers_alone cocite_${name}_headers)
      target_link_libraries(cocite_${name}_headers PRIVATE cocite_${name})
      target_compile_options(cocite_${name}_headers PRIVATE -O0 -g0) # compiled only, never run
    endif()
  endif()
  if(COCITE_BENCH)
    foreach(bench ${benches})
      get_filename_component(stem ${bench} NAME_WE)
      add_executable(${stem} ${bench})
      target_link_libraries(${stem} PRIVATE cocite_${name} benchmark::benchmark_main)
    endforeach()
  endif()
endfunction()
