// What --timeline records: the classic pipeline over pinned and pageable memory, the default
// stream, events, and copies beside those of an H200 (tests/programs/h200/copies.csv).
#include <catch2/catch.hpp>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/program/gpu.h"
#include "sim/program/timeline/overlap.h"
#include "sim/program/timeline/perfetto.h"
#include "sim/program/timeline/svg.h"

using namespace simt;
using namespace simt::program;
using namespace simt::program::timeline;
using Catch::Matchers::Contains;

namespace {

// spin(n): n rounds of a dependent addition in one thread.
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
)";

class Streaming {
 public:
  Streaming() : gpu_(0, options_, [](LaunchRecord&&) {}), module_(gpu_.load("test", kSpin)) {}

  Gpu& gpu() { return gpu_; }
  std::uint64_t device(std::uint64_t bytes) { return gpu_.memory().allocate(bytes, "test"); }
  std::uint64_t host(std::uint64_t bytes, bool pinned) {
    std::vector<std::byte>& memory = memory_.emplace_back(bytes);
    if (pinned)
      gpu_.memory().attach(memory.data(), bytes, DeviceMemory::Kind::Pinned, "pinned memory");
    return reinterpret_cast<std::uint64_t>(memory.data());
  }
  void spin(Stream& stream, std::uint32_t rounds) {
    LaunchRequest request{module_.kernel("spin"), {1, 1, 1}, {1, 1, 1}, 0, {}, false};
    request.params.resize(request.kernel->program.param_bytes);
    std::memcpy(request.params.data(), &rounds, sizeof rounds);
    gpu_.launch(stream, request);
  }
  void copy(Stream& stream, std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    gpu_.copy(stream, {to, from, bytes}, false);
  }
  const DeviceTimeline& timeline() { return *gpu_.timeline(); }
  Overlap overlap() { return overlap_of(timeline()); }

 private:
  static ExecOptions options() {
    ExecOptions out;
    out.arch = "h200";
    out.config_dir = SIMT_SOURCE_DIR "/configs";
    out.timeline_file = "recorded";
    return out;
  }
  const ExecOptions options_ = options();
  std::deque<std::vector<std::byte>> memory_;
  Gpu gpu_;
  LoadedModule& module_;
};

constexpr std::uint64_t kChunk = 2 << 20;
constexpr unsigned kChunks = 6, kStreams = 3;

/// Depth first: copy in, kernel, copy out of each chunk, in three streams.
void run_pipeline(Streaming& p, bool pinned) {
  const std::uint64_t in = p.host(kChunks * kChunk, pinned), out = p.host(kChunks * kChunk, pinned),
                      device = p.device(kChunks * kChunk);
  std::vector<Stream*> streams;
  for (unsigned s = 0; s < kStreams; ++s) streams.push_back(&p.gpu().create_stream(true));
  for (unsigned c = 0; c < kChunks; ++c) {
    Stream& stream = *streams[c % kStreams];
    p.copy(stream, device + c * kChunk, in + c * kChunk, kChunk);
    p.spin(stream, 3000);
    p.copy(stream, out + c * kChunk, device + c * kChunk, kChunk);
  }
  p.gpu().synchronize();
}

double both(const Overlap& o, Engine a, Engine b) {
  const auto busy = [&](Engine engine) -> const Intervals& {
    for (const EngineUse& use : o.engines)
      if (use.engine == engine) return use.busy;
    FAIL("no " << name_of(engine));
    return o.engines.front().busy;
  };
  return length(intersection(busy(a), busy(b)));
}

double lost(const Overlap& o, Cause cause) {
  for (const LostTime& l : o.lost)
    if (l.cause == cause) return l.ns;
  return 0;
}

}  // namespace

TEST_CASE("sets of times") {
  CHECK(united({{3, 5}, {0, 1}, {4, 8}, {1, 2}, {9, 9}}) == Intervals{{0, 2}, {3, 8}});
  CHECK(intersection({{0, 4}, {6, 9}}, {{1, 2}, {3, 7}}) == Intervals{{1, 2}, {3, 4}, {6, 7}});
  CHECK(without({{0, 4}, {6, 9}}, {{1, 2}, {3, 7}}) == Intervals{{0, 1}, {2, 3}, {7, 9}});
  CHECK(length({{0, 4}, {6, 9}}) == 7);
}

TEST_CASE("the pipeline of three streams overlaps over pinned memory") {
  Streaming p;
  run_pipeline(p, true);
  const Overlap o = p.overlap();
  const double copy = 40000;  // 2 MiB, ns
  CHECK(both(o, Engine::Kernels, Engine::ToDevice) > 2 * copy);
  CHECK(both(o, Engine::Kernels, Engine::ToHost) > 2 * copy);
  CHECK(both(o, Engine::ToDevice, Engine::ToHost) > copy);
  CHECK(lost(o, Cause::Pageable) == 0);
  CHECK_THAT(overlap_text(p.timeline()), Contains("copies to device") && Contains("with kernels"));
}

TEST_CASE("the same pipeline serialises over pageable memory") {
  Streaming p;
  run_pipeline(p, false);
  const Overlap o = p.overlap();
  CHECK(both(o, Engine::Kernels, Engine::ToDevice) == 0);
  CHECK(both(o, Engine::Kernels, Engine::ToHost) == 0);
  CHECK(both(o, Engine::ToDevice, Engine::ToHost) == 0);
  REQUIRE_FALSE(o.lost.empty());
  CHECK(o.lost.front().cause == Cause::Pageable);
  // No kernel and no copy meet: that is no time of 0 ns.
  CHECK_THAT(overlap_text(p.timeline()),
             Contains("No work overlapped.") && Contains("none") && !Contains("0.00 ns"));
  CHECK_THAT(overlap_text(p.timeline()), Contains("cudaMallocHost"));
}

TEST_CASE("small copies of pageable memory are staged: the host goes on") {
  for (const std::uint64_t bytes : {std::uint64_t{64} << 10, (std::uint64_t{64} << 10) + 4}) {
    Streaming p;
    Stream& stream = p.gpu().create_stream(true);
    p.copy(stream, p.device(bytes), p.host(bytes, false), bytes);
    p.spin(stream, 10);
    p.gpu().synchronize();
    const std::vector<timeline::Work>& work = p.timeline().work;
    CHECK((work[1].issued < work[0].ended) == (bytes == 64 << 10));
  }
}

TEST_CASE("copies take what events measured on an H200") {
  std::ifstream csv(SIMT_SOURCE_DIR "/tests/programs/h200/copies.csv");
  std::map<std::pair<std::string, bool>, unsigned> compared;
  for (std::string line; std::getline(csv, line);) {
    std::istringstream in(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    if (cells.front() != "copy" || cells[1].size() != 3) continue;
    const bool to_device = cells[1] == "h2d", pinned = cells[2] == "pinned";
    if (cells[1] == "d2d" || cells[3] == "bytes") continue;
    const std::uint64_t bytes = std::stoull(cells[3]), mebibyte = 1 << 20;
    if (bytes < mebibyte || bytes > 128 * mebibyte) continue;
    Streaming p;
    const std::uint64_t host = p.host(bytes, pinned), device = p.device(bytes);
    for (unsigned again = 0; again < 2; ++again)
      p.copy(p.gpu().default_stream(), to_device ? device : host, to_device ? host : device, bytes);
    p.gpu().synchronize();
    REQUIRE(p.timeline().work.size() == 2);
    const timeline::Work& copy = p.timeline().work.back();
    INFO(line);
    CHECK(copy.ended - copy.started == Approx(std::stod(cells[5]) * 1e3).epsilon(0.15));
    ++compared[{cells[1], pinned}];
  }
  for (const char* direction : {"h2d", "d2h"})
    for (const bool pinned : {true, false}) CHECK(compared[{direction, pinned}] == 8);
}

// Rows "operation" of the same file: chunk by chunk to the device and back to the same memory, in
// three streams, again and again.
TEST_CASE("copies of a pipeline over pageable memory take what events measured on an H200") {
  std::ifstream csv(SIMT_SOURCE_DIR "/tests/programs/h200/copies.csv");
  std::map<std::pair<std::uint64_t, std::string>, std::vector<double>> measured;
  for (std::string line; std::getline(csv, line);) {
    if (line.rfind("operation,depth,pageable,3,", 0) != 0) continue;
    std::istringstream in(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    if (cells[5] == "100" && cells[8] != "kernel")
      measured[{std::stoull(cells[4]), cells[8]}].push_back(std::stod(cells[10]) -
                                                            std::stod(cells[9]));
  }
  REQUIRE(measured.size() == 8);  // 1, 4, 16, 64 MiB
  for (auto& [what, times] : measured) {
    const auto& [bytes, direction] = what;
    constexpr unsigned kChunks = 6;
    Streaming p;
    const std::uint64_t host = p.host(kChunks * bytes, false), device = p.device(kChunks * bytes);
    for (unsigned round = 0; round < 2; ++round)
      for (unsigned k = 0; k < kChunks; ++k) {
        const std::uint64_t at = k * bytes;
        p.copy(p.gpu().default_stream(), device + at, host + at, bytes);
        p.copy(p.gpu().default_stream(), host + at, device + at, bytes);
      }
    p.gpu().synchronize();
    const std::vector<timeline::Work>& work = p.timeline().work;
    const timeline::Work& copy = work[work.size() - (direction == "h2d" ? 2 : 1)];
    std::ranges::nth_element(times, times.begin() + kChunks / 2);
    INFO(bytes << " " << direction);
    CHECK(copy.ended - copy.started == Approx(times[kChunks / 2] * 1e3).epsilon(0.15));
  }
}

TEST_CASE("work in the legacy default stream keeps others from overlapping") {
  for (const bool blocking : {true, false}) {
    Streaming p;
    const std::uint64_t host = p.host(kChunk, true), device = p.device(kChunk);
    Stream& stream = p.gpu().create_stream(blocking);
    p.copy(stream, device, host, kChunk);
    p.spin(p.gpu().default_stream(), 3000);
    p.gpu().synchronize();
    const Overlap o = p.overlap();
    CHECK((both(o, Engine::Kernels, Engine::ToDevice) == 0) == blocking);
    CHECK((lost(o, Cause::DefaultStream) > 0) == blocking);
  }
}

TEST_CASE("order within a stream is no time that waiting cost") {
  Streaming p;
  const std::uint64_t host = p.host(2 * kChunk, true), device = p.device(2 * kChunk);
  Stream& a = p.gpu().create_stream(true);
  Stream& b = p.gpu().create_stream(true);
  p.copy(a, device, host, kChunk);
  p.spin(a, 3000);
  p.gpu().synchronize();
  CHECK(p.overlap().lost.empty());
  CHECK_THAT(overlap_text(p.timeline()), Contains("In the order of its streams and events"));
  p.copy(b, device + kChunk, host + kChunk, kChunk);
  p.gpu().synchronize();
  const timeline::Work& kernel = p.timeline().work[1];
  CHECK(lost(p.overlap(), Cause::HostWaits) ==
        Approx(kernel.ended - kernel.started).epsilon(0.15));  // the copy runs beside it
}

TEST_CASE("a host that waits costs nothing where an event orders the work anyway") {
  for (const bool event : {true, false}) {
    Streaming p;
    const std::uint64_t host = p.host(kChunk, true), device = p.device(kChunk);
    Stream& a = p.gpu().create_stream(false);
    Stream& b = p.gpu().create_stream(false);
    Event spun;
    p.spin(b, 3000);
    p.gpu().record(b, spun);
    if (event) p.gpu().wait_for(a, spun);
    p.gpu().synchronize();
    p.copy(a, device, host, kChunk);
    p.gpu().synchronize();
    REQUIRE(p.timeline().work.size() == 2);
    CHECK(p.timeline().work[1].after.size() == (event ? 1U : 0U));
    const timeline::Work& kernel = p.timeline().work[0];
    const double least = 0.5 * (kernel.ended - kernel.started);
    CHECK((lost(p.overlap(), Cause::HostWaits) > least) == !event);
  }
}

TEST_CASE("kernels that the default stream serialises could have run side by side") {
  for (const bool blocking : {true, false}) {
    Streaming p;
    p.spin(p.gpu().create_stream(blocking), 3000);
    p.spin(p.gpu().default_stream(), 3000);
    p.spin(p.gpu().create_stream(blocking), 3000);
    p.gpu().synchronize();
    const Overlap o = p.overlap();
    const timeline::Work& kernel = p.timeline().work[0];
    const double length = kernel.ended - kernel.started, ns = lost(o, Cause::DefaultStream);
    CHECK((blocking ? ns > 1.5 * length && ns < 2.1 * length : ns == 0));
    CHECK((o.overlapped > 0) == !blocking);
  }
}

TEST_CASE("time without a cause never falls below what an engine is busy for") {
  Streaming p;
  const std::uint64_t host = p.host(4 * kChunk, true), device = p.device(4 * kChunk);
  for (unsigned i = 0; i < 4; ++i) {
    Stream& stream = p.gpu().create_stream(true);
    p.copy(stream, device + i * kChunk, host + i * kChunk, kChunk);
    p.spin(p.gpu().default_stream(), 1000);
    p.gpu().synchronize();
  }
  const Overlap o = p.overlap();
  REQUIRE_FALSE(o.lost.empty());
  for (const EngineUse& use : o.engines)
    if (use.engine == Engine::ToDevice) CHECK(o.in_order >= length(use.busy) - 1);
  for (const LostTime& l : o.lost) CHECK(l.ns <= o.to - o.from);
}

TEST_CASE("time in which three engines work counts once") {
  Streaming p;
  const std::uint64_t host = p.host(2 * kChunk, true), device = p.device(2 * kChunk);
  p.copy(p.gpu().create_stream(false), device, host, kChunk);
  p.copy(p.gpu().create_stream(false), host + kChunk, device + kChunk, kChunk);
  p.spin(p.gpu().create_stream(false), 3000);
  p.gpu().synchronize();
  const Overlap o = p.overlap();
  double longest = 0;
  for (const EngineUse& use : o.engines) longest = std::max(longest, length(use.busy));
  CHECK(o.overlapped > 0);
  CHECK(o.overlapped <= o.to - o.from);
  CHECK(o.overlapped <= longest);
}

TEST_CASE("an arrow says why work waited") {
  Streaming p;
  const std::uint64_t host = p.host(kChunk, true), device = p.device(kChunk);
  Stream& a = p.gpu().create_stream(true);
  Stream& b = p.gpu().create_stream(true);
  Event event;
  p.spin(p.gpu().default_stream(), 100);
  p.gpu().record(b, event);    // b waits for the default stream
  p.gpu().wait_for(a, event);  // and so does a
  p.copy(a, device, host, kChunk);
  p.gpu().synchronize();
  const std::vector<timeline::Work::Source>& after = p.timeline().work[1].after;
  REQUIRE(after.size() == 1);
  CHECK(name_of(after[0].order) == "default stream");
  CHECK(after[0].waited);
  p.spin(b, 10);  // long after
  CHECK_FALSE(p.timeline().work[2].after.at(0).waited);
}

TEST_CASE("the trace has tracks, and arrows from slice to slice") {
  Streaming p;
  const std::uint64_t host = p.host(kChunk, true), device = p.device(kChunk);
  Stream& a = p.gpu().create_stream(true);
  Stream& b = p.gpu().create_stream(true);
  Event event;
  p.copy(a, device, host, kChunk);
  p.gpu().record(a, event);
  p.gpu().wait_for(b, event);
  p.spin(b, 100);
  p.gpu().synchronize();
  REQUIRE(p.timeline().work.size() == 2);
  REQUIRE(p.timeline().work[1].after.size() == 1);
  CHECK(p.timeline().work[1].after[0].order == timeline::Work::Order::Event);

  std::ostringstream out;
  write_perfetto({&p.timeline()}, out);
  const nlohmann::json events = nlohmann::json::parse(out.str())["traceEvents"];
  std::map<std::string, int> names, arrows;
  for (const auto& e : events) {
    if (e["name"] == "thread_name") ++names[e["args"]["name"].get<std::string>()];
    if (e["ph"] != "s" && e["ph"] != "f") continue;
    ++arrows[e["ph"].get<std::string>() + " " + e["name"].get<std::string>()];
    bool within = false;
    for (const auto& slice : events)
      within |= slice["ph"] == "X" && slice["pid"] == e["pid"] && slice["tid"] == e["tid"] &&
                slice["ts"] <= e["ts"] &&
                e["ts"].get<double>() <= slice["ts"].get<double>() + slice["dur"].get<double>();
    CHECK(within);
  }
  for (const char* name : {"host calls", "stream 1", "stream 2", "copies to device", "kernels"})
    CHECK(names[name] == 1);
  CHECK(arrows["s event"] == 1);
  CHECK(arrows["s launch"] == 2);
  CHECK(arrows["f launch"] == 2);
}

TEST_CASE("a picture of the timeline has a row for each stream and each engine") {
  Streaming p;
  run_pipeline(p, true);
  const std::string svg = timeline_svg({&p.timeline()});
  for (const char* row : {"stream 1<", "stream 2<", "stream 3<", ">kernels<", ">copies to device<",
                          ">copies to host<"})
    CHECK_THAT(svg, Contains(row));
  CHECK_THAT(svg, !Contains("nan") && !Contains("inf"));
}
