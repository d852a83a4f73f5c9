// What fills a buffer: zero | const(V) | iota(START,STEP) | random(SEED,LO,HI) |
// sorted(SEED,LO,HI) | dominant(SEED,N) | choice(SEED,V,...) | chain(LENGTH) | heap(CHILD) |
// file(PATH) | {V,...}
//
// Element i (from 0) of
//   iota    integers: START + i*STEP modulo 2^width; floats: START + i*STEP in double, rounded once
//   random  x_i = the i-th output of SplitMix64 (Steele, Lea, Flood 2014) started with SEED;
//           integers: LO + high 64 bits of x_i * (HI-LO): from LO to HI without HI;
//           floats: LO + (HI-LO) * (x_i >> 11) / 2^53 in double, rounded once; where that would be
//           HI, the value of the type before it: from LO to HI without HI
//   sorted  of N elements: s_i / s_N of the way from LO to HI, where s_i is the sum of the gaps g_0
//   to
//           g_i, and g_i = 1 + the high 32 bits of the i-th output of SplitMix64 started with SEED:
//           ascending, some alike where integers lie close; rounded as those of random
//   dominant  of floats: matrices of N x N, one after the other, as random(SEED,0,1), but N on the
//           diagonal: more than all others in a row or a column together, so that it can be solved
//           without a choice of pivots
//   choice  one of the values V: of so many of them the one that random(SEED,0,many) says
//   chain   i + 1, and -1 for each LENGTH-th and the last one: lists, each element says the next
//   heap    2*i + CHILD, and -1 where there is no such element: the children of a tree's nodes
//   file    the file's raw bytes, little-endian; they must be exactly the buffer's size
// Of bool, what is not zero is 1, as in C++; a file's bytes stay as they are.
// The same spec gives the same bytes on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/base/split_mix.h"
#include "sim/input/launch_spec.h"

namespace simt {

/// Output `index` of SplitMix64 started with `seed`.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
  return split_mix(seed + (index + 1) * kSplitMixStep);
}

/// HI of random(SEED,LO,HI) for integer types, sign- or zero-extended. Throws SpecError.
std::uint64_t random_end(const ArgSpec& spec);
/// Elements of the buffer: as given, or what the file or list holds. Throws SpecError.
std::uint64_t element_count(const ArgSpec& spec);
/// The numbers must fit the type: better said early than at the launch. Throws SpecError.
void check_generator(const ArgSpec& spec);
/// Fills all of `data`. Throws SpecError.
void generate(const ArgSpec& spec, std::span<std::byte> data);

}  // namespace simt
