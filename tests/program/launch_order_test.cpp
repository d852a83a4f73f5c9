// When launches start and end, beside the other work of their streams, and how they are numbered.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <deque>
#include <map>
#include <random>

#include "sim/program/gpu.h"

using namespace simt;
using namespace simt::program;

namespace {

// spin(n): n rounds of a dependent addition in one thread of each block.
const char* const kSpin = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry spin(.param .u32 n) {
  .reg .pred %p; .reg .b32 %r<3>;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, 0;
L: add.u32 %r2, %r2, 1;
  setp.lt.u32 %p, %r2, %r1;
  @%p bra L;
  ret;
}
.visible .entry short(.param .u32 n) { ret; }
)";

class Streams {
 public:
  explicit Streams(ExecOptions options = {}) : options_(with(std::move(options))) {}

  Gpu& gpu() { return gpu_; }
  Stream& stream(bool blocking = false) { return gpu_.create_stream(blocking); }
  /// A block of 48 KiB shared memory has an SM of the T4 to itself.
  void launch(Stream& stream, unsigned blocks, std::uint32_t rounds, const char* name = "spin") {
    LaunchRequest request{module_.kernel(name), {blocks, 1, 1}, {32, 1, 1}, 48 * 1024, {}, false};
    request.params.resize(request.kernel->program.param_bytes);
    std::memcpy(request.params.data(), &rounds, sizeof rounds);
    gpu_.launch(stream, request);
  }
  const LaunchRecord& record(std::uint64_t id) const {
    const auto it = std::ranges::find_if(launches, [&](const auto& l) { return l.place.id == id; });
    REQUIRE(it != launches.end());
    return *it;
  }
  std::deque<LaunchRecord> launches;  ///< in the order in which they end

 private:
  static ExecOptions with(ExecOptions out) {
    out.arch = "t4";
    out.config_dir = SIMT_SOURCE_DIR "/configs";
    out.timeline_file = "recorded";
    return out;
  }
  const ExecOptions options_;
  Gpu gpu_{0, options_, [this](LaunchRecord&& record) { launches.push_back(std::move(record)); }};
  LoadedModule& module_ = gpu_.load("test", kSpin);
};

constexpr unsigned kSms = 40;

}  // namespace

TEST_CASE("a kernel that waits for SMs of another one starts when its first block does") {
  Streams s;
  s.launch(s.stream(), kSms, 5000);
  s.launch(s.stream(), 1, 10, "short");
  s.gpu().synchronize();
  const LaunchRecord &busy = s.record(0), &small = s.record(1);
  const double busy_ns = busy.end_ns - busy.start_ns, small_ns = small.end_ns - small.start_ns;
  CHECK(busy_ns > 10'000);
  CHECK(small_ns < 5'000);
  CHECK(small.start_ns > busy.start_ns + 0.9 * (busy_ns - 5'000));
  CHECK(small.result.seconds() * 1e9 == Approx(small_ns).epsilon(0.01));
  const timeline::Work& work = s.gpu().timeline()->work.at(1);
  CHECK(work.started == small.start_ns);
  CHECK(work.ended == small.end_ns);
}

TEST_CASE("the same kernel takes as long beside others as alone") {
  Streams alone;
  alone.launch(alone.stream(), 1, 1000);
  alone.gpu().synchronize();
  Streams beside;
  beside.launch(beside.stream(), kSms - 1, 3000);
  beside.launch(beside.stream(), 1, 1000);
  beside.gpu().synchronize();
  CHECK(beside.record(1).result.cycles_elapsed ==
        Approx(static_cast<double>(alone.record(0).result.cycles_elapsed)).epsilon(0.02));
}

TEST_CASE("a launch's limit of cycles begins with its first block") {
  Streams unlimited;
  unlimited.launch(unlimited.stream(), kSms, 3000);
  unlimited.gpu().synchronize();
  ExecOptions options;
  options.max_cycles = unlimited.record(0).result.cycles_elapsed * 3 / 2;
  Streams s(options);
  s.launch(s.stream(), kSms, 3000);
  s.launch(s.stream(), kSms, 3000);
  s.gpu().synchronize();
  CHECK(s.gpu().status() == Status::Success);
  CHECK(s.record(1).end_ns > s.record(0).end_ns);
}

TEST_CASE("nothing begins before what it comes after has ended") {
  std::mt19937 random(1);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (unsigned program = 0; program < 30; ++program) {
    CAPTURE(program);
    Streams s;
    Gpu& gpu = s.gpu();
    std::vector<Stream*> streams{&gpu.default_stream()};
    for (unsigned i = 0; i < 4; ++i) streams.push_back(&s.stream(i % 2 == 0));
    std::deque<Event> events(3);
    std::vector<std::byte> host(1 << 16);
    gpu.memory().attach(host.data(), host.size(), DeviceMemory::Kind::Pinned, "pinned memory");
    const std::uint64_t there = gpu.memory().allocate(host.size(), "test"),
                        here = reinterpret_cast<std::uint64_t>(host.data());
    for (unsigned i = 0; i < 40; ++i) {
      Stream& stream = *streams[below(5)];
      Event& event = events[below(3)];
      const std::uint64_t bytes = std::uint64_t{1} << below(17);
      switch (below(7)) {
        case 0:
        case 1:
          s.launch(stream, 1 + below(2 * kSms), 1 + below(300));
          break;
        case 2:
          gpu.copy(stream, {there, here, bytes}, below(8) == 0);
          break;
        case 3:
          gpu.copy(stream, {here, there, bytes}, below(8) == 0);
          break;
        case 4:
          gpu.fill(stream, there, {.width = bytes}, {}, false);
          break;
        case 5:
          gpu.record(stream, event);
          break;
        default:
          gpu.wait_for(stream, event);
      }
    }
    gpu.synchronize();
    const std::vector<timeline::Work>& work = gpu.timeline()->work;
    std::map<std::uint64_t, double> end_of_stream;
    for (std::size_t i = 0; i < work.size(); ++i) {
      const timeline::Work& w = work[i];
      CAPTURE(i, w.label, w.stream);
      REQUIRE(w.done);
      CHECK(w.started >= w.issued);
      CHECK(w.ended >= w.started);
      for (const timeline::Work::Source& before : w.after)
        CHECK(w.started >= work[before.work].ended);
      double& end = end_of_stream[w.stream];
      CHECK(w.started >= end);
      end = w.ended;
    }
    for (const LaunchRecord& l : s.launches)
      CHECK(l.end_ns - l.start_ns == Approx(l.result.seconds() * 1e9).margin(50));
  }
}

TEST_CASE("launches are numbered and chosen in the order of their calls") {
  ExecOptions options;
  options.launch_skip = 1;
  options.launch_count = 1;
  Streams s(options);
  Stream& a = s.stream();
  s.launch(a, 1, 3000);
  s.launch(a, 1, 3000);
  s.launch(s.stream(), 1, 10, "short");  // ends first
  s.gpu().synchronize();
  REQUIRE(s.launches.size() == 3);
  CHECK(s.launches.front().place.id == 2);
  for (const LaunchRecord& l : s.launches) CHECK(l.place.chosen == (l.place.id == 1));
}

TEST_CASE("a kernel that had ended when another one fails is reported") {
  ExecOptions options;
  options.max_cycles = 20'000;
  Streams s(options);
  s.launch(s.stream(), 1, 1'000'000);
  s.launch(s.stream(), 1, 10, "short");
  s.gpu().synchronize();
  CHECK(s.gpu().status() == Status::LaunchTimeout);
  CHECK(s.record(0).result.status == RunStatus::Limit);
  CHECK(s.record(1).result.status == RunStatus::Finished);
}

TEST_CASE("a launch that is stopped at its limit has taken as many cycles") {
  ExecOptions options;
  options.max_cycles = 1000;
  Streams s(options);
  s.launch(s.stream(), 1, 1'000'000);
  s.gpu().synchronize();
  CHECK(s.record(0).result.status == RunStatus::Limit);
  CHECK(s.record(0).result.cycles_elapsed == 1000);
  CHECK(s.record(0).end_ns - s.record(0).start_ns == Approx(1000 / 1.59).epsilon(0.01));
}
