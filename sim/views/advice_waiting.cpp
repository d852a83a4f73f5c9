// What warps wait for most, where nothing more definite was found.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "isa/base/kernel_name.h"
#include "isa/core/place.h"
#include "sim/explain/spin_condition.h"
#include "sim/views/advice_rules.h"
#include "sim/views/atomic_queue.h"
#include "sim/views/excess.h"
#include "sim/views/plain_words.h"
#include "sim/views/producer.h"
#include "sim/views/remedy.h"

namespace simt {
namespace {

constexpr double kToldMost = 0.6;      // of a wait that other advice has, or that is serial
constexpr double kIssueEnough = 80;    // percent of issue slots
constexpr double kReadyMuch = 50;      // percent of warps' cycles
constexpr double kStallSome = 10;      // percent of warps' cycles, beside another wait of a loop
constexpr double kWorthNaming = 0.02;  // of a line's wait, for an instruction of it

/// The line of the source page with most of a wait, and how much of it other advice takes, there
/// and before all lines.
struct Place {
  Pc pc = kNoPc;        ///< its instruction that waits most
  std::vector<Pc> pcs;  ///< all of it that wait so, the worst first
  double cycles = 0, told_here = 0, told = 0;
};

/// `share`: percent that warps spend so before any line; `part` of it stands before this one.
std::string where(double share, double part, const Place& place) {
  constexpr double kSome = 0.05;
  std::string out =
      part > 0.995
          ? "Only this line waits so."
          : fmt::format("This line has the largest part of that wait, {:.0f}% of warps' cycles.",
                        share * part);
  if (place.told <= kSome) return out;
  out += fmt::format(" Of the wait, {:.0f}% ", 100 * place.told);
  if (part <= 0.995)
    out += place.told_here > kSome
               ? fmt::format("(of that before this line {:.0f}%) ", 100 * place.told_here)
               : "(nothing of that before this line) ";
  return out + "would go with what other advice here proposes: the estimate is for the rest.";
}

/// What rules before have left of a state, where warps do not wait for each other.
struct Left {
  const WarpCycles& cycles;
  const std::vector<bool>& serial;
  double at(Pc pc, Stall stall) const { return serial[pc] ? 0 : cycles.left(pc, {stall}); }
  double of(Stall stall) const {
    double out = 0;
    for (Pc pc = 0; pc < serial.size(); ++pc) out += at(pc, stall);
    return out;
  }
};

/// Nothing is left out but where more warps would not help.
Place worst_place(const Subject& s, Stall stall, const Left& left) {
  struct Row {
    Place place;
    double left = 0;
    std::vector<std::pair<double, Pc>> waits;
  };
  std::map<std::pair<std::string, std::uint32_t>, Row> rows;
  double all = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const auto cycles = static_cast<double>(s.run.lines[pc].stall[static_cast<std::size_t>(stall)]);
    all += cycles;
    if (cycles == 0 || left.serial[pc]) continue;
    Row& row = rows[row_of(s.program, pc)];
    row.waits.emplace_back(cycles, pc);
    row.place.cycles += cycles;
    row.left += left.at(pc, stall);
  }
  Row out;
  for (const auto& [key, row] : rows)
    if (row.place.cycles > out.place.cycles) out = row;
  if (out.place.cycles > 0) out.place.told_here = 1 - out.left / out.place.cycles;
  std::stable_sort(out.waits.begin(), out.waits.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [cycles, pc] : out.waits)
    if (cycles >= kWorthNaming * out.place.cycles) out.place.pcs.push_back(pc);
  if (!out.waits.empty()) out.place.pc = out.waits.front().second;
  if (all > 0) out.place.told = 1 - left.of(stall) / all;
  return out.place;
}

/// " It waits for its own loads from `tile`.": of what stands on the line itself; "" where it is
/// no load.
std::string own_loads(const Program& program, const std::vector<Pc>& pcs) {
  const StateSpace space = program.code[pcs.front()].memory.space;
  for (const Pc pc : pcs)
    if (program.code[pc].kind != Kind::Load || program.code[pc].memory.space != space) return "";
  std::string from;
  switch (space) {
    case StateSpace::Shared: {
      const bool one = program.shared.variables.size() == 1 && !program.shared.uses_dynamic;
      from = one ? fmt::format("`{}`", variable_title(program.shared.variables.front().name))
                 : "shared memory";
      break;
    }
    case StateSpace::Global:
      from = "global memory";
      break;
    case StateSpace::Local:
      from = "local memory";
      break;
    case StateSpace::Const:
      from = "constant memory";
      break;
    default:
      return "";
  }
  return fmt::format(" It waits for its own {} from {}.", pcs.size() == 1 ? "load" : "loads", from);
}

/// Where the compiler's PTX runs as it stands, loads are not where a device has them.
std::string_view waits_as_compiled(const Program& program,
                                   const std::vector<std::vector<Pc>>& producers) {
  if (program.as_compiled || program.machine || !has_cuda_lines(program)) return "";
  for (const std::vector<Pc>& line : producers)
    for (const Pc pc : line)
      if (program.code[pc].kind == Kind::Load)
        return " The PTX runs as written: the assembler moves loads ahead, and --code compiled "
               "shows what is left of the wait.";
  return "";
}

/// " It waits for the result of line 40.": whatever the instructions of the line wait for, by line,
/// those with most of the wait first. "" where that is nothing but the line of the text itself.
std::string producer_text(const Subject& s, Stall stall, const Place& place) {
  constexpr std::size_t kMost = 3;
  const Producers producers(s);
  std::vector<std::vector<Pc>> lines;
  for (const Pc pc : place.pcs) {
    const Pc from = producers.of(pc, stall);
    if (from == kNoPc || s.program.code[from].loc.line == s.program.code[pc].loc.line) continue;
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const std::vector<Pc>& line) {
      return row_of(s.program, line.front()) == row_of(s.program, from);
    });
    if (same == lines.end())
      lines.push_back({from});
    else if (std::find(same->begin(), same->end(), from) == same->end())
      same->push_back(from);
  }
  if (lines.empty()) return "";
  const std::string_view compiled = waits_as_compiled(s.program, lines);
  if (lines.size() == 1 && row_of(s.program, lines.front().front()) == row_of(s.program, place.pc))
    if (const std::string own = own_loads(s.program, lines.front()); !own.empty())
      return own + std::string(compiled);
  std::string out;
  for (std::size_t i = 0; i < lines.size() && i < kMost; ++i)
    out += (i == 0 ? "" : ", ") + place_text(s.program, lines[i]);
  if (lines.size() > kMost) out += ", ...";
  const bool one = lines.size() == 1 && lines.front().size() == 1;
  return fmt::format(" It waits for the {} of {}.{}", one ? "result" : "results", out, compiled);
}

/// "a special register (%ctaid.x)" where the line reads what such a one is read into.
std::string special_register(const Subject& s, Pc pc) {
  const Inst& reader = s.program.code[pc];
  for (Pc at = pc; at-- > 0;) {
    const Inst& inst = s.program.code[at];
    if (inst.kind != Kind::ReadSpecial || !reads_from(reader, inst)) continue;
    const unsigned line = inst.loc.line;
    if (line == 0 || line > s.program.text.lines.size()) return "";
    const std::string& text = s.program.text.lines[line - 1];
    const auto name = text.rfind('%');
    if (name == std::string::npos) return "";
    return fmt::format("a special register ({})", text.substr(name, text.find(';', name) - name));
  }
  return "";
}

/// What the line waits for, in plain words.
std::string cause(const Subject& s, Stall stall, Pc pc) {
  const std::string special =
      stall == Stall::short_scoreboard ? special_register(s, pc) : std::string();
  return special.empty() ? std::string(plain_words(stall))
                         : fmt::format("{}; here {}", plain_words(stall), special);
}

/// A state that has its say, and others that the same change helps against.
struct ToldState {
  std::size_t at = 0;  ///< in the list of advice
  std::string remedy;
  std::optional<LoopRange> loop;  ///< the innermost one around its worst place
  double share = 0;               ///< of all of them together
  std::string names;              ///< "wait 38%, short scoreboard 31%"
  std::string first;              ///< "Wait is fixed latency of the previous instruction. "
};

/// Two waits of one loop: more rounds at a time are the remedy for both.
bool in_one_loop(const ToldState& a, const ToldState& b) {
  return a.loop && b.loop && a.loop->head == b.loop->head;
}

std::string meaning(const Subject& s, Stall stall, Pc pc) {
  std::string name(state_name(stall));
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return fmt::format("{}: {}. ", name, cause(s, stall, pc));
}

/// `text`: what is said of the other state without its remedy.
void join(Advice& a, ToldState& told, const ToldState& its, const Advice& other,
          const std::string& text) {
  told.share += its.share;
  told.names += ", " + its.names;
  a.title = fmt::format("{:.0f}% of warps' cycles: {}", told.share, told.names);
  if (!a.text.starts_with(told.first)) a.text = told.first + a.text;
  a.text.insert(a.text.size() - told.remedy.size(), its.first + text + " ");
  a.gain += other.gain;
  a.share += other.share;
  for (const unsigned line : other.further)
    if (line != a.line && std::ranges::find(a.further, line) == a.further.end())
      a.further.push_back(line);
}

/// `joins`: says nothing but beside a state that has its say.
void advise_state(const Subject& s, Stall stall, double share, const Left& left, bool joins,
                  WarpCycles& cycles, std::vector<ToldState>& told, std::vector<Advice>& out) {
  const Place place = worst_place(s, stall, left);
  if (place.pc == kNoPc) return;
  const Pc pc = place.pc;
  const double part = place.cycles / static_cast<double>(s.run.counters[stall]);
  const Remedy help = remedy_of(s, stall, pc);
  ToldState its{out.size(),
                help.text,
                innermost_loop(s.program, pc),
                share,
                fmt::format("{} {:.0f}%", state_name(stall), share),
                meaning(s, stall, pc)};
  const bool hides = help.effect == Effect::Hides && stall != Stall::barrier;
  const auto same = std::ranges::find_if(
      told, [&](const ToldState& one) { return hides && in_one_loop(one, its); });
  if (joins && same == told.end()) return;
  Advice a;
  a.title = fmt::format("{:.0f}% of warps' cycles: {} ({})", share, state_name(stall),
                        cause(s, stall, pc));
  a.line = s.program.code[pc].loc.line;
  const std::string why = where(share, part, place) + producer_text(s, stall, place);
  a.text = why + " " + help.text;
  a.further = further_lines(s, place.pcs);
  const double waiting = cycles.left({stall});
  a.share = cycles.percent(waiting);
  a.observed = help.effect == Effect::Busy;
  a.kind = help.effect == Effect::Later ? GainKind::Later
           : a.observed                 ? GainKind::Open
                                        : GainKind::AtMost;
  if (a.kind == GainKind::AtMost) {
    const double hidden = help.effect == Effect::Hides ? hidden_part(s, cycles, waiting, 1) : 1;
    a.gain = cycles.percent(cycles.take({stall}, hidden));
  }
  if (same != told.end()) return join(out[same->at], *same, its, a, why);
  if (hides) told.push_back(std::move(its));
  out.push_back(std::move(a));
}

/// What waits for device memory where that moves bytes all the time.
constexpr WarpCycles::States kMemoryWaits{Stall::long_scoreboard, Stall::lg_throttle, Stall::drain};

bool is_memory_bound(const Subject& s, const WarpCycles& cycles) {
  constexpr double kEnough = 80;  // percent of the time in which blocks run
  return cycles.all() > 0 && 100 * device_memory_busy(s) / cycles.all() >= kEnough;
}

/// Neither warps nor loads ahead make it shorter.
void advise_fewer_bytes(const Subject& s, const WarpCycles& cycles, std::vector<Advice>& out) {
  const Measured m = s.measured();
  Advice a;
  a.title = fmt::format("device memory is busy {:.0f}% of the time: limited by its bandwidth",
                        std::min(100.0, 100 * device_memory_busy(s) / cycles.all()));
  a.text = fmt::format(
      "{} are moved at {:.0f}% of the peak bandwidth, and streams reach {:.0f}%. Fewer bytes make "
      "it shorter (smaller types, no unused fields, values kept in registers or shared memory, "
      "kernels joined so that results are not stored and loaded again); more warps do not.",
      plural(s.run.counters[Counter::dram_bytes_read] + s.run.counters[Counter::dram_bytes_write],
             "byte"),
      value_of("dram__throughput.avg.pct_of_peak_sustained_elapsed", m),
      100 * s.arch.dram.efficiency);
  a.kind = GainKind::Open;
  a.share = cycles.percent(cycles.left(kMemoryWaits));
  out.push_back(std::move(a));
}

/// Program counters before which warps wait for what a unit does one after another, atomics or
/// wavefronts of bank conflicts: more warps do not hide it.
std::vector<bool> serial_waits(const Subject& s, Stall stall) {
  std::vector<bool> out(s.run.lines.size());
  if (stall == Stall::long_scoreboard || stall == Stall::lg_throttle || stall == Stall::drain)
    for (const AtomicQueue& queue : contended_atomics(s))
      for (const Pc pc : queue.waiting()) out[pc] = true;
  if (stall == Stall::short_scoreboard)
    for (Pc pc = 0; pc < out.size(); ++pc) {
      const LineCounters& line = s.run.lines[pc];
      if (2 * line.conflicts <= line.wavefronts) continue;
      for (const Pc reader : readers_of(s.program, pc)) out[reader] = true;
    }
  return out;
}

/// Advice on scattered stores tells of it already.
bool explained(const Subject& s, Stall stall) {
  return stall == Stall::drain && excess_of_stores(s) >= kWorthAWord;
}

/// Percent of warps' cycles in which they have an instruction to issue, or would if its pipe were
/// free.
double ready_share(const Subject& s) {
  return stall_share(s, Stall::selected) + stall_share(s, Stall::not_selected) +
         stall_share(s, Stall::math_pipe_throttle);
}

}  // namespace

std::pair<std::string, std::uint32_t> row_of(const Program& program, Pc pc) {
  const std::vector<CudaLine> chain = cuda_chain(program, pc);
  return chain.empty() ? std::pair(std::string(), program.code[pc].loc.line)
                       : std::pair(chain.front().path, chain.front().line);
}

void advise_waiting(const Subject& s, const WarpCycles& untold, WarpCycles& cycles,
                    std::vector<Advice>& out) {
  const double issue =
      value_of("smsp__issue_active.avg.pct_of_peak_sustained_active", s.measured());
  if (issue >= kIssueEnough) {
    // Where one sub-partition has the work, its neighbours have issue slots to spare.
    if (sub_partition_load(s).excess() < kWorthAWord)
      advise_fewer_instructions(s, issue, cycles, out);
    return;
  }
  const bool limited = ready_share(s) >= kReadyMuch && sub_partition_load(s).excess() < kWorthAWord;
  if (limited) advise_fewer_instructions(s, issue, cycles, out);
  const bool memory_bound = is_memory_bound(s, cycles);
  if (memory_bound) advise_fewer_bytes(s, cycles, out);
  std::vector<ToldState> told;
  for (const bool joins : {false, true})
    for (std::size_t i = 0; i < kNumStalls; ++i) {
      const auto stall = static_cast<Stall>(i);
      if (limited && stall == Stall::math_pipe_throttle) continue;
      if (memory_bound && std::ranges::find(kMemoryWaits, stall) != kMemoryWaits.end()) continue;
      if (stall == Stall::selected || stall == Stall::not_selected || explained(s, stall)) continue;
      const double share = stall_share(s, stall);
      if (joins ? share < kStallSome || share >= kStallMuch : share < kStallMuch) continue;
      const std::vector<bool> serial = serial_waits(s, stall);
      const Left left{untold, serial};
      const double others = 1 - left.of(stall) / static_cast<double>(s.run.counters[stall]);
      if (others < kToldMost) advise_state(s, stall, share, left, joins, cycles, told, out);
    }
}

}  // namespace simt
