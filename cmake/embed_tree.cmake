# simt_embed_tree(TARGET HEADER TYPE FUNCTION FILE...): the files with their paths in the repository as
# `std::span<const TYPE> FUNCTION()`, which HEADER declares. TYPE is made of a path and a text.
function(simt_embed_tree target header type function)
  list(SORT ARGN)
  set(bytes_of_files "")
  set(rows "")
  set(index 0)
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${file})
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND bytes_of_files "const unsigned char file_${index}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${path}\", {reinterpret_cast<const char*>(file_${index}), "
           "sizeof(file_${index}) - 1}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}_tree.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT
"#include \"${header}\"
namespace {
${bytes_of_files}}  // namespace
std::span<const ${type}> ${function}() {
  static const ${type} files[] = {
${rows}  };
  return files;
}
" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
