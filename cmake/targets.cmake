# How every target of this project is built.

function(simt_options target)
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -ffp-contract=off)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Every x86-64 processor since 2009; lane functions choose more at run time (isa/ops/lanes.h).
    target_compile_options(${target} PRIVATE -march=x86-64-v2)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 sees an overlap in std::string's operator+ that is not there (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # A lane loop that clang cannot vectorise as asked is slower there, not wrong.
    target_compile_options(${target} PRIVATE -Wno-pass-failed)
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

# simt_library(NAME DIRS dir... LINK lib...): a static library of all sources in the folders.
# LINK is public: it is what the library's headers include.
function(simt_library name)
  cmake_parse_arguments(ARG "" "" "DIRS;LINK" ${ARGN})
  set(sources "")
  foreach(dir ${ARG_DIRS})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${dir}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  add_library(${name} STATIC ${sources})
  simt_options(${name})
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
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} catch_main fmt::fmt)
  target_compile_definitions(${name} PRIVATE SIMT_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set(limit 300)
  if(SIMT_SANITIZE)
    set(limit 3000)  # instrumented code is slower by about ten times
  endif()
  catch_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES TIMEOUT ${limit})
endfunction()
