// What SMs exchange through memory: the values that they store, atomics, and the requests that L2
// answers.
#pragma once

#include <vector>

#include "sim/mem/l2_memory.h"
#include "sim/sm/link.h"
#include "sim/sm/sm_set.h"

namespace simt {

/// What is stored or changed in memory: other SMs see it when the window ends, no later than L2
/// would show it.
class ValueLink : public Link {
 public:
  ValueLink(const SmSet& sms, const L2Memory& l2) : sms_(sms), l2_(l2) {}
  std::uint64_t latency() const override { return l2_.min_latency(); }
  std::uint64_t next() const override { return kNever; }

 protected:
  const SmSet& sms_;

 private:
  const L2Memory& l2_;
};

/// The values of buffered stores.
class StoreLink final : public ValueLink {
 public:
  using ValueLink::ValueLink;
  std::string_view name() const override { return "stores"; }
  bool deliver(std::uint64_t until) override;
};

/// The values of atomics that wait in the SMs' ports: performed in order of the cycle in which they
/// issued, then of SMs.
class AtomicLink final : public ValueLink {
 public:
  using ValueLink::ValueLink;
  std::string_view name() const override { return "atomics"; }
  bool deliver(std::uint64_t until) override;
};

/// The time of requests: L2 serves what was sent in the window in order of cycles, then of SMs.
class RequestLink final : public Link {
 public:
  RequestLink(const SmSet& sms, L2Memory& l2, unsigned num_sms)
      : sms_(sms), l2_(l2), answers_(num_sms) {}
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
  std::vector<std::vector<L2Answer>> answers_;               // by SM
  std::vector<std::vector<const MemoryRequest*>> by_cycle_;  // of the window
};

}  // namespace simt
