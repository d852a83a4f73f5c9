// Calls as a compiler makes them, run whole: tests/ptx/corpus/functions.cu, optimised and not,
// under both divergence models. Expectations are computed here.
#include <cstring>

#include "tests/kernels/run_kernel.h"

using namespace simt;

namespace {

constexpr int kThreads = 64;

int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int odd(int n);
int even(int n) {
  return n <= 0 ? 1 : odd(n - 1) * 2 + 1;
}
int odd(int n) {
  return n <= 0 ? 3 : even(n - 1) + 5;
}

template <class T>
std::vector<T> buffer(Session& session, std::size_t argument, std::size_t count) {
  const std::uint64_t address = session.launch().args.at(argument).address;
  std::vector<T> values(count);
  std::memcpy(values.data(), session.memory().find(address, count * sizeof(T)), count * sizeof(T));
  return values;
}

}  // namespace

TEST_CASE("recursion, tables and virtual functions give what C++ gives") {
  SessionOptions options;
  const std::string file = GENERATE("functions_75", "functions_75_debug");
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/ptx/corpus/" + file + ".ptx";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.divergence = GENERATE(DivergenceKind::Its, DivergenceKind::Stack);
  options.as_compiled = GENERATE(false, true);
  options.overrides.grid = Dim3{1, 1, 1};
  options.overrides.block = Dim3{kThreads, 1, 1};
  // struct { int a = 7; double d = 2.5; char c[5] = {}; }
  for (const char* arg : {"s32[448]=zero", "f64[64]=zero",
                          "u8[24]={7,0,0,0,0,0,0,0, 0,0,0,0,0,0,4,64, 0,0,0,0,0,0,0,0}"})
    options.overrides.args.push_back(parse_arg(arg, false));
  INFO(file);
  Session session(options);
  std::string printed;
  RunOptions run;
  run.print = [&](std::string_view text) { printed += text; };
  REQUIRE(session.run(run).status == RunStatus::Finished);
  const auto out = buffer<int>(session, 0, 7 * kThreads);
  const auto wide = buffer<double>(session, 1, kThreads);
  for (int t = 0; t < kThreads; ++t) {
    const auto at = [&](int part) { return out[static_cast<std::size_t>(part * kThreads + t)]; };
    INFO("thread " << t);
    CHECK(at(0) == fib(t % 11));
    CHECK(at(1) == even(t % 7));
    CHECK(at(2) == (7 + t + 1) * 1000 + t + 1);
    CHECK(wide[static_cast<std::size_t>(t)] == 2.5 * (t + 1));
    CHECK(at(3) == (t % 3 == 0 ? t + 3 : t % 3 == 1 ? t * 3 : t * (t + 1) / 2 + 3));
    CHECK(at(4) == (t % 2 == 1 ? t * t : t + 100));
    CHECK(at(5) == 10 * (t % 4) + 15);
    CHECK(at(6) == (t == 0 ? -2 : 2 * (t - 1) + 1));
  }
  CHECK(printed == "thread 3: text 10.000000\n");
}
