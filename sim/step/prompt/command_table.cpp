#include "sim/step/prompt/command_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "sim/base/nearest_name.h"
#include "sim/step/error.h"

namespace simt {

std::span<const Command> CommandTable::commands() {
  using enum Completes;
  static constexpr std::array kRows{
      Command{"step", "s si", "[N]", "one warp instruction of the SM in focus, or N", Nothing,
              &Prompt::step},
      Command{"next", "n ni", "[N | line | divergence | conflict]",
              "until the warp in focus has issued its next one, or N; until it comes to another "
              "line of "
              "CUDA C++, as gdb's next; until its lanes diverge; until the SM has a bank conflict",
              Events, &Prompt::next},
      Command{"back", "reverse-step rs", "[N]", "undo one step, or N", Nothing, &Prompt::back},
      Command{"reverse-next", "rn", "[N | line | divergence | conflict]",
              "the same as next, backward", Events, &Prompt::reverse_next},
      Command{"continue", "c", "", "to the next breakpoint or change, or to the end", Nothing,
              &Prompt::go_on},
      Command{"reverse-continue", "rc", "",
              "back to the last breakpoint or change, or to the start", Nothing,
              &Prompt::reverse_continue},
      Command{"run-to", "until u r", "LINE | cycle N",
              "until a line is executed, 19 of FILE, matmul.cu:19, ptx:46, or a cycle is reached",
              Places, &Prompt::run_to},
      Command{"goto", "", "STEP", "to a step of the SM in focus, forward or back; 0 is the start",
              Nothing, &Prompt::go_to},
      Command{"break", "b", "LINE [if EXPR]",
              "stop after a line, 12 of FILE, matmul.cu:12, ptx:46: break 12 if warp==2", Places,
              &Prompt::break_at},
      Command{"watch", "", "EXPR",
              "stop when a value changes: watch %r5[3], watch out[0], watch [0x7f00]", Values,
              &Prompt::watch},
      Command{"delete", "d", "[NUMBER]", "delete a breakpoint or watchpoint, or all", Nothing,
              &Prompt::delete_points},
      Command{"print", "p", "[/xduft] EXPR",
              "a value, in all lanes if it differs: print %r5, print/x out[3]; %r5[3] is that of "
              "lane 3; {%x, %y} two of each lane, as the elements of a vector",
              Values, &Prompt::print},
      Command{"display", "", "[/xduft] EXPR", "print a value at every stop", Values,
              &Prompt::display},
      Command{"undisplay", "", "[NUMBER]", "end a display, or all", Nothing, &Prompt::undisplay},
      Command{"info", "i", "TOPIC", "look at the machine; 'help info' lists the topics", Topics,
              &Prompt::info},
      Command{"why", "w", "[WARP]", "why the warp does not issue: the chain to its cause", Nothing,
              &Prompt::why},
      Command{"where", "bt", "", "show the stop again", Nothing, &Prompt::where},
      Command{"list", "l", "[LINE]",
              "the source around the warp in focus or a line, as break has it; again: what follows",
              Places, &Prompt::list},
      Command{"focus", "f thread", "[sm N] [cta N] [warp N] [lane N]",
              "look at another SM, block, warp or lane", Nothing, &Prompt::focus},
      Command{"set", "", "pagination on|off | height N",
              "whether a terminal stops after each page; lines of a page (0: no end)", Settings,
              &Prompt::set},
      Command{"help", "h ?", "[COMMAND]", "this list, or one command", Commands, &Prompt::help},
      Command{"quit", "q exit", "", "leave", Nothing, nullptr},
  };
  return kRows;
}

std::span<const Command> CommandTable::topics() {
  using enum Completes;
  static constexpr std::array kRows{
      Command{"warps", "w threads", "", "the SM's warps: where each is and what it waits for",
              Nothing, &Prompt::info_warps},
      Command{"lanes", "", "", "the lanes of the warp: thread, line, state", Nothing,
              &Prompt::info_lanes},
      Command{"stack", "paths", "", "the reconvergence stack, or paths and convergence barriers",
              Nothing, &Prompt::info_stack},
      Command{"barriers", "", "", "the block's barriers: who waits, who is missing", Nothing,
              &Prompt::info_barriers},
      Command{"registers", "r", "[%NAME]",
              "the registers of the warp, of one lane when a lane is in focus", Values,
              &Prompt::info_registers},
      Command{"shared", "", "[OFFSET]", "the block's shared memory", Nothing, &Prompt::info_shared},
      Command{"banks", "sectors", "",
              "the warp's last memory access on its banks or sectors, in full", Nothing,
              &Prompt::info_banks},
      Command{"memory", "", "[NAME [INDEX]]", "device memory: all buffers, or the elements of one",
              Values, &Prompt::info_memory},
      Command{"scheduler", "", "", "the sub-partitions: who can issue, what is busy", Nothing,
              &Prompt::info_scheduler},
      Command{"occupancy", "", "", "how many blocks fit and what limits them", Nothing,
              &Prompt::info_occupancy},
      Command{"counters", "", "[WORD]", "counts so far that are not zero, and what they grew by",
              Nothing, &Prompt::info_counters},
      Command{"breakpoints", "b watchpoints", "", "breakpoints and watchpoints", Nothing,
              &Prompt::info_breakpoints},
      Command{"display", "", "", "what is printed at every stop", Nothing, &Prompt::info_display},
  };
  return kRows;
}

namespace {

/// What gdb's commands that are none here are called.
std::string_view here_called(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kOthers{
      {{"x", "print [ADDRESS], info memory"},
       {"finish", "run-to LINE"},
       {"tbreak", "run-to LINE"},
       {"advance", "run-to LINE"},
       {"run", "goto 0, then continue"},
       {"start", "goto 0"},
       {"disable", "delete NUMBER"},
       {"condition", "break LINE if EXPR"},
       {"frame", "where"},
       {"cuda", "focus sm 0 cta 1 warp 2 lane 3"},
       {"warp", "focus warp N"},
       {"lane", "focus lane N"},
       {"block", "focus cta N"},
       {"cta", "focus cta N"},
       {"sm", "focus sm N"},
       {"reverse-finish", "reverse-continue"},
       {"show", "info"},
       {"picture", "info banks or info lanes"}}};
  for (const auto& [theirs, ours] : kOthers)
    if (theirs == word) return ours;
  return {};
}

bool is_name_of(std::span<const Command> table, std::string_view word) {
  return std::ranges::any_of(table, [&](const Command& row) { return row.name == word; });
}

}  // namespace

const Command& find_command(std::span<const Command> table, const std::string& word,
                            std::string_view kind) {
  std::vector<std::string> names, begun;
  const Command* found = nullptr;
  for (const Command& row : table) {
    names.emplace_back(row.name);
    std::istringstream shorts{std::string(row.short_names)};
    bool is_short = row.name == word;
    for (std::string s; shorts >> s;) is_short |= s == word;
    if (is_short) return row;
    if (!word.empty() && row.name.starts_with(word)) {
      begun.emplace_back(row.name);
      found = &row;
    }
  }
  if (begun.size() == 1) return *found;
  if (const std::string_view other = here_called(word); kind == "command" && !other.empty())
    throw StepError(fmt::format("there is no command '{}'; here it is '{}'", word, other));
  if (kind == "command" && is_name_of(CommandTable::topics(), word))
    throw StepError(fmt::format("there is no command '{0}'; it is a topic: info {0}", word));
  if (begun.size() > 1)
    throw StepError(fmt::format("'{}' may be {}", word, fmt::join(begun, ", ")));
  throw StepError(fmt::format("there is no {} '{}'{}; '{}' lists them", kind, word,
                              nearest_hint(word, names), kind == "topic" ? "help info" : "help"));
}

}  // namespace simt
