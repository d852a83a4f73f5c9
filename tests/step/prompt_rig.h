// A prompt on a kernel: a line in, its text out.
#pragma once

#include <string>

#include "sim/step/prompt/prompt.h"
#include "tests/step/stepping.h"

namespace simt::test {

struct PromptRig : Stepping {
  explicit PromptRig(const std::string& kernel, const std::string& arch = "volta")
      : PromptRig(options_of({.kernel = kernel, .arch = arch})) {}
  explicit PromptRig(const SessionOptions& options, const Style& style = {})
      : Stepping(options), prompt(subject, stepper, session.spec().checks, style) {}
  /// What a command prints; it must be understood.
  std::string operator()(const std::string& line) {
    const Reply reply = prompt.execute(line);
    INFO(line << ": " << reply.error);
    REQUIRE(reply.error.empty());
    return reply.out;
  }
  /// Plain, but cut at the edge of a terminal.
  static Style narrow() {
    Style out;
    out.has_edge = true;
    return out;
  }
  std::string error(const std::string& line) { return prompt.execute(line).error; }
  Prompt prompt;
};

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace simt::test
