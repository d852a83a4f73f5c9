// Asynchronous copies and mbarriers as the machine code that ptxas makes of them: memory is what
// the PTX leaves, with time and without.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "isa/container/machine_code.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "tests/skip.h"
#include "tools/driver/session.h"

using namespace simt;

namespace {

const char* const kBegin = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .shared .align 128 .b8 buffer[8192];
  .shared .align 8 .b64 bar[64];
  .reg .pred %p, %q;
  .reg .b32 %t, %s, %a, %b, %x, %y, %n, %m, %i;
  .reg .b64 %in, %out, %o, %g, %state;
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  mov.u32 %t, %tid.x;
  mov.u32 %s, buffer;
  mul.wide.u32 %o, %t, 4;
  add.s64 %out, %out, %o;
  mad.lo.u32 %a, %t, 16, %s;
  mul.wide.u32 %g, %t, 16;
  add.s64 %g, %in, %g;
)";

/// All four words of the thread's place.
std::string show_all() {
  std::string out;
  for (unsigned w = 0; w < 4; ++w)
    out += "  ld.shared.u32 %x, [%a+" + std::to_string(4 * w) + "];\n  st.global.u32 [%out+" +
           std::to_string(1024 * w) + "], %x;\n";
  return out + "  ret;\n}\n";
}

const std::string kSizes = R"(
  and.b32 %n, %t, 31;
  sub.s32 %n, %n, 15;
  max.s32 %n, %n, 0;
  st.shared.u32 [%a+8], %t;
  cp.async.ca.shared.global [%a], [%g], 16, %n;
  cp.async.commit_group;
  and.b32 %m, %t, 2;
  setp.ne.u32 %p, %m, 0;
  cp.async.cg.shared.global [%a+4096], [%g+32], 16, %p;
  cp.async.commit_group;
  cp.async.wait_group 1;
  ld.shared.u32 %y, [%a+4];
  cp.async.wait_all;
  ld.shared.u32 %x, [%a+4100];
  add.u32 %y, %y, %x;
  st.global.u32 [%out+4096], %y;
)" + show_all();

/// A barrier for all, whose phases warps end by turns; %i counts rounds.
const std::string kPhases = R"(
  setp.ne.u32 %p, %t, 0;
  @%p bra begun;
  mbarrier.init.shared.b64 [bar], 96;
begun:
  bar.sync 0;
  mov.u32 %i, 0;
  mov.u32 %y, 0;
rounds:
  mad.lo.u32 %x, %i, 1000, %t;
  st.shared.u32 [%a], %x;
  mbarrier.arrive.shared.b64 %state, [bar];
again:
  mbarrier.test_wait.shared.b64 %q, [bar], %state;
  @!%q bra again;
  xor.b32 %n, %t, 21;
  mad.lo.u32 %b, %n, 16, %s;
  ld.shared.u32 %x, [%b];
  mad.lo.u32 %y, %y, 3, %x;
  mbarrier.arrive.shared.b64 %state, [bar];
  and.b32 %n, %i, 0;
  add.u32 %n, %n, 1;
parity:
  mbarrier.test_wait.parity.shared.b64 %q, [bar], %n;
  @!%q bra parity;
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 5;
  @%p bra rounds;
  st.shared.u32 [%a+8], %y;
  mbarrier.pending_count.b64 %n, %state;
  setp.gt.u32 %p, %n, 96;
  selp.u32 %x, 1, 0, %p;
  st.shared.u32 [%a+12], %x;
  bar.sync 0;
)" + show_all();

/// Each warp waits at a barrier of its own for the copies of the one before it.
const std::string kCopies = R"(
  shr.u32 %n, %t, 5;
  and.b32 %m, %t, 31;
  mov.u32 %s, bar;
  mad.lo.u32 %b, %n, 8, %s;
  setp.ne.u32 %p, %m, 0;
  @%p bra begun;
  mbarrier.init.shared.b64 [%b], 64;
begun:
  bar.sync 0;
  cp.async.ca.shared.global [%a], [%g], 16;
  cp.async.mbarrier.arrive.noinc.shared.b64 [%b];
  cp.async.ca.shared.global [%a+4096], [%g+16], 8;
  cp.async.mbarrier.arrive.shared.b64 [%b];
  mbarrier.arrive.shared.b64 %state, [%b];
  setp.lt.u32 %p, %n, 2;
  add.u32 %n, %n, 1;
  selp.u32 %n, %n, 0, %p;
  mad.lo.u32 %b, %n, 8, %s;
again:
  mbarrier.test_wait.parity.shared.b64 %q, [%b], 0;
  @!%q bra again;
  mov.u32 %s, buffer;
  mad.lo.u32 %n, %n, 32, %m;
  mad.lo.u32 %a, %n, 16, %s;
  ld.shared.u32 %x, [%a+4100];
  st.global.u32 [%out+4096], %x;
)" + show_all();

/// A block of 96 threads; threads that leave drop out.
const std::string kDrops = R"(
  setp.ne.u32 %p, %t, 0;
  @%p bra begun;
  mbarrier.init.shared.b64 [bar], 96;
begun:
  bar.sync 0;
  st.shared.u32 [%a], %t;
  setp.ge.u32 %q, %t, 40;
  @%q bra leaves;
  mbarrier.arrive.shared.b64 %state, [bar];
first:
  mbarrier.test_wait.shared.b64 %p, [bar], %state;
  @!%p bra first;
  mbarrier.arrive.shared.b64 %state, [bar];
second:
  mbarrier.test_wait.shared.b64 %p, [bar], %state;
  @!%p bra second;
  mad.lo.u32 %b, %t, 32, %s;
  ld.shared.u32 %x, [%b];
  st.shared.u32 [%a+8], %x;
  bra end;
leaves:
  mbarrier.arrive_drop.shared.b64 %state, [bar];
end:
)" + show_all();

std::vector<std::byte> memory_of(const std::string& body, const std::string& arch, bool machine,
                                 bool timing) {
  const auto path =
      std::filesystem::temp_directory_path() / ("simt_async_" + std::to_string(::getpid()) + ".ir");
  std::ofstream(path) << "//! grid 2\n//! block 96\n//! arg in u32[4096] = iota(1000,7)\n"
                         "//! arg out u32[2048] = zero\n"
                      << kBegin << body;
  SessionOptions options;
  options.file = path;
  options.arch = arch;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.machine_code = machine;
  options.timing = timing;
  Session session(options);
  RunOptions how;
  how.timing = timing;
  const RunResult result = session.run(how);
  std::filesystem::remove(path);
  INFO(result.explanation);
  REQUIRE(result.status == RunStatus::Finished);
  const BoundArg& out = session.launch().args[1];
  const std::byte* const from = session.memory().find(out.address, out.bytes);
  return {from, from + out.bytes};
}

}  // namespace

TEST_CASE("asynchronous copies and mbarriers give as machine code what their PTX gives") {
  if (cuda::find_program("ptxas").empty()) SKIP_TEST("no ptxas on PATH");
  const std::pair<const char*, const std::string*> kernels[] = {
      {"sizes", &kSizes}, {"phases", &kPhases}, {"copies", &kCopies}, {"drops", &kDrops}};
  for (const char* const arch : {"a100", "rtx3090", "rtx4060", "h200"})
    for (const auto& [name, body] : kernels) {
      INFO(name << " on " << arch);
      const std::vector<std::byte> ptx = memory_of(*body, arch, false, false);
      for (const bool timing : {false, true}) {
        INFO((timing ? "with time" : "without time"));
        const bool same = memory_of(*body, arch, true, timing) == ptx;
        CHECK(same);
      }
    }
}

TEST_CASE("a guard of the uniform datapath is a uniform predicate") {
  machine::KernelImage image;
  image.name = "kernel";
  image.sm = 90;
  image.registers = 16;
  image.bank0_bytes = image.params_at = 0x210;
  // @!UP0 S2UR UR6, SR_CgaCtaId
  const std::uint64_t words[] = {0x00000000000689c3, 0x000e220000008800};
  image.code.resize(sizeof words);
  std::memcpy(image.code.data(), words, sizeof words);
  const Program program = machine::lower(image);
  const Inst& inst = program.code[0];
  REQUIRE(inst.guard != kNoSlot);
  CHECK(inst.guard_negated);
  CHECK(program.registers.at(inst.guard_reg).name == "UP0");
}

// cp.async by ptxas -O0: the copy sets a dependence barrier as if it had a result, and the next
// instruction waits for it.
TEST_CASE("a copy of code without optimisation opens its dependence barrier") {
  const Cubin cubin =
      machine_code_of(SIMT_SOURCE_DIR "/tests/machine/cubins/copy_without_optimisation_90.cubin")
          .at(0);
  const Program program = machine::lower(machine::image_of(cubin, cubin.code.at(0)));
  const ArchConfig arch = load_arch("h200", SIMT_SOURCE_DIR "/configs");
  constexpr std::uint32_t kThreads = 32;
  GlobalMemory memory;
  const std::uint64_t pointers[] = {memory.allocate(4 * kThreads, "in"),
                                    memory.allocate(4 * kThreads, "out")};
  std::vector<std::uint32_t> in(kThreads), out(kThreads);
  for (std::uint32_t i = 0; i < kThreads; ++i) in[i] = 3 * i + 5;
  std::memcpy(memory.find(pointers[0], 4 * kThreads), in.data(), 4 * kThreads);
  LaunchState state;
  state.block = {kThreads, 1, 1};
  state.num_sms = arch.sm.count;
  state.params.resize(program.param_bytes);
  std::memcpy(state.params.data(), pointers, sizeof pointers);
  CHECK(simulate(program, arch, state, memory, {}).status == RunStatus::Finished);
  std::memcpy(out.data(), memory.find(pointers[1], 4 * kThreads), 4 * kThreads);
  CHECK(out == in);
}
