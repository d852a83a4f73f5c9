// The statements of a PTX module's outermost level, as a linker sees them: what each declares, how
// visible it is, and where it stands in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt {

enum class Linkage : std::uint8_t { Own, Extern, Weak, Visible };

struct ModuleStatement {
  enum class Kind : std::uint8_t { Header, File, Section, Symbol, Other } kind = Kind::Other;
  std::size_t begin = 0, end = 0;  ///< bytes of the text
  Linkage linkage = Linkage::Own;
  std::string name;  ///< of a Symbol
};

/// A place in the text whose meaning depends on the module.
struct ModuleReference {
  enum class Kind : std::uint8_t { Name, File, DebugLabel } kind = Kind::Name;
  std::size_t at = 0, bytes = 0;
};

struct ModuleOutline {
  std::vector<ModuleStatement> statements;
  std::vector<ModuleReference> references;  ///< in order: every identifier, every number of a file
  std::uint32_t last_file = 0;              ///< the largest number of .file
};

/// Throws LinkError when a token is none of PTX, with the front end's message.
ModuleOutline outline_of(const std::string& name, const std::string& text);

}  // namespace simt
