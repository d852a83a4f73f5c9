// Lines and sectors of L1 and L2: the same on every chip that is modelled.
// Source: Jia et al., arXiv 1903.07486, table 3.1 (Maxwell to Turing); ncu on an H200. Kepler's L1
// fetches whole lines, which the model does not.
#pragma once

namespace simt {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kLineBytes = 128;

}  // namespace simt
