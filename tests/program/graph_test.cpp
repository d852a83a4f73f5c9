// Graphs: their shape, what launches of them do and when, changes of executable ones.
#include "sim/program/graph.h"

#include <catch2/catch.hpp>

#include "tests/program/rig.h"

namespace simt::program {
namespace {

Status refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CallError& e) {
    return e.status;
  }
  return Status::Success;
}

TEST_CASE("The order of a graph holds its dependencies, else that of adding") {
  Graph graph;
  GraphNode& a = graph.add({}, {});
  GraphNode& b = graph.add({}, {});
  GraphNode& c = graph.add({}, {&a});
  GraphNode& d = graph.add({}, {&c, &b});
  CHECK(graph.order() == std::vector<GraphNode*>{&a, &b, &c, &d});
  graph.connect(c, b);
  CHECK(graph.order() == std::vector<GraphNode*>{&a, &c, &b, &d});
  CHECK(graph.dependents(c) == std::vector<GraphNode*>{&b, &d});

  SECTION("no edge twice, to itself, or out of the graph") {
    Graph other;
    GraphNode& far = other.add({}, {});
    CHECK(refusal_of([&] { graph.connect(c, b); }) == Status::InvalidValue);
    CHECK(refusal_of([&] { graph.connect(a, a); }) == Status::InvalidValue);
    CHECK(refusal_of([&] { graph.connect(a, far); }) == Status::InvalidValue);
    CHECK(refusal_of([&] { graph.add({}, {&far}); }) == Status::InvalidValue);
    CHECK(refusal_of([&] { graph.add({}, {&a, &a}); }) == Status::InvalidValue);
    CHECK(refusal_of([&] { graph.disconnect(a, d); }) == Status::InvalidValue);
  }
  SECTION("a cycle cannot be instantiated") {
    graph.connect(d, a);
    CHECK(refusal_of([&] { GraphExec{graph}; }) == Status::InvalidValue);
    graph.disconnect(d, a);
    CHECK(refusal_of([&] { GraphExec{graph}; }) == Status::Success);
  }
  SECTION("a node takes its edges along") {
    graph.remove(c);
    CHECK(graph.order() == std::vector<GraphNode*>{&a, &b, &d});
    CHECK(b.after.empty());
    CHECK(d.after == std::vector<GraphNode*>{&b});
  }
}

TEST_CASE("A clone has its own nodes, those of graphs inside as well") {
  auto inner = std::make_shared<Graph>();
  GraphNode& deep = inner->add({}, {});
  Graph graph;
  GraphNode& first = graph.add({}, {});
  GraphNode& child = graph.add(inner, {&first});
  const Graph& held = *std::get<GraphPtr>(child.work);
  CHECK(&held != inner.get());  // later changes of it do not show
  inner->add({}, {&deep});
  CHECK(held.nodes().size() == 1);

  NodeMap made;
  const GraphPtr clone = graph.clone(&made);
  REQUIRE(made.size() == 3);
  CHECK(made.at(&first)->graph == clone.get());
  CHECK(made.at(&child)->after == std::vector<GraphNode*>{made.at(&first)});
  const GraphNode* const deep_clone = made.at(held.nodes().front().get());
  CHECK(deep_clone == std::get<GraphPtr>(made.at(&child)->work)->nodes().front().get());
}

TEST_CASE("A graph runs at each launch, in the order of its edges and of the stream") {
  Rig rig(GENERATE(true, false));
  const std::uint64_t x = rig.word(1);
  std::vector<std::uint32_t> seen;
  Graph graph;
  // Added last to first: the edges count.
  GraphNode& look = graph.add(HostWork{[&] { seen.push_back(rig.value(x)); }}, {});
  GraphNode& twice = graph.add(rig.step(x, 2, 0), {});
  GraphNode& plus = graph.add(rig.step(x, 1, 5), {});
  graph.connect(plus, twice);
  graph.connect(twice, look);
  GraphExec exec(graph);
  Stream& stream = rig.gpu.create_stream(true);
  rig.gpu.launch(stream, rig.step(x, 10, 0));  // 10
  rig.gpu.launch(stream, exec);                // 30
  rig.gpu.launch(stream, exec);                // 70
  rig.gpu.launch(stream, rig.step(x, 1, 1));   // 71
  rig.gpu.synchronize(stream);
  CHECK(seen == std::vector<std::uint32_t>{30, 70});
  CHECK(rig.value(x) == 71);

  SECTION("a change of the graph does not reach what was made of it") {
    twice.work = rig.step(x, 3, 0);
    rig.gpu.launch(stream, exec);
    rig.gpu.synchronize(stream);
    CHECK(rig.value(x) == (71 + 5) * 2);
    CHECK(update(exec, graph).result == GraphUpdate::Result::Success);
    rig.gpu.launch(stream, exec);
    rig.gpu.synchronize(stream);
    CHECK(rig.value(x) == (152 + 5) * 3);
  }
  SECTION("a disabled node is an order alone") {
    exec.node_of.at(&twice)->enabled = false;
    rig.gpu.launch(stream, exec);
    rig.gpu.synchronize(stream);
    CHECK(rig.value(x) == 76);
    CHECK(seen.back() == 76);
  }
}

TEST_CASE("Kernels of a graph that follow each other are as far apart as on an H200") {
  Rig rig(true, "h200");
  Graph graph;
  GraphNode* last = nullptr;
  for (unsigned i = 0; i < 20; ++i)
    last = &graph.add(rig.empty(),
                      last == nullptr ? std::vector<GraphNode*>{} : std::vector<GraphNode*>{last});
  GraphExec exec(graph);
  Stream& stream = rig.gpu.create_stream(true);
  rig.gpu.launch(stream, exec);
  rig.gpu.synchronize(stream);
  REQUIRE(rig.launches.size() == 20);
  for (std::size_t i = 1; i < rig.launches.size(); ++i) {
    const LaunchRecord &before = rig.launches[i - 1], &here = rig.launches[i];
    CHECK(here.start_ns >= before.end_ns);
    // "empty kernels of a graph back to back": 701 ns.
    CHECK(here.start_ns - before.start_ns == Approx(701).epsilon(0.05));
    // ncu's time of a kernel is that of one alone.
    CHECK(here.result.seconds() == Approx(rig.launches[0].result.seconds()).epsilon(0.01));
  }
}

TEST_CASE("An update needs the same nodes and edges, and changes nothing otherwise") {
  Rig rig;
  const std::uint64_t x = rig.word(0);
  Graph graph;
  GraphNode& a = graph.add(rig.step(x, 1, 1), {});
  graph.add(rig.step(x, 1, 2), {&a});
  GraphExec exec(graph);

  Graph apart;
  apart.add(rig.step(x, 1, 10), {});
  GraphNode& loose = apart.add(rig.step(x, 1, 20), {});
  const GraphUpdate edges = update(exec, apart);
  CHECK(edges.result == GraphUpdate::Result::TopologyChanged);
  CHECK(edges.node == &loose);

  Graph other;
  GraphNode& kernel = other.add(rig.step(x, 1, 10), {});
  GraphNode& host = other.add(HostWork{[] {}}, {&kernel});
  const GraphUpdate kinds = update(exec, other);
  CHECK(kinds.result == GraphUpdate::Result::NodeTypeChanged);
  CHECK(kinds.node == &host);

  other.remove(host);
  CHECK(update(exec, other).result == GraphUpdate::Result::TopologyChanged);
  rig.gpu.launch(rig.gpu.default_stream(), exec);
  rig.gpu.synchronize();
  CHECK(rig.value(x) == 3);
}

TEST_CASE("Branches of a graph overlap, what depends follows") {
  Rig rig;
  const std::uint64_t x = rig.word(1), y = rig.word(1);
  Graph graph;
  GraphNode& left = graph.add(rig.slow(x, 2000), {});
  GraphNode& right = graph.add(rig.slow(y, 2000), {});
  graph.add(rig.step(x, 1, 0), {&left, &right});
  GraphExec exec(graph);
  rig.gpu.launch(rig.gpu.default_stream(), exec);
  rig.gpu.launch(rig.gpu.create_stream(false), exec);  // no launches of one side by side
  rig.gpu.synchronize();
  REQUIRE(rig.launches.size() == 6);
  const auto &first = rig.launches[0], &second = rig.launches[1], &join = rig.launches[2];
  CHECK(second.start_ns < first.end_ns);
  CHECK(second.start_ns - first.start_ns == Approx(700).margin(20));
  CHECK(join.start_ns >= std::max(first.end_ns, second.end_ns));
  CHECK(rig.launches[3].start_ns >= join.end_ns);
}

TEST_CASE("A graph inside another runs as one node") {
  Rig rig(GENERATE(true, false));
  const std::uint64_t x = rig.word(1);
  auto inner = std::make_shared<Graph>();
  GraphNode& plus = inner->add(rig.step(x, 1, 1), {});
  inner->add(rig.step(x, 2, 0), {&plus});
  Graph graph;
  GraphNode& first = graph.add(inner, {});
  GraphNode& second = graph.add(inner, {&first});
  graph.add(rig.step(x, 10, 0), {&second});
  GraphExec exec(graph);
  rig.gpu.launch(rig.gpu.default_stream(), exec);
  rig.gpu.synchronize();
  CHECK(rig.value(x) == 100);
}

TEST_CASE("Copies, fills and events of a graph") {
  Rig rig(GENERATE(true, false));
  const std::uint64_t x = rig.word(9), y = rig.word(0);
  std::uint32_t host = 0;
  Event before, after;
  Graph graph;
  GraphNode& start = graph.add(RecordWork{&before}, {});
  GraphNode& fill = graph.add(FillWork{x, {.width = 4}, {0x01020304, 4}}, {&start});
  GraphNode& copy = graph.add(CopyWork{{y, x, 4}, {.width = 4}}, {&fill});
  GraphNode& back =
      graph.add(CopyWork{{reinterpret_cast<std::uint64_t>(&host), y, 4}, {.width = 4}}, {&copy});
  graph.add(RecordWork{&after}, {&back});
  GraphExec exec(graph);
  rig.gpu.launch(rig.gpu.default_stream(), exec);
  rig.gpu.synchronize(after);
  CHECK(host == 0x01020304);
  if (rig.options.timing) CHECK(rig.gpu.elapsed_ms(before, after) > 0);
}

}  // namespace
}  // namespace simt::program
