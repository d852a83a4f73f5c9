#include "isa/ptx/snippet.h"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Unicode.h>

#include <algorithm>
#include <vector>

namespace simt {
namespace {

constexpr std::size_t kMaxColumns = 160;
constexpr std::size_t kTabStop = 8;

// One source line as a terminal shows it, and where each of its bytes comes to stand.
struct Picture {
  std::string text;
  std::vector<std::size_t> column;  // display column of each byte; one more for the end

  explicit Picture(llvm::StringRef line) {
    std::size_t at = 0;
    while (!line.empty()) {
      const auto byte = static_cast<unsigned char>(line.front());
      const std::size_t bytes = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      const llvm::StringRef character = line.take_front(bytes);
      const int width = llvm::sys::unicode::columnWidthUTF8(character);
      column.push_back(at);
      if (byte == '\t') {
        const std::size_t spaces = kTabStop - at % kTabStop;
        text.append(spaces, ' ');
        at += spaces;
        line = line.drop_front();
      } else if (width < 0) {  // control characters and broken UTF-8
        text += '?';
        ++at;
        line = line.drop_front();
      } else {
        text += character;
        column.insert(column.end(), character.size() - 1, at);
        at += static_cast<std::size_t>(width);
        line = line.drop_front(character.size());
      }
    }
    column.push_back(at);
  }
};

}  // namespace

std::string snippet(std::string_view source_line, std::size_t from, std::size_t length) {
  llvm::StringRef line(source_line.data(), source_line.size());
  from = std::min(from, line.size());
  length = std::clamp<std::size_t>(length, 1, std::max<std::size_t>(line.size() - from, 1));
  std::string_view dots;
  if (line.size() > kMaxColumns) {
    const std::size_t start = from > kMaxColumns / 2 ? from - kMaxColumns / 2 : 0;
    if (start > 0) dots = "...";
    from -= start;
    line = line.substr(start, kMaxColumns);
    length = std::min(length, std::max<std::size_t>(line.size() - from, 1));
  }
  const Picture picture(line);
  const std::size_t first = picture.column[from];
  const std::size_t last = picture.column[std::min(from + length, line.size())];
  std::string out = fmt::format("{}{}\n", dots, picture.text);
  out.append(dots.size() + first, ' ');
  out += '^';
  if (last > first + 1) out.append(last - first - 1, '~');
  return out + "\n";
}

}  // namespace simt
