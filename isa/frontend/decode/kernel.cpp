#include "isa/frontend/decode/kernel.h"

#include <fmt/format.h>

#include "isa/frontend/frontend.h"

namespace simt::decode {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::string base_name(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return "";
  mangled.remove_prefix(2);
  const bool nested = mangled.starts_with('N');
  if (nested) mangled.remove_prefix(1);
  std::string_view last;
  do {  // each component is its length and its letters; in a nested name the last one counts
    std::size_t length = 0, at = 0;
    while (at < mangled.size() && is_digit(mangled[at]) && length < mangled.size())
      length = length * 10 + static_cast<std::size_t>(mangled[at++] - '0');
    if (at == 0 || at + length > mangled.size()) break;
    last = mangled.substr(at, length);
    mangled.remove_prefix(at + length);
  } while (nested);
  return std::string(last);
}

const ast::Function* choose_kernel(const ast::Module& module, const std::string& name,
                                   Diagnostics& diags) {
  const std::vector<std::string> names = kernel_names(module);
  if (names.empty()) {
    diags.error({}, "the file defines no kernel", 1, "a kernel is an .entry function");
    return nullptr;
  }
  std::vector<const ast::Function*> fits;
  for (const auto& f : module.functions) {
    if (!f->is_entry || !f->has_body) continue;
    if (f->name.text == name) return f.get();
    if (name.empty() || base_name(f->name.text) == name) fits.push_back(f.get());
  }
  if (fits.size() == 1) return fits.front();
  if (name.empty()) {
    diags.error({}, fmt::format("the file defines {} kernels: choose one", names.size()), 1,
                "kernels: " + list(names));
  } else if (fits.empty()) {
    const std::string near = nearest(name, names);
    diags.error(
        {}, fmt::format("the file defines no kernel '{}'", name), 1,
        (near.empty() ? "" : fmt::format("did you mean '{}'? ", near)) + "kernels: " + list(names));
  } else {
    diags.error({}, fmt::format("several kernels are called '{}': give the whole name", name), 1,
                "kernels: " + list(names));
  }
  return nullptr;
}

}  // namespace simt::decode
