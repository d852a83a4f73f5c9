// Kernels made at random from a seed: arithmetic, guards, branches, loops, tables of targets, calls
// with formals in registers and calls through registers, early returns, accesses to all spaces,
// atomics, barriers and early exits. No thread reads what another one writes, so that every
// schedule gives the same memory.
#pragma once

#include <cstdint>
#include <string>

namespace simt::test {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : seed_(seed << 32) {}

  /// The text of a whole file. Buffers: 0 `in`, 1 `out`, 2 `sums`.
  std::string text();

 private:
  unsigned below(unsigned n);
  bool chance(unsigned percent) { return below(100) < percent; }
  std::string reg() { return "%r" + std::to_string(below(6)); }
  std::string predicate() { return "%p" + std::to_string(below(3)); }
  std::string wide(unsigned i) { return "%w" + std::to_string(i % 3); }
  std::string wide() { return wide(below(3)); }
  std::string operand();
  std::string guard();
  std::string label() { return "L" + std::to_string(++labels_); }
  void emit(const std::string& line) { text_ += line + "\n"; }
  void start(const std::string& from);
  void function();
  void called_through_register(const std::string& name);
  void kernel();
  void leave();

  void statements(unsigned count, bool together);
  void statement(bool together);
  void arithmetic();
  void wide_arithmetic();
  void access();
  void vector_access();
  void atomic();
  void call();
  void call_through_register();
  void branch();
  void either();
  void loop(bool together);
  void table();

  std::uint64_t seed_, drawn_ = 0;
  std::string text_;
  unsigned labels_ = 0, depth_ = 0;
  bool in_function_ = false, left_ = false;
};

}  // namespace simt::test
