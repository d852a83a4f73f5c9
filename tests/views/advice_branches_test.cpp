// Kernels with branches of the kinds that people write (tests/views/advice/branches.cu): what
// advice says of them, beside what their mended forms bring.
#include <algorithm>
#include <fstream>

#include "isa/core/place.h"
#include "tests/views/advice_run.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

Ran branches(std::string kernel, std::string grid, std::string block,
             std::vector<std::string> args) {
  return Ran({std::move(kernel), std::move(grid), std::move(block), std::move(args), "branches"},
             true);
}

/// The first line of branches.cu that begins with these words.
unsigned line_with(const std::string& words) {
  std::ifstream file(std::string(SIMT_SOURCE_DIR) + "/tests/views/advice/branches.cu");
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    line.erase(0, line.find_first_not_of(' '));
    if (line.starts_with(words)) return number;
  }
  FAIL("no line with " << words);
  return 0;
}

/// The advice on branches of that line; null: none.
const Advice* at_line(const Ran& ran, const std::string& words) {
  const unsigned number = line_with(words);
  const Program& program = ran.session.program();
  for (const Advice& a : ran.advice)
    for (Pc pc = 0; pc < program.code.size(); ++pc)
      if (a.title.find("split") != std::string::npos && program.code[pc].loc.line == a.line &&
          std::ranges::any_of(cuda_chain(program, pc),
                              [&](const CudaLine& line) { return line.line == number; }))
        return &a;
  return nullptr;
}

double brought(const Ran& before, const Ran& after) {
  return 100 * (1 - static_cast<double>(after.run.cycles_elapsed) /
                        static_cast<double>(before.run.cycles_elapsed));
}

}  // namespace

TEST_CASE("advice: lanes that a branch in an unrolled loop parts wait at its own BSYNC") {
  const std::vector<std::string> args{"f32[65536]=random(1,0,1)", "f32[65536]=zero", "s32:256",
                                      "s32:64", "s32:4"};
  const Ran ran = branches("heat", "8,8", "32,8", args);
  INFO(ran.titles());
  const Advice* const left = at_line(ran, "if (threadIdx.x == 0)");
  const Advice* const right = at_line(ran, "if (threadIdx.x == kX - 1)");
  REQUIRE(left != nullptr);
  REQUIRE(right != nullptr);
  CHECK(at_line(ran, "if (ix > 0") == nullptr);
  for (const Advice* a : {left, right}) {
    CHECK_THAT(a->title, Contains("2 branches split warps"));
    CHECK_THAT(a->text, Contains("consecutive threads in 1 warp could do their work"));
  }
  const double gain = brought(ran, branches("heat_mended", "8,8", "32,8", args));
  INFO("promised " << left->gain + right->gain << "%, brought " << gain << "%");
  CHECK(left->gain + right->gain >= gain - 1);
  CHECK(left->gain + right->gain <= 1.5 * gain);
}

// Whole warps of one letter save the other cases and their waits at the BSYNC; what stands before
// and after the switch they wait for as long.
TEST_CASE("advice: a switch costs what warps of one case would save") {
  const std::string grid = GENERATE("64", "512");
  const auto run = [&](const std::string& kernel, const std::string& text) {
    return branches(kernel, grid, "256", {"s8[135000]=" + text, "u32[131072]=zero", "s32:12"});
  };
  const std::string mixed = "choice(1,65,67,71,84)";
  const Ran ran = run("letters", mixed);
  INFO(ran.titles());
  const Advice* const told = at_line(ran, "switch (c)");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->title, Contains("3 branches split warps"));
  CHECK_THAT(told->text, Contains("Both sides run one after the other"));
  CHECK(told->kind == GainKind::AtMost);
  double sorted = 0;
  for (const char* letter : {"65", "67", "71", "84"})
    sorted += brought(ran, run("letters", std::string("const(") + letter + ")")) / 4;
  const double plain = brought(ran, run("letters_mended", mixed));
  INFO("at most " << told->gain << "%, sorted " << sorted << "%, without branches " << plain);
  CHECK(told->gain >= std::max(sorted, plain) - 1);
  CHECK(told->gain <= 1.5 * sorted);
}

namespace {

/// Of threads that have work those with none of these bits in their index.
Ran some(const std::string& kernel, unsigned blocks, const std::string& bits) {
  const std::string threads = std::to_string(256 * blocks);
  return branches(kernel, std::to_string(blocks), "256",
                  {"f32[" + std::to_string(256 * blocks + 2048) + "]=random(1,0,1)",
                   "f32[" + threads + "]=zero", "s32:" + bits, "s32:8"});
}

}  // namespace

TEST_CASE("advice: whole warps of an only side go there as long, and wait for fewer others") {
  const unsigned blocks = GENERATE(40u, 160u, 800u);  // 160: as many as all SMs hold at once
  // Half of the lanes and of the warps, or an eighth: then one warp of each block has the work.
  const auto [lanes, warps] =
      GENERATE(std::pair<const char*, const char*>{"1", "128"}, std::pair{"7", "224"});
  const Ran ran = some("some_work", blocks, lanes);
  const double gain = brought(ran, some("some_work", blocks, warps));
  INFO(ran.titles() << "brought " << gain << "% in " << blocks << " blocks, bits " << lanes);
  const Advice* const told = ran.about("branch splits warps");
  REQUIRE(told != nullptr);
  if (told->kind == GainKind::Expected || blocks <= 160) CHECK(told->gain <= 1.5 * gain + 1);
  // Two warps of a scheduler fill its pipe, and where their waits end is not told apart.
  if (blocks != 40) CHECK(told->gain >= 0.7 * gain - 1);
}

TEST_CASE("advice: what fewer loads spare memory is no more than all that lanes wait there") {
  for (const unsigned blocks : {40u, 160u}) {
    const Ran ran = some("some_loads", blocks, "7");
    const double gain = brought(ran, some("some_loads", blocks, "224"));
    INFO(ran.titles() << "brought " << gain << "% in " << blocks << " blocks");
    const Advice* const told = ran.about("branch splits warps");
    REQUIRE(told != nullptr);
    CHECK(told->kind == GainKind::AtMost);
    CHECK(told->gain >= gain - 1);
  }
}

TEST_CASE("advice: where blocks run at once and none waits for another there is nothing to gain") {
  const Ran ran = some("some_work", 4, "1");
  INFO(ran.titles() << "brought " << brought(ran, some("some_work", 4, "128")));
  const Advice* const told = ran.about("branch splits warps");
  REQUIRE(told != nullptr);
  CHECK(told->gain < 1);
}

TEST_CASE("advice: lanes that go another way each round wait for the arithmetic of all ways") {
  const auto of = [](const char* kernel) {
    return Ran({kernel,
                "80",
                "256",
                {"s32[20480]=random(1,0,3)", "f32[20480]=random(2,0,1)", "f32[20480]=zero"},
                "branches"},
               true);
  };
  const Ran ran = of("interpreter"), mended = of("interpreter_mended");
  INFO(ran.titles());
  const Advice* const told = ran.about("branch splits warps");
  REQUIRE(told != nullptr);
  const double brought = 100 * (1 - static_cast<double>(mended.run.cycles_elapsed) /
                                        static_cast<double>(ran.run.cycles_elapsed));
  INFO("promised " << told->gain << ", brought " << brought);
  CHECK(told->kind == GainKind::AtMost);
  CHECK(told->gain >= brought - 1);
  CHECK(told->gain <= 2 * brought);
}

TEST_CASE("advice: jumps through a table part lanes as branches do") {
  const unsigned blocks = GENERATE(40u, 640u);
  const std::string threads = std::to_string(256 * blocks);
  const auto of = [&](const char* kernel) {
    return branches(kernel, std::to_string(blocks), "256",
                    {"s32[" + threads + "]=random(1,0,10)", "f32[" + threads + "]=random(2,0,1)",
                     "f32[" + threads + "]=zero", "s32:32"});
  };
  const Ran ran = of("table");
  const double gain = brought(ran, of("table_mended"));
  INFO(ran.titles());
  const Advice* const told = at_line(ran, "switch (op)");
  REQUIRE(told != nullptr);
  CHECK_THAT(told->title, Contains("branches split warps"));
  INFO("promised " << told->gain << ", brought " << gain << " in " << blocks << " blocks");
  CHECK(told->kind == GainKind::AtMost);
  CHECK(told->gain >= gain - 1);
  CHECK(told->gain <= 1.5 * gain);
}

TEST_CASE("advice: at a barrier warps wait less for fewer that had work before it") {
  const unsigned blocks = GENERATE(40u, 80u, 160u);
  const auto of = [&](const char* kernel) {
    return branches(kernel, std::to_string(blocks), "256",
                    {"f32[" + std::to_string(256 * blocks) + "]=random(1,0,1)"});
  };
  const Ran ran = of("neighbours");
  const double gain = brought(ran, of("neighbours_mended"));
  INFO(ran.titles());
  const Advice* const told = ran.about("split warps");
  REQUIRE(told != nullptr);
  INFO("promised " << told->gain << ", brought " << gain << " in " << blocks << " blocks");
  CHECK(told->gain >= gain / 1.5);
  CHECK(told->gain <= 1.5 * gain);
}
