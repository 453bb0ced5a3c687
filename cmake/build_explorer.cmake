# npm ci && npm run build, in a copy of explorer/; the result is WORK/dist. Where npm cannot (no
# network, a Node that is too old), the plain page is taken instead and a warning says so: the
# program is whole without the explorer.
#
#   cmake -DSOURCE=explorer -DWORK=build/explorer -DNPM=npm -DPLAIN=dir -P cmake/build_explorer.cmake
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK}/source)
# Packages that are there already are kept; all else is taken afresh.
file(GLOB old RELATIVE ${WORK}/source ${WORK}/source/*)
list(REMOVE_ITEM old node_modules)
foreach(name ${old})
  file(REMOVE_RECURSE ${WORK}/source/${name})
endforeach()
file(COPY ${SOURCE}/ DESTINATION ${WORK}/source PATTERN node_modules EXCLUDE PATTERN dist EXCLUDE)
file(REMOVE_RECURSE ${WORK}/dist)

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
endif()
file(TOUCH ${WORK}/built)
