#include "tools/simt-sim/pager.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

bool fits_screen(const std::string& text) {
  if (isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0) return true;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return true;
  return std::count(text.begin(), text.end(), '\n') < size.ws_row;
}

}  // namespace

void show_long(const std::string& text) {
  if (fits_screen(text)) return print(text);
  const char* wanted = std::getenv("PAGER");
  const std::string pager = wanted == nullptr || *wanted == '\0' ? "less -R" : wanted;
  std::fflush(stdout);
  const auto before = std::signal(SIGPIPE, SIG_IGN);  // the reader may leave before the end
  std::FILE* pipe = popen(pager.c_str(), "w");
  int status = -1;
  if (pipe != nullptr) {
    std::fwrite(text.data(), 1, text.size(), pipe);
    status = pclose(pipe);
  }
  std::signal(SIGPIPE, before);
  constexpr int kNotFound = 127 << 8;
  if (status == -1 || status == kNotFound) print(text);
}

}  // namespace simt
