// A device as programs use it: memory, modules, streams in simulated time, errors that stay.
#include "sim/program/gpu.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <map>

#include "isa/container/fatbin.h"
#include "isa/container/fatbin_writer.h"
#include "sim/config/config_files.h"
#include "sim/program/device_facts.h"

using namespace simt;
using namespace simt::program;
using Catch::Matchers::Contains;

namespace {

// spin(n, out): n rounds of dependent additions in one thread; add(a, by): a[tid] += by.
const char* const kPtx = R"(
.version 6.0
.target sm_50
.address_size 64
.global .align 4 .u32 counter = 7;
.const .align 4 .u32 offset = 5;
.func (.reg .u32 r) twice(.reg .u32 v) { add.u32 r, v, v; ret; }
.func (.param .b32 r) three(.param .b32 v) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [v]; mul.lo.u32 %r2, %r1, 3; st.param.u32 [r], %r2; ret;
}
.func (.param .b32 r) four(.param .b32 v) {
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [v]; mul.lo.u32 %r2, %r1, 4; st.param.u32 [r], %r2; ret;
}
.global .align 8 .u64 chosen;
.visible .entry spin(.param .u32 n, .param .u64 out) {
  .reg .pred %p; .reg .b32 %r<4>; .reg .b64 %d1;
  ld.param.u32 %r1, [n]; ld.param.u64 %d1, [out];
  mov.u32 %r2, 0; mov.u32 %r3, 0;
L: add.u32 %r3, %r3, %r2; add.u32 %r2, %r2, 1;
  setp.lt.u32 %p, %r2, %r1;
  @%p bra L;
  st.global.u32 [%d1], %r3;
  ret;
}
.visible .entry add(.param .u64 a, .param .u32 by) {
  .reg .b32 %r<5>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [a]; ld.param.u32 %r1, [by];
  mov.u32 %r2, %tid.x; mul.wide.u32 %d2, %r2, 4; add.s64 %d3, %d1, %d2;
  ld.global.u32 %r3, [%d3]; ld.const.u32 %r4, [offset];
  add.u32 %r3, %r3, %r1; add.u32 %r3, %r3, %r4;
  st.global.u32 [%d3], %r3;
  ret;
}
.visible .entry choose() {
  .reg .b64 %d1;
  mov.u64 %d1, four; st.global.u64 [chosen], %d1;
  ret;
}
.visible .entry call_chosen(.param .u64 out) {
  .reg .b32 %r<3>; .reg .b64 %d<3>;
  ld.param.u64 %d1, [out]; ld.global.u64 %d2, [chosen];
  mov.u32 %r1, 11;
  { .param .b32 v; .param .b32 r; st.param.b32 [v], %r1;
    P: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (r), %d2, (v), P;
    ld.param.b32 %r2, [r]; }
  st.global.u32 [%d1], %r2;
  ret;
}
)";

template <class T>
void append(std::vector<std::byte>& to, T value) {
  to.resize((to.size() + sizeof value - 1) / sizeof value * sizeof value + sizeof value);
  std::memcpy(to.data() + to.size() - sizeof value, &value, sizeof value);
}

struct Rig {
  explicit Rig(bool timing = true, const char* arch = "t4") {
    options.arch = arch;
    options.config_dir = kBuiltIn;
    options.timing = timing;
    gpu.emplace(0, options,
                [this](LaunchRecord&& record) { launches.push_back(std::move(record)); });
    module = &gpu->load("test", kPtx);
  }
  std::uint64_t memory(std::uint64_t bytes) { return gpu->memory().allocate(bytes, "test"); }
  template <class... Args>
  void launch(Stream& stream, const char* name, Dim3 grid, Dim3 block, Args... args) {
    LaunchRequest request;
    request.kernel = module->kernel(name);
    request.grid = grid;
    request.block = block;
    (append(request.params, args), ...);
    gpu->launch(stream, std::move(request));
  }
  std::uint32_t word(std::uint64_t address) {
    std::uint32_t value = 0;
    gpu->copy(gpu->default_stream(), {reinterpret_cast<std::uint64_t>(&value), address, 4}, true);
    return value;
  }

  ExecOptions options;
  std::vector<LaunchRecord> launches;
  std::optional<Gpu> gpu;
  LoadedModule* module = nullptr;
};

}  // namespace

TEST_CASE("a module's kernels share its variables and run in order") {
  for (const bool timing : {true, false}) {
    Rig r(timing);
    const std::uint64_t a = r.memory(128);
    r.launch(r.gpu->default_stream(), "add", {}, {32}, a, 1u);
    r.launch(r.gpu->default_stream(), "add", {}, {32}, a, 10u);
    CHECK(r.word(a + 4) == 21);  // and the constant twice
    CHECK(r.word(r.module->symbol("counter").address) == 7);
    const std::uint32_t constant = 100;
    r.gpu->copy(r.gpu->default_stream(),
                {r.module->symbol("offset").address, reinterpret_cast<std::uint64_t>(&constant), 4},
                true);
    r.launch(r.gpu->default_stream(), "add", {}, {32}, a, 0u);
    CHECK(r.word(a) == 121);
    CHECK(r.launches.size() == 3);
  }
}

TEST_CASE("a function's address that one kernel stores is called by another") {
  Rig r;
  const std::uint64_t out = r.memory(4);
  r.launch(r.gpu->default_stream(), "choose", {}, {});
  r.launch(r.gpu->default_stream(), "call_chosen", {}, {}, out);
  CHECK(r.word(out) == 44);
}

TEST_CASE("two modules lie apart, in memory and in function addresses") {
  Rig r;
  LoadedModule& second = r.gpu->load("second", kPtx);
  CHECK(second.symbol("counter").address != r.module->symbol("counter").address);
  CHECK(second.kernel("choose")->program.functions.size() >= 1);
  CHECK(second.functions_end() > r.module->functions_end());
}

TEST_CASE("kernels of two streams run side by side, of one stream after each other") {
  const auto duration = [](bool apart) {
    Rig r;
    Stream& one = r.gpu->create_stream(false);
    Stream& two = apart ? r.gpu->create_stream(false) : one;
    const std::uint64_t out = r.memory(8);
    Event begin, end;
    r.gpu->record(one, begin);
    r.launch(one, "spin", {}, {}, 20'000u, out);
    r.launch(two, "spin", {}, {}, 20'000u, out + 4);
    Event of_two;
    r.gpu->record(two, of_two);
    r.gpu->wait_for(one, of_two);
    r.gpu->record(one, end);
    r.gpu->synchronize();
    CHECK(r.word(out) == r.word(out + 4));
    return r.gpu->elapsed_ms(begin, end);
  };
  const double beside = duration(true), after = duration(false);
  CHECK(after > 1.8 * beside);
  CHECK(after < 2.2 * beside);
}

TEST_CASE("a copy takes its bytes over the link's bandwidth, both directions overlap") {
  Rig r;
  const HostLink& link = r.gpu->arch().host;
  constexpr std::uint64_t kBytes = 16 << 20;
  const std::uint64_t device = r.memory(2 * kBytes);
  std::vector<std::byte> host(2 * kBytes);
  r.gpu->memory().attach(host.data(), host.size(), DeviceMemory::Kind::Pinned, "pinned");
  const auto address = reinterpret_cast<std::uint64_t>(host.data());
  Stream& one = r.gpu->create_stream(false);
  Stream& two = r.gpu->create_stream(false);
  Event begin, there, back;
  r.gpu->record(one, begin);
  r.gpu->copy(one, {device, address, kBytes}, false);
  r.gpu->record(one, there);
  r.gpu->copy(two, {address + kBytes, device + kBytes, kBytes}, false);
  r.gpu->record(two, back);
  r.gpu->synchronize();
  const double expected =
      link.copy_ns + static_cast<double>(kBytes) * 1e9 / link.to_device_bytes_per_second;
  CHECK(r.gpu->elapsed_ms(begin, there) == Approx(expected * 1e-6).epsilon(0.01));
  CHECK(r.gpu->elapsed_ms(begin, back) < 1.1 * r.gpu->elapsed_ms(begin, there));
  r.gpu->memory().detach(host.data());
}

// Medians of tests/programs/h200/copies.csv (copy, d2d and memset), less the 1.25 us between
// events.
TEST_CASE("copies and fills within the device last as long as on an H200") {
  Rig r(true, "h200");
  const std::uint64_t memory = r.memory(64 << 20);
  Stream& stream = r.gpu->default_stream();
  const auto microseconds = [&](auto give) {
    Event begin, end;
    r.gpu->record(stream, begin);
    give();
    r.gpu->record(stream, end);
    r.gpu->synchronize();
    return r.gpu->elapsed_ms(begin, end) * 1e3;
  };
  struct Measured {
    std::uint64_t mib;
    double copy, fill;
  };
  for (const Measured& m :
       {Measured{1, 6.02, 5.63}, Measured{4, 6.88, 6.43}, Measured{8, 7.90, 7.62},
        Measured{16, 10.59, 9.25}, Measured{32, 21.66, 13.12}}) {
    const std::uint64_t bytes = m.mib << 20;
    INFO(m.mib << " MiB");
    CHECK(microseconds([&] {
            r.gpu->copy(stream, {memory + bytes, memory, bytes}, false);
          }) == Approx(m.copy).epsilon(0.18));
    CHECK(microseconds([&] {
            r.gpu->fill(stream, memory, {.width = bytes}, {0, 1}, false);
          }) == Approx(m.fill).epsilon(0.05));
  }
}

TEST_CASE("of kernels side by side, the one that faults is named") {
  Rig r;
  Stream& one = r.gpu->create_stream(false);
  Stream& two = r.gpu->create_stream(false);
  const std::uint64_t out = r.memory(64);
  r.launch(one, "spin", {1}, {1}, 100'000u, out);
  r.launch(two, "add", {1}, {1}, out + 4096, 1u);
  r.gpu->synchronize();
  CHECK(r.gpu->status() == Status::IllegalAddress);
  REQUIRE(r.launches.size() == 1);
  CHECK(r.launches[0].kernel->program.kernel == "add");
  CHECK_THAT(r.launches[0].result.explanation, Contains("ld.global.u32 %r3, [%d3]"));
}

TEST_CASE("blocks of a stream of higher priority come first") {
  Rig r;
  const unsigned blocks = 40 * 16 * 4;  // t4: 40 SMs of 16 blocks
  const auto ends = [&](int first, int second) {
    r.launches.clear();
    const std::uint64_t out = r.memory(64);
    Stream& one = r.gpu->create_stream(false, first);
    Stream& two = r.gpu->create_stream(false, second);
    r.launch(one, "spin", {blocks}, {32}, 2000u, out);
    r.launch(two, "spin", {16}, {32}, 2000u, out);
    r.gpu->synchronize();
    REQUIRE(r.launches.size() == 2);
    return std::pair(r.launches[0].result.launch.grid.x, r.launches[1].result.launch.grid.x);
  };
  CHECK(ends(0, 0) == std::pair(blocks, 16u));
  CHECK(ends(0, kGreatestPriority) == std::pair(16u, blocks));
  CHECK(ends(kGreatestPriority, 0) == std::pair(blocks, 16u));
}

TEST_CASE("pageable memory is the host's again when the call returns") {
  Rig r;
  const std::uint64_t device = r.memory(4);
  std::uint32_t value = 5;
  r.gpu->copy(r.gpu->default_stream(), {device, reinterpret_cast<std::uint64_t>(&value), 4}, false);
  value = 6;
  CHECK(r.word(device) == 5);
}

TEST_CASE("a fault shows when the host waits, and stays until a reset") {
  for (const bool timing : {true, false}) {
    Rig r(timing);
    const std::uint64_t out = r.memory(4);
    r.launch(r.gpu->default_stream(), "spin", {}, {}, 1u, out + 64);
    CHECK(r.gpu->status() == Status::Success);
    r.launch(r.gpu->default_stream(), "spin", {}, {}, 1u, out);
    r.gpu->synchronize();
    CHECK(r.gpu->status() == Status::IllegalAddress);
    REQUIRE(r.launches.size() == 1);
    CHECK(r.launches[0].result.status == RunStatus::Fault);
    CHECK_THAT(r.launches[0].result.explanation, Contains("60 bytes past the end"));
    CHECK_THROWS_AS(r.launch(r.gpu->default_stream(), "spin", {}, {}, 1u, out), CallError);
    r.gpu->reset();
    CHECK(r.gpu->status() == Status::Success);
  }
}

TEST_CASE("a launch that the device cannot hold is refused at once") {
  Rig r;
  const auto status = [&](Dim3 grid, Dim3 block, std::uint32_t shared) {
    LaunchRequest request;
    request.kernel = r.module->kernel("choose");
    request.grid = grid;
    request.block = block;
    request.dynamic_shared = shared;
    try {
      require_launchable(request, r.gpu->arch());
      return Status::Success;
    } catch (const CallError& e) {
      CHECK_THAT(e.what(), Contains("the launch of choose, ") && Contains(" is refused: "));
      return e.status;
    }
  };
  CHECK(status({}, {1024}, 0) == Status::Success);
  CHECK(status({}, {1025}, 0) == Status::InvalidConfiguration);
  CHECK(status({0}, {32}, 0) == Status::InvalidConfiguration);
  CHECK(status({1, 65536}, {32}, 0) == Status::InvalidConfiguration);
  CHECK(status({}, {32}, 48 * 1024) == Status::Success);
  CHECK(status({}, {32}, 49 * 1024) == Status::InvalidValue);  // not without asking
}

TEST_CASE("memory is limited to what the device has") {
  Rig r;
  CHECK_THROWS_AS(r.memory(r.gpu->memory().capacity()), CallError);
  const std::uint64_t before = r.gpu->memory().available();
  const std::uint64_t half = r.memory(1 << 20);
  CHECK(r.gpu->memory().available() == before - (1 << 20));
  CHECK(r.gpu->memory().region(half + 5).base == half);
  CHECK(r.gpu->memory().free(half));
  CHECK_FALSE(r.gpu->memory().free(half));
  CHECK(r.gpu->memory().available() == before);
}

TEST_CASE("a library of machine code does not hide the PTX of other linked files") {
  Rig r;
  const std::string ptx = fatbin_of({kPtx, 50});
  std::string code = ptx;
  code[kFatbinHeaderBytes] = 2;  // the kind of its entry
  const auto at = [](const std::string& s) { return reinterpret_cast<const std::byte*>(s.data()); };
  CHECK(r.gpu->load_linked({at(ptx), at(code)}).kernel("add") != nullptr);
  CHECK(r.gpu->load_linked({at(code), at(ptx)}).kernel("add") != nullptr);
  CHECK_THROWS_WITH(r.gpu->load_linked({at(code), at(code)}),
                    Contains("it holds machine code for sm_50"));
}

TEST_CASE("a kernel reaches the memory of a peer, as long as it may") {
  for (const bool timing : {true, false}) {
    Rig r(timing);
    Gpu other(1, r.options, [](LaunchRecord&&) {});
    DeviceMemory &here = r.gpu->memory(), &there = other.memory();
    const std::uint64_t before = there.allocate(128, "before");
    CHECK(here.reach(there));
    CHECK_FALSE(here.reach(there));
    CHECK(there.reach(here));
    const std::uint64_t after = there.allocate(128, "after");
    for (const std::uint64_t a : {before, after}) {
      r.launch(r.gpu->default_stream(), "add", {}, {32}, a, 3u);
      r.gpu->synchronize();
      std::uint32_t value = 0;
      std::memcpy(&value, there.bytes_at(a + 4, 4), 4);
      CHECK(value == 8);  // and the constant
    }
    CHECK_THAT(here.describe(after), Contains("'after of device 1'"));
    CHECK(there.free(after));
    CHECK(here.bytes_at(after, 4) == nullptr);
    CHECK(here.leave(there));
    CHECK_FALSE(here.leave(there));
    r.launch(r.gpu->default_stream(), "add", {}, {32}, before, 3u);
    r.gpu->synchronize();
    CHECK(r.gpu->status() == Status::IllegalAddress);
  }
}

TEST_CASE("the counters of a launch do not depend on those before it") {
  Rig r;
  const std::uint64_t a = r.memory(128);
  for (int i = 0; i < 3; ++i) r.launch(r.gpu->default_stream(), "add", {}, {32}, a, 1u);
  r.gpu->synchronize();
  REQUIRE(r.launches.size() == 3);
  for (const LaunchRecord& launch : r.launches) {
    CHECK(launch.result.counters[Counter::inst_executed] ==
          r.launches[0].result.counters[Counter::inst_executed]);
    CHECK(launch.end_ns > launch.start_ns);
  }
  CHECK(r.launches[1].start_ns >= r.launches[0].end_ns);
}

TEST_CASE(
    "a device tells its memory bus and its rate of double precision as datasheets have them") {
  const std::map<std::string, std::pair<int, int>> known{
      {"h200", {6144, 2}},    {"h100", {5120, 2}},    {"a100", {5120, 2}},
      {"v100", {4096, 2}},    {"p100", {4096, 2}},    {"t4", {256, 32}},
      {"rtx3090", {384, 64}}, {"gtx1080", {256, 32}}, {"k40", {384, 3}}};
  for (const auto& [arch, facts] : known) {
    CAPTURE(arch);
    Rig rig(true, arch.c_str());
    CHECK(device_attribute(*rig.gpu, 37) == facts.first);
    CHECK(device_attribute(*rig.gpu, 87) == facts.second);
    CHECK(device_attribute(*rig.gpu, 120) == 0);  // clusters do not run
  }
}
