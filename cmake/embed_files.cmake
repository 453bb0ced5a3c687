# A folder of files becomes a C++ file that has them inside, packed with gzip.
#
#   cmake -DFOLDER=dist -DOUTPUT=files.cc -DPACKED=dir -P cmake/embed_files.cmake
#
# The bytes come in by .incbin, so that the compiler never reads them. Defines static_files() of
# src/serve/static_files.h.

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
if(NOT "index.html" IN_LIST files)
  message(FATAL_ERROR "${FOLDER} has no index.html")
endif()
set(text_types html text/html css text/css js text/javascript mjs text/javascript txt text/plain)
set(types json application/json map application/json svg image/svg+xml png image/png
    ico image/x-icon webp image/webp woff2 font/woff2 webmanifest application/manifest+json
    wasm application/wasm)

file(REMOVE_RECURSE ${PACKED})
file(MAKE_DIRECTORY ${PACKED})
set(assembly "")
set(externs "")
set(entries "")
set(number 0)
foreach(file ${files})
  get_filename_component(ending ${file} LAST_EXT)
  string(REGEX REPLACE "^\\." "" ending "${ending}")
  set(type application/octet-stream)
  foreach(kind types text_types)
    list(FIND ${kind} "${ending}" at)
    if(NOT at EQUAL -1)
      math(EXPR at "${at} + 1")
      list(GET ${kind} ${at} type)
      if("${kind}" STREQUAL "text_types")
        string(APPEND type "; charset=utf-8")
      endif()
    endif()
  endforeach()
  file(SHA256 ${FOLDER}/${file} hash)
  string(SUBSTRING ${hash} 0 20 hash)
  set(packed ${PACKED}/${number}.gz)
  execute_process(COMMAND gzip -9 -n -c ${FOLDER}/${file} OUTPUT_FILE ${packed} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "gzip ${FOLDER}/${file} failed")
  endif()
  file(SIZE ${packed} size)
  string(APPEND assembly "    \"cocite_file_${number}: .incbin \\\"${packed}\\\"\\n\"\n")
  string(APPEND externs "extern const char file_${number}[] asm(\"cocite_file_${number}\");\n")
  string(APPEND entries "    {\"/${file}\", \"${type}\", \"\\\"${hash}\\\"\", {file_${number}, ${size}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Written by cmake/embed_files.cmake.
#include \"serve/static_files.h\"

asm(\".pushsection .rodata\\n\"
${assembly}    \".popsection\\n\");

namespace cocite::serve {

${externs}
std::span<const StaticFile> static_files() {
  static constexpr StaticFile kFiles[] = {
${entries}  };
  return kFiles;
}

}  // namespace cocite::serve
")
