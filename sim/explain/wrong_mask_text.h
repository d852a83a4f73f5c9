// Wrong member masks in words: one paragraph for each instruction, those of one line of CUDA once.
#pragma once

#include <string>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/wrong_mask.h"

namespace simt {

struct WrongMaskText {
  Pc pc = kNoPc;
  std::string title;  ///< "wrong member mask: ..."
  std::vector<std::string> lines;
};
/// What to do about it.
inline constexpr const char* kWrongMaskHint =
    "Compute the mask before the branch, with __ballot_sync of its condition, or move the call out "
    "of the branch. __activemask() is no such mask: it names who happens to be there.";

/// `tail`: of an instruction, what stands after where it was first seen: "in 2 warps".
struct WrongMaskSeen {
  WrongMask first;
  std::string tail;
};
/// In the order of `seen`, which is that of the instructions.
std::vector<WrongMaskText> wrong_mask_texts(const Program& program,
                                            const std::vector<WrongMaskSeen>& seen);
std::vector<WrongMaskText> wrong_mask_texts(const Program& program, const WrongMasks& masks);
/// All of them and the hint, indented, as it stands on stderr; empty when there are none.
std::string rendered(const std::vector<WrongMaskText>& texts);

}  // namespace simt
