// Global loads of a part of each element, as compilers make them of `in[i] & 3` or of a conversion
// to a narrower type: only the bytes that are used are loaded. They touch the sectors that whole
// elements lie in, and no other layout of that array would spare them.
#pragma once

#include <cstdint>

#include "isa/base/types.h"

namespace simt {

struct Subject;

/// Bytes that the worst access at `pc` loads for a lane; of such a load, those of an element as the
/// kernel's parameter declares it.
unsigned element_bytes(const Subject& subject, Pc pc);
/// Sectors that packed lanes would need, of whole elements: of the worst access, and of all.
unsigned ideal_of_worst(const Subject& subject, Pc pc);
std::uint64_t ideal_sectors(const Subject& subject, Pc pc);

}  // namespace simt
