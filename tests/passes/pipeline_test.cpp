// Which passes run, and that their order is kept in one place.
#include "sim/assembler/pipeline.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "program_support.h"

using namespace simt;

namespace {

std::vector<std::string> wanted(const AssembleOptions& options) {
  std::vector<std::string> names;
  for (const Pass& pass : passes())
    if (pass.wanted(options)) names.emplace_back(pass.name);
  return names;
}

}  // namespace

TEST_CASE("as written, a program is only counted and annotated") {
  CHECK(wanted({}) == std::vector<std::string>{"count registers", "annotate control flow"});
}

TEST_CASE("what serves the host comes after all that changes code") {
  const auto names = wanted({.as_compiled = true, .redux = true, .hide_registers = true});
  CHECK(names.size() == passes().size());
  CHECK(names.front() == "count registers");
  const auto last = names.end();
  CHECK(std::vector<std::string>(last - 3, last) ==
        std::vector<std::string>{"annotate control flow", "find runs", "share slots"});
}

TEST_CASE("lanes are only combined where the program runs as compiled") {
  const auto has = [](const AssembleOptions& options, std::string_view name) {
    const auto names = wanted(options);
    return std::ranges::find(names, name) != names.end();
  };
  CHECK(has({.as_compiled = true, .redux = true}, "aggregate by redux"));
  CHECK(has({.as_compiled = true}, "aggregate atomics"));
  CHECK_FALSE(has({.as_compiled = true}, "aggregate by redux"));
  CHECK_FALSE(has({.redux = true}, "aggregate atomics"));
}

TEST_CASE("every pass says why it stands where it does") {
  for (const Pass& pass : passes()) CHECK(pass.reason.size() > 10);
}

TEST_CASE("graphs are built once until code changes") {
  Program p = kernel("mov.u32 %r1, 1;\nret;");
  FlowGraphs flow(p);
  const Cfg* const first = &flow.of(p.functions[0]);
  CHECK(&flow.of(p.functions[0]) == first);
  CHECK(first->blocks.size() == 1);
  p.code.insert(p.code.begin(), p.code[0]);
  ++p.functions[0].end;
  flow.changed();
  CHECK(flow.of(p.functions[0]).blocks[0].end == 3);
}
