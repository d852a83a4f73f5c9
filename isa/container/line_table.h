// Line tables of machine code: which line of the source an instruction comes from. The assembler
// writes line programs of DWARF 2 (DWARF Debugging Information Format, 6.2) with one opcode more,
// which says in whose place an inlined function stands; a general reader of DWARF drops it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

struct LineRow {
  std::uint64_t address = 0;  ///< from the begin of the section of code
  std::uint32_t file = 0;     ///< from 1, of LineTable::files; 0: none
  std::uint32_t line = 0, column = 0;
  /// Of the call in whose place the function stands that holds the line: its row in this sequence,
  /// always an earlier one, from 1. 0: it stands in the function of the code.
  std::uint32_t inlined_at = 0;
  std::string function;  ///< that function, as the linker calls it; ""
};

/// What lies in one section of code.
struct LineSequence {
  /// Where in the section of the line tables its address stands, which is relocated.
  std::uint64_t address_at = 0;
  std::string section;  ///< of code; "" where no relocation names one
  std::vector<LineRow> rows;
  std::uint64_t end = 0;
};

/// Of one compilation.
struct LineTable {
  std::vector<std::string> files;
  std::vector<LineSequence> sequences;
};

/// `names`: the section with the names of inlined functions. Throws ContainerError.
std::vector<LineTable> read_line_tables(std::string_view section, std::string_view names);

/// The row, from 1, that an instruction at `address` has; 0: none.
std::uint32_t row_at(const LineSequence& sequence, std::uint64_t address);

}  // namespace simt
