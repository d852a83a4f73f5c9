#include "tools/simt-sim/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

#include "sim/base/nearest_name.h"
#include "tools/simt-sim/command_options.h"
#include "tools/simt-sim/self_description.h"
#include "tools/simt-sim/version.h"

namespace simt {
namespace {

std::string version_text() {
  return fmt::format("simt-sim {}", program_version());
}

struct CommandName {
  std::string_view name, text;
  Command command;
};
constexpr std::array kCommands{
    CommandName{"run", "run a kernel and report (the default: 'run' may be left out)",
                Command::Run},
    CommandName{"exec", "run a whole CUDA program on simulated devices, and report its launches",
                Command::Exec},
    CommandName{"step", "step through a kernel, forward and back, and look inside", Command::Step},
    CommandName{"sweep", "run a kernel for each value of a parameter: a table and a plot",
                Command::Sweep},
    CommandName{"diff", "two runs side by side, and where they first diverge", Command::Diff},
    CommandName{"picture", "draw lanes, banks, sectors, stalls or blocks of a run as SVG",
                Command::Picture},
    CommandName{"compare", "run a kernel and lay its metrics beside those of Nsight Compute",
                Command::Compare},
    CommandName{"occupancy", "theoretical occupancy and what limits it, without running",
                Command::Occupancy},
    CommandName{"disasm", "machine code as text: of a cubin, a fat binary, a program, a .cu file",
                Command::Disasm},
    CommandName{"learn", "lessons and exercises", Command::Learn},
    CommandName{"list-archs", "the architectures that --arch knows", Command::ListArchs},
    CommandName{"list-metrics", "the metrics that a report can show", Command::ListMetrics},
    CommandName{"list-instructions", "the instructions that kernels may use",
                Command::ListInstructions},
};

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandName& c : kCommands) names.emplace_back(c.name);
  return names;
}

// A word that looks like an option of `app` and is none, where no value stands; "" when there is
// none.
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& args) {
  bool value = false;
  for (std::size_t i = 1; i < args.size(); ++i) {
    const std::string name = args[i].substr(0, args[i].find('='));
    const bool is_value = std::exchange(value, false);
    if (name == "--") return "";
    const bool looks = name.size() > 2 && name[0] == '-' &&
                       std::isalpha(static_cast<unsigned char>(name[name[1] == '-' ? 2 : 1])) != 0;
    if (is_value || !looks) continue;
    const CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr) return name;
    value = name.size() == args[i].size() && option->get_items_expected_min() > 0;
  }
  return "";
}

// Those of its groups too.
std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  std::vector<const CLI::Option*> out = app.get_options();
  for (const CLI::App* group : app.get_subcommands({}))
    for (const CLI::Option* o : group->get_options()) out.push_back(o);
  return out;
}

// "; did you mean --grid?"
std::string option_hint(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> known;
  for (const CLI::Option* o : options_of(app))
    for (const std::string& name : o->get_lnames()) known.push_back(name);
  if (typed.starts_with("-O") && app.get_option_no_throw("--compile-arg") != nullptr)
    return fmt::format("; of the compiler: --compile-arg={}", typed);
  if (typed == "--timing" || typed == "--counters")
    return fmt::format("; '{}' shows what depends on time and runs the cycle model",
                       app.get_name());
  const std::string name = nearest_name(typed.substr(typed.find_first_not_of('-')), known);
  return name.empty() ? "" : fmt::format("; did you mean --{}?", name);
}

// "; it is one of learn: simt-sim learn --help", where other commands have the option.
std::string other_commands(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> others;
  for (const CLI::App* sub : app.get_subcommands({}))
    if (sub->get_option_no_throw(typed) != nullptr) others.push_back(sub->get_name());
  if (others.empty()) return "";
  return fmt::format("; it is one of {}: simt-sim {} --help", fmt::join(others, ", "), others[0]);
}

// "FILE is missing: simt-sim step FILE"; "--svg FILE is missing: write a plot".
std::string what_is_missing(const CLI::App& sub, const std::string& what) {
  constexpr std::string_view kRequired = " is required";
  if (!what.ends_with(kRequired)) return what;
  const std::string name = what.substr(0, what.size() - kRequired.size());
  const CLI::Option* option = sub.get_option_no_throw(name);
  if (option == nullptr || !name.starts_with('-')) {
    const std::string line = fmt::format("simt-sim {} {}", sub.get_name(), name);
    const bool two = sub.get_name() == "diff";
    return fmt::format("{} is missing: {}", name,
                       two ? fmt::format("{0} OTHER, or {0} --vs ARCH", line) : line);
  }
  return fmt::format("{} {} is missing: {}", name, option->get_type_name(),
                     option->get_description());
}

// "--ex: 1 required COMMAND missing".
std::string what_lacks_value(const std::string& what) {
  constexpr std::string_view kNumber = ": 1 required ", kMissing = " missing";
  const std::size_t at = what.find(kNumber);
  if (at == std::string::npos || !what.ends_with(kMissing)) return what;
  const std::string value =
      what.substr(at + kNumber.size(), what.size() - at - kNumber.size() - kMissing.size());
  return fmt::format("{0}: its {1} is missing: {0} {1}", what.substr(0, at), value);
}

// "--grid: At Most 1 required but received 2": of an option that takes one value.
std::string what_is_repeated(const std::string& what) {
  constexpr std::string_view kMost = ": At Most 1 required but received ";
  const std::size_t at = what.find(kMost);
  if (at == std::string::npos) return what_lacks_value(what);
  const std::string times = what.substr(at + kMost.size());
  return fmt::format("{} was given {}", what.substr(0, at),
                     times == "2" ? "twice" : times + " times");
}

// "The following argument was not expected: b.ir".
std::string what_is_too_many(const CLI::App& sub, const std::string& what) {
  const std::string two = sub.get_name() == "run"
                              ? "; 'simt-sim diff' takes two kernels, 'simt-sim sweep' several"
                              : "";
  return fmt::format("'{}' is too many{}", what.substr(what.find(": ") + 2), two);
}

constexpr const char* kNothing = "FILE is missing: simt-sim FILE";

class Definition {
 public:
  Definition() : app_("Runs GPU kernels on a modelled GPU and reports under ncu's names.") {
    app_.name("simt-sim");
    app_.set_version_flag("--version", version_text());
    app_.require_subcommand(1);
    app_.add_flag("--man", man_, "the manual page, for man -l -");
    app_.add_flag("--bash-completion", completion_, "a script that completes commands and options");
    for (const CommandName& c : kCommands) {
      CLI::App* sub = app_.add_subcommand(std::string(c.name), std::string(c.text));
      sub->callback([this, command = c.command] { line_.command = command; });
      add_options(c.command, *sub, line_);
    }
  }

  ParsedLine parse(std::vector<std::string> args) {
    if (args == std::vector<std::string>{"--man"}) return {std::nullopt, man_page(app_)};
    if (args == std::vector<std::string>{"--bash-completion"})
      return {std::nullopt, bash_completion(app_)};
    const CLI::App* sub = nullptr;
    for (const CLI::App* s : app_.get_subcommands({}))
      if (!args.empty() && s->get_name() == args.front()) sub = s;
    if (const std::string name = sub ? unknown_option(*sub, args) : ""; !name.empty())
      return no_option(*sub, name);
    const std::vector<std::string> of_program = cut_program(sub, args);
    ParsedLine out;
    const std::string help_of = sub ? sub->get_name() + " --help" : "--help";
    std::reverse(args.begin(), args.end());  // CLI11 takes them from the back
    try {
      app_.parse(args);
      if (line_.command == Command::Exec) take_program(of_program);
      out.line = std::move(line_);
    } catch (const CLI::CallForHelp&) {
      out.text = help();
    } catch (const CLI::CallForVersion&) {
      out.text = version_text() + "\n";
    } catch (const CLI::RequiredError& e) {
      return wrong(sub ? what_is_missing(*sub, e.what()) : kNothing, help_of);
    } catch (const CLI::ArgumentMismatch& e) {
      return wrong(what_is_repeated(e.what()), help_of);
    } catch (const CLI::ExtrasError& e) {
      if (sub == nullptr) return wrong(e.what(), help_of);
      return wrong(what_is_too_many(*sub, e.what()), help_of);
    } catch (const CLI::ParseError& e) {
      return wrong(e.what(), help_of);
    }
    return out;
  }

 private:
  // `exec [options] [PROGRAM] -- WORDS`: the words are the program's own, whatever they look like.
  static std::vector<std::string> cut_program(const CLI::App* sub, std::vector<std::string>& args) {
    const auto dashes = std::ranges::find(args, "--");
    if (sub == nullptr || sub->get_name() != "exec" || dashes == args.end()) return {};
    const std::vector<std::string> words(dashes + 1, args.end());
    args.erase(dashes, args.end());
    return words;
  }

  void take_program(const std::vector<std::string>& words) {
    std::vector<std::string>& program = line_.exec.program;
    program.insert(program.end(), words.begin(), words.end());
    if (program.empty()) throw CLI::RequiredError("PROGRAM");
  }

  ParsedLine no_option(const CLI::App& sub, const std::string& name) const {
    std::string hint = name == "--timing" || name == "--counters" ? "" : other_commands(app_, name);
    if (hint.empty()) hint = option_hint(sub, name);
    return wrong(fmt::format("there is no option {}{}", name, hint), sub.get_name() + " --help");
  }

  static ParsedLine wrong(const std::string& what, const std::string& help) {
    return {std::nullopt,
            fmt::format("simt-sim: {}\nRun 'simt-sim {}' for what it takes.\n", what, help),
            Exit::Usage};
  }

  std::string help() const {
    for (const CLI::App* sub : app_.get_subcommands()) return sub->help("simt-sim");
    return app_.help();
  }

  CLI::App app_;
  CommandLine line_;
  bool man_ = false, completion_ = false;
};

bool is_command(const std::string& word) {
  const std::vector<std::string> names = command_names();
  return std::find(names.begin(), names.end(), word) != names.end();
}

// A word that is no file but looks like a command: "lst-archs".
std::string misspelt_command(const std::string& word) {
  if (word.starts_with('-') || word.find_first_of("./") != std::string::npos ||
      std::filesystem::exists(word))
    return "";
  return nearest_name(word, command_names());
}

ParsedLine no_command(const std::string& word, const std::string& meant) {
  return {std::nullopt,
          fmt::format("simt-sim: there is no command and no file '{}'{}\n", word,
                      meant.empty() ? "" : fmt::format("; did you mean {}?", meant)),
          Exit::Usage};
}

// `simt-sim help run` means `simt-sim run --help`.
void expand_help(std::vector<std::string>& args) {
  if (args.empty() || args.front() != "help") return;
  args.erase(args.begin());
  args.resize(std::min<std::size_t>(args.size(), 1));
  args.push_back("--help");
}

// `simt-sim FILE` and `simt-sim --arch x FILE` mean `simt-sim run ...`; with --vs, diff is meant.
void insert_run(std::vector<std::string>& args) {
  if (args.empty()) return;
  const bool versus = std::any_of(args.begin(), args.end(), [](const std::string& a) {
    return a == "--vs" || a.starts_with("--vs=");
  });
  if (versus && args.front() == "run") args.erase(args.begin());
  const std::string& first = args.front();
  if (first == "--help" || first == "-h" || first == "--version" || first == "--man" ||
      first == "--bash-completion")
    return;
  if (!is_command(first)) args.insert(args.begin(), versus ? "diff" : "run");
}

// `exec [options] FILE.cu -- ARGS`: the file is the program, as if it stood after the "--".
void move_program(std::vector<std::string>& args) {
  if (args.empty() || args.front() != "exec") return;
  const auto dashes = std::ranges::find(args, "--");
  if (dashes == args.end() || !std::prev(dashes)->ends_with(".cu")) return;
  std::iter_swap(std::prev(dashes), dashes);
}

}  // namespace

ParsedLine parse_command_line(std::vector<std::string> args) {
  expand_help(args);
  if (args.size() == 2 && args[1] == "--help" && !is_command(args[0]) &&
      !std::filesystem::exists(args[0]))
    return no_command(args[0], misspelt_command(args[0]));
  insert_run(args);
  move_program(args);
  const std::string meant = args.size() > 1 && args[0] == "run" ? misspelt_command(args[1]) : "";
  if (!meant.empty()) return no_command(args[1], meant);
  return Definition().parse(std::move(args));
}

}  // namespace simt
