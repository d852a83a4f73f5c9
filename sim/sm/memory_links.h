// What SMs exchange through memory: the values that they store, atomics, and the requests that L2
// answers.
#pragma once

#include <vector>

#include "sim/mem/l2_memory.h"
#include "sim/sm/link.h"
#include "sim/sm/sm_set.h"

namespace simt {

/// The values of buffered stores: other SMs see them when the window ends, no later than L2 would
/// show them.
class StoreLink final : public Link {
 public:
  StoreLink(const SmSet& sms, const L2Memory& l2) : sms_(sms), l2_(l2) {}
  std::string_view name() const override { return "stores"; }
  std::uint64_t latency() const override { return l2_.min_latency(); }
  bool deliver(std::uint64_t until) override;
  std::uint64_t next() const override { return kNever; }

 private:
  const SmSet& sms_;
  const L2Memory& l2_;
};

/// The values of atomics that wait in the SMs' ports: performed in order of the cycle in which they
/// issued, then of SMs.
class AtomicLink final : public Link {
 public:
  AtomicLink(const SmSet& sms, const L2Memory& l2) : sms_(sms), l2_(l2) {}
  std::string_view name() const override { return "atomics"; }
  std::uint64_t latency() const override { return l2_.min_latency(); }
  bool deliver(std::uint64_t until) override;
  std::uint64_t next() const override { return kNever; }

 private:
  const SmSet& sms_;
  const L2Memory& l2_;
};

/// The time of requests: L2 serves what was sent in the window in order of cycles, then of SMs.
class RequestLink final : public Link {
 public:
  RequestLink(const SmSet& sms, L2Memory& l2, unsigned num_sms)
      : sms_(sms), l2_(l2), arrivals_(num_sms) {}
  std::string_view name() const override { return "requests to L2"; }
  std::uint64_t latency() const override { return l2_.min_latency(); }
  /// The longest window that is delivered at once.
  void set_window(std::uint64_t cycles) { by_cycle_.resize(cycles); }
  bool deliver(std::uint64_t until) override;
  std::uint64_t next() const override;

 private:
  void answer();

  const SmSet& sms_;
  L2Memory& l2_;
  std::vector<std::vector<std::uint64_t>> arrivals_;         // by SM
  std::vector<std::vector<const MemoryRequest*>> by_cycle_;  // of the window
};

}  // namespace simt
