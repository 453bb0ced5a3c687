# All third-party libraries. Missing ones are reported together, by the names of Debian's packages
# and with the one command that installs them; a folder only names the targets (PkgConfig::ZSTD).
#
#   cocite_pkg_config(ZSTD libzstd-dev libzstd)                  target PkgConfig::ZSTD of these modules of pkg-config
#   cocite_package(BZip2 libbz2-dev)                             what find_package() finds
#   cocite_found(STEMMER libstemmer-dev)                         a variable that find_library() or find_path() has set
#
# scripts/setup has the same packages in its groups (tools/libraries_test.py).

set(missing_packages)
set(missing_groups)
set(package_group build) # of scripts/setup: where packages that are looked for next belong
macro(cocite_found variable package)
  if(NOT ${variable})
    list(APPEND missing_packages ${package})
    list(APPEND missing_groups ${package_group})
  endif()
endmacro()
macro(cocite_pkg_config name package)
  pkg_check_modules(${name} IMPORTED_TARGET ${ARGN})
  cocite_found(${name}_FOUND ${package})
endmacro()
macro(cocite_package name package)
  find_package(${name} ${ARGN})
  cocite_found(${name}_FOUND ${package})
endmacro()

find_package(PkgConfig)
if(NOT PKG_CONFIG_FOUND)
  message(FATAL_ERROR "Cocite finds its libraries by pkg-config, which is not installed. This installs it, and all libraries "
                      "that are missing:\n    ${PROJECT_SOURCE_DIR}/scripts/setup build\n")
endif()

cocite_pkg_config(ZSTD libzstd-dev libzstd)
cocite_pkg_config(LZ4 liblz4-dev liblz4)
cocite_pkg_config(LZMA liblzma-dev liblzma)
cocite_pkg_config(MD4C libmd4c-dev md4c)
cocite_pkg_config(ZLIB zlib1g-dev zlib)
cocite_pkg_config(DEFLATE libdeflate-dev libdeflate)
cocite_pkg_config(BROTLI libbrotli-dev libbrotlidec libbrotlicommon)
cocite_pkg_config(ICU libicu-dev icu-uc)
cocite_pkg_config(UCHARDET libuchardet-dev uchardet)
cocite_pkg_config(CURL libcurl4-openssl-dev libcurl) # its headers; loaded when needed: src/crawl/curl_library.h
cocite_pkg_config(CRYPTO libssl-dev libcrypto)
cocite_pkg_config(RE2 libre2-dev re2)
cocite_package(BZip2 libbz2-dev)
cocite_package(simdjson libsimdjson-dev)
cocite_package(SQLite3 libsqlite3-dev)
cocite_package(Eigen3 libeigen3-dev)
cocite_package(CLI11 libcli11-dev)
# These have no file for pkg-config.
find_library(STEMMER stemmer)
cocite_found(STEMMER libstemmer-dev)
find_path(CLD2_HEADERS cld2/public/compact_lang_det.h)
find_library(CLD2 cld2)
cocite_found(CLD2_HEADERS libcld2-dev)
cocite_found(CLD2 libcld2-dev)
find_path(BOOST_INCLUDE boost/beast/http/parser.hpp)
cocite_found(BOOST_INCLUDE libboost1.81-dev)
find_path(EXPECTED_INCLUDE tl/expected.hpp)
cocite_found(EXPECTED_INCLUDE libexpected-dev)

# Not as archives: that of xxHash lacks what src/base/hash.cc wants, a choice by processor; that of libpsl needs
# libunistring's and libidn2's, which are under the LGPL.
set(suffixes "${CMAKE_FIND_LIBRARY_SUFFIXES}")
if(NOT COCITE_WHOLE)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .so)
endif()
cocite_pkg_config(XXHASH libxxhash-dev libxxhash)
cocite_pkg_config(PSL libpsl-dev libpsl)
set(CMAKE_FIND_LIBRARY_SUFFIXES "${suffixes}")

if(COCITE_WHOLE)
  # libcurl is linked, too, with what it is made of.
  set(package_group static)
  cocite_pkg_config(CARES libc-ares-dev libcares)
  cocite_pkg_config(NGHTTP2 libnghttp2-dev libnghttp2)
  cocite_pkg_config(SSL libssl-dev libssl)
endif()
if(COCITE_PYTHON)
  set(package_group python)
  cocite_package(Python python3-dev 3.10 COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT})
endif()
if(COCITE_TESTS)
  set(package_group test)
  cocite_package(GTest libgtest-dev)
  cocite_pkg_config(GUMBO libgumbo-dev gumbo) # an independent parser to compare with
  cocite_pkg_config(BROTLIENC libbrotli-dev libbrotlienc libbrotlicommon)
endif()
if(COCITE_BENCH)
  set(package_group bench)
  cocite_package(benchmark libbenchmark-dev)
endif()

if(missing_packages)
  list(REMOVE_DUPLICATES missing_packages)
  list(REMOVE_DUPLICATES missing_groups)
  list(LENGTH missing_packages count)
  list(JOIN missing_packages " " packages)
  list(JOIN missing_groups " " groups)
  message(FATAL_ERROR "${count} of the libraries that Cocite is built with are not installed. Debian calls their packages:\n"
                      "    ${packages}\n"
                      "This installs all that is missing:\n"
                      "    ${PROJECT_SOURCE_DIR}/scripts/setup ${groups}\n")
endif()
