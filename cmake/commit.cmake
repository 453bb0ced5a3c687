# cmake -DSOURCE=… -DOUTPUT=cocite_commit.h [-DCOMMIT=…] -P commit.cmake
# Writes the commit that is built, for cocite --version: as given, else Git's, else that of a `git archive`
# (commit.txt), else "unknown". A file that would not change is not touched.
set(commit "${COMMIT}")
if(NOT commit AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT commit)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/commit.txt commit)
  string(STRIP "${commit}" commit)
endif()
if(NOT commit MATCHES "^[0-9a-f]+$")
  set(commit unknown)
endif()
get_filename_component(folder ${OUTPUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "inline constexpr const char* kCommit = \"${commit}\";\n" @ONLY)
