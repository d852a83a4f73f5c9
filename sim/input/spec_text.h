// Generators as a person writes them, for messages that say what to write.
#pragma once

#include <string>
#include <vector>

#include "sim/input/launch_spec.h"

namespace simt {

/// "random(1,0,1)", "{1,2}".
std::string text_of(const ArgSpec::Generator& generator);
/// "{x=random(1,0,1), id=iota(0,1)}": `wanted` for the first fields that can take it, for the
/// others a generator that suits their type; pointers stay 0.
std::string for_each_field(const std::vector<Field>& fields, const ArgSpec::Generator& wanted);

/// An argument that would be whole with a number of elements. `after`: what follows "NAME[COUNT]=".
struct LacksCount : SpecError {
  LacksCount(const std::string& message, std::string follows)
      : SpecError(message), after(std::move(follows)) {}
  std::string after;
};

}  // namespace simt
