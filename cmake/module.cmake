# One folder = one library + its tests + its benchmarks.
#
#   cocite_module(graph DEPS base file LINK PkgConfig::ZSTD ALONE token_code_test.cc)
#
# With sanitizers several files are compiled as one, in half the time; not those named after ALONE, whose
# names of local things clash with those of their neighbours ("*": all).
#
# DEPS names the folders below that this one may include; tools/check_layers.py reads the same line
# and fails the build's tests when an #include breaks it. LINK names third-party targets.

add_library(cocite_flags INTERFACE)
target_compile_options(cocite_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion)
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

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_program(CCACHE ccache)
if(CCACHE)
  # Without the first ccache keeps nothing that was compiled with a precompiled header; with the others what one
  # clone compiled serves the next, wherever that stands.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
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
target_link_libraries(cocite_common_headers PRIVATE cocite_flags)
target_compile_options(cocite_common_headers PRIVATE ${pch_preprocess})
target_precompile_headers(cocite_common_headers PRIVATE <algorithm> <array> <cstdint> <functional>
                          <memory> <optional> <span> <string> <string_view> <utility> <vector>
                          <cocite/result.h>)

if(COCITE_TESTS)
  find_package(GTest REQUIRED)
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
if(COCITE_BENCH)
  find_package(benchmark REQUIRED)
endif()

# What the fast tests need built, and of those the ones with threads: all that the sanitizers are run on.
add_custom_target(fast_tests)
add_custom_target(threaded_tests)

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

# cocite_together(OUT NAME FILES files... [ALONE names...]): with sanitizers, which make compiling slow, files that
# include eight of these each, and those to be compiled alone. Not CMake's own unity files: those have whole paths in
# them, so that what one clone compiled would not serve the next.
function(cocite_together out name)
  cmake_parse_arguments(ARG "" "" "FILES;ALONE" ${ARGN})
  if(NOT COCITE_SANITIZE OR "*" IN_LIST ARG_ALONE)
    set(${out} ${ARG_FILES} PARENT_SCOPE)
    return()
  endif()
  set(result)
  set(includes)
  set(count 0)
  foreach(file ${ARG_FILES} END)
    get_filename_component(file_name ${file} NAME)
    if(file_name IN_LIST ARG_ALONE)
      list(APPEND result ${file})
      continue()
    endif()
    if(NOT file STREQUAL END)
      get_filename_component(whole ${file} ABSOLUTE)
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/src ${whole})
      string(APPEND includes "#include \"${path}\"\n")
      math(EXPR count "${count} + 1")
    endif()
    math(EXPR rest "${count} % 8")
    if(includes AND (rest EQUAL 0 OR file STREQUAL END))
      set(batch ${CMAKE_CURRENT_BINARY_DIR}/together/${name}_${count}.cc)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${includes}" @ONLY)
      list(APPEND result ${batch})
      set(includes)
    endif()
  endforeach()
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
    # Naive versions of methods and ranks run on one thread, and slowly under this sanitizer.
    string(APPEND not_fast ":*Oracle*")
  endif()
  add_test(NAME ${name} COMMAND ${name} "--gtest_filter=-${not_fast}")
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 900)
  set(has_slow FALSE)
  foreach(file ${ARG_SOURCES})
    file(STRINGS ${file} found REGEX "^TEST.*Slow," LIMIT_COUNT 1)
    if(found)
      set(has_slow TRUE)
    endif()
  endforeach()
  if(has_slow)
    add_test(NAME ${name}.slow COMMAND ${name} "--gtest_filter=${slow}")
    set_tests_properties(${name}.slow PROPERTIES LABELS slow TIMEOUT 900)
  endif()
endfunction()

function(cocite_module name)
  cmake_parse_arguments(ARG "" "" "DEPS;LINK;TEST_LINK;ALONE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cc)
  file(GLOB headers CONFIGURE_DEPENDS *.h)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cc)
  file(GLOB benches CONFIGURE_DEPENDS *_bench.cc)
  if(tests)
    list(REMOVE_ITEM sources ${tests})
  endif()
  if(benches)
    list(REMOVE_ITEM sources ${benches})
  endif()
  list(TRANSFORM ARG_DEPS PREPEND cocite_ OUTPUT_VARIABLE deps)

  cocite_together(compiled cocite_${name} FILES ${sources} ALONE ${ARG_ALONE})
  add_library(cocite_${name} STATIC ${compiled})
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
    # Every header compiles alone: what it needs, it includes.
    set(alone)
    foreach(header ${headers})
      get_filename_component(stem ${header} NAME_WE)
      set(file ${CMAKE_CURRENT_BINARY_DIR}/alone/${stem}_alone.cc)
      file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${header}\"  // IWYU pragma: keep\n" @ONLY)
      list(APPEND alone ${file})
    endforeach()
    if(alone)
      add_library(cocite_${name}_headers OBJECT ${alone})
      target_link_libraries(cocite_${name}_headers PRIVATE cocite_${name})
      target_compile_options(cocite_${name}_headers PRIVATE -O0 -g0) # nobody runs these
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
