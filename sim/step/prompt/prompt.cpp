#include "sim/step/prompt/prompt.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "isa/core/place.h"
#include "sim/step/error.h"
#include "sim/step/named_data.h"
#include "sim/step/names.h"
#include "sim/step/prompt/command_table.h"
#include "sim/views/report.h"

namespace simt {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t from = line.find_first_not_of(kBlanks, at);
    if (from == std::string::npos) break;
    at = std::min(line.find_first_of(kBlanks, from), line.size());
    words.push_back(line.substr(from, at - from));
  }
  return words;
}

/// "print/x" is print with a format.
Format take_format(std::string& word) {
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos || slash == 0) return Format::Natural;
  const std::string format = word.substr(slash + 1);
  word.resize(slash);
  for (const Format f :
       {Format::Hex, Format::Signed, Format::Unsigned, Format::Float, Format::Binary})
    if (format == std::string(1, static_cast<char>(f))) return f;
  throw StepError(fmt::format("'/{}' is no format; there are /x /d /u /f /t", format));
}

}  // namespace

std::uint64_t parse_number(const std::string& text, const std::string& what, std::uint64_t least) {
  std::uint64_t n = 0;
  const bool hex = text.starts_with("0x");
  const char* const from = text.data() + (hex ? 2 : 0);
  const auto [end, error] = std::from_chars(from, text.data() + text.size(), n, hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size())
    throw StepError(fmt::format("'{}' is no {}", text, what));
  if (n < least) throw StepError(fmt::format("a {} is at least {}", what, least));
  return n;
}

Prompt::Prompt(const StepSubject& subject, Stepper& stepper, std::vector<CheckSpec> checks,
               Style style, std::function<bool()> interrupted)
    : subject_(subject),
      stepper_(stepper),
      checks_(std::move(checks)),
      style_(style),
      interrupted_(std::move(interrupted)) {
  told_ = focused();
}

void Prompt::say(const Lines& lines) {
  for (const std::string& line : lines) say(line);
}

Pc Prompt::pc() const {
  if (const Path* const path = warp().resident ? warp().paths->current() : nullptr) return path->pc;
  const WarpHistory* const history = machine().history.warp(sm(), focus_.slot);
  return history != nullptr && history->last_pc != kNoPc ? history->last_pc : 0;
}

// A stop shows the warp's last instruction; its next one may be of another line.
Expression Prompt::parsed(const std::string& text) const {
  const WarpHistory* const history = machine().history.warp(sm(), focus_.slot);
  return Expression::parse(text, subject_, pc(), history == nullptr ? kNoPc : history->last_pc);
}

LanePlace Prompt::lane_place(unsigned lane) const {
  return {machine(), focus_.sm, focus_.slot, lane, sm().now()};
}

std::string Prompt::welcome() const {
  const Program& program = subject_.program;
  const LaunchState& launch = subject_.launch.state;
  std::string text =
      style_.bold(kernel_title(program)) +
      fmt::format(" on {}, {}: grid {}, block {}, {} of {} SMs\n", subject_.arch.name,
                  model_text(subject_.arch.control.divergence), extent(launch.grid),
                  extent(launch.block), machine().gpu.sms().size(), subject_.arch.sm.count);
  for (const std::string& s : place_picture(program, {.next = pc()}, kNeighbours, style_))
    text += s + "\n";
  return text + "Nothing has been issued yet; => is next. 'step' issues it, 'help' lists all.\n";
}

Reply Prompt::execute(const std::string& line) {
  constexpr std::size_t kLongest = 4096;
  Reply reply;
  out_.clear();
  try {
    if (line.size() > kLongest) throw StepError("the line is too long");
    std::vector<std::string> words = split(line);
    if (words.empty() || words[0].starts_with('#')) return reply;
    const Command& command = find_command(CommandTable::commands(),
                                          words[0].substr(0, words[0].find('/', 1)), "command");
    format_ = take_format(words[0]);
    if (format_ != Format::Natural && command.name != "print" && command.name != "display")
      throw StepError("only print and display take a format");
    if (command.name != "list") list_from_ = 0;
    words.erase(words.begin());
    if (command.run == nullptr)
      reply.quit = true;
    else
      (this->*command.run)(words);
  } catch (const StepError& e) {
    reply.error = e.what();
  }
  reply.out = std::move(out_);
  return reply;
}

std::vector<std::string> Prompt::completions(const std::string& line) const {
  std::vector<std::string> words = split(line);
  if (line.empty() || kBlanks.find(line.back()) != std::string_view::npos) words.emplace_back();
  const std::string begun = words.back();
  std::vector<std::string> known;
  const auto add_rows = [&](std::span<const Command> rows) {
    for (const Command& row : rows) known.emplace_back(row.name);
  };
  if (words.size() == 1) {
    add_rows(CommandTable::commands());
  } else {
    Completes what = Completes::Nothing;
    try {
      take_format(words[0]);
      what = find_command(CommandTable::commands(), words[0], "command").completes;
      if (what == Completes::Topics && words.size() > 2)
        what = find_command(CommandTable::topics(), words[1], "topic").completes;
    } catch (const StepError&) {
      return {};
    }
    if (what == Completes::Topics) add_rows(CommandTable::topics());
    if (what == Completes::Commands) add_rows(CommandTable::commands());
    if (what == Completes::Events && words.size() == 2) known = {"line", "divergence", "conflict"};
    if (what == Completes::Settings && words.size() == 2) known = {"pagination", "height"};
    if (what == Completes::Places && words.size() == 2) known = cuda_places(subject_.program);
    if (what == Completes::Values || (what == Completes::Places && words.size() > 2)) {
      known = register_names(subject_.program);
      for (std::string& name : variable_names(subject_)) known.push_back(std::move(name));
      for (std::string& name : builtin_names()) known.push_back(std::move(name));
    }
  }
  std::erase_if(known, [&](const std::string& name) { return !name.starts_with(begun); });
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  return known;
}

}  // namespace simt
