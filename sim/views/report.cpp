// A report: its sections, warnings and advice.
#include "sim/views/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "isa/core/code_mode.h"
#include "isa/core/place.h"
#include "sim/explain/wrong_mask_text.h"
#include "sim/views/advice.h"
#include "sim/views/report_sections.h"

namespace simt {
namespace {

class Collector {
 public:
  explicit Collector(const Subject& subject) : s_(subject), f_(subject) {}

  Report report() const {
    Report out;
    out.kernel = s_.program.kernel;
    out.title = kernel_title(s_.program);
    out.file = s_.program.text.name;
    out.arch = fmt::format("{}, sm_{}{}, {}", s_.arch.name, s_.arch.cc.major, s_.arch.cc.minor,
                           plural(s_.arch.sm.count, "SM"));
    out.geometry = geometry();
    if (s_.arch.sm.chip_count != 0)
      out.arch += fmt::format(" of {}: memory system scaled to match", s_.arch.sm.chip_count);
    out.mode = s_.program.machine ? code_mode(s_.program)
               : s_.program.as_compiled
                   ? code_mode(s_.program) + ": short branches predicated, loads hoisted"
               : has_cuda_lines(s_.program) ? "PTX as the compiler wrote it"
                                            : "IR as written";
    out.sections = {launch_section(f_), occupancy_section(f_)};
    out.warnings = run_warnings(s_.program, s_.run);
    out.checks = s_.checks;
    out.goals = s_.goals;
    out.timing = s_.run.timing;
    out.counted = s_.run.counted;
    if (!out.counted) return out;
    out.sections.push_back(instructions_section(f_));
    add_if_used(out.sections, global_section(f_));
    add_if_used(out.sections, shared_section(f_));
    add_if_used(out.sections, other_memory_section(f_));
    add_if_used(out.sections, texels_section(f_));
    if (!out.timing) return out;
    add_if_used(out.sections, caches_section(f_));
    out.sections.push_back(time_section(f_));
    out.sections.push_back(states_section(f_));
    out.advice = advise(s_);
    out.what_if_too_long = s_.what_if.too_long;
    for (Advice& a : out.advice) a.place = place_of(a);
    return out;
  }

 private:
  std::string place_of(const Advice& a) const {
    if (a.line == 0) return "launch";
    std::vector<Pc> pcs{first_at_line(s_.program, a.line)};
    for (const unsigned line : a.further) pcs.push_back(first_at_line(s_.program, line));
    if (cuda_place(s_.program, pcs.front()).empty()) return place_text(s_.program, pcs);
    // Several lines of CUDA C++ that one change helps, each with its lines of PTX.
    std::string out;
    while (!pcs.empty()) {
      const std::string line = cuda_place(s_.program, pcs.front());
      const auto others = std::stable_partition(
          pcs.begin(), pcs.end(), [&](Pc pc) { return cuda_place(s_.program, pc) == line; });
      out += (out.empty() ? "" : ", ") + place_text(s_.program, {pcs.begin(), others});
      pcs.erase(pcs.begin(), others);
    }
    return out;
  }

  static void add_if_used(std::vector<Section>& sections, Section section) {
    if (!section.rows.empty() || !section.facts.empty()) sections.push_back(std::move(section));
  }

  std::string geometry() const {
    const LaunchInfo& l = s_.run.launch;
    return fmt::format("grid {}, block {}: {} in {} of {}", extent(l.grid), extent(l.block),
                       plural(l.grid.count() * l.block.count(), "thread"),
                       plural(l.grid.count() * l.occupancy.warps_per_cta, "warp"),
                       s_.arch.sm.warp_size);
  }

  const Subject& s_;
  SectionFacts f_;
};

}  // namespace

std::string_view model_text(DivergenceKind kind) {
  return kind == DivergenceKind::Stack ? "reconvergence stack" : "independent threads";
}

std::string extent(const Dim3& d) {
  std::string out = grouped(d.x);
  if (d.y > 1 || d.z > 1) out += " x " + grouped(d.y);
  if (d.z > 1) out += " x " + grouped(d.z);
  return out;
}

std::vector<RunWarning> run_warnings(const Program& program, const RunResult& run) {
  std::vector<RunWarning> out;
  for (const WrongMaskText& text : wrong_mask_texts(program, run.wrong_masks))
    out.push_back({text.title, program.code[text.pc].loc.line, place_text(program, text.pc),
                   text.lines, kWrongMaskHint});
  return out;
}

std::string warnings_text(const Program& program, const RunResult& run) {
  return rendered(wrong_mask_texts(program, run.wrong_masks));
}

Report collect_report(const Subject& subject) {
  return Collector(subject).report();
}

std::string_view name_of(RunStatus s) {
  constexpr std::array<std::string_view, 4> names{"finished", "fault", "deadlock", "limit"};
  return names[static_cast<std::size_t>(s)];
}

std::vector<NamedFact> named_facts(const Report& report) {
  std::vector<NamedFact> out;
  for (const Section& s : report.sections) {
    for (const FactRow& row : s.rows)
      for (const auto& cell : row.cells)
        if (cell) out.push_back({s.title, row.label + ", " + cell->label, *cell});
    std::string before;  // "of its peak" goes on from the fact before it
    for (const Fact& f : s.facts) {
      const bool goes_on = f.label.starts_with("of ");
      out.push_back({s.title, goes_on ? before + ", " + f.label : f.label, f});
      before = f.label;
    }
  }
  return out;
}

}  // namespace simt
