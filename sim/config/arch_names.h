// Spellings of the enumerations in arch.h, in the order of their enumerators.
#pragma once

#include <span>
#include <string_view>

#include "sim/config/arch.h"

namespace simt {

std::span<const std::string_view> enum_names(DivergenceKind);
std::span<const std::string_view> enum_names(FirstSide);
std::span<const std::string_view> enum_names(SchedulerKind);

}  // namespace simt
