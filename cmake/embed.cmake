# simt_embed(TARGET NAMESPACE FILE...): the bytes of each file as a string_view of the program:
# player.js becomes `std::string_view NAMESPACE::player_js()`.
function(simt_embed target namespace)
  set(text "#include <string_view>\nnamespace ${namespace} {\n")
  foreach(file ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND text "std::string_view ${name}();\n"
           "static const unsigned char ${name}_bytes[] = {${bytes}0};\n"
           "std::string_view ${name}() {\n  return {reinterpret_cast<const char*>(${name}_bytes), "
           "sizeof(${name}_bytes) - 1};\n}\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}}  // namespace ${namespace}\n" @ONLY)
  target_sources(${target} PRIVATE ${source})
endfunction()
