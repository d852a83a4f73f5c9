#include <elf.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

#include "isa/analysis/cfg.h"
#include "isa/container/cubin.h"
#include "isa/container/machine_code.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

// kernels/reduce_sum.ir, assembled by ptxas -O3.
std::string path_of(unsigned target) {
  return std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/reduce_sum_" +
         std::to_string(target) + ".cubin";
}
std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a cubin says what a launch of its kernel needs") {
  for (const unsigned target : {75U, 90U}) {
    const Cubin cubin = read_cubin(bytes_of(path_of(target)));
    INFO("sm_" << target);
    CHECK(cubin.target == target);
    CHECK(!cubin.relocatable);
    REQUIRE(cubin.code.size() == 1);
    const CubinCode& code = cubin.code[0];
    CHECK(code.name == "reduce_sum");
    CHECK(code.has_kernel());
    CHECK(code.bytes.size() % 128 == 0);
    CHECK(code.registers > 4);
    CHECK(code.registers < 32);
    CHECK(code.barriers == 1);
    CHECK(code.shared_bytes == (target == 90 ? 1024U : 0U));  // dynamic beyond the driver's
    CHECK(code.parameters_offset == (target == 90 ? 0x210U : 0x160U));
    REQUIRE(code.parameters.size() >= 2);
    CHECK(code.parameters[0] == CubinParameter{0, 0, 8});
    REQUIRE(code.functions.size() == 1);
    CHECK(code.functions[0].kernel);
    CHECK(code.functions[0].bytes <= code.bytes.size());
    CHECK(code.constants.at(0).size() == code.parameters_offset + code.parameters_bytes);
  }
}

// Of an object that is not linked (nvcc -rdc=true) shared memory has a type of its own, and its
// section may end behind the file.
TEST_CASE("a section of shared memory has no bytes in the file") {
  std::string bytes = bytes_of(path_of(90));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof header);
  unsigned changed = 0;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const std::size_t at = header.e_shoff + i * sizeof(Elf64_Shdr);
    Elf64_Shdr section;
    std::memcpy(&section, bytes.data() + at, sizeof section);
    if (section.sh_type != SHT_NOBITS) continue;
    section.sh_type = 0x7000000a;
    section.sh_offset = bytes.size() - 16;
    std::memcpy(bytes.data() + at, &section, sizeof section);
    ++changed;
  }
  REQUIRE(changed > 0);
  CHECK(read_cubin(bytes).code.at(0).shared_bytes == 1024);
}

// A switch over ten cases in tests/views/advice/branches.cu: nvcc makes jumps through tables of it.
TEST_CASE("a cubin says where branches through a register may go") {
  const Cubin cubin =
      read_cubin(bytes_of(std::string(SIMT_SOURCE_DIR) + "/tests/views/advice/branches_75.cubin"));
  const auto code = std::ranges::find(cubin.code, "table", &CubinCode::name);
  REQUIRE(code != cubin.code.end());
  const Program program = machine::lower(machine::image_of(cubin, *code, 0));
  REQUIRE_FALSE(code->branch_targets.empty());
  REQUIRE(program.machine->branch_targets.size() == code->branch_targets.size());
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    if (program.text.lines[pc].find("BRX") == std::string::npos) continue;
    INFO(program.text.lines[pc]);
    CHECK(program.code[pc].kind == Kind::BranchTo);
    const std::vector<Pc> next = successors(program, program.functions[0], pc);
    CHECK(next.size() >= 3);
    for (const Pc to : next) CHECK(to < program.code.size());
  }
}

TEST_CASE("targets of a branch that are cut off are an error") {
  std::string bytes =
      bytes_of(std::string(SIMT_SOURCE_DIR) + "/tests/views/advice/branches_75.cubin");
  const Cubin cubin = read_cubin(bytes);
  const auto code = std::ranges::find(cubin.code, "table", &CubinCode::name);
  REQUIRE(code != cubin.code.end());
  const auto [offset, targets] = *code->branch_targets.begin();
  // The attribute of the first: its offset, zeros, its count.
  std::string head(12, '\0');
  const auto count = static_cast<std::uint32_t>(targets.size());
  std::memcpy(head.data(), &offset, 4);
  std::memcpy(head.data() + 8, &count, 4);
  const std::size_t at = bytes.find(head);
  REQUIRE(at != std::string::npos);
  const std::uint32_t more = 0x7fff'ffff;
  std::memcpy(bytes.data() + at + 8, &more, 4);
  CHECK_THROWS_WITH(read_cubin(bytes), Contains("targets of a branch"));
}

TEST_CASE("a cubin says which kernels call the device's library, themselves or by a function") {
  const Cubin cubin = read_cubin(
      bytes_of(std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/library_calls_90.cubin"));
  const std::string plain = "_Z5plainPi", allocates = "_Z9allocatesPPi", says = "_Z4saysPKi";
  CHECK(calls(cubin, allocates, "malloc"));
  CHECK_FALSE(calls(cubin, allocates, "vprintf"));
  CHECK(calls(cubin, says, "vprintf"));
  CHECK_FALSE(calls(cubin, says, "malloc"));
  CHECK_FALSE(calls(cubin, plain, "malloc"));
  CHECK_FALSE(calls(cubin, plain, "vprintf"));
}

TEST_CASE("the machine code of a file, and what a file without any has") {
  CHECK(machine_code_of(path_of(90)).size() == 1);
  CHECK_THROWS_WITH(machine_code_of("/nonexistent"),
                    Contains("cannot read '/nonexistent': No such file"));
  CHECK_THROWS_WITH(machine_code_of(std::string(SIMT_SOURCE_DIR) + "/kernels/reduce_sum.ir"),
                    Contains("reduce_sum.ir") && Contains("ptxas"));
  CHECK_THROWS_WITH(machine_code_of("/proc/self/exe"), Contains("without code for a GPU"));
}

TEST_CASE("a cubin that is cut off or changed is read or refused, never beyond its end") {
  const std::string whole = bytes_of(path_of(90));
  std::size_t refused = 0;
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    try {
      read_cubin(whole.substr(0, size));
    } catch (const ContainerError&) {
      ++refused;
    }
  }
  CHECK(refused > whole.size() / 20);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xff);
    try {
      for (const CubinCode& code : read_cubin(changed).code)
        CHECK(code.bytes.size() <= whole.size());
    } catch (const ContainerError&) {
      ++refused;
    }
  }
  CHECK(refused > 0);
}

// What a file says of a kernel is what it is launched with: nothing that could not be is taken.
TEST_CASE("a kernel of a cubin whose tables lie is an error") {
  const auto broken = [](auto change) {
    Cubin cubin = read_cubin(bytes_of(path_of(90)));
    change(cubin, cubin.code[0]);
    try {
      machine::lower(machine::image_of(cubin, cubin.code[0], 0));
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(broken([](Cubin&, CubinCode&) {}).empty());
  using C = Cubin&;
  using K = CubinCode&;
  CHECK_THAT(broken([](C, K k) { k.bytes.clear(); }), Contains("has no code"));
  CHECK_THAT(broken([](C, K k) { k.bytes.resize(0x50); }), Contains("does not end in an exit"));
  CHECK_THAT(broken([](C, K k) { k.registers = 300; }), Contains("300 registers a thread"));
  CHECK_THAT(broken([](C, K k) { k.stack_bytes = 0xffff'fff8; }), Contains("a stack of"));
  CHECK_THAT(broken([](C, K k) { k.shared_bytes = (1ull << 32) + 256; }),
             Contains("shared memory"));
  CHECK_THAT(broken([](C, K k) { k.parameters_bytes = 0xfff0; }), Contains("constant bank 0"));
  CHECK_THAT(broken([](C, K k) { k.parameters[0].offset = 0x3fff; }), Contains("has a parameter"));
  CHECK_THAT(broken([](C c, K) {
               c.global_bytes = 16;
               c.variables.push_back({"far", std::string(kCubinZeroed), 12, 8});
             }),
             Contains("far lies outside of .nv.global"));
}

TEST_CASE("of kernels that nvlink has linked each has its own registers") {
  Cubin cubin = read_cubin(
      bytes_of(std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/recursion_linked_90.cubin"));
  const auto kernel = std::ranges::find_if(cubin.code, &CubinCode::has_kernel);
  const auto other = std::ranges::find_if_not(cubin.code, &CubinCode::has_kernel);
  REQUIRE(kernel != cubin.code.end());
  REQUIRE(other != cubin.code.end());
  other->registers = 200;
  CHECK(machine::lower(machine::image_of(cubin, *kernel, 0)).registers_per_thread ==
        kernel->registers);
}
