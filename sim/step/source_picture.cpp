// The text around an instruction: that of the CUDA C++ where it is at hand, and that of the PTX.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/step/code_place.h"
#include "sim/step/names.h"
#include "sim/step/picture.h"

namespace simt {
namespace {

/// Lines of one text that are marked; 0: none.
struct MarkedLines {
  unsigned issued = 0, next = 0;
  unsigned main() const { return issued != 0 ? issued : next; }
  std::string_view sign(unsigned line) const {
    if (line == issued) return line == next ? "*=>" : "*";
    return line == next ? "=>" : "";
  }
};

/// Lines `first` to `last` of a text, those in it. `mark` stands at the end of the main line, or
/// of another one where that is too long.
Lines numbered(const std::vector<std::string>& text, unsigned first, unsigned last,
               const MarkedLines& lines_marked, const std::string& mark, const Style& style) {
  const unsigned here = lines_marked.main();
  first = std::max(first, 1u);
  last = std::min(last, static_cast<unsigned>(text.size()));
  std::vector<std::string> plain;
  for (unsigned n = first; n <= last; ++n) {
    plain.push_back(
        fmt::format("{:<3}{:>4}  {}", lines_marked.sign(n), n, tabs_expanded(text[n - 1])));
    plain.back().erase(plain.back().find_last_not_of(' ') + 1);
  }
  const std::string end = mark.empty() ? "" : "  <" + mark + ">";
  const auto fits = [&](const std::string& line) {
    return !style.has_edge || line.size() + end.size() <= kColumns;
  };
  unsigned marked = here;
  if (here >= first && here <= last && !fits(plain[here - first]))
    if (const auto other = std::find_if(plain.begin(), plain.end(), fits); other != plain.end())
      marked = first + static_cast<unsigned>(other - plain.begin());
  Lines lines;
  for (unsigned n = first; n <= last; ++n) {
    const bool carries = n == marked && !end.empty();
    const std::string line = style.fitted(plain[n - first], kColumns - (carries ? end.size() : 0));
    const std::string painted = n == here ? style.bold(line) : style.dim(line);
    lines.push_back(carries ? painted + style.accent(end) : painted);
  }
  return lines;
}

/// The calls in whose place the line stands.
void add_calls(const std::vector<CudaLine>& chain, const Style& style, Lines& lines) {
  for (std::size_t i = 1; i < chain.size(); ++i) {
    const std::string text = chain[i].text.empty() ? "" : ": " + tabs_expanded(chain[i].text);
    lines.push_back(
        style.accent(style.fitted("         inlined at " + chain[i].place() + text, kColumns)));
  }
}

unsigned text_line(const Program& program, Pc pc) {
  return pc == kNoPc ? 0 : line_of(program, pc);
}

unsigned before(unsigned line, unsigned neighbours) {
  return line > neighbours ? line - neighbours : 1;
}

}  // namespace

Lines source_picture(const Program& program, unsigned first, unsigned last, Marked marked,
                     const Style& style) {
  const MarkedLines lines{text_line(program, marked.issued), text_line(program, marked.next)};
  const Pc first_of_main = lines.main() == 0 ? kNoPc : first_at_line(program, lines.main());
  return numbered(program.text.lines, first, last, lines,
                  first_of_main == kNoPc ? "" : cuda_place(program, first_of_main), style);
}

Lines cuda_picture(const Program& program, const std::string& word, unsigned first, unsigned last,
                   Marked marked, const Style& style) {
  const CudaFile file = find_cuda_line(program, word).first;
  const auto line_here = [&](Pc pc) {
    const std::vector<CudaLine> chain =
        pc == kNoPc ? std::vector<CudaLine>{} : cuda_chain(program, pc);
    return !chain.empty() && chain.front().file == file.name ? chain.front().line : 0u;
  };
  return numbered(file.lines, first, last, {line_here(marked.issued), line_here(marked.next)},
                  file.name, style);
}

Lines place_picture(const Program& program, Marked marked, unsigned neighbours,
                    const Style& style) {
  const unsigned line = text_line(program, marked.main());
  if (line == 0) return {};
  const std::vector<CudaLine> chain = cuda_chain(program, marked.main());
  if (chain.empty() || chain.front().text.empty()) {
    Lines lines =
        source_picture(program, before(line, neighbours), line + neighbours, marked, style);
    if (!chain.empty()) add_calls(chain, style, lines);
    return lines;
  }
  const CudaLine& own = chain.front();
  Lines lines = cuda_picture(program, own.place(), before(own.line, neighbours),
                             own.line + neighbours, marked, style);
  add_calls(chain, style, lines);
  const MarkedLines alone{text_line(program, marked.issued), text_line(program, marked.next)};
  for (std::string& text :
       numbered(program.text.lines, line, line, alone, text_name(program), style))
    lines.push_back(std::move(text));
  return lines;
}

}  // namespace simt
