#include "isa/ptx/diagnostics.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>

#include "isa/ptx/origins.h"
#include "isa/ptx/snippet.h"

namespace simt {
namespace {

constexpr std::size_t kMaxErrors = 20;

bool before(SourceLoc a, SourceLoc b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}
bool same(SourceLoc a, SourceLoc b) {
  return a.line == b.line && a.column == b.column;
}

std::string_view label(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}
std::string_view ansi(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "\x1b[0;1;31m";
    case Severity::Warning:
      return "\x1b[0;1;35m";
    case Severity::Note:
      return "\x1b[0;1;30m";
  }
  return "";
}

}  // namespace

struct Diagnostics::Impl {
  struct Message {
    Severity severity;
    SourceLoc loc;
    std::string text, hint;
    unsigned length;
    SourceLoc group;  // of the error or warning that a note belongs to: it stays after it
    std::size_t order;
  };

  std::string name, text;
  llvm::SourceMgr sources;
  unsigned buffer = 0;
  std::vector<Message> messages;
  std::size_t errors = 0;
  std::size_t shown_errors = 0;
  std::vector<std::string> help;  // at the end
  std::string source;             // that the text was compiled from
  Origins origins;
  bool dropped_last = false;  // notes to a message that is not shown are not shown either

  llvm::StringRef line_at(SourceLoc loc) const {
    const llvm::SMLoc start =
        const_cast<llvm::SourceMgr&>(sources).FindLocForLineAndColumn(buffer, loc.line, 1);
    if (!start.isValid()) return {};
    const char* end = text.data() + text.size();
    const llvm::StringRef rest(start.getPointer(),
                               static_cast<std::size_t>(end - start.getPointer()));
    return rest.take_until([](char c) { return c == '\n'; }).rtrim('\r');
  }
};

namespace {

// Line `n` of a file; "" where there is none.
std::string line_of(const std::string& path, std::uint32_t n) {
  std::ifstream in(path);
  std::string line;
  while (n > 0 && std::getline(in, line)) --n;
  if (n > 0) return "";
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

// The messages as text, one after another.
class Diagnostics::Rendering {
 public:
  using Message = Impl::Message;

  Rendering(const Impl& all, bool colour)
      : all_(all),
        colour_(colour),
        bold_(colour ? "\x1b[1m" : ""),
        plain_(colour ? "\x1b[0m" : "") {}

  void add(const Message& m) {
    const auto origin = all_.source.empty() ? std::nullopt : all_.origins.at(m.loc.line);
    if (m.loc.line == 0) {
      head(all_.source.empty() ? all_.name : all_.source, m.severity, m.text);
    } else if (!origin) {
      at_text(m, m.severity, m.text);
    } else {
      // Unrolled code says the same of one line several times.
      if (!seen_.insert({origin->path, origin->line, origin->column, m.text}).second) return;
      at_source(m, *origin);
      at_text(m, Severity::Note, "compiled to");
    }
    if (!m.hint.empty()) help(m.hint);
  }

  void help(const std::string& text) { out_ += fmt::format("help: {}\n", text); }

  std::string text() { return std::move(out_); }

 private:
  void head(const std::string& place, Severity severity, const std::string& message) {
    out_ += fmt::format("{}{}: {}{}: {}{}{}{}\n", bold_, place, colour_ ? ansi(severity) : "",
                        label(severity), plain_, bold_, message, plain_);
  }

  void at_text(const Message& m, Severity severity, const std::string& message) {
    head(fmt::format("{}:{}:{}", all_.name, m.loc.line, m.loc.column), severity, message);
    const llvm::StringRef line = all_.line_at(m.loc);
    out_ += snippet({line.data(), line.size()}, m.loc.column - 1, m.length);
  }

  // The file that was compiled is called as the person called it.
  void at_source(const Message& m, const Origin& origin) {
    const auto name = [](const std::string& path) {
      return std::filesystem::path(path).filename();
    };
    const std::string path = name(origin.path) == name(all_.source) ? all_.source : origin.path;
    const std::string column = origin.column == 0 ? "" : fmt::format(":{}", origin.column);
    head(fmt::format("{}:{}{}", path, origin.line, column), m.severity, m.text);
    const std::string line = line_of(path, origin.line);
    if (!line.empty()) out_ += snippet(line, origin.column == 0 ? 0 : origin.column - 1, 1);
  }

  const Impl& all_;
  bool colour_;
  std::string_view bold_, plain_;
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>> seen_;
  std::string out_;
};

Diagnostics::Diagnostics(std::string name, std::string text) : impl_(std::make_unique<Impl>()) {
  impl_->name = std::move(name);
  impl_->text = std::move(text);
  impl_->buffer = impl_->sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(impl_->text, impl_->name), llvm::SMLoc());
}

Diagnostics::~Diagnostics() = default;

void Diagnostics::report(Severity severity, SourceLoc loc, std::string_view message,
                         unsigned length, std::string_view hint) {
  auto& all = impl_->messages;
  if (severity == Severity::Note) {
    if (impl_->dropped_last) return;
  } else {
    const bool is_error = severity == Severity::Error;
    if (is_error) ++impl_->errors;
    impl_->dropped_last = (is_error && impl_->shown_errors == kMaxErrors) ||
                          std::any_of(all.begin(), all.end(), [&](const Impl::Message& m) {
                            return same(m.loc, loc) && m.text == message;
                          });
    if (impl_->dropped_last) return;
    if (is_error) ++impl_->shown_errors;
  }
  const SourceLoc group = severity == Severity::Note && !all.empty() ? all.back().group : loc;
  all.push_back(
      {severity, loc, std::string(message), std::string(hint), length, group, all.size()});
}

std::size_t Diagnostics::error_count() const {
  return impl_->errors;
}

void Diagnostics::help_at_end(std::string_view text) {
  if (std::ranges::find(impl_->help, text) == impl_->help.end()) impl_->help.emplace_back(text);
}

void Diagnostics::compiled_from(std::string source) {
  impl_->source = std::move(source);
}

Origins& Diagnostics::origins() {
  return impl_->origins;
}

std::string Diagnostics::render(bool colour) const {
  using Message = Impl::Message;
  std::vector<const Message*> sorted;
  for (const Message& m : impl_->messages) sorted.push_back(&m);
  std::sort(sorted.begin(), sorted.end(), [](const Message* a, const Message* b) {
    return same(a->group, b->group) ? a->order < b->order : before(a->group, b->group);
  });
  Rendering out(*impl_, colour);
  for (const Message* m : sorted) out.add(*m);
  for (const std::string& help : impl_->help) out.help(help);
  std::string text = out.text();
  if (impl_->errors > impl_->shown_errors)
    text += fmt::format("{} more errors are not shown\n", impl_->errors - impl_->shown_errors);
  return text;
}

std::string_view Diagnostics::text() const {
  return impl_->text;
}
const std::string& Diagnostics::file_name() const {
  return impl_->name;
}

namespace {

// Two letters next to each other exchanged: one slip, though two edits.
bool is_swap(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto [at, other] = std::ranges::mismatch(a, b);
  const auto i = static_cast<std::size_t>(at - a.begin());
  return i + 1 < a.size() && a[i] == b[i + 1] && a[i + 1] == b[i] &&
         a.substr(i + 2) == b.substr(i + 2);
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  // A third of the word may be wrong; beyond that a suggestion is a guess.
  unsigned best = static_cast<unsigned>(word.size()) / 3 + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const unsigned distance =
        is_swap(word, candidate)
            ? 1
            : llvm::StringRef(word.data(), word.size()).edit_distance(candidate, true, best + 1);
    if (distance < best || (distance == best && found.empty())) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

}  // namespace simt
