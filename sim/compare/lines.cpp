// The source page of a report beside the simulated lines, by file and line of the CUDA source.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/compare/comparison.h"
#include "sim/views/source.h"

namespace simt::compare {
namespace {

/// Columns whose counts follow from addresses and lanes.
struct Column {
  std::string_view title;
  std::uint64_t (*count)(const simt::SourceRow&);
};
constexpr std::array kColumns{
    Column{"L2 Theoretical Sectors Global",
           [](const simt::SourceRow& r) { return r.counters.sectors - r.local_sectors; }},
    Column{"L2 Theoretical Sectors Local",
           [](const simt::SourceRow& r) { return r.local_sectors; }},
    Column{"L1 Wavefronts Shared", [](const simt::SourceRow& r) { return r.counters.wavefronts; }},
    Column{"Divergent Branches", [](const simt::SourceRow& r) { return r.counters.divergent; }},
};

struct Sums {
  std::array<double, kColumns.size()> value{};
  std::string text;
};
using ByPlace = std::map<std::pair<std::string, unsigned>, Sums>;

std::string ir_file(const Subject& subject) {
  return std::filesystem::path(subject.program.text.name).filename().string();
}

/// As ncu has it: the innermost line, be it of a header. Nothing where the compiler wrote none
/// down.
std::optional<CudaLine> innermost(const Program& program, Pc pc) {
  std::vector<CudaLine> chain = whole_cuda_chain(program, pc);
  if (chain.empty()) return std::nullopt;
  return std::move(chain.front());
}

/// A page that names no file beside its lines is a simulated one, by lines of the IR.
bool is_of_ir(const ncu::SourcePage& page) {
  return std::any_of(page.rows.begin(), page.rows.end(), [](const ncu::SourceRow& row) {
    return row.line_no != 0 && row.file.empty();
  });
}

ByPlace simulated(const Subject& subject, bool of_ir) {
  ByPlace out;
  for (const simt::SourceRow& row : collect_source(subject)) {
    const auto cuda = of_ir ? std::nullopt : innermost(subject.program, row.pc);
    if (!of_ir && !cuda) continue;
    Sums& sums = out[of_ir ? std::pair{ir_file(subject), row.line}
                           : std::pair{cuda->file, unsigned{cuda->line}}];
    if (!of_ir) sums.text = cuda->text;
    for (std::size_t i = 0; i < kColumns.size(); ++i)
      sums.value[i] += static_cast<double>(kColumns[i].count(row));
  }
  return out;
}

void add_measured(const Subject& subject, const ncu::SourcePage& page, ByPlace& out) {
  for (const ncu::SourceRow& row : page.rows) {
    if (row.line_no == 0) continue;
    const std::string file = std::filesystem::path(row.file).filename().string();
    Sums& sums = out[{file.empty() ? ir_file(subject) : file, row.line_no}];
    sums.text = row.text;
    for (std::size_t i = 0; i < kColumns.size(); ++i)
      if (const auto found = row.counts.find(kColumns[i].title); found != row.counts.end())
        sums.value[i] += found->second;
  }
}

std::string file_of(const ncu::SourcePage& page) {
  for (const ncu::SourceRow& row : page.rows)
    if (row.line_no != 0) return row.file;
  return "";
}

/// The pages of one launch: ncu writes one a source file, headers whose functions were inlined too.
using Pages = std::vector<const ncu::SourcePage*>;

/// The kernel's pages by launch: a file that comes again is of the next one.
std::vector<Pages> pages_of(const std::vector<ncu::Report>& reports, const std::string& kernel) {
  std::vector<Pages> out;
  std::set<std::string> files;
  for (const ncu::Report& r : reports)
    for (const ncu::SourcePage& page : r.sources) {
      if (!page.kernel.empty() && name_fit(page.kernel, kernel) == NameFit::None) continue;
      const std::string file = file_of(page);
      if (out.empty() || file.empty() || !files.insert(file).second) {
        out.emplace_back();
        files = {file};
      }
      out.back().push_back(&page);
    }
  return out;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

void add_differences(const ByPlace& here, const ByPlace& there, std::vector<LineRow>& out) {
  ByPlace all = there;
  for (const auto& [place, sums] : here) all.try_emplace(place);
  for (const auto& [place, sums] : all) {
    const auto mine = here.find(place);
    const auto yours = there.find(place);
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      const double a = mine == here.end() ? 0 : mine->second.value[i];
      const double b = yours == there.end() ? 0 : yours->second.value[i];
      if (a != b)
        out.push_back(
            {place.first + ":" + std::to_string(place.second), std::string(kColumns[i].title), a, b,
             trimmed(sums.text.empty() && mine != here.end() ? mine->second.text : sums.text)});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const LineRow& a, const LineRow& b) {
    return std::fabs(*a.simulated - *a.measured) > std::fabs(*b.simulated - *b.measured);
  });
}

// Without common lines: where the totals differ, what each side counts where.
void add_sides(const Subject& subject, const ncu::SourcePage& page, std::vector<LineRow>& out) {
  const std::string file = ir_file(subject);
  const auto rows = collect_source(subject);
  for (const Column& column : kColumns) {
    std::vector<LineRow> here, there;
    double a = 0, b = 0;
    for (const simt::SourceRow& row : rows)
      if (const auto n = static_cast<double>(column.count(row)); n > 0) {
        a += n;
        here.push_back({row.cuda.empty() ? file + ":" + std::to_string(row.line)
                                         : short_place(subject.program, row.pc),
                        std::string(column.title),
                        n,
                        {},
                        trimmed(row.text)});
      }
    for (const ncu::SourceRow& row : page.rows) {
      const auto found = row.counts.find(column.title);
      if (row.line_no != 0 || found == row.counts.end() || found->second == 0) continue;
      b += found->second;
      there.push_back(
          {row.address, std::string(column.title), {}, found->second, trimmed(row.text)});
    }
    if (a == b) continue;
    out.insert(out.end(), here.begin(), here.end());
    out.insert(out.end(), there.begin(), there.end());
  }
}

}  // namespace

std::vector<LineRow> compare_lines(const Subject& subject, const std::vector<ncu::Report>& reports,
                                   const std::string& kernel) {
  std::vector<LineRow> out;
  for (const Pages& pages : pages_of(reports, kernel)) {
    const ByPlace here = simulated(subject, is_of_ir(*pages.front()));
    ByPlace there;
    for (const ncu::SourcePage* page : pages) add_measured(subject, *page, there);
    if (!here.empty() && !there.empty())
      add_differences(here, there, out);
    else
      for (const ncu::SourcePage* page : pages) add_sides(subject, *page, out);
  }
  return out;
}

}  // namespace simt::compare
