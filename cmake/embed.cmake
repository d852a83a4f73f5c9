# Files of the repository as parts of the program. The assembler puts their bytes in: as numbers in C++ they would
# cost the compiler a second for each 100 KB.

# simt_embedded_source(TARGET NAME CODE FILE...): adds a source of TARGET: the text in the variable CODE, after the
# bytes of the files, which it finds as NAME_0[], NAME_1[], ...; each ends where the next begins.
function(simt_embedded_source target name code)
  set(labels "")
  set(symbols "")
  set(index 0)
  foreach(file ${ARGN})
    string(APPEND labels "${name}_${index}: .incbin \\\"${PROJECT_SOURCE_DIR}/${file}\\\"\\n\"\n    \"")
    string(APPEND symbols "${name}_${index}[], ")
    math(EXPR index "${index} + 1")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT
"asm(\".pushsection .rodata\\n\"
    \"${labels}${name}_${index}:\\n\"
    \".popsection\\n\");
extern \"C\" [[gnu::visibility(\"hidden\")]] const char ${symbols}${name}_${index}[];
${${code}}" @ONLY)
  target_sources(${target} PRIVATE ${source})
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARGN}" SKIP_PRECOMPILE_HEADERS ON
                              SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# simt_embed(TARGET NAMESPACE FILE...): the bytes of each file as a string_view of the program:
# player.js becomes `std::string_view NAMESPACE::player_js()`.
function(simt_embed target namespace)
  set(text "#include <string_view>\nnamespace ${namespace} {\n")
  set(index 0)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    math(EXPR next "${index} + 1")
    string(APPEND text "std::string_view ${name}();\n"
           "std::string_view ${name}() {\n  return {${target}_files_${index}, ${target}_files_${next}};\n}\n")
    set(index ${next})
  endforeach()
  string(APPEND text "}  // namespace ${namespace}\n")
  simt_embedded_source(${target} ${target}_files text ${ARGN})
endfunction()

# simt_embed_tree(TARGET FUNCTION FILE...): the files with their paths in the repository, in their order, as
# `std::span<const simt::EmbeddedFile> FUNCTION()`.
function(simt_embed_tree target function)
  list(SORT ARGN)
  set(rows "")
  set(index 0)
  foreach(file ${ARGN})
    math(EXPR next "${index} + 1")
    string(APPEND rows "      {\"${file}\", {${target}_tree_${index}, ${target}_tree_${next}}},\n")
    set(index ${next})
  endforeach()
  string(REGEX MATCH "^(.*)::([^:]*)$" qualified ${function})
  set(text
"#include <span>
#include \"isa/base/embedded_file.h\"
namespace ${CMAKE_MATCH_1} {
std::span<const simt::EmbeddedFile> ${CMAKE_MATCH_2}();
std::span<const simt::EmbeddedFile> ${CMAKE_MATCH_2}() {
  static const simt::EmbeddedFile files[] = {
${rows}  };
  return files;
}
}  // namespace ${CMAKE_MATCH_1}
")
  simt_embedded_source(${target} ${target}_tree text ${ARGN})
endfunction()
