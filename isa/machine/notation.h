// clang-format off
// The notation of the opcode table. A row is
//
//   {"020/1456", "FMUL{76:.FMZ}{77:.SAT}{78-79:|.RM|.RP|.RZ}{80:.FTZ}", "R@16, a-|, b-|:f32",
//   "REST"}
//
// Opcode: 12 bits in hexadecimal ("94d"), or the low 9 bits and the operand forms, bits 9 to 11,
// that there are ("020/1456" is 0x220, 0x820, 0xa20 and 0xc20):
//   form     1      2      3      4      5      6      7
//   bits 32- R      imm    c[][]  imm    c[][]  UR     UR      slot w
//   bits 64- R      R      R      R      R      R      R       slot of the other source
//   b, c are w,64   64,w   64,w   w,64   w,64   w,64   64,w
// Name: text and modifiers {BITS:NAMES} in the order in which they are written. NAMES are separated
// by '|', one for each value from 0; an empty one is not written, '!' is a reserved value, and so is
// each value without a name. One name for one bit stands for the value 1. BITS: "78-79", or several
// ranges, the lowest bits of the value first: "72,75-76".
//
// Operands, separated by commas:
//   R@16 UR@32 P@81 UP@81 B@16 SB@44 SR@72   registers of all kinds by their lowest bit
//   a b c w               sources by operand form; a is R@24. `b:f32` says how an immediate is
//                         written: u32 s32 f32 f64 f16x2
//   u@54-57 s@40-63       integers, hexadecimal
//   rel@34-81 byterel@    branch targets: distance / 4, or distance, from the next instruction
//   c[] c[R@24] c[UR@24]  constants: bank at bits 54-58, offset at 38-53
//   [R@24+UR@32+s@40-63]  addresses; a part that is RZ, URZ or 0 is left out if another one is
//                         written
//   desc[UR@32][...] gdesc[UR@32]            descriptors
//   set@32-37             numbers of the bits that are set
//   {61-63:1D|2D|3D}      one of some names; of lists behind one another one of each, written
//                         together
//   'PR'                  text
// Behind an operand: -72 negated, |73| absolute, ~63 inverted, !90 complemented by that bit (for
// slots without a number: -, |, ~); {84:.HI} a suffix; ? not written when it is RZ, PT or 0, ?15
// when 15; (74) only where bit 74 is set, (80&!73) where 80 is and 73 is not. Two pieces with a
// space between them are one operand. ha hb hc hw are slots of halves: with a choice of halves
// behind them, and f16x2 immediates, bfloat16 where the bit after '/' is set: "hw-|:f16x2/85".
//
// REST, separated by spaces: 74=0 81-83=7 constant bits; ~24-31 bits that are ignored; `uniform`:
// the guard is a uniform predicate; `quiet`: reuse bits may be set and are not written. All other
// bits are 0.
//
// `$size` stands for a list of names that several rows share (isa/machine/rows/lists.cpp).
// clang-format on
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isa/machine/encoding.h"
#include "isa/machine/rows/rows.h"

namespace simt::machine {

/// A row that does not keep to the notation.
struct NotationError : std::logic_error {
  using std::logic_error::logic_error;
};

/// The encodings of a row, one for each operand form. Throws NotationError.
std::vector<Encoding> encodings_of(const Row& row);

}  // namespace simt::machine
