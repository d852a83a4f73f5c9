#include "tools/simt-sim/paged_output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "tools/simt-sim/interrupt.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

constexpr std::string_view kQuestion =
    "--Type <RET> for more, q to quit, c to continue without paging--";

bool is_terminal() {
  return isatty(STDOUT_FILENO) != 0 && isatty(STDIN_FILENO) != 0;
}

std::size_t columns() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Lines of the screen that a line takes; colours take no room.
std::size_t rows_of(std::string_view line, std::size_t width) {
  std::size_t shown = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\033')
      at = std::min(line.find('m', at), line.size());
    else if ((static_cast<unsigned char>(line[at]) & 0xc0) != 0x80)
      ++shown;
  }
  return width == 0 || shown == 0 ? 1 : (shown + width - 1) / width;
}

/// The first letter of the answer, and no more of the input than its line; q when it has ended or
/// was interrupted.
char answer() {
  char first = '\n', c = 0;
  bool begun = false;
  while (true) {
    const ssize_t n = read(STDIN_FILENO, &c, 1);
    if (n < 0 && errno == EINTR && !take_interrupt()) continue;
    if (n != 1) {
      print("\n");
      return 'q';
    }
    if (c == '\n') return first;
    if (!begun && c != ' ') {
      first = c;
      begun = true;
    }
  }
}

}  // namespace

unsigned terminal_height() {
  winsize size{};
  if (!is_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_row;
}

void print_paged(const std::string& text, unsigned height) {
  if (height < 2 || !is_terminal()) return print(text);
  const std::size_t width = columns(), page = height - 1;
  std::size_t used = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = std::string_view(text).substr(at, end - at);
    const std::size_t rows = rows_of(line.substr(0, line.size() - line.ends_with('\n')), width);
    if (used > 0 && used + rows > page) {
      print(kQuestion);
      const char c = answer();
      if (c == 'q' || c == 'Q') return;
      if (c == 'c' || c == 'C') return print(std::string_view(text).substr(at));
      used = 0;
    }
    print(line);
    used += rows;
    at = end;
  }
}

}  // namespace simt
