#include "tools/driver/trial_shapes.h"

#include <cctype>

#include "isa/base/kernel_name.h"
#include "sim/input/element.h"

namespace simt {
namespace {

constexpr std::uint64_t kMostThreads = 1024;
using Extents = std::vector<std::uint64_t>;

// "reduce<512>" has 512, "multiply<(int)16, float>" 16.
Extents template_numbers(const std::string& kernel) {
  const std::string name = display_name(kernel);
  Extents out;
  for (std::size_t i = name.find('<'); i < name.size(); ++i) {
    const bool starts = std::isdigit(static_cast<unsigned char>(name[i])) != 0 &&
                        std::isalnum(static_cast<unsigned char>(name[i - 1])) == 0;
    if (!starts) continue;
    std::uint64_t n = 0;
    for (; i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0; ++i)
      n = std::min<std::uint64_t>(10 * n + (name[i] - '0'), 1 << 20);
    out.push_back(n);
  }
  return out;
}

std::vector<Extents> shared_extents(const Program& program, const Signature& signature) {
  std::vector<Extents> out;
  for (std::size_t i = 0; i < program.shared.variables.size(); ++i) {
    const SharedVariable& v = program.shared.variables[i];
    if (v.bytes == 0 || size_of(v.type) == 0) continue;
    const bool known = i < signature.shared_extents.size() && !signature.shared_extents[i].empty();
    out.push_back(known ? signature.shared_extents[i] : Extents{v.bytes / size_of(v.type)});
  }
  return out;
}

std::uint64_t down_to(std::uint64_t n, std::uint64_t multiple) {
  return n / multiple * multiple;
}

Extents as_square(std::uint64_t n) {
  std::uint64_t side = 1;
  while ((side + 1) * (side + 1) <= n) ++side;
  const bool padded = side * (side + 1) == n;
  return side * side == n || padded ? Extents{side, padded ? side + 1 : side} : Extents{};
}

class Shapes {
 public:
  explicit Shapes(const Program& program) : program_(program), flat_(is_flat(program)) {}

  void row(std::uint64_t n) {
    if (n < 64 || n > kMostThreads) return;
    const unsigned blocks = n > 256 ? 2 : 4;
    add(blocks, flat_ ? 1 : blocks, n, 1);
  }

  void square(std::uint64_t rows, std::uint64_t columns) {
    if (columns < 8 || rows == 0) return;
    for (const std::uint64_t r : {rows, rows / 4, rows / 2, std::uint64_t{8}}) {
      const bool fits = r != 0 && r <= rows && columns * r <= kMostThreads;
      const unsigned side = rows * columns > 256 ? 2 : 4;
      if (fits) add(side, side, columns, r);
    }
  }

  /// A row of threads for each of few rows that are longer.
  void rows(std::uint64_t n, std::uint64_t length) {
    if (n < 2 || n > 16) return;
    for (const unsigned columns : {32u, 16u, 64u})
      if (columns <= length) add(4, 4, columns, n);
  }

  void array(Extents extents) {
    if (extents.empty()) return;
    const bool one_row = !flat_ && extents.size() == 1 && !reads(program_, SpecialReg::tid_y);
    if (flat_ || one_row) return row(down_to(extents.back(), 32));
    if (extents.size() == 1) extents = as_square(extents[0]);
    if (extents.size() != 2) return;
    const std::uint64_t side = extents[0];  // of a tile, with a column to spare or without
    const bool fits = side % 8 != 0 && side >= 8 && side * side <= kMostThreads;
    if (fits && (extents[1] == side || extents[1] == side + 1) &&
        reads(program_, SpecialReg::tid_y))
      add(side * side > 256 ? 2 : 4, side * side > 256 ? 2 : 4, side, side);
    square(down_to(extents[0], 8), down_to(extents[1], 8));
    rows(extents[0], extents[1]);
  }

  void number(std::uint64_t n) {
    if (flat_)
      row(n % 32 == 0 ? n : 0);
    else if (n % 8 == 0 && n <= 32)
      square(n, n);
  }

  std::vector<TrialShape> all() {
    // Rows and columns within one row of threads: 32 x 32 of them.
    if (!flat_ && !reads(program_, SpecialReg::tid_y))
      out_.push_back({0, Dim3{2, 2, 1}, Dim3{kMostThreads, 1, 1}, 64, true});
    out_.push_back({});
    const bool one_row = !flat_ && !reads(program_, SpecialReg::tid_y);
    if (flat_ || one_row)
      for (const std::uint64_t n : {128, 64, 512, 1024})
        add(n > 256 ? 2 : 4, one_row ? 4 : 1, n, 1, true);
    else
      for (const std::uint64_t rows : {32, 8, 4}) add(2, 2, 32, rows, true);
    for (unsigned size = 1; size < ProposalChanges::kSizes; ++size) out_.push_back({size});
    return std::move(out_);
  }

 private:
  void add(unsigned x, unsigned y, std::uint64_t columns, std::uint64_t rows, bool other = false) {
    const Dim3 block{static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows), 1};
    const auto& most = program_.bounds.max_ntid;
    if (most[0] != 0 && block.count() > std::uint64_t{most[0]} * most[1] * most[2]) return;
    if (rows > 1 && !reads(program_, SpecialReg::tid_y)) return;
    out_.push_back({0, Dim3{x, y, 1}, block, {}, false, other});
  }

  const Program& program_;
  bool flat_;
  std::vector<TrialShape> out_;
};

}  // namespace

std::vector<TrialShape> trial_shapes(const Program& program, const Signature& signature) {
  Shapes out(program);
  // A bound of the launch goes first: it stands in the usual shape.
  if (program.bounds.max_ntid[0] == 0 && program.bounds.req_ntid[0] == 0) {
    for (const std::uint64_t n : template_numbers(program.kernel)) out.number(n);
    for (const Extents& extents : shared_extents(program, signature)) out.array(extents);
  }
  return out.all();
}

}  // namespace simt
