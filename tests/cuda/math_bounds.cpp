// The math functions of isa/cuda/include, compiled by clang and run on the simulator, beside the
// host's long double ones. Prints the largest error of each in units of the last place (ulp) and
// fails when it is above the bound that math/math_functions.def and docs/CUDA.md state.
// Exit code 77, a skipped test, where there is no clang.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "sim/input/generators.h"
#include "tools/driver/session.h"

namespace {

using simt::Session;
using Wide = long double;  // 64 bits of significand on x86-64: enough to judge double

// The sine of (v + turns / 2) pi; zeros are positive.
Wide sine_of_quarters(Wide v, int turns) {
  const Wide rest = std::fmod(v, 2.0L), quarters = std::nearbyint(2 * rest);
  const Wide angle = (rest - quarters / 2) * 3.14159265358979323846264338327950288L;
  const int q = (static_cast<int>(quarters) + turns) & 3;
  const Wide s = q % 2 == 1 ? std::cos(angle) : std::sin(angle);
  return (q >= 2 ? -s : s) + 0.0L;
}
Wide sinpi(Wide v) {
  if (!std::isfinite(v)) return std::numeric_limits<Wide>::quiet_NaN();
  return std::trunc(v) == v ? std::copysign(0.0L, v) : sine_of_quarters(v, 0);
}
Wide cospi(Wide v) {
  if (!std::isfinite(v)) return std::numeric_limits<Wide>::quiet_NaN();
  return sine_of_quarters(v, 1);
}
Wide exp10(Wide v) {
  return std::pow(10.0L, v);
}
Wide rsqrt(Wide v) {
  return 1.0L / std::sqrt(v);
}
using std::acos, std::acosh, std::asin, std::asinh, std::atan, std::atan2, std::atanh, std::cbrt;
using std::ceil, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::exp2, std::expm1;
using std::fdim, std::floor, std::fmod, std::hypot, std::log, std::log10, std::log1p, std::log2;
using std::logb, std::pow, std::remainder, std::rint, std::round, std::sin, std::sinh, std::sqrt;
using std::tan, std::tanh, std::trunc;

struct Function {
  const char* name;
  Wide (*reference)(Wide x, Wide y);
  double bound_float, bound_double;
};
// The neighbour depends on the type: `check` asks for it there.
Wide nextafter(Wide x, Wide) {
  return x;
}

const std::vector<Function> kFunctions{
#define ONE(NAME, FLOAT, DOUBLE) \
  {#NAME, [](Wide x, Wide) -> Wide { return NAME(x); }, FLOAT, DOUBLE},
#define TWO(NAME, FLOAT, DOUBLE) \
  {#NAME, [](Wide x, Wide y) -> Wide { return NAME(x, y); }, FLOAT, DOUBLE},
#include "math/math_functions.def"
#undef ONE
#undef TWO
};

// Numbers of all kinds: special ones, all magnitudes, and the ranges where functions are used.
template <class T, class Bits>
std::vector<T> numbers(std::size_t count, std::uint64_t seed) {
  std::vector<T> out;
  const T inf = std::numeric_limits<T>::infinity();
  for (const T v : {T(0), T(0.5), T(1), T(1.5), T(2), T(2.5), T(3), T(10), T(0.75), T(1e5), inf,
                    std::numeric_limits<T>::max(), std::numeric_limits<T>::min(),
                    std::numeric_limits<T>::denorm_min(), T(0x1p60)})
    for (const T s : {v, -v}) out.push_back(s);
  out.push_back(std::numeric_limits<T>::quiet_NaN());
  for (std::uint64_t i = 0; out.size() < count; ++i) {
    const std::uint64_t bits = simt::splitmix64(seed, i);
    const T unit = static_cast<T>(static_cast<double>(bits >> 11) * 0x1p-52 - 1);  // -1 to 1
    constexpr T kRanges[] = {1, 2, 10, 100, 1000, 1e6};
    const unsigned kind = static_cast<unsigned>(bits % 8);
    if (kind < 6)
      out.push_back(unit * kRanges[kind]);
    else
      out.push_back(std::bit_cast<T>(static_cast<Bits>(bits >> (64 - 8 * sizeof(Bits)))));
  }
  return out;
}

// Distance in units of the last place of the true value; of subnormal ones, of the smallest.
template <class T>
double distance(T got, Wide truth) {
  if (std::isnan(truth)) return std::isnan(got) ? 0 : 1e30;
  if (std::isnan(got)) return 1e30;
  const T nearest = static_cast<T>(truth);
  if (std::isinf(nearest) || std::isinf(got)) {
    if (got == nearest) return 0;
    const Wide edge = std::ldexp(Wide{1}, std::numeric_limits<T>::max_exponent);
    const Wide a = std::isinf(got) ? std::copysign(edge, Wide{got}) : Wide{got};
    const Wide b = std::fabs(truth) > edge ? std::copysign(edge, truth) : truth;
    return static_cast<double>(std::fabs(a - b) /
                               std::ldexp(edge, -std::numeric_limits<T>::digits));
  }
  const int exponent =
      std::max(truth == 0 ? -100000 : std::ilogb(truth), std::numeric_limits<T>::min_exponent - 1);
  const Wide ulp = std::ldexp(Wide{1}, exponent - std::numeric_limits<T>::digits + 1);
  return static_cast<double>(std::fabs(Wide{got} - truth) / ulp);
}

// A zero's sign is part of the result.
template <class T>
bool other_zero(T got, Wide truth) {
  return truth == 0 && got == 0 && std::signbit(truth) != std::signbit(got);
}

template <class T>
std::vector<T> floats_of(Session& session, unsigned argument) {
  const simt::BoundArg& arg = session.launch().args[argument];
  std::vector<T> out(arg.bytes / sizeof(T));
  std::memcpy(out.data(), session.memory().find(arg.address, arg.bytes), arg.bytes);
  return out;
}

template <class T, class Bits>
bool check(const std::string& type, const std::string& compiler) {
  constexpr std::size_t kCount = 32768;
  const std::vector<T> x = numbers<T, Bits>(kCount, 1), y = numbers<T, Bits>(kCount, 7);
  simt::SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/cuda/math/functions.cu";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.cuda.compiler = compiler;
  simt::LaunchSpec& launch = options.overrides;
  launch.kernel = "of_" + type;
  launch.grid = simt::Dim3{kCount / 256, 1, 1};
  launch.block = simt::Dim3{256, 1, 1};
  const std::string element = sizeof(T) == 4 ? "f32" : "f64";
  launch.args = {
      simt::parse_arg(fmt::format("{}[{}]=zero", element, kCount), false),
      simt::parse_arg(fmt::format("{}[{}]=zero", element, kCount), false),
      simt::parse_arg(fmt::format("{}[{}]=zero", element, kCount * kFunctions.size()), false),
      simt::parse_arg(fmt::format("s32:{}", kCount), false)};
  Session session(options);
  session.bind();
  std::vector<T> shuffled = y;  // so that special numbers meet all others
  for (std::size_t i = 0; i < kCount; ++i) shuffled[i] = y[(i * 31 + i / 31) % kCount];
  const auto put = [&](unsigned argument, const std::vector<T>& values) {
    const simt::BoundArg& arg = session.launch().args[argument];
    std::memcpy(session.memory().find(arg.address, arg.bytes), values.data(), arg.bytes);
  };
  put(0, x);
  put(1, shuffled);
  const simt::RunResult run = session.run({});
  if (run.status != simt::RunStatus::Finished) {
    fmt::print("{}\n", run.explanation);
    return false;
  }
  const std::vector<T> out = floats_of<T>(session, 2);
  bool fine = true;
  for (std::size_t f = 0; f < kFunctions.size(); ++f) {
    const Function& function = kFunctions[f];
    const double bound = sizeof(T) == 4 ? function.bound_float : function.bound_double;
    double worst = 0;
    std::size_t where = 0, zeros = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      const T got = out[f * kCount + i];
      Wide truth = function.reference(x[i], shuffled[i]);
      if (std::string(function.name) == "nextafter") truth = std::nextafter(x[i], shuffled[i]);
      zeros += other_zero(got, truth);
      const double d = distance(got, truth);
      if (d > worst) worst = d, where = i;
    }
    // A correctly rounded result is half a unit from the truth at most.
    const bool good = worst <= std::max(bound, 0.5) && zeros == 0;
    fine &= good;
    fmt::print("{:<6} {:<10} {:>12.3f} ulp, bound {}{}", type, function.name, worst, bound,
               zeros != 0 ? fmt::format(", {} zeros of the wrong sign", zeros) : "");
    if (!good)
      fmt::print(
          "   WRONG: x {:a} ({}) y {:a}: {:a}, true {:a}", x[where], x[where], shuffled[where],
          out[f * kCount + where],
          static_cast<double>(function.reference(x[where], shuffled[where])));  // of nextafter: x
    fmt::print("\n");
  }
  return fine;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string compiler = argc > 1 ? argv[1] : "clang";
  if (!simt::cuda::find_compiler(compiler)) {
    fmt::print("skipped: {} is not installed\n", compiler);
    return 77;
  }
  try {
    const bool floats = check<float, std::uint32_t>("float", compiler);
    const bool doubles = check<double, std::uint64_t>("double", compiler);
    return floats && doubles ? 0 : 1;
  } catch (const simt::SessionError& e) {
    fmt::print("{}\n", e.what());
    return 1;
  }
}
