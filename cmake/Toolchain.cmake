# Language level, warnings and folders shared by every target, in one INTERFACE target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# Standard headers are most of what a file costs to compile. Off in preset dev, so that a missing #include is seen there.
option(PATHSCOPE_PCH "Precompile the standard headers" OFF)
option(PATHSCOPE_UNITY "Compile the files of large rooms several at a time" OFF)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  if(PATHSCOPE_PCH) # what ccache asks for before it caches a file that uses a precompiled header
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
  else()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  endif()
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1)
  add_link_options(-fuse-ld=mold) # a hundred test programs are linked; the usual linker takes five times as long
endif()

add_library(pathscope_common INTERFACE)
target_compile_options(pathscope_common INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wimplicit-fallthrough)
# Nobody replaces our functions at load time; without this flag -fPIC code is not even inlined inside its own file.
target_compile_options(pathscope_common INTERFACE -fno-semantic-interposition)
target_include_directories(pathscope_common INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(pathscope_common INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CONTEXTLESS_CONNECT QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
  QT_NO_KEYWORDS PATHSCOPE_VERSION="${PROJECT_VERSION}")
option(PATHSCOPE_WERROR "Treat warnings as errors" OFF)
if(PATHSCOPE_WERROR)
  target_compile_options(pathscope_common INTERFACE -Werror)
endif()

set(PATHSCOPE_SANITIZE "" CACHE STRING "Comma separated sanitizers, e.g. address,undefined")
if(PATHSCOPE_SANITIZE)
  add_compile_options(-fsanitize=${PATHSCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${PATHSCOPE_SANITIZE})
endif()
