// Which facts stand in which section.
#include "sim/views/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "isa/core/code_mode.h"
#include "isa/core/place.h"
#include "sim/explain/wrong_mask_text.h"
#include "sim/mem/footprint.h"
#include "sim/views/advice.h"
#include "sim/views/atomic_queue.h"
#include "sim/views/plain_words.h"

namespace simt {
namespace {

using enum Counter;

std::string origin_of(RegisterCount from) {
  constexpr std::array<std::string_view, 3> words{"estimated", "by ptxas", "given"};
  return std::string(words[static_cast<std::size_t>(from)]);
}

class Collector {
 public:
  explicit Collector(const Subject& subject) : s_(subject), m_(subject.measured()) {}

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
    out.sections = {launch(), occupancy_section()};
    out.warnings = run_warnings(s_.program, s_.run);
    out.checks = s_.checks;
    out.goals = s_.goals;
    out.timing = s_.run.timing;
    out.counted = s_.run.counted;
    if (!out.counted) return out;
    out.sections.push_back(instructions());
    add_if_used(out.sections, global());
    add_if_used(out.sections, shared());
    add_if_used(out.sections, other_memory());
    add_if_used(out.sections, texels());
    if (!out.timing) return out;
    add_if_used(out.sections, caches());
    out.sections.push_back(time());
    out.sections.push_back(states());
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

  Fact fact(std::string label, std::string_view metric) const {
    const Metric* found = find_metric(metric);
    return {std::move(label), found, value_of(metric, m_)};
  }
  /// A share of `whole`, undefined when there was none.
  Fact share(std::string label, std::string_view metric, std::uint64_t whole) const {
    Fact out = fact(std::move(label), metric);
    if (whole == 0) out.value = std::nan("");
    return out;
  }
  Fact fact(std::string label, Counter c) const { return fact(std::move(label), info(c).name); }
  std::uint64_t at(Counter c) const { return s_.run.counters[c]; }

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

  Section launch() const {
    Section s{"Launch", true, {}, {}, {}, {}, {}};
    s.facts = {fact("Registers per thread", "launch__registers_per_thread"),
               fact("Shared memory, static", "launch__shared_mem_per_block_static"),
               fact("Waves of blocks", "launch__waves_per_multiprocessor"),
               fact("Shared memory, dynamic", "launch__shared_mem_per_block_dynamic")};
    s.facts.front().origin = origin_of(s_.program.registers_from);
    s.remarks.push_back("A wave: as many blocks as all SMs hold at once.");
    if (s_.run.timing && s_.run.sms_used() < s_.arch.sm.count)
      s.remarks.push_back(fmt::format("Only {} of {} SMs had a block to run.", s_.run.sms_used(),
                                      s_.arch.sm.count));
    return s;
  }

  Section occupancy_section() const {
    const Occupancy& o = s_.run.launch.occupancy;
    Section s{"Occupancy", true, {}, {}, {}, {}, {}};
    s.bars.push_back(
        {"theoretical", 100 * o.fraction,
         fmt::format("{} of {} warps: {} per SM", o.warps_per_sm, s_.arch.limits.max_warps_per_sm,
                     plural(o.ctas_per_sm, "block"))});
    if (s_.run.timing)
      s.bars.push_back({"achieved",
                        value_of("sm__warps_active.avg.pct_of_peak_sustained_active", m_),
                        fmt::format("{:.1f} warps while an SM had any",
                                    value_of("sm__warps_active.avg.per_cycle_active", m_))});
    s.remarks.push_back(fmt::format("Limited by {}. Blocks that each resource allows: {}.",
                                    fmt::join(o.limiters, " and "), limits(o)));
    return s;
  }

  static std::string limits(const Occupancy& o) {
    std::string out;
    const auto add = [&](std::string_view name, unsigned value) {
      if (value != kUnlimited) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
    };
    add("warps", o.limit_warps);
    add("block slots", o.limit_ctas);
    add("registers", o.limit_registers);
    add("shared memory", o.limit_shared);
    if (o.larger_carveout_fits_more())
      out += fmt::format(" ({} with the largest carve-out)", o.limit_shared_largest);
    add("barriers", o.limit_barriers);
    return out;
  }

  Section instructions() const {
    Section s{"Instructions and divergence", true, {}, {}, {}, {}, {}};
    s.facts = {fact("Warp instructions", inst_executed),
               fact("Branches", inst_branch),
               fact("Active lanes", "smsp__thread_inst_executed_per_inst_executed.ratio"),
               fact("Uniform branches", branch_uniform),
               fact("Active lanes, guard true",
                    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
               fact("Divergent branches", branch_divergent),
               fact("Branch targets", branch_targets),
               share("Branch efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct",
                     at(branch_targets))};
    if (at(branch_divergent) > 0)
      s.remarks.push_back(
          "Branch efficiency: the share of branch targets that are uniform. A branch whose lanes "
          "take "
          "two paths counts one divergent target, with three paths two.");
    if (at(inst_branch) > 0 && at(branch_targets) < at(inst_branch))
      s.remarks.push_back(
          "The kernel's `ret` is counted as a branch, but as neither uniform nor divergent.");
    if (at(divergent_warps) > 0)
      s.remarks.push_back(fmt::format("{} of {} diverged at least once.",
                                      grouped(at(divergent_warps)),
                                      plural(at(warps_launched), "warp")));
    if (at(padded_lanes) > 0)
      s.remarks.push_back(fmt::format("{} of the blocks' last warps hold no thread.",
                                      plural(at(padded_lanes), "lane")));
    return s;
  }

  struct Traffic {
    std::string_view label;
    Counter requests, sectors;
    std::string_view per_request, bytes_per_sector;
  };

  void add_traffic(Section& s, const Traffic& t) const {
    if (at(t.requests) == 0) return;
    FactRow row{std::string(t.label),
                {fact("requests", t.requests), fact("sectors", t.sectors),
                 fact("sectors/request", t.per_request)}};
    row.cells.push_back(t.bytes_per_sector.empty() ? std::optional<Fact>{}
                                                   : fact("bytes/sector", t.bytes_per_sector));
    s.rows.push_back(std::move(row));
  }

  /// Sectors in excess, and lanes of atomics that wait for each other on one word: no praise then.
  std::string packing_text() const {
    const std::uint64_t excess =
        at(global_sectors) - std::min(at(global_sectors), at(global_sectors_ideal));
    std::string turns = turns_text();
    if (turns.empty() && s_.run.timing && !contended_atomics(s_).empty())
      turns = "Atomics wait for each other: they update the same words, or words near each other.";
    if (excess == 0)
      return turns.empty() ? "No excess sectors: every access is as packed as it can be." : turns;
    const std::string packed =
        fmt::format("{} of {} sectors ({:.1f}%) are in excess: packed lanes would not need them.",
                    grouped(excess), grouped(at(global_sectors)),
                    100.0 * static_cast<double>(excess) / static_cast<double>(at(global_sectors)));
    return turns.empty() ? packed : packed + " " + turns;
  }

  /// Each lane that updates a word after another one of its warp counts a sector more.
  std::string turns_text() const {
    std::uint64_t touched = 0;
    for (Pc pc = 0; pc < s_.run.lines.size(); ++pc) {
      const Kind kind = s_.program.code[pc].kind;
      if (kind == Kind::Atomic || kind == Kind::Reduction) touched += s_.run.lines[pc].sectors;
    }
    const std::uint64_t counted = at(global_atom_sectors) + at(global_red_sectors);
    if (counted <= touched) return "";
    return fmt::format(
        "Lanes of one warp update the same word and are serialized: atomics and reductions count "
        "{} sectors where they touch {}.",
        grouped(counted), grouped(touched));
  }

  Section global() const {
    Section s{"Global memory",
              false,
              {"requests", "sectors", "sectors/request", "bytes/sector"},
              {},
              {},
              {},
              {}};
    const std::string per = "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_";
    const std::string used = "smsp__sass_average_data_bytes_per_sector_mem_global_op_";
    add_traffic(
        s, {"loads", global_ld_requests, global_ld_sectors, per + "ld.ratio", used + "ld.ratio"});
    add_traffic(
        s, {"stores", global_st_requests, global_st_sectors, per + "st.ratio", used + "st.ratio"});
    add_traffic(s, {"atomics", global_atom_requests, global_atom_sectors, per + "atom.ratio", ""});
    add_traffic(s, {"reductions", global_red_requests, global_red_sectors, per + "red.ratio", ""});
    if (s.rows.empty()) return s;
    s.remarks.push_back(packing_text());
    return s;
  }

  void add_shared(Section& s, std::string_view label, Counter accesses, Counter wavefronts,
                  Counter conflicts) const {
    if (at(accesses) == 0) return;
    s.rows.push_back({std::string(label),
                      {fact("accesses", accesses), fact("wavefronts", wavefronts),
                       fact("bank conflicts", conflicts)}});
  }

  Section shared() const {
    Section s{"Shared memory", false, {"accesses", "wavefronts", "bank conflicts"}, {}, {}, {}, {}};
    add_shared(s, "loads", shared_ld_requests, shared_ld_wavefronts, shared_ld_conflicts);
    add_shared(s, "stores", shared_st_requests, shared_st_wavefronts, shared_st_conflicts);
    add_shared(s, "atomics", shared_atom_requests, shared_atom_wavefronts, shared_atom_conflicts);
    return s;
  }

  Section other_memory() const {
    Section s{"Local and constant memory", false, {"requests", "sectors/passes"}, {}, {}, {}, {}};
    const auto add = [&](std::string_view label, Counter requests, Counter passes) {
      if (at(requests) == 0) return;
      s.rows.push_back(
          {std::string(label), {fact("requests", requests), fact("sectors/passes", passes)}});
    };
    add("local loads", local_ld_requests, local_ld_sectors);
    add("local stores", local_st_requests, local_st_sectors);
    add("constant loads", const_requests, const_passes);
    if (at(const_requests) > 0)
      s.remarks.push_back(
          "A pass: a constant load takes one for each distinct address of its lanes.");
    return s;
  }

  Section texels() const {
    Section s{"Textures and surfaces", false, {"requests", "sectors"}, {}, {}, {}, {}};
    const auto add = [&](std::string_view label, Counter requests, Counter sectors) {
      if (at(requests) == 0) return;
      s.rows.push_back(
          {std::string(label), {fact("requests", requests), fact("sectors", sectors)}});
    };
    add("texture reads", texture_requests, texture_sectors);
    add("surface loads", surface_ld_requests, surface_ld_sectors);
    add("surface stores", surface_st_requests, surface_st_sectors);
    if (!s.rows.empty())
      s.remarks.push_back(
          "A request: 4 lanes that sample, 8 that fetch by number or use a surface.");
    return s;
  }

  Section caches() const {
    Section s{"Caches and device memory", false, {}, {}, {}, {}, {}};
    if (at(l2_requests) == 0 && at(global_ld_requests) == 0) return s;
    s.facts = {share("L1 hit rate", "l1tex__t_sector_hit_rate.pct",
                     at(global_sectors) + at(local_ld_sectors) + at(local_st_sectors)),
               fact("Device memory read", dram_bytes_read),
               share("L2 hit rate", "lts__t_sector_hit_rate.pct", at(l2_hits) + at(l2_misses)),
               fact("Device memory written", dram_bytes_write),
               fact("Device memory bandwidth", "dram__bytes.sum.per_second"),
               fact("of its peak", "dram__throughput.avg.pct_of_peak_sustained_elapsed")};
    if (at(dram_bytes_write) < kSectorBytes * at(l2_sectors_write))
      s.remarks.push_back(
          "Stores end in L2: device memory gets a line when L2 needs its place. ncu counts so, too "
          "(dram__bytes_write.sum).");
    return s;
  }

  Section time() const {
    Section s{"Time", true, {}, {}, {}, {}, {}};
    s.facts = {fact("Duration", "gpu__time_duration.sum"),
               fact("Cycles elapsed", "sm__cycles_elapsed.max"),
               fact("Instructions per cycle, SM", "sm__inst_executed.avg.per_cycle_active"),
               fact("Issue slots used", "smsp__issue_active.avg.pct_of_peak_sustained_active")};
    return s;
  }

  // Largest first; what is below 1% is not worth a line.
  Section states() const {
    Section s{"Where resident warps spent their cycles", true, {}, {}, {}, {}, {}};
    double small = 0;
    for (std::size_t i = 0; i < kNumStalls; ++i) {
      const auto stall = static_cast<Stall>(i);
      const double share = value_of(
          fmt::format("smsp__warp_issue_stalled_{}_per_warp_active.pct", info(stall).name), m_);
      if (share < 1) {
        small += share;
        continue;
      }
      s.bars.push_back({state_name(stall), share, std::string(plain_words(stall))});
    }
    std::stable_sort(s.bars.begin(), s.bars.end(),
                     [](const FactBar& a, const FactBar& b) { return a.percent > b.percent; });
    if (small >= 0.05) s.bars.push_back({"others", small, "each below 1%"});
    return s;
  }

  const Subject& s_;
  Measured m_;
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
