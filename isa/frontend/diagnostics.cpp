#include "isa/frontend/diagnostics.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>

#include "isa/frontend/snippet.h"

namespace simt {
namespace {

constexpr std::size_t kMaxErrors = 20;

struct Message {
  Severity severity;
  SourceLoc loc;
  std::string text, hint;
  unsigned length;
  SourceLoc group;  // of the error or warning that a note belongs to: it stays behind it
  std::size_t order;
};

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
  std::string name, text;
  llvm::SourceMgr sources;
  unsigned buffer = 0;
  std::vector<Message> messages;
  std::size_t errors = 0;
  std::size_t shown_errors = 0;
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
                          std::any_of(all.begin(), all.end(), [&](const Message& m) {
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

std::string Diagnostics::render(bool colour) const {
  std::vector<const Message*> sorted;
  for (const Message& m : impl_->messages) sorted.push_back(&m);
  std::sort(sorted.begin(), sorted.end(), [](const Message* a, const Message* b) {
    return same(a->group, b->group) ? a->order < b->order : before(a->group, b->group);
  });
  const std::string_view bold = colour ? "\x1b[1m" : "", plain = colour ? "\x1b[0m" : "";
  std::string out;
  for (const Message* m : sorted) {
    const std::string_view tint = colour ? ansi(m->severity) : "";
    if (m->loc.line == 0) {
      out += fmt::format("{}{}: {}{}: {}{}{}{}\n", bold, impl_->name, tint, label(m->severity),
                         plain, bold, m->text, plain);
    } else {
      out += fmt::format("{}{}:{}:{}: {}{}: {}{}{}{}\n", bold, impl_->name, m->loc.line,
                         m->loc.column, tint, label(m->severity), plain, bold, m->text, plain);
      const llvm::StringRef line = impl_->line_at(m->loc);
      out += snippet({line.data(), line.size()}, m->loc.column - 1, m->length);
    }
    if (!m->hint.empty()) out += fmt::format("help: {}\n", m->hint);
  }
  if (impl_->errors > impl_->shown_errors)
    out += fmt::format("{} more errors are not shown\n", impl_->errors - impl_->shown_errors);
  return out;
}

std::string_view Diagnostics::text() const {
  return impl_->text;
}
const std::string& Diagnostics::file_name() const {
  return impl_->name;
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  // A third of the word may be wrong; beyond that a suggestion is a guess.
  unsigned best = static_cast<unsigned>(word.size()) / 3 + 1;
  std::string found;
  for (const std::string& candidate : candidates) {
    const unsigned distance =
        llvm::StringRef(word.data(), word.size()).edit_distance(candidate, true, best + 1);
    if (distance < best || (distance == best && found.empty())) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

}  // namespace simt
