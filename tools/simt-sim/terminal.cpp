#include "tools/simt-sim/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace simt {

bool stderr_is_terminal() {
  return isatty(STDERR_FILENO) != 0;
}

Style stdout_style() {
  const char* no_color = std::getenv("NO_COLOR");
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  return {terminal && (no_color == nullptr || *no_color == '\0'), terminal, terminal};
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

Progress::~Progress() {
  if (shown_ && stderr_is_terminal()) fmt::print(stderr, "\r\033[K");
}

void Progress::report(std::uint64_t done, std::uint64_t all) {
  if (!wanted_ || std::chrono::steady_clock::now() - start_ < std::chrono::seconds(2)) return;
  const std::string text = fmt::format("{} of {} blocks", grouped(done), grouped(all));
  if (stderr_is_terminal())
    fmt::print(stderr, "\r\033[K{}", text);
  else
    fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace simt
