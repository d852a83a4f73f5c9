// A kernel of PTX around each line of one_instruction.txt: registers that it reads are loaded,
// those that it writes are stored. As tools/hardware/disassemble.py makes them.
#pragma once

#include <string>
#include <vector>

namespace simt::test {

/// Bytes that lie between what one thread reads and the next one, and writes likewise.
constexpr unsigned kBytesOfThread = 0x400;

struct OneInstruction {
  std::string name;  ///< of the kernel
  std::string text;  ///< the line
};
/// Those of a target: "90", "90a".
std::vector<OneInstruction> one_instructions(const std::string& target);
/// A module with all of them.
std::string module_of(const std::vector<OneInstruction>& all, const std::string& target);

}  // namespace simt::test
