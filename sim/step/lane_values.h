// The values of one register in all lanes, as short as they can be said.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/step/subject.h"
#include "sim/step/value.h"

namespace simt {

using LaneValues = std::array<Value, kMaxWarpSize>;
LaneValues register_values(const Program& program, const WarpState& state, RegId reg);

/// How every command says that a register holds nothing yet.
inline constexpr std::string_view kNotWritten = "not written yet";
/// Lanes that have written the register since the warp in the slot began.
LaneMask lanes_written(const Machine& machine, unsigned sm, unsigned slot, RegId reg);

/// Words for a value that is an address; empty when it is none.
using AddressName = std::function<std::string(std::uint64_t)>;

/// Of the lanes in `lanes`: "5 in all lanes", "0, 4, 8 ... 124 (+4 a lane)", "3, 1, 4, 1, 5 ...".
/// Predicates: "true in lanes 4-31".
std::string values_text(const LaneValues& values, LaneMask lanes, Format format = Format::Natural,
                        const AddressName& address = {});
/// The same where not all of them have a value: those in `known` do.
std::string known_values_text(const LaneValues& values, LaneMask lanes, LaneMask known,
                              Format format = Format::Natural, const AddressName& address = {});

}  // namespace simt
