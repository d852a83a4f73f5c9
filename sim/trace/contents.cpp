#include "sim/trace/contents.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace simt::trace {
namespace {

constexpr std::size_t kNearBytes = 8;  ///< changes no further apart are one

bool writes(const Inst& inst, RegId reg) {
  return inst.writes.contains(reg);
}
bool reads(const Inst& inst, RegId reg) {
  return inst.reads.contains(reg);
}
/// Registers that an instruction does not name change with it: formals and results.
bool changes_others(const Inst& inst) {
  return inst.kind == Kind::Call || inst.kind == Kind::Ret;
}
/// The result is not there when the instruction has issued.
bool comes_later(const Inst& inst, const Outcome& out) {
  return out.deferred || inst.kind == Kind::BarReduce;
}
unsigned width_of(ScalarType type) {
  return type == ScalarType::Pred ? 0 : size_of(type);
}

}  // namespace

std::vector<RegId> visible_registers(const Program& program) {
  std::vector<RegId> out;
  for (std::size_t i = 0; i < program.registers.size(); ++i) {
    const RegisterInfo& r = program.registers[i];
    const auto reg = static_cast<RegId>(i);
    if (has_name(program, reg) && r.slot < kCommonSlots) out.push_back(reg);
  }
  return out;
}

Contents::Contents(const Program& program)
    : program_(program), visible_(visible_registers(program)) {
  for (const Inst& inst : program.code)
    if (inst.run.length != 1)
      throw std::invalid_argument("the registers of the program are hidden");
}

std::span<const std::byte> Contents::content(const WarpState& state, RegId reg) const {
  const RegisterInfo& r = program_.registers[reg];
  const unsigned width = width_of(r.type);
  return {state.regs() + r.slot, width == 0 ? sizeof(LaneMask) : width * kMaxWarpSize};
}

void Contents::add(const Issue& issue, bool shown) {
  if (issue.index >= files_.size()) files_.resize(issue.index + 1);
  File& file = files_[issue.index];
  if (file.registers.empty()) file.registers.resize(program_.registers.size());
  note_writes(file, issue);
  if (!shown) {
    file.follows = false;
    skipped_ = true;
    shared_.clear();
    return;
  }
  if (file.follows)
    follow(file, issue);
  else
    begin(file, issue);
  file.follows = true;
  add_shared(issue);
}

void Contents::note_writes(File& file, const Issue& issue) const {
  const Inst& inst = program_.code[issue.pc];
  for (const RegId reg : inst.writes) file.registers[reg].written |= issue.out.executed;
}

// The first instruction that is shown: what the registers held before it, but for those it writes.
void Contents::begin(File& file, const Issue& issue) {
  const Inst& inst = program_.code[issue.pc];
  for (const Late& late : file.late) give_up(issue, late);
  file.late.clear();
  for (const RegId reg : visible_) {
    Register& r = file.registers[reg];
    const std::span<const std::byte> now = content(issue.state, reg);
    r.seen.assign(now.begin(), now.end());
    const bool written = writes(inst, reg) && issue.out.executed != 0;
    if (written && comes_later(inst, issue.out))
      file.late.push_back({issue.ordinal, reg});
    else if (written)
      record(file, issue, reg, issue.ordinal, false);
    else if (issue.ordinal > 0 && r.written != 0)
      record(file, issue, reg, issue.ordinal, true);
  }
}

void Contents::follow(File& file, const Issue& issue) {
  settle_late(file, issue);
  const Inst& inst = program_.code[issue.pc];
  const bool later = comes_later(inst, issue.out);
  for (const RegId reg : visible_) {
    const std::span<const std::byte> now = content(issue.state, reg);
    Register& r = file.registers[reg];
    if (!std::equal(now.begin(), now.end(), r.seen.begin())) {
      r.seen.assign(now.begin(), now.end());
      changed(file, issue, reg);
    } else if (!later && writes(inst, reg) && r.has_untold()) {
      record(file, issue, reg, issue.ordinal, false);
    }
  }
  if (!later || issue.out.executed == 0) return;
  for (const RegId reg : visible_)
    if (writes(inst, reg)) file.late.push_back({issue.ordinal, reg});
}

// Who reads a register has its value: it did not change, or is the zero that was there before the
// kernel wrote. Who writes it hides the value for good.
void Contents::settle_late(File& file, const Issue& issue) {
  const Inst& inst = program_.code[issue.pc];
  std::erase_if(file.late, [&](const Late& late) {
    const std::span<const std::byte> now = content(issue.state, late.reg);
    const Register& r = file.registers[late.reg];
    if (writes(inst, late.reg)) {
      give_up(issue, late);
      return true;
    }
    if (!reads(inst, late.reg) || !std::equal(now.begin(), now.end(), r.seen.begin())) return false;
    if (r.has_untold()) record(file, issue, late.reg, late.ordinal, false);
    return true;
  });
}

void Contents::give_up(const Issue& issue, const Late& late) {
  values_.push_back({issue.index, late.ordinal, late.reg, ValueRecord::kUnknown, false});
}

void Contents::changed(File& file, const Issue& issue, RegId reg) {
  const Inst& inst = program_.code[issue.pc];
  std::uint32_t ordinal = issue.ordinal;
  const auto late =
      std::find_if(file.late.begin(), file.late.end(), [&](const Late& l) { return l.reg == reg; });
  if (late != file.late.end()) {
    ordinal = late->ordinal;
    file.late.erase(late);
  }
  if (changes_others(inst)) file.registers[reg].written |= issue.out.executed;
  record(file, issue, reg, ordinal, false);
}

void Contents::record(File& file, const Issue& issue, RegId reg, std::uint32_t ordinal,
                      bool before) {
  file.registers[reg].told = file.registers[reg].written;
  const std::uint32_t number = number_of(file.registers[reg], program_.registers[reg].type);
  values_.push_back({issue.index, ordinal, reg, number, before});
}

// Lanes that never wrote are zero: they hold nothing of the kernel's.
std::uint32_t Contents::number_of(const Register& reg, ScalarType type) {
  std::vector<std::byte> bytes = reg.seen;
  const unsigned width = width_of(type);
  if (width == 0) {
    LaneMask truth = 0;
    std::memcpy(&truth, bytes.data(), sizeof truth);
    truth &= reg.written;
    std::memcpy(bytes.data(), &truth, sizeof truth);
  } else {
    for_each_lane(~reg.written, [&](unsigned lane) {
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(lane) * width, width, std::byte{0});
    });
  }
  const auto [entry, added] =
      numbers_.try_emplace(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                           static_cast<std::uint32_t>(vectors_.size()));
  if (added) vectors_.push_back(std::move(bytes));
  return entry->second;
}

void Contents::add_shared(const Issue& issue) {
  const std::vector<std::byte>& now = issue.state.cta->shared;
  if (now.empty()) return;
  const auto [entry, fresh] = shared_.try_emplace({issue.warp.sm, issue.warp.cta});
  std::vector<std::byte>& seen = entry->second;
  if (fresh && skipped_) {
    seen = now;
    shared_changes_.push_back({issue.index, issue.ordinal, 0, seen, true});
    return;
  }
  if (fresh) seen.resize(now.size());
  const auto* const end = issue.out.access.begin() + issue.out.num_access;
  if (std::none_of(issue.out.access.begin(), end, [](const MemoryAccess& a) {
        return a.space == StateSpace::Shared && a.kind != Kind::Load;
      }))
    return;
  for (std::size_t at = 0; at < now.size(); ++at) {
    if (now[at] == seen[at]) continue;
    std::size_t last = at;
    for (std::size_t i = at + 1; i < now.size() && i <= last + kNearBytes; ++i)
      if (now[i] != seen[i]) last = i;
    const auto from = now.begin() + static_cast<std::ptrdiff_t>(at);
    const auto to = now.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    std::copy(from, to, seen.begin() + static_cast<std::ptrdiff_t>(at));
    shared_changes_.push_back(
        {issue.index, issue.ordinal, static_cast<std::uint32_t>(at), {from, to}, false});
    at = last;
  }
}

void Contents::finish(Recording& recording) {
  for (std::size_t i = 0; i < files_.size(); ++i)
    for (const Late& late : files_[i].late)
      values_.push_back(
          {static_cast<std::uint32_t>(i), late.ordinal, late.reg, ValueRecord::kUnknown, false});
  recording.vectors = std::move(vectors_);
  recording.values = std::move(values_);
  recording.shared = std::move(shared_changes_);
}

}  // namespace simt::trace
