# How every target of this project is built.

function(simt_options target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -ffp-contract=off)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Every x86-64 processor since 2009; lane functions choose more at run time (isa/core/lanes/lanes.h).
    target_compile_options(${target} PRIVATE -march=x86-64-v2)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees an overlap in std::string's operator+ that is not there (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
    # GCC looks for memory that it can use again from 128 MB on. A batch needs 1.1 to 1.3 GB without that, in place of
    # 0.8 to 1.0, and a fifth less time (docs/PERFORMANCE.md).
    target_compile_options(${target} PRIVATE "SHELL:--param ggc-min-heapsize=4000000")
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # A lane loop that clang cannot vectorise as asked is slower there, not wrong.
    target_compile_options(${target} PRIVATE -Wno-pass-failed)
  endif()
  # Programs as libraries are: -fPIE would not fit the precompiled headers.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  if(SIMT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(SIMT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Instrumented code makes GCC 12 see uninitialised members in <regex> and <functional>.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# A compiler cache knows a file by the bytes of all that it includes, and no precompiled header is the same twice.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# simt_precompiled(NAME OPTIONS option... LINK lib... HEADERS header...): the headers compiled once, with these options.
# Only headers of the standard library and of Debian's packages: ours change, and all would be built again.
# nlohmann/json.hpp and CLI/CLI.hpp stay out: their static objects would be compiled into every file.
# Whether each file includes what it needs is seen with -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON.
function(simt_precompiled name)
  cmake_parse_arguments(ARG "" "" "OPTIONS;LINK;HEADERS" ${ARGN})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/precompiled/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Only its precompiled header matters.\n" @ONLY)
  add_library(${name} OBJECT ${source})
  simt_options(${name})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

# What code that runs a few times in a run is compiled with: a third less work than -O3, and the same results.
set(SIMT_COLD_OPTIONS $<$<CONFIG:Release>:-Og>)
set(SIMT_TEST_OPTIONS ${SIMT_COLD_OPTIONS})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  # GCC 12 sees overflows inside std::string that are not there, in the strings that tests put together, and keeps that
  # to itself only where the header was not precompiled (GCC bug 105651 and its kin).
  list(APPEND SIMT_TEST_OPTIONS -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
# What more than half of all files include.
set(SIMT_COMMON_HEADERS <algorithm> <array> <bit> <bitset> <cstdint> <cstring> <fstream> <functional> <map> <memory>
    <memory_resource> <optional> <set> <span> <sstream> <stdexcept> <string> <string_view> <unordered_map> <utility>
    <vector> <fmt/format.h>)
simt_precompiled(simt_cold_headers OPTIONS ${SIMT_COLD_OPTIONS} LINK fmt::fmt HEADERS ${SIMT_COMMON_HEADERS})

# simt_cold(TARGET): how much the compiler shall do, and the precompiled headers that go with it, which cost 5 s and
# save half a second in each batch. The two batches that are not cold take none.
function(simt_cold target)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_compile_options(${target} PRIVATE ${SIMT_COLD_OPTIONS})
  target_precompile_headers(${target} REUSE_FROM simt_cold_headers)
endfunction()

# Code compiled many files at a time: two thirds of the work of a file are the headers that it shares with its
# neighbours. A compiler cache, and whoever changes one file again and again, wants small files: -DSIMT_BATCHES=OFF.
if(CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(SIMT_BATCHES_DEFAULT OFF)
else()
  set(SIMT_BATCHES_DEFAULT ON)
endif()
option(SIMT_BATCHES "Compile many files at a time" ${SIMT_BATCHES_DEFAULT})
set(SIMT_BATCH_SIZE 80)

# simt_batches(TARGET [file...]): the target's files in groups of equal size, each compiled as one. The files named
# include a large header that is not precompiled and share a group, which matters most: it is not left to the option.
function(simt_batches target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(NOT SIMT_BATCHES)
    if(ARGN)
      set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP large_header)
    endif()
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE large)
  list(REMOVE_ITEM sources ${large})
  list(PREPEND sources ${large})
  list(LENGTH sources files)
  math(EXPR batches "(${files} + ${SIMT_BATCH_SIZE} - 1) / ${SIMT_BATCH_SIZE}")
  set(index 0)
  foreach(source ${sources})
    math(EXPR batch "${index} * ${batches} / ${files}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP batch_${batch})
    math(EXPR index "${index} + 1")
  endforeach()
endfunction()

# simt_one_batch(TARGET NAME [OPTIONS option...] FILES file...): these files of a library with OWN_OPTIONS (patterns;
# what an earlier batch has is not taken again) are compiled as one, with options of their own. A file alone costs a
# second for its headers.
function(simt_one_batch target name)
  cmake_parse_arguments(ARG "" "" "OPTIONS;FILES" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS ${ARG_FILES})
  get_target_property(sources ${target} SOURCES)
  set(batch "")
  foreach(file ${files})
    if(file IN_LIST sources)
      list(APPEND batch ${file})
    endif()
  endforeach()
  list(REMOVE_ITEM sources ${batch})
  set(batch_target ${target}_${name})
  add_library(${batch_target} OBJECT ${batch})
  simt_options(${batch_target})
  target_compile_options(${batch_target} PRIVATE ${ARG_OPTIONS})
  set_target_properties(${batch_target} PROPERTIES UNITY_BUILD ${SIMT_BATCHES} UNITY_BUILD_BATCH_SIZE 0)
  set_target_properties(${target} PROPERTIES SOURCES "${sources};$<TARGET_OBJECTS:${batch_target}>")
endfunction()

# simt_library(NAME [COLD|OWN_OPTIONS] DIRS dir... [EXCEPT dir...] LINK lib... [LARGE_HEADER file...]): a static library of all sources in the folders
# but those of EXCEPT.
# COLD: runs a few times in a run, not for each instruction simulated. OWN_OPTIONS: the caller sets them.
# LINK is public: it is what the library's headers include. LARGE_HEADER: files of a library that include a large
# header (nlohmann/json.hpp is four seconds of work, CLI/CLI.hpp ten).
function(simt_library name)
  cmake_parse_arguments(ARG "COLD;OWN_OPTIONS" "" "DIRS;EXCEPT;LINK;LARGE_HEADER" ${ARGN})
  set(sources "")
  foreach(dir ${ARG_DIRS})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${dir}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  foreach(dir ${ARG_EXCEPT})
    list(FILTER sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${dir}/")
  endforeach()
  add_library(${name} STATIC ${sources})
  simt_options(${name})
  if(ARG_COLD)
    simt_cold(${name})
  endif()
  if(NOT ARG_OWN_OPTIONS)
    simt_batches(${name} ${ARG_LARGE_HEADER})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# simt_test(NAME LINK lib...): one Catch2 program of all *_test.cpp in the calling folder.
function(simt_test name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  simt_options(${name})
  # Test code is compiled more often than it runs; what it tests is optimised as released.
  target_compile_options(${name} PRIVATE ${SIMT_TEST_OPTIONS})
  target_precompile_headers(${name} REUSE_FROM simt_test_headers)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} catch_main fmt::fmt)
  target_compile_definitions(${name} PRIVATE SIMT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set(limit 900)  # all microbenchmarks take three minutes alone, and longer beside other tests
  if(SIMT_SANITIZE)
    set(limit 3000)  # instrumented code is slower by about ten times
  endif()
  # ctest would lose a test whose name it cannot give back (tests/test_names.h).
  add_custom_command(TARGET ${name} POST_BUILD COMMAND ${name} --check-names VERBATIM)
  catch_discover_tests(${name} TEST_PREFIX "${name}: "
                       PROPERTIES TIMEOUT ${limit} SKIP_REGULAR_EXPRESSION "SKIPPED")  # tests/skip.h
endfunction()
