// help, and info's choice of a topic.
#include <fmt/format.h>

#include <utility>

#include "sim/step/error.h"
#include "sim/step/named_data.h"
#include "sim/step/prompt/command_table.h"

namespace simt {
namespace {

constexpr std::size_t kText = 27;  // the column of the explanations

/// A name of the kernel is no topic: how its elements are shown.
[[noreturn]] void refuse_topic(const std::string& name, const NamedData& data) {
  const bool shared = data.op == ExpressionOp::SharedElement;
  throw StepError(fmt::format("'{}' is no topic: '{}' shows its elements, 'print' one of them",
                              name, shared ? "info shared" : fmt::format("info memory {}", name)));
}

Lines rows_of(std::span<const Command> rows, const Style& style) {
  Lines lines;
  for (const Command& row : rows) {
    const std::string head =
        fmt::format("  {}{}{}", row.name, row.arguments.empty() ? "" : " ", row.arguments);
    std::string line = style.bold(head);
    if (head.size() < kText)
      line += std::string(kText - head.size(), ' ');
    else
      lines.push_back(std::exchange(line, std::string(kText, ' ')));
    for (const std::string& part : wrapped(row.text, kColumns - kText))
      lines.push_back(std::exchange(line, std::string(kText, ' ')) + part);
  }
  return lines;
}

}  // namespace

void Prompt::info(const Words& words) {
  if (words.empty()) return say(rows_of(CommandTable::topics(), style_));
  const Command* topic = nullptr;
  try {
    topic = &find_command(CommandTable::topics(), words[0], "topic");
  } catch (const StepError&) {
    if (const auto data = named_data(subject_, words[0])) refuse_topic(words[0], *data);
    throw;
  }
  (this->*topic->run)({words.begin() + 1, words.end()});
}

void Prompt::help(const Words& words) {
  if (words.empty()) {
    say(rows_of(CommandTable::commands(), style_));
    say("Short forms: s, n, rs (back), rn, c, rc, b (break), p, i, l, w, q, or any clear "
        "beginning.");
    say("A stop shows what the instruction at * did; => is what the warp issues next.");
    say("More: docs/STEP.md.");
    return;
  }
  const Command& command = find_command(CommandTable::commands(), words[0], "command");
  const bool info = command.name == "info";
  if (info && words.size() == 1) return say(rows_of(CommandTable::topics(), style_));
  if (info)
    return say(rows_of({&find_command(CommandTable::topics(), words[1], "topic"), 1}, style_));
  say(rows_of(std::span(&command, 1), style_));
  if (!command.short_names.empty()) say(fmt::format("  also: {}", command.short_names));
}

}  // namespace simt
