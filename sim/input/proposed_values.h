// Values that suit a kernel's parameters: what is proposed for those that a launch lacks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/parameter_uses.h"
#include "sim/input/signature.h"

namespace simt {

/// What is proposed in the place of what comes first to mind: a proposal that was tried and did not
/// run is changed by these.
struct ProposalChanges {
  static constexpr unsigned kSizes = 4;  ///< values of `size`
  unsigned size = 0;                     ///< 0: 1,024 threads or 64 x 64; each next one has fewer
  bool zeros = false;                    ///< also for integers that the kernel only reads
  struct Count {
    std::uint64_t value = 0;
    std::string text = "";  ///< an expression of scalar arguments; "": the number
  };
  std::map<std::string, Count> counts = {};  ///< COUNT of buffers, by name ("a", "p.in")
  std::optional<std::uint32_t> shared = {};  ///< bytes of dynamic shared memory
  std::optional<Dim3> grid = {}, block = {};
  std::optional<std::uint64_t> number = {};           ///< what integers are
  std::map<std::string, std::uint64_t> numbers = {};  ///< what one of this name is
  std::set<std::string> data = {};  ///< buffers with values to tell apart, const or not
  /// What the kernel does with its parameters; null: not known.
  std::shared_ptr<const ParameterUses> uses = {};
  std::map<std::string, std::string> fills = {};  ///< what fills buffers, by name
  std::optional<std::uint64_t> range = {};        ///< of integers that are indices
  bool plain = false;                             ///< integers that are indices are all different
};

/// Whether the kernel looks at it.
bool reads(const Program& program, SpecialReg reg);
/// Whether a thread is its number alone, not a row and a column.
bool is_flat(const Program& program);

/// A launch to begin with: as many threads as elements, a square where the kernel looks at y.
struct ProposedShape {
  Dim3 grid{4, 1, 1}, block{256, 1, 1};
  std::uint64_t threads = 0, side = 0;  ///< all of them; in x
  std::uint64_t elements = 0;           ///< the most that a number of them may say
  bool flat = true;                     ///< numbers are of all elements, not of a side
  ProposalChanges changes;
  /// Of integers, by their byte offset among the parameters: given or proposed.
  std::map<std::uint32_t, std::uint64_t> numbers = {};
};

/// What is given of a launch.
struct GivenLaunch {
  const LaunchSpec& spec;
  const Program& program;
  const Signature& signature;
  const std::vector<std::optional<ArgSpec>>& arguments;  ///< one for each parameter
};
ProposedShape proposed_shape(const GivenLaunch& given, const ProposalChanges& changes);

/// "a[1024]" and "zero": what stands on either side of the '='.
struct ProposedValue {
  std::string type;   ///< "f32[1024]" or "s32"
  std::string count;  ///< "[1024]" or ""
  std::string value;
  bool by_name = true;       ///< the type follows from the parameter
  bool structure = false;    ///< as a line of the file, too, it has no type of its own
  bool by_elements = false;  ///< likewise: an element of COUNT has several numbers
  /// COUNT of buffers in it, by name: the parameter's own, or those of a structure's pointers.
  std::map<std::string, std::uint64_t> counts = {};
};
ProposedValue proposed_value(const GivenLaunch& given, std::size_t parameter,
                             const ProposedShape& shape);

/// What fills a variable in constant memory that holds `type`: "random(1,0,1)"; "": not known.
std::string proposed_constant(const Variable& variable, ScalarType type,
                              const ProposedShape& shape);

}  // namespace simt
