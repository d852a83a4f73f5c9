// What a report says of memory: global, shared, local, constant, textures, caches.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/exec/atomic_loop.h"
#include "sim/mem/footprint.h"
#include "sim/views/atomic_queue.h"
#include "sim/views/report_sections.h"

namespace simt {
namespace {

using enum Counter;

struct Traffic {
  std::string_view label;
  Counter requests, sectors;
  std::string_view per_request, bytes_per_sector;
};

void add_traffic(const SectionFacts& f, Section& s, const Traffic& t) {
  if (f.at(t.requests) == 0) return;
  FactRow row{std::string(t.label),
              {f.fact("requests", t.requests), f.fact("sectors", t.sectors),
               f.fact("sectors/request", t.per_request)}};
  row.cells.push_back(t.bytes_per_sector.empty() ? std::optional<Fact>{}
                                                 : f.fact("bytes/sector", t.bytes_per_sector));
  s.rows.push_back(std::move(row));
}

/// The part of the loads that asynchronous copies have.
void add_copies(const SectionFacts& f, Section& s) {
  const std::string of = "_pipe_lsu_mem_global_op_ldgsts", unit = "smsp__sass_l1tex_";
  const Fact requests = f.fact("requests", unit + "t_requests" + of + ".sum");
  if (requests.value == 0) return;
  s.rows.push_back(
      {"  of them copies",
       {requests, f.fact("sectors", unit + "t_sectors" + of + ".sum"),
        f.fact("sectors/request", unit + "average_t_sectors_per_request" + of + ".ratio"),
        f.fact("bytes/sector",
               "smsp__sass_average_data_bytes_per_sector_mem_global_op_ldgsts.ratio")}});
  s.remarks.push_back(
      "Asynchronous copies to shared memory (cp.async) are among the loads; bytes/sector of loads "
      "is without them, as ncu has it.");
}

/// Each lane that updates a word after another one of its warp counts a sector more.
std::string turns_text(const SectionFacts& f) {
  std::uint64_t touched = 0;
  for (Pc pc = 0; pc < f.s.run.lines.size(); ++pc) {
    const Kind kind = f.s.program.code[pc].kind;
    if (kind == Kind::Atomic || kind == Kind::Reduction) touched += f.s.run.lines[pc].sectors;
  }
  const std::uint64_t counted = f.at(global_atom_sectors) + f.at(global_red_sectors);
  if (counted <= touched) return "";
  return fmt::format(
      "Lanes of one warp update the same word and are serialized: atomics and reductions count "
      "{} sectors where they touch {}.",
      grouped(counted), grouped(touched));
}

/// Sectors in excess, and lanes of atomics that wait for each other on one word: no praise then.
std::string packing_text(const SectionFacts& f) {
  const std::uint64_t excess =
      f.at(global_sectors) - std::min(f.at(global_sectors), f.at(global_sectors_ideal));
  std::string turns = turns_text(f);
  if (turns.empty() && f.s.run.timing && !contended_atomics(f.s).empty())
    turns = "Atomics wait for each other: they update the same words, or words near each other.";
  if (excess == 0)
    return turns.empty() ? "No excess sectors: every access is as packed as it can be." : turns;
  const std::string packed =
      fmt::format("{} of {} sectors ({:.1f}%) are in excess: packed lanes would not need them.",
                  grouped(excess), grouped(f.at(global_sectors)),
                  100.0 * static_cast<double>(excess) / static_cast<double>(f.at(global_sectors)));
  return turns.empty() ? packed : packed + " " + turns;
}

void add_shared(const SectionFacts& f, Section& s, std::string_view label, Counter accesses,
                Counter wavefronts, Counter conflicts) {
  if (f.at(accesses) == 0) return;
  s.rows.push_back({std::string(label),
                    {f.fact("accesses", accesses), f.fact("wavefronts", wavefronts),
                     f.fact("bank conflicts", conflicts)}});
}

}  // namespace

Section global_section(const SectionFacts& f) {
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
      f, s, {"loads", global_ld_requests, global_ld_sectors, per + "ld.ratio", used + "ld.ratio"});
  add_copies(f, s);
  add_traffic(
      f, s, {"stores", global_st_requests, global_st_sectors, per + "st.ratio", used + "st.ratio"});
  add_traffic(f, s, {"atomics", global_atom_requests, global_atom_sectors, per + "atom.ratio", ""});
  add_traffic(f, s, {"reductions", global_red_requests, global_red_sectors, per + "red.ratio", ""});
  if (s.rows.empty()) return s;
  s.remarks.push_back(packing_text(f));
  return s;
}

namespace {

/// Of the first atomic that a device makes of a loop: what PTX says in one instruction counts as
/// one; machine code has the loop itself.
std::string loop_text(const Subject& s) {
  if (s.program.machine) return "";
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    if (inst.memory.space == StateSpace::Shared && loops_in_shared_memory(inst) &&
        s.run.lines[pc].executed > 0)
      return "The atomic at " + place_text(s.program, pc) +
             " is a loop on a device (load, compute, compare and swap) and counts as one "
             "instruction here: there are more instructions, divergent branches and wavefronts "
             "there, which --code machine counts.";
  }
  return "";
}

}  // namespace

Section shared_section(const SectionFacts& f) {
  Section s{"Shared memory", false, {"accesses", "wavefronts", "bank conflicts"}, {}, {}, {}, {}};
  add_shared(f, s, "loads", shared_ld_requests, shared_ld_wavefronts, shared_ld_conflicts);
  add_shared(f, s, "stores", shared_st_requests, shared_st_wavefronts, shared_st_conflicts);
  add_shared(f, s, "atomics", shared_atom_requests, shared_atom_wavefronts, shared_atom_conflicts);
  if (f.at(shared_ld_conflicts) + f.at(shared_st_conflicts) + f.at(shared_atom_conflicts) > 0)
    s.remarks.push_back(
        "A wavefront: words that the banks serve at once. A bank conflict makes an access take "
        "more.");
  if (const std::string text = loop_text(f.s); !text.empty()) s.remarks.push_back(text);
  return s;
}

Section other_memory_section(const SectionFacts& f) {
  Section s{"Local and constant memory", false, {"requests", "sectors/passes"}, {}, {}, {}, {}};
  const auto add = [&](std::string_view label, Counter requests, Counter passes) {
    if (f.at(requests) == 0) return;
    s.rows.push_back(
        {std::string(label), {f.fact("requests", requests), f.fact("sectors/passes", passes)}});
  };
  add("local loads", local_ld_requests, local_ld_sectors);
  add("local stores", local_st_requests, local_st_sectors);
  add("constant loads", const_requests, const_passes);
  if (f.at(const_requests) > 0)
    s.remarks.push_back(
        "A pass: a constant load takes one for each distinct address of its lanes.");
  return s;
}

Section texels_section(const SectionFacts& f) {
  Section s{"Textures and surfaces", false, {"requests", "sectors"}, {}, {}, {}, {}};
  const auto add = [&](std::string_view label, Counter requests, Counter sectors) {
    if (f.at(requests) == 0) return;
    s.rows.push_back(
        {std::string(label), {f.fact("requests", requests), f.fact("sectors", sectors)}});
  };
  add("texture reads", texture_requests, texture_sectors);
  add("surface loads", surface_ld_requests, surface_ld_sectors);
  add("surface stores", surface_st_requests, surface_st_sectors);
  if (!s.rows.empty())
    s.remarks.push_back("A request: 4 lanes that sample, 8 that fetch by number or use a surface.");
  return s;
}

Section caches_section(const SectionFacts& f) {
  Section s{"Caches and device memory", false, {}, {}, {}, {}, {}};
  if (f.at(l2_requests) == 0 && f.at(global_ld_requests) == 0) return s;
  s.facts = {f.share("L1 hit rate", "l1tex__t_sector_hit_rate.pct",
                     f.at(global_sectors) + f.at(local_ld_sectors) + f.at(local_st_sectors)),
             f.fact("Device memory read", dram_bytes_read),
             f.share("L2 hit rate", "lts__t_sector_hit_rate.pct", f.at(l2_hits) + f.at(l2_misses)),
             f.fact("Device memory written", dram_bytes_write),
             f.fact("Device memory bandwidth", "dram__bytes.sum.per_second"),
             f.fact("of its peak", "dram__throughput.avg.pct_of_peak_sustained_elapsed")};
  if (f.at(dram_bytes_write) < kSectorBytes * f.at(l2_sectors_write))
    s.remarks.push_back(
        "Stores end in L2: device memory gets a line when L2 needs its place. ncu counts so, too "
        "(dram__bytes_write.sum).");
  return s;
}

}  // namespace simt
