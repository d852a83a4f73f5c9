// Memory chart and roofline, from the sample run and from given figures.
#include <catch2/catch.hpp>
#include <map>

#include "sample.h"
#include "sim/views/memory_chart.h"
#include "sim/views/roofline.h"
#include "sim/views/svg.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

Figures given(const std::map<std::string, double, std::less<>>& values) {
  return [values](std::string_view name) -> std::optional<double> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace

TEST_CASE("341 the memory chart follows the bytes") {
  const ArchConfig arch = sample::arch();
  const RunResult run = sample::run();
  const MemoryChart c = memory_chart(figures_of(Measured{run, arch}));
  REQUIRE(c.kernel_l1.size() == 1);  // only what is used
  CHECK(c.kernel_l1[0].label == "global loads");
  CHECK(*c.kernel_l1[0].instructions == 16);
  CHECK(*c.kernel_l1[0].from_bytes == 512 * 32);
  CHECK_FALSE(c.kernel_l1[0].to_bytes);
  REQUIRE(c.kernel_shared.size() == 1);
  CHECK(*c.kernel_shared[0].to_bytes == 512 * 128);
  CHECK(*c.shared_conflicts == 496);
  CHECK(*c.l2_memory.from_bytes == 12288);
  CHECK(*c.l2_hit == 25);
  const std::string text = render_memory_chart(c, Style{});
  CHECK_THAT(text, Contains("kernel") && Contains("16,384 B") && Contains("L2 hit rate 25.0%") &&
                       Contains("496 wavefronts of bank conflicts"));
  const std::string svg = memory_chart_svg(c, "A & B");
  CHECK_THAT(svg, Contains("<svg") && Contains("A &amp; B") && Contains("16.4 KB"));
}

TEST_CASE("342 a chart of a source that knows little shows what it knows") {
  const MemoryChart c = memory_chart(given({{"dram__bytes_read.sum", 1000}}));
  CHECK(c.kernel_l1.empty());
  CHECK_FALSE(c.l1_hit);
  CHECK_THAT(render_memory_chart(c, Style{}), Contains("1,000 B") && Contains("L1 hit rate -"));
  CHECK_THAT(memory_chart_svg(c, ""), Contains("n/a"));
}

TEST_CASE("343 the roofline: operations a byte, and the roof over them") {
  ArchConfig arch = sample::arch();
  arch.dram.bytes_per_second = 1e12;
  arch.l2.bytes_per_clock = 4000;
  arch.l1.bytes_per_clock = 128;
  arch.sm.count = 100;
  const std::string inst = "smsp__sass_thread_inst_executed_op_";
  const Roofline r =
      roofline(given({{inst + "fadd_pred_on.sum.per_cycle_elapsed", 100},
                      {inst + "fmul_pred_on.sum.per_cycle_elapsed", 100},
                      {inst + "ffma_pred_on.sum.per_cycle_elapsed", 400},
                      {"smsp__cycles_elapsed.avg.per_second", 1e9},
                      {"sm__cycles_elapsed.avg.per_second", 1e9},
                      {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2", 20000},
                      {"dram__bytes.sum.per_second", 5e11},
                      {"lts__t_sectors_srcunit_tex.sum.per_second", 1e10},
                      {"gpu__time_duration.sum", 1000},
                      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 31250}}),
               arch);
  REQUIRE(r.precisions.size() == 1);  // no peak is known for double precision and integers
  REQUIRE(r.memories.size() == 3);
  CHECK(r.precisions[0].achieved == Approx(1e12));  // (100 + 100 + 2 x 400) G
  CHECK(r.precisions[0].peak == Approx(20e12));
  CHECK(*Roofline::intensity(r.precisions[0], r.memories[0]) == Approx(2));
  CHECK(r.memories[1].achieved == Approx(3.2e11));
  CHECK(r.memories[1].peak == Approx(4e12));
  CHECK(r.memories[2].achieved == Approx(1e12));  // 31250 sectors of 32 bytes in 1 us
  CHECK(r.memories[2].peak == Approx(12.8e12));
  CHECK(Roofline::roof(r.precisions[0], r.memories[0], 2) == Approx(2e12));
  CHECK(Roofline::roof(r.precisions[0], r.memories[0], 100) == Approx(20e12));
  const std::string text = render_roofline(r, Style{});
  CHECK_THAT(text, Contains("1.0 TFLOP/s") && Contains("5.00%"));
  CHECK_THAT(
      text,
      Contains("FP32 over DRAM     2.000 FLOP/B:  50.0% of the roof there, which is bandwidth"));
  CHECK_THAT(roofline_svg(r, &r, "t"), Contains("simulated") && Contains("measured"));
}

TEST_CASE("345 a kernel of integers has a roof of its own") {
  ArchConfig arch = sample::arch();
  arch.dram.bytes_per_second = 1e12;
  arch.sm.count = 100;
  arch.op[static_cast<std::size_t>(OpClass::IntAdd)].results_per_clock = 64;
  arch.op[static_cast<std::size_t>(OpClass::IntMul)].results_per_clock = 64;
  CHECK(integer_peak(arch) == 128);  // two pipes
  arch.op[static_cast<std::size_t>(OpClass::IntAdd)].results_per_clock = 128;
  CHECK(integer_peak(arch) == 128);  // four schedulers, a warp each
  const std::string inst = "smsp__sass_thread_inst_executed_op_";
  const auto roofline_of = [&](double integers, double floats) {
    return roofline(given({{inst + "integer_pred_on.sum.per_cycle_elapsed", integers},
                           {inst + "fadd_pred_on.sum.per_cycle_elapsed", floats},
                           {"smsp__cycles_elapsed.avg.per_second", 1e9},
                           {"sm__cycles_elapsed.avg.per_second", 1e9},
                           {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2", 20000},
                           {"dram__bytes.sum.per_second", 5e11}}),
                    arch);
  };
  const Roofline whole = roofline_of(1000, 0);
  REQUIRE(whole.used().size() == 1);
  CHECK(whole.used()[0]->name == "INT32");
  CHECK(whole.used()[0]->achieved == Approx(1e12));
  CHECK(whole.used()[0]->peak == Approx(12.8e12));
  CHECK(whole.drawn() == whole.used());
  const std::string text = render_roofline(whole, Style{});
  CHECK_THAT(text, Contains("1.0 TOP/s") && Contains("INT32 over DRAM     2.000 OP/B") &&
                       !Contains("FP32"));
  CHECK_THAT(roofline_svg(whole, nullptr, "t"),
             Contains("INT32 12.8 TOP/s") && Contains("<circle"));
  // A report that does not count them has no point, and adds no roof.
  const Roofline unknown = roofline_of(0, 0);
  CHECK_THAT(roofline_svg(whole, &unknown, "t"),
             Contains("measured: no operations known") && !Contains("FP32"));
  // Beside floating-point numbers, integers stand in the text alone.
  const Roofline mixed = roofline_of(1000, 100);
  CHECK(mixed.used().size() == 2);
  REQUIRE(mixed.drawn().size() == 1);
  CHECK(mixed.drawn()[0]->name == "FP32");
  // Without any operation there is a roof all the same.
  CHECK(roofline_of(0, 0).used()[0]->name == "FP32");
}

TEST_CASE("344 amounts and escaping in drawings") {
  CHECK(byte_text(0) == "0 B");
  CHECK(byte_text(999) == "999 B");
  CHECK(byte_text(1500) == "1.5 KB");
  CHECK(scaled_text(66.9e12, "FLOP/s") == "66.9 TFLOP/s");
  CHECK(xml("<a href=\"x\">&\x01") == "&lt;a href=&quot;x&quot;&gt;&amp;?");
}
