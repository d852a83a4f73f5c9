#include "tests/ops/lane_harness.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "isa/core/lanes/lanes.h"
#include "tests/ops/opcode_text.h"

namespace simt::test {
namespace {

constexpr std::size_t kSlotBytes = kMaxWarpSize * sizeof(u128);
constexpr std::size_t kMaxSlots = 16;

struct alignas(64) RegisterFile {
  std::byte bytes[kMaxSlots * kSlotBytes];
};

/// One operand: where it stands and how wide it is (0: a predicate).
struct Place {
  Slot slot = kNoSlot;
  unsigned width = 0;
};

u128 read(const RegisterFile& file, Place place, unsigned lane) {
  u128 value = 0;
  if (place.width == 0) {
    LaneMask mask = 0;
    std::memcpy(&mask, file.bytes + place.slot, sizeof mask);
    return mask >> lane & 1;
  }
  std::memcpy(&value, file.bytes + place.slot + lane * place.width, place.width);
  return value;
}
void write(RegisterFile& file, Place place, unsigned lane, u128 value) {
  if (place.width != 0) {
    std::memcpy(file.bytes + place.slot + lane * place.width, &value, place.width);
    return;
  }
  LaneMask mask = 0;
  std::memcpy(&mask, file.bytes + place.slot, sizeof mask);
  mask = (mask & ~(LaneMask{1} << lane)) | static_cast<LaneMask>(value & 1) << lane;
  std::memcpy(file.bytes + place.slot, &mask, sizeof mask);
}

/// An instruction with its operands laid out for `inputs` and `outputs` values.
class Bench {
 public:
  Bench(std::string_view opcode, std::size_t inputs, std::size_t outputs, unsigned narrowest = 1)
      : form_(form_of(opcode)), inst_(inst_of(form_)), narrowest_(narrowest) {
    if (inst_.lanes == nullptr) FAIL("no lane function: " << opcode);
    const auto specs = parse_operands(form_.op->operands);
    const auto written = static_cast<std::size_t>(
        std::count_if(specs.begin(), specs.end(), [](const auto& s) { return s.written; }));
    for (const OperandSpec& spec : specs) {
      const auto elements = spec.shape != OperandSpec::Shape::Vector ? 1
                            : spec.written                           ? outputs
                                           : inputs + written - (specs.size() - 1);
      add(spec, static_cast<unsigned>(elements), outputs);
    }
    if (form_.op->reads_carry) add_source({next_slot(), 0});
    if (form_.has(Mod::cc)) add_destination({next_slot(), 0});
    if (inputs != in_.size() || outputs != out_.size())
      FAIL(opcode << " has " << in_.size() << " inputs and " << out_.size() << " outputs");
    inst_.dst_bytes = static_cast<std::uint8_t>(out_[0].width);
    inst_.src_bytes = static_cast<std::uint8_t>(in_[0].width);
  }

  const std::vector<Place>& in() const { return in_; }
  const std::vector<Place>& out() const { return out_; }
  /// The destination takes the place of source `i`; false when they are not of one kind.
  bool alias(std::size_t i) {
    if (in_[i].slot == kNoSlot || in_[i].width != out_[0].width || out_[0].slot == kNoSlot)
      return false;
    out_[0] = in_[i];
    inst_.dst.set(0, in_[i].slot);
    return true;
  }
  void set_immediate(std::size_t i, u128 value) {
    if (in_[i].slot == kNoSlot) inst_.imm = static_cast<std::int64_t>(value);
  }
  void run(RegisterFile& file, LaneMask active) const {
    inst_.lanes(inst_, {file.bytes, nullptr}, active);
  }

 private:
  Slot next_slot() { return static_cast<Slot>(kSlotBytes * slots_++); }
  void add_source(Place p) {
    in_.push_back(p);
    if (p.slot != kNoSlot) inst_.src.push_back(p.slot);
  }
  void add_destination(Place p) {
    out_.push_back(p);
    inst_.dst.push_back(p.slot);
  }
  void add(const OperandSpec& spec, unsigned elements, std::size_t outputs) {
    if (spec.shape == OperandSpec::Shape::Immediate) return in_.push_back({kNoSlot, 8});
    const unsigned bytes = size_of(spec.resolve(form_)) / elements;
    const unsigned width = bytes == 1 ? narrowest_ : bytes;
    for (unsigned i = 0; i < elements; ++i) {
      const Place place{next_slot(), width};
      spec.written ? add_destination(place) : add_source(place);
    }
    if (spec.dual_predicate && outputs == 2) add_destination({next_slot(), 0});
  }

  OpForm form_;
  Inst inst_;
  unsigned narrowest_;
  std::vector<Place> in_, out_;
  std::size_t slots_ = 0;
};

std::string hex(u128 value) {
  const auto high = static_cast<std::uint64_t>(value >> 64),
             low = static_cast<std::uint64_t>(value);
  return high == 0 ? fmt::format("{:#x}", low) : fmt::format("{:#x}{:016x}", high, low);
}
std::string describe(const Case& c) {
  std::string text(c.opcode);
  for (const u128 v : c.in) text += ' ' + hex(v);
  return text;
}

/// Floats as integers in the order of their values.
template <class Signed>
Signed ordered(u128 value) {
  const auto bits = static_cast<Signed>(value);
  return bits < 0 ? static_cast<Signed>(std::numeric_limits<Signed>::min() - bits) : bits;
}
bool close(u128 got, u128 expected, unsigned width, std::uint64_t ulps) {
  if (got == expected) return true;
  if (ulps == 0) return false;
  const s128 a = width == 8   ? ordered<s64>(got)
                 : width == 4 ? ordered<s32>(got)
                              : ordered<s16>(got);
  const s128 b = width == 8   ? ordered<s64>(expected)
                 : width == 4 ? ordered<s32>(expected)
                              : ordered<s16>(expected);
  return (a < b ? b - a : a - b) <= static_cast<s128>(ulps);
}

constexpr u128 kGarbage = 0xa5a5'5a5a'c3c3'3c3c;

/// Runs the cases (same opcode and shape) spread over the lanes of `active`.
void check_batch(Bench& bench, std::span<const Case> cases, LaneMask active, std::string_view how) {
  const auto case_of = [&](unsigned lane) -> const Case& { return cases[lane % cases.size()]; };
  RegisterFile file;
  std::fill_n(file.bytes, sizeof file.bytes, std::byte{0x5a});
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    for (std::size_t i = 0; i < bench.out().size(); ++i)
      write(file, bench.out()[i], lane, kGarbage + lane);
    for (std::size_t i = 0; i < bench.in().size(); ++i) {
      const Place place = bench.in()[i];
      bench.set_immediate(i, case_of(lane).in[i]);
      if (place.slot != kNoSlot) write(file, place, lane, case_of(lane).in[i]);
    }
  }
  const RegisterFile before = file;
  bench.run(file, active);
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
    for (std::size_t i = 0; i < bench.out().size(); ++i) {
      const Place place = bench.out()[i];
      const Case& c = case_of(lane);
      const bool is_active = (active >> lane & 1) != 0;
      const u128 expected = is_active ? c.out[i] : read(before, place, lane);
      const u128 got = read(file, place, lane);
      if (close(got, expected, place.width, is_active ? c.ulps : 0)) continue;
      FAIL_CHECK(describe(c) << " -> [" << i << "] " << hex(got) << ", expected " << hex(expected)
                             << " (lane " << lane << ", " << how << ")");
      return;  // one lane tells enough
    }
}

bool has_immediate(const Bench& bench) {
  return std::any_of(bench.in().begin(), bench.in().end(),
                     [](const Place& p) { return p.slot == kNoSlot; });
}

/// All variants of one run of cases with one opcode.
void check_group(std::span<const Case> cases) {
  const auto& first = cases.front();
  const auto make = [&] {
    return Bench(first.opcode, first.in.size(), first.out.size(), first.narrowest);
  };
  Bench bench = make();
  // An immediate is the same in all lanes: one case at a time.
  const std::size_t batch = has_immediate(bench) ? 1 : kMaxWarpSize;
  for (std::size_t from = 0; from < cases.size(); from += batch) {
    const auto part = cases.subspan(from, std::min(batch, cases.size() - from));
    check_batch(bench, part, ~LaneMask{0}, "full warp");
    check_batch(bench, part, 0xa5f00f3c, "partial warp");
    check_batch(bench, part, LaneMask{1} << 31, "one lane");
    check_batch(bench, part, 0, "no lane");
    for (std::size_t i = 0; i < bench.in().size(); ++i) {
      Bench aliased = make();
      if (!aliased.alias(i)) continue;
      check_batch(aliased, part, ~LaneMask{0}, "full warp, d is a source");
      check_batch(aliased, part, 0xa5f00f3c, "partial warp, d is a source");
    }
  }
}

std::vector<const CaseTable*>& registry() {
  static std::vector<const CaseTable*> tables;
  return tables;
}

}  // namespace

CaseTable::CaseTable(std::initializer_list<Case> cases) : cases_(cases) {
  registry().push_back(this);
}
std::span<const CaseTable* const> CaseTable::all() {
  return registry();
}

OpForm form_of(std::string_view opcode) {
  const OpMatch match = match_opcode(parts_of(opcode));
  if (!match.form) FAIL("no row matches " << opcode << " (part " << match.bad_part << ")");
  return *match.form;
}

Values evaluate(std::string_view opcode, const Values& in, std::size_t outputs) {
  Bench bench(opcode, in.size(), outputs);
  RegisterFile file{};
  for (std::size_t i = 0; i < in.size(); ++i) {
    bench.set_immediate(i, in[i]);
    if (bench.in()[i].slot == kNoSlot) continue;
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) write(file, bench.in()[i], lane, in[i]);
  }
  bench.run(file, ~LaneMask{0});
  Values out;
  for (const Place& place : bench.out()) out.push_back(read(file, place, 0));
  return out;
}

void check_cases(std::span<const Case> cases) {
  // Cases of one opcode and shape share a run, wherever they stand in the table.
  std::map<std::tuple<std::string_view, std::size_t, std::size_t, unsigned>, std::vector<Case>>
      groups;
  for (const Case& c : cases)
    groups[{c.opcode, c.in.size(), c.out.size(), c.narrowest}].push_back(c);
  for (const auto& [key, group] : groups) check_group(group);
  SUCCEED();
}

u32 bits(float f) {
  return std::bit_cast<u32>(f);
}
u64 bits(double d) {
  return std::bit_cast<u64>(d);
}

}  // namespace simt::test
