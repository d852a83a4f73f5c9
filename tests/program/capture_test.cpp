// Capture of streams: which graph it makes, and what it refuses. The errors and what they leave are
// those of an H200 (driver of CUDA 13).
#include "sim/program/capture.h"

#include <catch2/catch.hpp>

#include "tests/program/rig.h"

namespace simt::program {
namespace {

struct CaptureRig : Rig {
  explicit CaptureRig(bool with_timing = true) : Rig(with_timing) {}
  Stream& s = gpu.create_stream(true);
  Stream& t = gpu.create_stream(true);
  Event event;
  std::uint64_t x = word(1), y = word(1);

  void begin(CaptureMode mode = CaptureMode::Global) { gpu.begin_capture(s, mode); }
  bool spoilt() const { return s.point.capture && s.point.capture->invalid; }
};

Status answer_to(const std::function<void()>& call) {
  try {
    call();
  } catch (const CallError& e) {
    return e.status;
  }
  return Status::Success;
}

TEST_CASE("A fork and a join by events become the edges of a graph") {
  CaptureRig rig(GENERATE(true, false));
  rig.begin();
  rig.gpu.record(rig.s, rig.event);
  rig.gpu.wait_for(rig.t, rig.event);
  CHECK(rig.t.point.capture == rig.s.point.capture);
  rig.gpu.launch(rig.s, rig.step(rig.x, 1, 1));
  rig.gpu.launch(rig.s, rig.step(rig.x, 2, 0));
  rig.gpu.launch(rig.t, rig.step(rig.y, 1, 4));
  Event join;
  rig.gpu.record(rig.t, join);
  rig.gpu.wait_for(rig.s, join);
  rig.gpu.copy(rig.s, {rig.x, rig.y, 4}, false);
  const GraphPtr graph = rig.gpu.end_capture(rig.s);
  CHECK_FALSE(rig.s.point.capture);
  CHECK_FALSE(rig.t.point.capture);

  const auto& nodes = graph->nodes();
  REQUIRE(nodes.size() == 4);
  const auto node = [&](std::size_t i) { return nodes[i].get(); };
  CHECK(node(0)->after.empty());
  CHECK(node(1)->after == std::vector<GraphNode*>{node(0)});
  CHECK(node(2)->after.empty());
  CHECK(node(3)->after == std::vector<GraphNode*>{node(1), node(2)});

  rig.gpu.synchronize();
  CHECK(rig.launches.empty());
  CHECK(rig.value(rig.x) == 1);
  GraphExec exec(*graph);
  rig.gpu.launch(rig.t, exec);
  rig.gpu.synchronize(rig.t);
  CHECK(rig.value(rig.x) == 5);
  rig.gpu.launch(rig.s, exec);
  rig.gpu.synchronize(rig.s);
  CHECK(rig.value(rig.x) == 9);
}

TEST_CASE("A launch of a graph that is captured becomes a graph inside") {
  CaptureRig rig;
  Graph inner;
  inner.add(rig.step(rig.x, 3, 0), {});
  GraphExec exec(inner);
  rig.begin();
  rig.gpu.launch(rig.s, exec);
  rig.gpu.launch(rig.s, rig.step(rig.x, 1, 1));
  const GraphPtr graph = rig.gpu.end_capture(rig.s);
  REQUIRE(graph->nodes().size() == 2);
  CHECK(std::holds_alternative<GraphPtr>(graph->nodes()[0]->work));
  GraphExec outer(*graph);
  rig.gpu.launch(rig.s, outer);
  rig.gpu.synchronize(rig.s);
  CHECK(rig.value(rig.x) == 4);
}

TEST_CASE("Where a capture begins and ends") {
  CaptureRig rig;
  CHECK(answer_to([&] { rig.gpu.begin_capture(rig.gpu.default_stream(), {}); }) ==
        Status::StreamCaptureUnsupported);
  CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::IllegalState);
  rig.begin();
  CHECK(answer_to([&] { rig.begin(); }) == Status::IllegalState);
  CHECK_FALSE(rig.spoilt());
  rig.gpu.wait_for(rig.s, rig.event);  // never recorded: nothing to wait for
  CHECK(rig.gpu.end_capture(rig.s)->nodes().empty());

  SECTION("in the stream where it began") {
    rig.begin();
    rig.gpu.record(rig.s, rig.event);
    rig.gpu.wait_for(rig.t, rig.event);
    CHECK(answer_to([&] { rig.gpu.end_capture(rig.t); }) == Status::StreamCaptureUnmatched);
    CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::StreamCaptureInvalidated);
    CHECK_FALSE(rig.t.point.capture);
  }
  SECTION("with all work of other streams joined") {
    rig.begin();
    rig.gpu.record(rig.s, rig.event);
    rig.gpu.wait_for(rig.t, rig.event);
    rig.gpu.launch(rig.t, rig.step(rig.x, 1, 1));
    CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::StreamCaptureUnjoined);
  }
  SECTION("a stream that has captured nothing needs no join") {
    rig.begin();
    rig.gpu.launch(rig.s, rig.step(rig.x, 1, 1));
    rig.gpu.record(rig.s, rig.event);
    rig.gpu.wait_for(rig.t, rig.event);
    CHECK(rig.gpu.end_capture(rig.s)->nodes().size() == 1);
  }
  SECTION("by the thread that began it") {
    rig.begin();
    Status status{};
    std::thread([&] { status = answer_to([&] { rig.gpu.end_capture(rig.s); }); }).join();
    CHECK(status == Status::StreamCaptureWrongThread);
  }
}

TEST_CASE("Calls that are refused, or allowed, without a trace") {
  CaptureRig rig;
  Event before;
  rig.gpu.record(rig.t, before);
  rig.gpu.synchronize();
  rig.begin();
  rig.gpu.record(rig.s, rig.event);
  CHECK(answer_to([&] { rig.gpu.passed(rig.event); }) == Status::CapturedEvent);
  CHECK(rig.gpu.passed(before));
  rig.gpu.destroy_stream(rig.gpu.create_stream(true));
  CHECK(rig.gpu.captured_implicitly(rig.gpu.default_stream()));
  CHECK_FALSE(rig.gpu.captured_implicitly(rig.t));
  CHECK_FALSE(rig.spoilt());
  rig.gpu.end_capture(rig.s);
  CHECK(answer_to([&] { rig.gpu.passed(rig.event); }) == Status::InvalidValue);
  CHECK(answer_to([&] { rig.gpu.synchronize(rig.event); }) == Status::InvalidValue);
  CHECK(answer_to([&] { rig.gpu.wait_for(rig.t, rig.event); }) == Status::InvalidValue);
}

TEST_CASE("What a capture forbids spoils it") {
  CaptureRig rig;
  Event outside;
  rig.gpu.record(rig.t, outside);
  struct Row {
    const char* what;
    std::function<void()> call;
    Status answer;
  };
  const std::vector<Row> rows = {
      {"wait for it", [&] { rig.gpu.synchronize(rig.s); }, Status::StreamCaptureUnsupported},
      {"ask for it", [&] { rig.gpu.done(rig.s); }, Status::StreamCaptureUnsupported},
      {"wait for another", [&] { rig.gpu.synchronize(rig.t); }, Status::StreamCaptureUnsupported},
      {"wait for all", [&] { rig.gpu.require_no_capture(); }, Status::StreamCaptureUnsupported},
      {"allocate", [&] { rig.gpu.require_safe(); }, Status::StreamCaptureUnsupported},
      {"a launch that is refused",
       [&] {
         LaunchRequest request = rig.step(rig.x, 1, 1);
         request.block.x = 2000;
         rig.gpu.launch(rig.s, request);
       },
       Status::InvalidConfiguration},
      {"capture the default stream",
       [&] { rig.gpu.begin_capture(rig.gpu.default_stream(), CaptureMode::Global); },
       Status::StreamCaptureImplicit},
      {"ask for another's event", [&] { rig.gpu.done(outside); }, Status::StreamCaptureUnsupported},
      {"the default stream",
       [&] { rig.gpu.launch(rig.gpu.default_stream(), rig.step(rig.x, 1, 1)); },
       Status::StreamCaptureImplicit},
      {"copy and wait",
       [&] {
         rig.gpu.copy(rig.gpu.default_stream(), {rig.x, rig.y, 4}, true);
       },
       Status::StreamCaptureImplicit},
      {"ask for its event", [&] { rig.gpu.done(rig.event); }, Status::CapturedEvent},
      {"an event from outside", [&] { rig.gpu.wait_for(rig.s, outside); },
       Status::StreamCaptureIsolation},
      {"bring the default stream in",
       [&] { rig.gpu.wait_for(rig.gpu.default_stream(), rig.event); },
       Status::StreamCaptureImplicit},
      {"join two captures",
       [&] {
         rig.gpu.begin_capture(rig.t, CaptureMode::Global);
         rig.gpu.wait_for(rig.t, rig.event);
       },
       Status::StreamCaptureMerge},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    rig.begin();
    rig.gpu.launch(rig.s, rig.step(rig.x, 1, 1));
    rig.gpu.record(rig.s, rig.event);
    CHECK(answer_to(row.call) == row.answer);
    CHECK(rig.spoilt());
    CHECK(answer_to([&] { rig.gpu.launch(rig.s, rig.step(rig.x, 1, 1)); }) ==
          Status::StreamCaptureInvalidated);
    CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::StreamCaptureInvalidated);
    CHECK_FALSE(rig.s.point.capture);
    // Its event names nothing any more.
    CHECK(answer_to([&] { rig.gpu.done(rig.event); }) == Status::InvalidValue);
    if (rig.t.point.capture) answer_to([&] { rig.gpu.end_capture(rig.t); });
  }
  CHECK(rig.launches.empty());
  rig.gpu.synchronize();
}

TEST_CASE("A capture's mode and a thread's say whose unsafe calls are refused") {
  CaptureRig rig;
  const auto elsewhere = [&] {
    Status status{};
    std::thread([&] { status = answer_to([&] { rig.gpu.require_safe(); }); }).join();
    return status;
  };
  rig.begin(CaptureMode::ThreadLocal);
  CHECK(elsewhere() == Status::Success);
  CHECK_FALSE(rig.spoilt());
  CHECK(answer_to([&] { rig.gpu.require_safe(); }) == Status::StreamCaptureUnsupported);
  CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::StreamCaptureInvalidated);

  rig.begin(CaptureMode::Relaxed);
  CHECK(answer_to([&] { rig.gpu.require_safe(); }) == Status::Success);
  rig.gpu.end_capture(rig.s);

  rig.begin(CaptureMode::Global);
  thread_capture_mode() = CaptureMode::Relaxed;
  CHECK(answer_to([&] { rig.gpu.require_safe(); }) == Status::Success);
  thread_capture_mode() = CaptureMode::Global;
  CHECK(elsewhere() == Status::StreamCaptureUnsupported);
  CHECK(answer_to([&] { rig.gpu.end_capture(rig.s); }) == Status::StreamCaptureInvalidated);
}

}  // namespace
}  // namespace simt::program
