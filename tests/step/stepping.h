// A kernel of kernels/ with a stepper, and a digest of everything that a stop can show.
#pragma once

#include <cstring>
#include <string>

#include "sim/step/stepper.h"
#include "tests/kernels/run_kernel.h"

namespace simt::test {

/// FNV-1a over values and bytes.
class Digest {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* p = static_cast<const unsigned char*>(data);
    std::size_t i = 0;
    for (; i + 8 <= bytes; i += 8) {
      std::uint64_t word;
      std::memcpy(&word, p + i, 8);
      mix(word);
    }
    for (; i < bytes; ++i) mix(p[i]);
  }
  template <class... T>
  void add_all(const T&... values) {
    (mix(static_cast<std::uint64_t>(values)), ...);
  }
  std::uint64_t value() const { return hash_; }

 private:
  void mix(std::uint64_t v) { hash_ = (hash_ ^ v) * 0x100'0000'01b3u + (hash_ >> 29); }
  std::uint64_t hash_ = 0xcbf2'9ce4'8422'2325u;
};

inline void add_warp(Digest& d, const Warp& w) {
  d.add_all(w.resident, w.next.pc, w.next.lanes, w.wait.accounted, w.wait.front_until,
            w.wait.fetch_until, w.wait.ready_at, w.wait.front_reason, w.wait.dependency_reason,
            w.stores_left, w.barrier.arrived);
  if (!w.resident) return;
  const WarpState& s = w.state;
  d.add_all(w.age, s.index_in_cta, s.lanes, w.paths->fingerprint());
  d.add(s.registers.data() + s.registers_offset, s.registers.size() - 64);
  d.add(s.local.data(), s.local.size());
}

/// Registers, memory as each SM sees it, paths, counters and clocks of all SMs.
inline std::uint64_t digest(const Machine& machine) {
  Digest d;
  for (const Allocation& a : machine.memory.allocations()) d.add(a.data.data(), a.data.size());
  for (const auto& sm : machine.gpu.sms()) {
    GridOnSm& on = *machine.gpu.grids().front()->on_sms()[sm->index()];
    d.add_all(sm->now(), on.ctas_finished, on.finished_at);
    for (const Warp& w : sm->warps()) add_warp(d, w);
    for (const Warp& w : sm->warps())
      if (w.resident) d.add(sm->cta_of(w).state.shared.data(), sm->cta_of(w).state.shared.size());
    const Counters counters = on.tally.totals();
    d.add(&counters, sizeof counters);
    d.add(on.tally.lines().data(), on.tally.lines().size() * sizeof(LineCounters));
    for (const Allocation& a : machine.memory.allocations())
      for (std::uint64_t at = a.address; at < a.address + a.bytes; at += 128)
        if (sm->port().has_store(at, 1))
          d.add(sm->port().readable(const_cast<Allocation&>(a), at), 1);
  }
  d.add(&machine.gpu.l2_counters(*machine.gpu.grids().front()), sizeof(Counters));
  return d.value();
}

struct Stepping {
  explicit Stepping(const SessionOptions& options, const StepLimits& limits = {})
      : session(with_all_registers(options)), subject(bound()), stepper(subject, limits) {}
  static SessionOptions with_all_registers(SessionOptions options) {
    options.keep_registers = true;
    return options;
  }

  StepSubject bound() {
    session.bind();
    return {session.program(), session.arch(), session.launch(), session.signature(),
            session.memory()};
  }
  std::uint64_t digest() const { return test::digest(stepper.machine()); }
  void forward(std::uint64_t steps) {
    stepper.run([&](const StepEvent&, const Machine&) { return --steps == 0; });
  }

  Session session;
  StepSubject subject;
  Stepper stepper;
};

}  // namespace simt::test
