#include "matrix_cases.h"

#include <zlib.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <sstream>

namespace simt::test {
namespace {

using enum ScalarType;

void add_mma(std::vector<ProductCase>& all) {
  const auto add = [&](const char* name, tensor::Shape shape, ScalarType a, ScalarType c,
                       int count) {
    all.push_back(
        {name, shape, a, c, c, static_cast<int>(all.size()), count, false, true, false, true});
  };
  add("f16k8f32", {16, 8, 8}, F16, F32, 4096);
  add("f16k16f32", {16, 8, 16}, F16, F32, 4096);
  add("f16k8f16", {16, 8, 8}, F16, F16, 4096);
  add("f16k16f16", {16, 8, 16}, F16, F16, 4096);
  add("bf16k8", {16, 8, 8}, BF16, F32, 4096);
  add("bf16k16", {16, 8, 16}, BF16, F32, 4096);
  add("tf32k4", {16, 8, 4}, TF32, F32, 4096);
  add("tf32k8", {16, 8, 8}, TF32, F32, 4096);
  add("f64n8k4", {8, 8, 4}, F64, F64, 1024);
  int type = 12;  // three shapes of double precision were recorded before
  for (const auto& [name, shape] : std::initializer_list<std::pair<std::string, tensor::Shape>>{
           {"m8n8k16", {8, 8, 16}}, {"m16n8k16", {16, 8, 16}}, {"m16n8k32", {16, 8, 32}}})
    for (const char* const signs : {"s8s8", "s8u8", "u8s8", "u8u8"})
      for (const char* const sat : {"", "sat"})
        all.push_back({name + signs + sat, shape, U8, S32, S32, type++, 512});
}

void add_wmma(std::vector<ProductCase>& all) {
  struct Family {
    ScalarType a, d, c;
    std::vector<tensor::Shape> shapes;
    int kernels;  ///< in each order: with and without saturation
  };
  const std::vector<tensor::Shape> sixteen{{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
  std::vector<Family> families;
  for (const tensor::Shape& s : sixteen)
    for (const auto& [d, c] : std::initializer_list<std::pair<ScalarType, ScalarType>>{
             {F32, F32}, {F16, F16}, {F32, F16}, {F16, F32}})
      families.push_back({F16, d, c, {s}, 1});
  families.push_back({BF16, F32, F32, sixteen, 1});
  families.push_back({S8, S32, S32, sixteen, 2});
  families.push_back({U8, S32, S32, sixteen, 2});
  families.push_back({TF32, F32, F32, {{16, 16, 8}}, 1});
  families.push_back({F64, F64, F64, {{8, 8, 4}}, 1});
  constexpr bool kRows[4][3] = {
      {true, false, true}, {false, true, false}, {true, true, true}, {false, false, false}};
  int number = 0;
  for (const Family& f : families)
    for (const tensor::Shape& shape : f.shapes)
      for (const auto& rows : kRows)
        for (int i = 0; i < f.kernels; ++i, ++number)
          all.push_back({"w" + std::to_string(number), shape, f.a, f.c, f.d, 1000 + number, 64,
                         true, rows[0], rows[1], rows[2]});
}

tensor::Format format_of(ScalarType type) {
  return type == F16    ? tensor::kF16
         : type == BF16 ? tensor::kBf16
         : type == F64  ? tensor::kF64
                        : tensor::kF32;
}

void put(std::vector<std::byte>& to, std::size_t element, unsigned bytes, std::uint64_t bits) {
  std::memcpy(&to.at(element * bytes), &bits, bytes);
}

/// As PTX has the fragments of mma: register, element and lane -> row and column.
struct Operand {
  int registers, per;  ///< elements in a register
  unsigned bytes;      ///< of an element
};
Operand operand(int elements, ScalarType type) {
  const unsigned bytes = size_of(type);
  const int per = bytes >= 4 ? 1 : static_cast<int>(4 / bytes);
  return {elements / 32 / per, per, bytes};
}
template <class Value>
void put_registers(std::vector<std::byte>& to, int number, const Operand& o, Value value) {
  for (int r = 0; r < o.registers; ++r)
    for (int lane = 0; lane < 32; ++lane)
      for (int e = 0; e < o.per; ++e)
        put(to, static_cast<std::size_t>(((number * o.registers + r) * 32 + lane) * o.per + e),
            o.bytes, value(lane / 4, lane % 4, r, e));
}

tensor::Matrices matrices_of(const ProductCase& c, int number) {
  if (c.c_type == S32) return tensor::make_integers(c.type, number, c.shape);
  return tensor::make_floats(c.type, number, c.shape, format_of(c.a_type), format_of(c.c_type));
}

ProductBuffers registers_of(const ProductCase& c) {
  const auto [m, n, k] = c.shape;
  const Operand a = operand(m * k, c.a_type), b = operand(k * n, c.a_type);
  const Operand sum = operand(m * n, c.c_type);
  const auto bytes = [&](const Operand& o) {
    return static_cast<std::size_t>(c.count * o.registers * 32 * o.per) * o.bytes;
  };
  ProductBuffers out;
  out.a.resize(bytes(a));
  out.b.resize(bytes(b));
  out.c.resize(bytes(sum));
  out.d.resize(bytes(sum));
  for (int i = 0; i < c.count; ++i) {
    const tensor::Matrices x = matrices_of(c, i);
    const auto at = [](const auto& of, int row, int columns, int column) {
      return of[static_cast<std::size_t>(row * columns + column)];
    };
    const bool tall = m == 16;
    put_registers(out.a, i, a, [&, k = k](int g, int t, int r, int e) {
      const int row = g + (tall ? 8 * (r & 1) : 0), block = tall ? r >> 1 : r;
      return at(x.a, row, k, (block * 4 + t) * a.per + e);
    });
    put_registers(out.b, i, b, [&, n = n](int g, int t, int r, int e) {
      return at(x.b, (r * 4 + t) * b.per + e, n, g);
    });
    put_registers(out.c, i, sum, [&, n = n](int g, int t, int r, int e) {
      const int element = r * sum.per + e;
      return at(x.c, g + 8 * (element >> 1), n, 2 * t + (element & 1));
    });
  }
  return out;
}

/// A matrix in memory; rows or columns of 8 bytes lie 16 bytes apart.
struct InMemory {
  int rows, columns;
  bool by_rows;
  unsigned bytes;
  int stride() const {
    const int line = by_rows ? columns : rows;
    return bytes == 1 ? std::max(line, 16) : line;
  }
  int elements() const { return (by_rows ? rows : columns) * stride(); }
  int at(int row, int column) const {
    return by_rows ? row * stride() + column : column * stride() + row;
  }
  void put_all(std::vector<std::byte>& to, int number, const std::vector<std::uint64_t>& x) const {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        put(to, static_cast<std::size_t>(number * elements() + at(row, column)), bytes,
            x[static_cast<std::size_t>(row * columns + column)]);
  }
};
InMemory result_of(const ProductCase& c) {
  return {c.shape.m, c.shape.n, c.c_rows, size_of(c.d_type)};
}

ProductBuffers memory_of(const ProductCase& c) {
  const auto [m, n, k] = c.shape;
  const InMemory a{m, k, c.a_rows, size_of(c.a_type)}, b{k, n, c.b_rows, size_of(c.a_type)};
  const InMemory sum{m, n, c.c_rows, size_of(c.c_type)}, d = result_of(c);
  const auto bytes = [&](const InMemory& x) {
    return static_cast<std::size_t>(c.count * x.elements()) * x.bytes;
  };
  ProductBuffers out;
  out.a.resize(bytes(a));
  out.b.resize(bytes(b));
  out.c.resize(bytes(sum));
  out.d.resize(bytes(d));
  for (int i = 0; i < c.count; ++i) {
    const tensor::Matrices x = matrices_of(c, i);
    a.put_all(out.a, i, x.a);
    b.put_all(out.b, i, x.b);
    sum.put_all(out.c, i, x.c);
  }
  return out;
}

std::uint64_t digest_of_bytes(const std::byte* from, std::size_t bytes) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes; at += 4) {
    std::uint32_t word;
    std::memcpy(&word, from + at, sizeof word);
    sum = tensor::digest(sum, word);
  }
  return sum;
}

}  // namespace

std::vector<ProductCase> product_cases() {
  std::vector<ProductCase> all;
  add_mma(all);
  add_wmma(all);
  return all;
}

std::string tensor_file(const std::string& name) {
  const std::string path = SIMT_SOURCE_DIR "/tests/hardware/tensor/" + name;
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  REQUIRE(file != nullptr);
  std::string text(1 << 20, 0);
  text.resize(static_cast<std::size_t>(gzread(file.get(), text.data(), 1 << 20)));
  return text;
}

std::map<std::string, std::vector<std::uint64_t>> recorded_digests() {
  std::map<std::string, std::vector<std::uint64_t>> all;
  std::istringstream lines(tensor_file("digests.txt.gz"));
  std::string name, digest;
  int type = 0, group = 0;
  while (lines >> name >> type >> group >> digest)
    all[name].push_back(std::stoull(digest, nullptr, 16));
  return all;
}

ProductBuffers buffers_of(const ProductCase& c) {
  return c.wmma ? memory_of(c) : registers_of(c);
}

// Those of wmma were recorded one row after the other.
std::uint64_t digest_of(const ProductCase& c, const std::vector<std::byte>& d, int first) {
  const std::size_t one = d.size() / static_cast<std::size_t>(c.count);
  if (!c.wmma) return digest_of_bytes(d.data() + one * static_cast<std::size_t>(first), 64 * one);
  std::vector<std::byte> rows(64 * one);
  const InMemory from = result_of(c), to{from.rows, from.columns, true, from.bytes};
  for (int i = 0; i < 64; ++i)
    for (int row = 0; row < from.rows; ++row)
      for (int column = 0; column < from.columns; ++column)
        std::memcpy(
            &rows[static_cast<std::size_t>(i * to.elements() + to.at(row, column)) * to.bytes],
            &d[static_cast<std::size_t>(i * from.elements() + from.at(row, column)) * from.bytes],
            from.bytes);
  return digest_of_bytes(rows.data(), rows.size());
}

}  // namespace simt::test
