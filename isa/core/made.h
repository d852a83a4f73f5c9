// Instructions that passes make of others: what they do, without a language. What a listing shows
// for them is the front end's to say (isa/core/spelling.h).
#pragma once

#include "isa/core/inst.h"

namespace simt {

/// `inst` computes dst[0] = src[0] & src[1] of predicates; its operands stay.
void make_and_of_predicates(Inst& inst);
/// `inst` computes the function of three words that the table in Inst::imm says; its operands stay.
void make_logic_table(Inst& inst);

/// `inst` copies the 32 bits of its one operand for the host's sake: what it does for others stays.
void make_copy_for_host(Inst& inst);

}  // namespace simt
