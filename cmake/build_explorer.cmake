# npm ci && npm run build, in a copy of explorer/; the result is WORK/dist. Where npm cannot (no
# network, a Node that is too old), the plain page is taken instead and a warning says so: the
# program is whole without the explorer. Several builds may share one WORK: npm runs where what it reads has
# changed since it ran last, whatever the times of the files say.
#
#   cmake -DSOURCE=explorer -DWORK=build/explorer -DSTAMP=file -DNPM=npm -DPLAIN=dir -P cmake/build_explorer.cmake
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK}/source)
file(LOCK ${WORK}/lock GUARD PROCESS)

# What npm reads, without the tests.
file(GLOB_RECURSE names RELATIVE ${SOURCE} ${SOURCE}/*)
list(FILTER names EXCLUDE REGEX "^(node_modules|dist|tests)/|^CMakeLists\\.txt$")
list(SORT names)
set(contents "")
foreach(name ${names})
  file(SHA256 ${SOURCE}/${name} hash)
  string(APPEND contents "${hash} ${name}\n")
endforeach()
string(SHA256 wanted "${contents}")
set(made "")
if(EXISTS ${WORK}/made AND EXISTS ${WORK}/dist/index.html AND EXISTS ${WORK}/source/dist/index.html)
  file(READ ${WORK}/made made)
endif()

# Packages that are there already are kept, and what was made of the same; all else is taken afresh.
file(GLOB old RELATIVE ${WORK}/source ${WORK}/source/*)
list(REMOVE_ITEM old node_modules)
if(made STREQUAL wanted)
  list(REMOVE_ITEM old dist)
endif()
foreach(name ${old})
  file(REMOVE_RECURSE ${WORK}/source/${name})
endforeach()
file(COPY ${SOURCE}/ DESTINATION ${WORK}/source PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
if(made STREQUAL wanted)
  file(TOUCH ${STAMP})
  return()
endif()
file(REMOVE_RECURSE ${WORK}/dist)
file(REMOVE ${WORK}/made)

file(SHA256 ${SOURCE}/package-lock.json lock)
set(installed "")
if(EXISTS ${WORK}/installed)
  file(READ ${WORK}/installed installed)
endif()
set(failed 0)
if(NOT installed STREQUAL lock)
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
                  WORKING_DIRECTORY ${WORK}/source RESULT_VARIABLE failed)
  if(NOT failed)
    file(WRITE ${WORK}/installed ${lock})
  endif()
endif()
if(NOT failed)
  execute_process(COMMAND ${NPM} run --silent build WORKING_DIRECTORY ${WORK}/source
                  RESULT_VARIABLE failed)
endif()
if(failed)
  message(WARNING "npm could not build the explorer; the program gets the plain page instead")
  file(COPY ${PLAIN}/ DESTINATION ${WORK}/dist)
else()
  file(COPY ${WORK}/source/dist/ DESTINATION ${WORK}/dist)
  file(WRITE ${WORK}/made ${wanted})
endif()
file(TOUCH ${STAMP})
