#include "isa/ptx/decode/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <variant>

#include "isa/base/kernel_choice.h"
#include "isa/base/kernel_name.h"
#include "isa/core/toolkit_files.h"
#include "isa/ptx/frontend.h"

namespace simt::decode {
namespace {

std::string list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The first line that the compiler wrote down for a function, in the file that holds the function.
std::optional<ast::Place> first_place(const ast::Block& block) {
  for (const ast::Statement& s : block.statements) {
    if (const auto* loc = std::get_if<ast::LocDirective>(&s))
      return loc->called ? *loc->called : loc->place;
    if (const auto* nested = std::get_if<std::unique_ptr<ast::Block>>(&s))
      if (const auto place = first_place(**nested)) return place;
  }
  return std::nullopt;
}

bool is_of_toolkit(const ast::Module& module, const ast::Function& function) {
  const auto place = first_place(function.body);
  return place && std::ranges::any_of(module.files, [&](const ast::File& file) {
           return file.id == place->file && is_toolkit_file(file.path);
         });
}

std::vector<const ast::Function*> kernels_of(const ast::Module& module) {
  std::vector<const ast::Function*> out;
  for (const auto& f : module.functions)
    if (f->is_entry && f->has_body) out.push_back(f.get());
  return out;
}

// Those of the person's own files; all where there are none of these.
std::vector<const ast::Function*> own_kernels(const ast::Module& module) {
  const std::vector<const ast::Function*> all = kernels_of(module);
  std::vector<const ast::Function*> own = all;
  std::erase_if(own, [&](const ast::Function* f) { return is_of_toolkit(module, *f); });
  return own.empty() ? all : own;
}

std::vector<std::string> names_of(const std::vector<const ast::Function*>& kernels) {
  std::vector<std::string> out;
  for (const ast::Function* f : kernels) out.push_back(f->name.text);
  return out;
}

std::string did_you_mean(const std::string& wish, const std::vector<std::string>& names,
                         const std::vector<std::string>& titles) {
  std::string near = nearest(wish, wish.starts_with("_Z") ? names : titles);
  // Cut short, as "histo" for "histogram".
  for (const std::string& title : titles)
    if (near.empty() && title.starts_with(wish)) near = title;
  return near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
}

}  // namespace

const ast::Function* choose_kernel(const ast::Module& module, const std::string& name,
                                   Diagnostics& diags) {
  const KernelChoice choice = find_kernel(module, name);
  if (choice.kernel == nullptr) diags.error({}, choice.problem, 1, choice.help);
  return choice.kernel;
}

}  // namespace simt::decode

namespace simt {

KernelChoice find_kernel(const ast::Module& module, const std::string& wish) {
  using namespace decode;
  const std::vector<const ast::Function*> own = own_kernels(module);
  if (own.empty()) return {nullptr, "the file defines no kernel", "a kernel is an .entry function"};
  std::vector<const ast::Function*> fits;
  for (const ast::Function* f : wish.empty() ? own : kernels_of(module)) {
    if (f->name.text == wish) return {f, "", ""};
    if (wish.empty() || may_mean(wish, f->name.text)) fits.push_back(f);
  }
  if (fits.size() == 1) return {fits.front(), "", ""};
  const std::vector<std::string> names = names_of(own), titles = kernel_titles(names);
  const std::string all = "kernels: " + list(titles);
  if (wish.empty())
    return {nullptr, fmt::format("the file defines {} kernels: choose one", own.size()), all};
  if (fits.empty())
    return {nullptr, fmt::format("the file defines no kernel '{}'", wish),
            did_you_mean(wish, names, titles) + all};
  return {nullptr, fmt::format("several kernels are called '{}': give the whole name", wish),
          "kernels: " + list(kernel_titles(names_of(fits)))};
}

}  // namespace simt
