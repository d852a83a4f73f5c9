#include "isa/cuda/backend_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include "isa/base/kernel_name.h"
#include "isa/base/regex.h"
#include "isa/cuda/ir_places.h"

namespace simt::cuda {
namespace {

constexpr std::string_view kDump = "PLEASE submit a bug report", kBackend = "error in backend: ";

/// An operation for which the backend calls a function that devices do not have.
struct Missing {
  std::string_view function, operation, what;  ///< as IR writes it; for a person
};
constexpr std::array<Missing, 12> kMissing{{
    {"__divti3", "sdiv( exact)? i128", "division of __int128"},
    {"__udivti3", "udiv( exact)? i128", "division of unsigned __int128"},
    {"__modti3", "srem i128", "remainder of __int128"},
    {"__umodti3", "urem i128", "remainder of unsigned __int128"},
    {"__floattisf", "sitofp i128 .* to float", "conversion of __int128 to float"},
    {"__floattidf", "sitofp i128 .* to double", "conversion of __int128 to double"},
    {"__floatuntisf", "uitofp i128 .* to float", "conversion of unsigned __int128 to float"},
    {"__floatuntidf", "uitofp i128 .* to double", "conversion of unsigned __int128 to double"},
    {"__fixsfti", "fptosi float .* to i128", "conversion of float to __int128"},
    {"__fixdfti", "fptosi double .* to i128", "conversion of double to __int128"},
    {"__fixunssfti", "fptoui float .* to i128", "conversion of float to unsigned __int128"},
    {"__fixunsdfti", "fptoui double .* to i128", "conversion of double to unsigned __int128"},
}};

bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  return fs::path(a).filename() == fs::path(b).filename();
}

/// The place in `file` from which a place came, where it is a function of a header.
IrPlace in_file(const MarkedIr& ir, IrPlace place, const std::string& file) {
  for (unsigned depth = 0; depth < kDeepestCall && !same_file(place.file, file); ++depth) {
    const auto call = ir.places.find(place.inlined_at);
    if (call == ir.places.end()) break;
    place = call->second;
  }
  return place;
}

/// "d.cu:7:9: error: ..." of each place that has the operation.
std::string places_text(const Missing& missing, const std::string& text, const std::string& file) {
  const std::string what =
      fmt::format("this clang has no {} in device code ({})", missing.what, missing.function);
  const MarkedIr ir = mark_places(text);
  const Regex wanted(fmt::format("= {} .*!dbg !([0-9]+)", missing.operation));
  std::set<std::pair<unsigned, unsigned>> seen;
  std::string out;
  for (const std::string& line : lines_of(ir.text)) {
    const auto found = wanted.first_in(line);
    if (!found) continue;
    const auto place = ir.places.find(static_cast<unsigned>(std::stoul(found->back())));
    if (place == ir.places.end()) continue;
    const IrPlace at = in_file(ir, place->second, file);
    if (!seen.emplace(at.line, at.column).second) continue;
    out += fmt::format("{}:{}:{}: error: {}\n", same_file(at.file, file) ? file : at.file, at.line,
                       at.column, what);
  }
  return out.empty() ? fmt::format("{}: error: {}\n", file, what) : out;
}

/// The text after `key`, to the end of its line.
std::string rest_of_line(const std::string& text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string::npos) return "";
  const std::size_t from = at + key.size();
  return text.substr(from, text.find('\n', from) - from);
}

/// " in its function 'k'", of the stack's own list of what it was at.
std::string function_text(const std::string& messages) {
  const auto found = Regex("on function '@([^']*)'").first_in(messages);
  return found ? fmt::format(" in '{}'", display_name(found->at(1))) : "";
}

}  // namespace

bool is_backend_failure(const std::string& messages) {
  return messages.find(kDump) != std::string::npos || messages.find(kBackend) != std::string::npos;
}

std::string backend_failure_text(const std::string& messages, const std::string& ir,
                                 const std::string& file) {
  const std::string reason = rest_of_line(messages, kBackend);
  std::size_t end = std::min(messages.find(kDump), messages.find(kBackend));
  end = end == 0 ? 0 : messages.rfind('\n', end - 1) + 1;  // npos + 1: the first line
  std::string out = messages.substr(0, end);
  const auto function = Regex("Undefined external symbol \"([^\"]*)\"").first_in(reason);
  const auto* const missing =
      function ? std::ranges::find(kMissing, function->at(1), &Missing::function) : kMissing.end();
  if (missing != kMissing.end())
    out += places_text(*missing, ir, file);
  else if (!reason.empty())
    out += fmt::format("{}: error: clang cannot make device code of it{}: {}\n", file,
                       function_text(messages), reason);
  else
    out += fmt::format("{}: error: clang crashed while it made device code of it{}\n", file,
                       function_text(messages));
  return out + "That is a limit of clang: nvcc (on PATH, or --compiler PATH) may compile it.\n";
}

}  // namespace simt::cuda
