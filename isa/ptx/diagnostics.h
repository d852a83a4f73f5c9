// Errors and warnings of the front end: file, line, column, the source line with a caret, a hint.
// Built on LLVM's SourceMgr, which this header keeps to itself. Several errors are collected and
// reported together; recovery is at the next statement.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/types.h"

namespace simt {

enum class Severity { Error, Warning, Note };

class Origins;

class Diagnostics {
 public:
  /// Takes the whole text of one file. `name` is shown as the file's path.
  Diagnostics(std::string name, std::string text);
  ~Diagnostics();
  Diagnostics(const Diagnostics&) = delete;
  Diagnostics& operator=(const Diagnostics&) = delete;

  /// Records a message at `loc`, underlining `length` bytes. After 20 errors further ones are only
  /// counted. `hint` is shown as "help: ..." after the caret.
  void report(Severity severity, SourceLoc loc, std::string_view message, unsigned length = 1,
              std::string_view hint = {});
  void error(SourceLoc loc, std::string_view message, unsigned length = 1,
             std::string_view hint = {}) {
    report(Severity::Error, loc, message, length, hint);
  }

  /// A line of help for all messages, shown once after the last one.
  void help_at_end(std::string_view text);
  /// The text is what a compiler made of the file `source`: a message stands first at the line of
  /// that, where .loc names one.
  void compiled_from(std::string source);
  /// What the text says of its lines, filled by the parser.
  Origins& origins();

  std::size_t error_count() const;
  /// Everything reported so far, in source order, as clang prints it.
  std::string render(bool colour) const;

  std::string_view text() const;
  const std::string& file_name() const;

 private:
  struct Impl;
  class Rendering;
  std::unique_ptr<Impl> impl_;
};

/// The candidate nearest to `word` by edit distance (LLVM's), or "" when none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace simt
