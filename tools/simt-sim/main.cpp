// simt-sim: parses the command line, runs one command, turns what goes wrong into an exit code.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "tools/driver/incomplete.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/terminal.h"

namespace {

using namespace simt;

Exit dispatch(CommandLine& line) {
  line.session.config_dir = config_dir();
  line.session.colour = stderr_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  switch (line.command) {
    case Command::Exec:
      return static_cast<Exit>(exec_command(line));
    case Command::Sweep:
      return sweep_command(line);
    case Command::Diff:
      return diff_command(line);
    case Command::Picture:
      return picture_command(line);
    case Command::Step:
      return step_command(line);
    case Command::Compare:
      return compare_command(line);
    case Command::Occupancy:
      return occupancy_command(line);
    case Command::Disasm:
      return disasm_command(line);
    case Command::Learn:
      return learn_command(line);
    case Command::ListArchs:
      return list_archs_command();
    case Command::ListMetrics:
      return list_metrics_command(line);
    case Command::ListInstructions:
      return list_instructions_command(line);
    case Command::Run:
      break;
  }
  return run_command(line);
}

// The command line; a script that starts the program says what a person types instead of it.
std::vector<std::string> typed(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  const char* const name = std::getenv("SIMT_SIM_COMMAND");
  if (name != nullptr && !words.empty()) words[0] = name;
  return words;
}

Exit run(int argc, char** argv) {
  ParsedLine parsed = parse_command_line({argv + 1, argv + argc});
  if (!parsed.line) {
    fmt::print(parsed.exit == Exit::Fine ? stdout : stderr, "{}", parsed.text);
    return parsed.exit;
  }
  try {
    return dispatch(*parsed.line);
  } catch (const IncompleteSession& e) {
    fmt::print(stderr, "simt-sim: {}\n{}", e.launch.text(typed(argc, argv)), e.further);
    return e.exit;
  } catch (const SessionError& e) {
    std::fflush(stdout);
    // Messages about a file begin with its place; others get the program's name.
    const bool placed = e.exit == Exit::Source;
    std::string text = e.what();
    if (!text.empty() && text.back() == '\n') text.pop_back();
    fmt::print(stderr, "{}{}\n", placed ? "" : "simt-sim: ", text);
    return e.exit;
  } catch (const ConfigError& e) {
    fmt::print(stderr, "simt-sim: {}\n", e.what());
    return Exit::Usage;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "simt-sim: out of memory\n");
    return Exit::Usage;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Exit exit = run(argc, argv);
    // A report that is cut off must not pass for one.
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return static_cast<int>(exit);
    fmt::print(stderr, "simt-sim: cannot write to stdout: {}\n", std::strerror(errno));
  } catch (const std::system_error& e) {  // of fmt::print
    fmt::print(stderr, "simt-sim: {}\n", e.what());
  }
  return static_cast<int>(Exit::Usage);
}
