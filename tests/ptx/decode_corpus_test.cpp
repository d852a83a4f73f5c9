// Everything the compilers printed decodes; damaged copies end with messages, never with a crash.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "decode_support.h"

using namespace simt;

namespace {

std::vector<std::string> files() {
  std::vector<std::string> paths;
  for (const char* folder : {"/tests/ptx/corpus", "/kernels"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(SIMT_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".ptx" || entry.path().extension() == ".ir")
        paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> kernels_of(const std::string& text) {
  Diagnostics diags("t.ptx", text);
  const auto module = parse_module(diags);
  return module ? kernel_names(*module) : std::vector<std::string>{};
}

/// What must hold in any program, whatever the text.
void check_program(const Program& p) {
  std::set<Slot> known;
  for (const RegisterInfo& reg : p.registers) known.insert(reg.slot);
  for (const ConstantSlot& c : p.constants) known.insert(c.slot);
  for (const SpecialSlot& s : p.specials) known.insert(s.slot);
  const auto is_known = [&](Slot slot) { return slot == kNoSlot || known.contains(slot); };
  bool slots = true, targets = true, sizes = true;
  for (const Inst& inst : p.code) {
    inst.src.each([&](Slot slot) { slots &= is_known(slot); });
    inst.dst.each([&](Slot slot) { slots &= is_known(slot); });
    slots &= is_known(inst.guard);
    targets &= inst.kind != Kind::Branch || inst.target < p.code.size();
    sizes &= inst.kind != Kind::Alu || inst.lanes != nullptr;
    sizes &= inst.loc.line > 0 && inst.loc.line <= p.text.lines.size();
  }
  for (const auto& table : p.branch_tables)
    for (const Pc pc : table) targets &= pc < p.code.size();
  CHECK(slots);
  CHECK(targets);
  CHECK(sizes);
  for (const Slot slot : known)
    CHECK((slot < kCommonSlots ? slot < p.slots.own_bytes
                               : slot - kCommonSlots < p.slots.common_bytes));
  const InstPrinter printer(p);
  for (Pc pc = 0; pc < p.code.size(); ++pc) CHECK(printer.print(pc).find('?') == std::string::npos);
}

}  // namespace

TEST_CASE("every kernel of the corpus decodes without a message") {
  std::size_t kernels = 0;
  for (const std::string& path : files()) {
    const std::string text = read_text(path);
    for (const std::string& kernel : kernels_of(text)) {
      const Decoded d = decode(text, kernel);
      INFO(path << " " << kernel << "\n" << d.messages);
      REQUIRE(d);
      CHECK(d.messages.empty());
      check_program(*d);
      ++kernels;
    }
  }
  CHECK(kernels >= 100);
}

TEST_CASE("decoding is repeatable") {
  for (const std::string& path : files()) {
    const std::string text = read_text(path);
    const std::string kernel = kernels_of(text).front();
    const Decoded a = decode(text, kernel), b = decode(text, kernel);
    REQUIRE(a->code.size() == b->code.size());
    for (Pc pc = 0; pc < a->code.size(); ++pc) {
      CHECK(a.print(pc) == b.print(pc));
      REQUIRE(a->code[pc].src.size() == b->code[pc].src.size());
      for (std::size_t i = 0; i < a->code[pc].src.size(); ++i)
        CHECK(a->code[pc].src[i] == b->code[pc].src[i]);
    }
  }
}

TEST_CASE("files with words taken out, doubled or swapped end with a program or an error") {
  std::uint32_t state = 7;
  const auto random = [&state](std::size_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  constexpr std::string_view kBreaks = " \t\n,;[]{}().";
  for (const std::string& path : files()) {
    const std::string text = read_text(path);
    if (text.size() > 60'000) continue;
    for (int round = 0; round < 12; ++round) {
      std::string damaged = text;
      for (int hits = 0; hits < 3; ++hits) {
        const auto word = [&] {
          const std::size_t at = damaged.find_first_not_of(kBreaks, random(damaged.size()));
          if (at == std::string::npos) return std::pair<std::size_t, std::size_t>{0, 1};
          return std::pair{at, std::min(damaged.find_first_of(kBreaks, at), damaged.size()) - at};
        };
        const auto [at, length] = word();
        const std::string piece = damaged.substr(at, length);
        const int what = static_cast<int>(random(3));
        if (what == 0) damaged.erase(at, length);
        if (what == 1) damaged.insert(at, piece + " ");
        if (what == 2) {
          const auto [other, other_length] = word();
          damaged.replace(other, other_length, piece);
        }
      }
      const auto kernels = kernels_of(damaged);
      const Decoded d = decode(damaged, kernels.empty() ? "" : kernels[random(kernels.size())]);
      CHECK((d.errors == 0) == static_cast<bool>(d));
      if (d) check_program(*d);
    }
  }
}

TEST_CASE("every prefix of a kernel ends with a program or an error") {
  const std::string text = read_text(SIMT_SOURCE_DIR "/kernels/reduce_naive.ir");
  for (std::size_t length = 0; length < text.size(); length += 3) {
    const Decoded d = decode(text.substr(0, length));
    CHECK((d.errors == 0) == static_cast<bool>(d));
  }
}

TEST_CASE("thousands of errors, functions or digits take no more than linear time") {
  std::string labels, calls, functions;
  for (int i = 0; i < 4000; ++i) {
    labels += "label_number_" + std::to_string(i) + ": bra no_label_" + std::to_string(i) + ";\n";
    functions += ".func f" + std::to_string(i) + "() { call f" + std::to_string(i + 1) + "; }\n";
  }
  CHECK(decode_body(labels).errors == 4000);
  functions += ".func f4000() { ret; }\n";
  const Decoded chain = decode(kHeader + functions + ".entry k() { call f0; }");
  REQUIRE(chain);
  CHECK(chain->functions.size() == 4002);
  CHECK_FALSE(decode_body("mov.u32 %r1, %r" + std::string(200'000, '1') + ";"));
  CHECK_FALSE(decode_body(".reg .b32 %q<5>; mov.u32 %q" + std::string(200'000, '9') + ", 1;"));
}
