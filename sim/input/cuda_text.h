// What a .cu file's text says of a kernel: names and types of its parameters, structures,
// variables. It is read as text, not compiled: what macros make of it is not seen. What is not
// found is empty.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/input/c_types.h"

namespace simt {

struct Declared {
  std::string type, name;
  std::string length = "";  ///< "16" of name[16], "2][N" of name[2][N], as written
  /// Of a member that is an array, the length of each dimension.
  std::vector<std::uint64_t> extents = {};
};

/// The members of a structure, or why the text does not say how they lie.
struct Members {
  std::vector<Declared> all;
  std::string unknown = "";  ///< "has a base"
};

class CudaText {
 public:
  CudaText() = default;
  explicit CudaText(std::string_view text);

  /// Parameters of the __global__ function of that name with so many of them.
  std::vector<Declared> parameters(const std::string& kernel, std::size_t count) const;
  /// Members of a structure, in order, one without a name for a structure whose members are this
  /// one's; none where the text does not say how they lie: bit fields,
  /// unions, base classes, virtual functions, packing, #if.
  Members members(const std::string& structure) const;
  /// A type as written, with what typedefs in it stand for.
  CType type(const std::string& written) const;
  /// The alignment that a structure is given ("16" of __align__(16)); "" for its own.
  std::string alignment(const std::string& structure) const;
  /// The type of a variable in device or constant memory, of an array's elements; "" where two
  /// of that name differ.
  std::string variable_type(const std::string& name) const;
  /// The same of one in shared memory: of the kernel's own, else of all of that name. "" where
  /// several are of different types.
  std::string shared_type(const std::string& name, const std::string& kernel) const;
  /// The variables in shared memory that the kernel itself declares.
  std::vector<std::string> shared_names(const std::string& kernel) const;
  /// The lengths of an array in device, constant or shared memory: 32 and 33 of tile[32][32 + 1],
  /// also where a macro or a constant stands for them. Empty where one is not known, or where two
  /// arrays of that name differ.
  std::vector<std::uint64_t> extents(const std::string& name) const;
  /// The same of an array in shared memory: of the kernel's own, else of all of that name.
  std::vector<std::uint64_t> shared_extents(const std::string& name,
                                            const std::string& kernel) const;

 private:
  using Range = std::pair<std::size_t, std::size_t>;
  struct Declaration {
    std::string head;  ///< what stands before the name in its statement
    std::size_t end;   ///< where the name ends
  };
  Range body_of(const std::string& kernel) const;
  /// Of a variable in device, constant or shared memory.
  std::vector<Declaration> declarations(const std::string& name, Range in) const;
  std::vector<Declaration> shared_declarations(const std::string& name,
                                               const std::string& kernel) const;
  std::vector<std::uint64_t> common_lengths(const std::vector<Declaration>& all) const;
  std::optional<std::uint64_t> length(const std::string& text) const;
  bool find_extents(Declared& member) const;
  std::optional<std::vector<std::uint64_t>> lengths_at(std::size_t from) const;

  std::string text_;    ///< without comments, strings and lines of the preprocessor
  bool packs_ = false;  ///< structures may be laid out without gaps
  std::map<std::string, std::uint64_t> constants_;  ///< macros and constants that are a number
  std::map<std::string, std::string> aliases_;      ///< of types
};

}  // namespace simt
