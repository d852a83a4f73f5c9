#include "tools/simt-sim/line_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "isa/core/place.h"
#include "sim/input/launch_spec.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

constexpr std::size_t kMostListed = 12;  ///< ranges of lines in a message

LineRange parse_range(const std::string& text, const std::string& whole) {
  const std::size_t colon = text.find(':');
  const std::string first = text.substr(0, colon);
  const std::string last = colon == std::string::npos ? first : text.substr(colon + 1);
  LineRange range = kAllLines;
  if (!first.empty()) range.first = parse_small(first, "a line");
  if (!last.empty()) range.last = parse_small(last, "a line");
  if (range.last < range.first || text.empty() || text == ":")
    throw SpecError(fmt::format(
        "'{}' is not FROM:TO, such as 24:30, nor FILE.cu:LINE or FILE.cu:FROM:TO", whole));
  return range;
}

bool is_number(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "a/reduce.cu" names the line's file "/home/me/a/reduce.cu", "reduce.cu" does so too.
bool is_file(const CudaLine& line, const std::string& wanted) {
  if (!line.path.ends_with(wanted)) return line.file == wanted;
  const std::size_t before = line.path.size() - wanted.size();
  return before == 0 || line.path[before - 1] == '/';
}

// "9, 12-15, 21, ..."
std::string ranges(const std::set<std::uint32_t>& lines) {
  std::string out;
  std::size_t shown = 0;
  for (auto at = lines.begin(); at != lines.end();) {
    if (++shown > kMostListed) return out + ", ...";
    const std::uint32_t first = *at;
    std::uint32_t last = first;
    while (++at != lines.end() && *at == last + 1) last = *at;
    out += (out.empty() ? "" : ", ") +
           (first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
  }
  return out;
}

class Chooser {
 public:
  Chooser(const LineChoice& choice, const Program& program, LineKind plain)
      : choice_(choice),
        program_(program),
        cuda_(!choice.file.empty() || (plain == LineKind::Cuda && has_cuda_lines(program))),
        file_(choice.file) {
    if (cuda_ && file_.empty()) file_ = kernel_file();
  }

  std::vector<bool> chosen() {
    std::vector<bool> out(program_.code.size());
    for (Pc pc = 0; pc < program_.code.size(); ++pc) {
      const std::uint32_t line = line_of(pc);
      if (line == 0) continue;
      lines_.insert(line);
      out[pc] = line >= choice_.lines.first && line <= choice_.lines.last;
    }
    if (std::ranges::find(out, true) == out.end()) none();
    return out;
  }

  std::string lines_with(const std::function<bool(const Inst&)>& counts) {
    std::set<std::uint32_t> found;
    for (Pc pc = 0; pc < program_.code.size(); ++pc)
      if (const std::uint32_t line = line_of(pc); line != 0 && counts(program_.code[pc]))
        found.insert(line);
    return ranges(found);
  }

 private:
  // The file of the kernel's own lines.
  std::string kernel_file() const {
    for (Pc pc = 0; pc < program_.code.size(); ++pc)
      if (const auto chain = cuda_chain(program_, pc); !chain.empty()) return chain.back().file;
    return "";
  }

  // 0: of no line, or of another file.
  std::uint32_t line_of(Pc pc) {
    if (!cuda_) return program_.code[pc].loc.line;
    const std::vector<CudaLine> chain = cuda_chain(program_, pc);
    if (chain.empty()) return 0;
    files_.insert(chain.front().file);
    return is_file(chain.front(), file_) ? chain.front().line : 0;
  }

  [[noreturn]] void none() const {
    std::string has = fmt::format("lines with one: {}", ranges(lines_));
    if (lines_.empty() && files_.empty())
      has = "the file names no lines of CUDA C++";
    else if (lines_.empty())
      has = fmt::format("files with one: {}", fmt::join(files_, ", "));
    throw SessionError(
        Exit::Usage, fmt::format("--lines {}: no instruction is of {}{}; {}", choice_.text, words(),
                                 cuda_ ? " of " + file_ : "", has));
  }

  std::string words() const {
    const auto& [first, last] = choice_.lines;
    if (first == last) return fmt::format("line {}", first);
    if (last == kAllLines.last) return fmt::format("the lines from {} on", first);
    return fmt::format("the lines {} to {}", std::max(first, 1u), last);
  }

  const LineChoice& choice_;
  const Program& program_;
  bool cuda_;
  std::string file_;
  std::set<std::uint32_t> lines_;  ///< with instructions
  std::set<std::string> files_;
};

}  // namespace

LineChoice parse_lines(const std::string& text) {
  LineChoice out;
  out.text = text;
  std::string range = text;
  const std::size_t colon = text.find(':');
  if (const std::string head = text.substr(0, colon); !is_number(head)) {
    if (colon == std::string::npos)
      throw SpecError(fmt::format(
          "'{}' names no line: write LINE or FROM:TO, of CUDA C++ also FILE.cu:LINE", text));
    out.file = head;
    range = text.substr(colon + 1);
  }
  out.lines = parse_range(range, text);
  return out;
}

std::vector<bool> chosen_instructions(const LineChoice& choice, const Program& program,
                                      LineKind plain) {
  if (choice.text.empty()) return std::vector<bool>(program.code.size(), true);
  return Chooser(choice, program, plain).chosen();
}

std::string lines_with(const std::function<bool(const Inst&)>& counts, const LineChoice& choice,
                       const Program& program, LineKind plain) {
  return Chooser(choice, program, plain).lines_with(counts);
}

}  // namespace simt
