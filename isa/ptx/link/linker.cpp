#include "isa/ptx/link/linker.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "isa/ptx/link/statements.h"

namespace simt {
namespace {

/// Where a name is defined, for other modules to see.
struct Definition {
  std::size_t module = 0;
  bool weak = false;
};

class Linker {
 public:
  explicit Linker(const std::vector<std::string>& modules) : texts_(modules) {
    for (std::size_t m = 0; m < texts_.size(); ++m)
      outlines_.push_back(outline_of(fmt::format("PTX module {}", m + 1), texts_[m]));
    for (std::size_t m = 0; m < texts_.size(); ++m)
      for (const ModuleStatement& s : outlines_[m].statements)
        if (s.kind == ModuleStatement::Kind::Symbol) define(m, s);
  }

  std::string run() const {
    std::string out;
    std::uint32_t first_file = 0;
    for (std::size_t m = 0; m < texts_.size(); ++m) {
      std::string text = renamed(m, first_file);
      out += text;
      if (!out.ends_with('\n')) out += '\n';
      first_file += outlines_[m].last_file;
    }
    return out;
  }

 private:
  void define(std::size_t m, const ModuleStatement& s) {
    if (s.linkage == Linkage::Own) {
      own_[s.name].insert(m);
      return;
    }
    if (s.linkage == Linkage::Extern) {
      declared_.emplace(s.name, m);
      return;
    }
    const bool weak = s.linkage == Linkage::Weak;
    const auto [it, first] = definitions_.try_emplace(s.name, Definition{m, weak});
    // Within one module, a declaration and a definition of a function are both .visible.
    if (first || it->second.module == m) return;
    if (!weak && !it->second.weak)
      throw LinkError(fmt::format("'{}' is defined in the PTX modules {} and {}", s.name,
                                  it->second.module + 1, m + 1));
    if (it->second.weak && !weak) it->second = {m, weak};
  }

  bool stays(std::size_t m, const ModuleStatement& s) const {
    if (s.kind == ModuleStatement::Kind::Header) return m == 0;
    if (s.kind != ModuleStatement::Kind::Symbol || s.linkage == Linkage::Own) return true;
    const auto it = definitions_.find(s.name);
    if (s.linkage == Linkage::Extern)  // of the declarations of what none defines the first stays
      return it == definitions_.end() && declared_.at(s.name) == m;
    return it->second.module == m;
  }

  // A name of its own that another module has, too.
  bool is_renamed(std::size_t m, const std::string& name) const {
    const auto it = own_.find(name);
    if (it == own_.end() || !it->second.contains(m)) return false;
    return *it->second.begin() != m || definitions_.contains(name);
  }

  std::string new_text(std::size_t m, const ModuleReference& r, std::uint32_t first_file) const {
    const std::string old = texts_[m].substr(r.at, r.bytes);
    if (r.kind == ModuleReference::Kind::File)
      return std::to_string(std::stoul(old, nullptr, 0) + first_file);
    const bool label = r.kind == ModuleReference::Kind::DebugLabel;
    return m > 0 && (label || is_renamed(m, old)) ? fmt::format("{}$module{}", old, m + 1) : old;
  }

  std::string renamed(std::size_t m, std::uint32_t first_file) const {
    const std::string& text = texts_[m];
    std::string out;
    std::size_t at = 0;
    auto reference = outlines_[m].references.begin();
    const auto copy_to = [&](std::size_t end) {
      for (; reference != outlines_[m].references.end() && reference->at < end; ++reference) {
        out += text.substr(at, reference->at - at) + new_text(m, *reference, first_file);
        at = reference->at + reference->bytes;
      }
      out += text.substr(at, end - at);
      at = end;
    };
    for (const ModuleStatement& s : outlines_[m].statements) {
      if (stays(m, s)) continue;
      copy_to(s.begin);
      out += fmt::format("// {} of another module", s.name.empty() ? "header" : s.name);
      for (; at < s.end; ++at)
        if (text[at] == '\n') out += '\n';
      while (reference != outlines_[m].references.end() && reference->at < s.end) ++reference;
    }
    copy_to(text.size());
    return out;
  }

  const std::vector<std::string>& texts_;
  std::vector<ModuleOutline> outlines_;
  std::map<std::string, Definition> definitions_;
  std::map<std::string, std::set<std::size_t>> own_;
  std::map<std::string, std::size_t> declared_;  ///< .extern: by which module first
};

}  // namespace

std::string link_modules(const std::vector<std::string>& modules) {
  return Linker(modules).run();
}

}  // namespace simt
