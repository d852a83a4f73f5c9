// What the suffixes of asynchronous copies and of mbarriers say, in no language.
#pragma once

#include <cstdint>

namespace simt {

/// How much an asynchronous copy brings; the rest is filled with zeros.
enum class CopyAmount : std::uint8_t {
  All,
  Bytes,      ///< as many as src[2] says
  Predicate,  ///< all where the predicate src[2] is true, else nothing
};

enum class MbarrierOp : std::uint8_t {
  None,
  Init,           ///< src[1] arrivals are expected
  Invalidate,     ///< no barrier any more
  Arrive,         ///< of src[1], one where there is none
  Drop,           ///< the same, and as many fewer are expected in later phases
  ExpectBytes,    ///< src[1] bytes are to come in this phase
  CompleteBytes,  ///< src[1] bytes have come
  TestWait,       ///< has the phase ended that src[1] names?
  TryWait,        ///< the same; waits for a time
  PendingCount,   ///< of a state: how many arrivals were missing
  CopiesArrive,   ///< arrives when the asynchronous copies of the thread so far have ended
  ArriveHalf,     ///< of sm_80 to sm_89: one arrival in a state of two words
  SetState,       ///< becomes the state src[1]
};

/// AsyncCopy, and Mbarrier.
struct AsyncForm {
  std::int32_t offset = 0;  ///< AsyncCopy: constant part of the address in shared memory
  CopyAmount amount : 2 = CopyAmount::All;
  /// AsyncCopy: the low bits of the address in global memory, which has no others, say how many of
  /// the last bytes are filled with zeros.
  bool zeros_in_address : 1 = false;
  MbarrierOp mbarrier : 4 = MbarrierOp::None;
  bool parity : 1 = false;       ///< waits: src[1] is the parity of a phase, else a state
  bool top_bit : 1 = false;      ///< waits: bit 31 of src[1] is that parity
  bool no_complete : 1 = false;  ///< arrivals that do not end the phase
  /// Arrivals: all lanes get the state before any of them, which stands beside the lanes that are
  /// at the same barrier.
  bool together : 1 = false;
  /// An arrival before which src[1] more bytes are expected. CopiesArrive: in place of an arrival
  /// a byte has come.
  bool expects : 1 = false;
  bool no_increment : 1 = false;  ///< CopiesArrive: is among the arrivals that are expected
  bool two_words : 1 = false;     ///< the state is that of sm_80 to sm_89
  bool operator==(const AsyncForm&) const = default;
};

}  // namespace simt
