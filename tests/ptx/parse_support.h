// Helpers of the front end's tests: parse a text, or a body inside a kernel.
#pragma once

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "isa/ptx/ast.h"
#include "isa/ptx/diagnostics.h"
#include "isa/ptx/frontend.h"

namespace simt {

inline const std::string kHeader = ".version 7.8\n.target sm_75\n.address_size 64\n";

struct Parsed {
  std::shared_ptr<ast::Module> module;
  std::string messages;
  std::size_t errors = 0;
};
inline Parsed parse(const std::string& text) {
  Diagnostics diags("t.ptx", text);
  Parsed result;
  result.module = parse_module(diags);
  result.messages = diags.render(false);
  result.errors = diags.error_count();
  return result;
}
/// The statements of one kernel; line 1 of `body` is line 4 of the text.
inline Parsed parse_body(const std::string& body) {
  return parse(kHeader + ".entry k() {" + body + "}\n");
}
inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace simt
