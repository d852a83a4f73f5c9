#include "sim/views/cuda_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/core/place.h"
#include "sim/views/source_columns.h"

namespace simt {
namespace {

/// Lines without instructions that are shown between two with some; of more only those next to
/// them.
constexpr unsigned kMostBetween = 6, kBeside = 2;

class CudaLines {
 public:
  CudaLines(const Subject& subject, const std::vector<SourceRow>& rows)
      : program_(subject.program), rows_(rows) {}

  std::vector<CudaFileRows> files() {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].has_instruction) add(i);
    for (CudaFileRows& file : files_) fill(file);
    std::stable_sort(files_.begin(), files_.end(),
                     [&](const auto& a, const auto& b) { return order(a) < order(b); });
    return std::move(files_);
  }

 private:
  // The kernel's file, others, what has none.
  int order(const CudaFileRows& file) const {
    return file.name.empty() ? 2 : file.path == kernel_path_ ? 0 : 1;
  }

  CudaFileRows& file_of(const CudaLine& line) {
    for (CudaFileRows& file : files_)
      if (file.path == line.path && file.name == line.file) return file;
    files_.push_back({line.file, line.path, false, {}});
    for (const DebugFile& f : program_.debug.files)
      if (f.path == line.path) files_.back().has_text = !f.lines.empty();
    return files_.back();
  }

  void add(std::size_t i) {
    const std::vector<CudaLine> chain = cuda_chain(program_, rows_[i].pc);
    const CudaLine line = chain.empty() ? CudaLine{} : chain.front();
    if (kernel_path_.empty() && !chain.empty()) kernel_path_ = chain.back().path;
    std::vector<CudaRow>& rows = file_of(line).rows;
    auto at = std::find_if(rows.begin(), rows.end(),
                           [&](const CudaRow& r) { return r.sums.line == line.line; });
    if (at == rows.end()) at = rows.insert(rows.end(), CudaRow{row_of(line), {}});
    at->sums += rows_[i];
    at->ptx.push_back(i);
  }

  static SourceRow row_of(const CudaLine& line) {
    SourceRow out;
    out.line = line.line;
    out.cuda = line.file.empty() ? "" : line.place();
    return out;
  }

  /// Puts the lines in order, with their texts and those between them.
  void fill(CudaFileRows& file) const {
    std::vector<CudaRow>& rows = file.rows;
    std::sort(rows.begin(), rows.end(),
              [](const CudaRow& a, const CudaRow& b) { return a.sums.line < b.sums.line; });
    if (!file.has_text) return;
    const auto text = std::find_if(program_.debug.files.begin(), program_.debug.files.end(),
                                   [&](const DebugFile& f) { return f.path == file.path; });
    std::vector<CudaRow> out;
    for (CudaRow& row : rows) {
      const unsigned from = out.empty() ? row.sums.line : out.back().sums.line + 1;
      const unsigned between = row.sums.line - from;
      for (unsigned n = from; n < row.sums.line; ++n) {
        if (between > kMostBetween && n >= from + kBeside && n + kBeside < row.sums.line) continue;
        out.emplace_back().sums.line = n;
      }
      out.push_back(std::move(row));
    }
    for (CudaRow& row : out)
      if (row.sums.line <= text->lines.size())
        row.sums.text = tabs_expanded(text->lines[row.sums.line - 1]);
    rows = std::move(out);
  }

  const Program& program_;
  const std::vector<SourceRow>& rows_;
  std::vector<CudaFileRows> files_;
  std::string kernel_path_;
};

class Page {
 public:
  Page(const Subject& s, const std::vector<SourceRow>& rows, bool unfolded, const Style& style)
      : rows_(rows),
        columns_(s.program, s.run.timing, true),
        text_(text_name(s.program)),
        unfolded_(unfolded),
        style_(style) {}

  void file(const CudaFileRows& file) {
    const std::string name =
        file.name.empty() ? "without a line of CUDA C++" : file.path + missing(file);
    out_ += "\n" +
            style_.dim(fmt::format("{:>5} {}  {:>{}}", "line", columns_.titles(), text_, kLines)) +
            "  " + style_.bold(name) + "\n";
    unsigned previous = file.rows.empty() ? 0 : file.rows.front().sums.line - 1;
    for (const CudaRow& row : file.rows) {
      if (row.sums.line > previous + 1) out_ += style_.dim(fmt::format("{:>5}", "...")) + "\n";
      previous = row.sums.line;
      line(row);
    }
  }

  /// With the legend.
  std::string text() { return std::move(out_) + columns_.legend(style_); }

 private:
  static constexpr std::size_t kLines = 12;

  static std::string missing(const CudaFileRows& file) {
    return file.has_text ? "" : " (the file was not found)";
  }

  /// "46-52, 60" of the lines of PTX: those without an instruction do not part a range. "46-52,
  /// ..." where there are more.
  std::string ranges(const CudaRow& row) const {
    std::string out;
    for (std::size_t i = 0; i < row.ptx.size();) {
      std::size_t end = i + 1;
      while (end < row.ptx.size() && follows(row.ptx[end - 1], row.ptx[end])) ++end;
      const unsigned first = rows_[row.ptx[i]].line, last = rows_[row.ptx[end - 1]].line;
      const std::string text =
          first == last ? std::to_string(first) : fmt::format("{}-{}", first, last);
      const std::string more = end < row.ptx.size() ? ", ..." : "";
      if (!out.empty() && out.size() + 2 + text.size() + more.size() > kLines) return out + ", ...";
      out += (out.empty() ? "" : ", ") + text;
      i = end;
    }
    return out;
  }
  bool follows(std::size_t a, std::size_t b) const {
    return std::none_of(rows_.begin() + static_cast<std::ptrdiff_t>(a) + 1,
                        rows_.begin() + static_cast<std::ptrdiff_t>(b),
                        [](const SourceRow& r) { return r.has_instruction; });
  }

  void line(const CudaRow& row) {
    const SourceRow& sums = row.sums;
    const std::string number = sums.line == 0 ? "" : std::to_string(sums.line);
    put(fmt::format("{:>5} {}  {:>{}}  ", number, columns_.figures(sums), ranges(row), kLines),
        sums.has_instruction ? sums.text : style_.dim(sums.text));
    if (!unfolded_) return;
    for (const std::size_t i : row.ptx)
      put(style_.dim(fmt::format("{:>5} {}  {:>{}}  ", "", columns_.ptx_figures(rows_[i]),
                                 rows_[i].line, kLines)),
          style_.dim("    " + trimmed(rows_[i].text)));
  }

  static std::string trimmed(const std::string& text) {
    return text.substr(std::min(text.find_first_not_of(' '), text.size()));
  }

  void put(const std::string& figures, const std::string& text) {
    std::string line = figures + text;
    line.erase(line.find_last_not_of(' ') + 1);
    out_ += line + "\n";
  }

  const std::vector<SourceRow>& rows_;
  SourceColumns columns_;
  std::string text_;
  bool unfolded_;
  const Style& style_;
  std::string out_;
};

}  // namespace

std::vector<CudaFileRows> collect_cuda(const Subject& s, const std::vector<SourceRow>& rows) {
  if (!has_cuda_lines(s.program)) return {};
  return CudaLines(s, rows).files();
}

std::string render_cuda_source(const Subject& s, const std::vector<SourceRow>& rows, bool unfolded,
                               const Style& style) {
  Page page(s, rows, unfolded, style);
  for (const CudaFileRows& file : collect_cuda(s, rows)) page.file(file);
  return style.bold(fmt::format("{} in {}", kernel_title(s.program), s.program.text.name)) + "\n" +
         page.text();
}

}  // namespace simt
