#include "isa/frontend/decode/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/base/kernel_name.h"
#include "isa/frontend/frontend.h"

namespace simt::decode {
namespace {

/// Each as a person writes it; with its parameters where two would look the same.
std::vector<std::string> titles(const std::vector<std::string>& names) {
  std::vector<std::string> shown, out;
  for (const std::string& name : names) shown.push_back(display_name(name));
  for (std::size_t i = 0; i < names.size(); ++i)
    out.push_back(std::ranges::count(shown, shown[i]) > 1 ? demangled(names[i]) : shown[i]);
  return out;
}

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

const ast::Function* choose_kernel(const ast::Module& module, const std::string& name,
                                   Diagnostics& diags) {
  const std::vector<std::string> names = kernel_names(module);
  if (names.empty()) {
    diags.error({}, "the file defines no kernel", 1, "a kernel is an .entry function");
    return nullptr;
  }
  const std::vector<std::string> titles = decode::titles(names);
  std::vector<const ast::Function*> fits;
  for (const auto& f : module.functions) {
    if (!f->is_entry || !f->has_body) continue;
    if (f->name.text == name) return f.get();
    if (name.empty() || may_mean(name, f->name.text)) fits.push_back(f.get());
  }
  if (fits.size() == 1) return fits.front();
  if (name.empty()) {
    diags.error({}, fmt::format("the file defines {} kernels: choose one", names.size()), 1,
                "kernels: " + list(titles));
  } else if (fits.empty()) {
    const std::string near = nearest(name, name.starts_with("_Z") ? names : titles);
    diags.error({}, fmt::format("the file defines no kernel '{}'", name), 1,
                (near.empty() ? "" : fmt::format("did you mean '{}'? ", near)) +
                    "kernels: " + list(titles));
  } else {
    diags.error({}, fmt::format("several kernels are called '{}': give the whole name", name), 1,
                "kernels: " + list(titles));
  }
  return nullptr;
}

}  // namespace simt::decode
