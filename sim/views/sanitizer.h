// Finds two faults in the use of shared memory that a right result can hide: reads of bytes that no
// thread has written (initcheck), and accesses of different warps to one byte without a barrier
// between them, at least one of them a write (racecheck). An observer: it changes nothing.
// Not seen: races inside a warp, races in global memory, and order that only some warps of a CTA
// establish with counted barriers (any barrier that opens is taken to order the whole CTA).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "isa/program/program.h"
#include "sim/base/events.h"
#include "sim/exec/outcome.h"

namespace simt {

class Sanitizer final : public Observer {
 public:
  struct Checks {
    bool init = true, race = true;
  };
  Sanitizer(const Program& program, std::uint32_t shared_bytes, Checks checks);

  void on_issue(std::uint64_t cycle, const WarpId& warp, Pc pc, const Outcome& out,
                const WarpState& state) override;
  void on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                       std::uint32_t barrier) override;
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;

  /// Who touched a byte: the instruction and its thread.
  struct Access {
    Pc pc = kNoPc;
    std::uint32_t warp = 0, lane = 0;
    bool writes = false;
  };
  /// One finding for each pair of instructions, with the first byte that showed it.
  struct Finding {
    bool race = false;       ///< else: uninitialised read
    Access access, earlier;  ///< `earlier` for a race only
    std::uint64_t cta = 0;
    std::uint32_t address = 0;
    std::uint64_t count = 0;  ///< bytes that showed it, over the whole run
  };
  std::vector<Finding> findings() const;
  /// The findings in words, one paragraph each; empty when there are none.
  std::string report() const;

 private:
  /// The accesses to one byte since the last barrier: the last write, and readers of two warps.
  struct Shadow {
    bool written = false;
    std::uint32_t epoch = 0;
    Access write, reader[2];
  };
  struct Cta {
    std::uint32_t epoch = 1;  ///< barriers opened, plus one
    std::vector<Shadow> bytes;
  };
  Shadow& shadow(Cta& cta, std::uint64_t address);
  void read(Cta& cta, const Access& access, std::uint64_t cta_index, std::uint64_t address);
  void write(Cta& cta, const Access& access, std::uint64_t cta_index, std::uint64_t address);
  void add(bool race, const Access& access, const Access& earlier, std::uint64_t cta,
           std::uint64_t address);

  const Program& program_;
  std::uint32_t shared_bytes_;
  Checks checks_;
  std::unordered_map<std::uint64_t, Cta> ctas_;
  std::map<std::tuple<bool, Pc, Pc>, Finding> findings_;
};

}  // namespace simt
