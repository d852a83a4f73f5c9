// Every command of the prompt, one row each: parsing, completion and help come from it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sim/step/prompt/prompt.h"

namespace simt {

/// What may complete a command's arguments.
enum class Completes : char { Nothing, Topics, Values, Commands, Places, Events, Settings };

struct Command {
  std::string_view name;
  std::string_view short_names;  ///< others, between blanks: "s", "bt where"
  std::string_view arguments;    ///< as help shows them
  std::string_view text;         ///< one line
  Completes completes = Completes::Nothing;
  void (Prompt::*run)(const std::vector<std::string>& words) = nullptr;
};

struct CommandTable {
  static std::span<const Command> commands();
  /// The topics of `info`.
  static std::span<const Command> topics();
};

/// The row that `word` names: by its name, a short name, or the beginning of one name. Throws
/// StepError with the candidates or the nearest name; `kind` is "command" or "topic".
const Command& find_command(std::span<const Command> table, const std::string& word,
                            std::string_view kind);

}  // namespace simt
