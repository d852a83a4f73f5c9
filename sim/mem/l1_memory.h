// The L1 of one SM: tags, and the requests that it has sent to L2. An answer's time is not known
// when the request is sent; the launch tells it at the end of the window (L2Memory::serve), before
// it can be due. Misses to one sector are merged: who asks while it is outstanding waits for it.
// Loads allocate. Stores write through and take a line, where they leave the bytes that they bring:
// a load of these hits, one of other bytes of the sector fetches it; a store hits where the line is
// present, whatever the sector (kernels/micro/store_again.ir counted on an H200). Those that follow
// each other closely leave as one, and a line that is leaving is not found: store_gather.h. A fence
// empties it of global memory; atomics pass by. Which accesses look here at all is the
// architecture's: plain loads and stores of global memory (caches_global), local memory
// (caches_local), loads of data that nobody writes (ld.global.nc) always, on Kepler in a cache of
// their own.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "isa/base/host_cache.h"
#include "isa/core/inst.h"
#include "sim/config/arch.h"
#include "sim/mem/cache.h"
#include "sim/mem/footprint.h"
#include "sim/mem/outstanding.h"
#include "sim/mem/request.h"
#include "sim/mem/store_gather.h"
#include "sim/mem/timeline.h"

namespace simt {

class L1Memory {
 public:
  /// `bytes`: what the shared-memory carve-out leaves.
  /// Its lines and lists lie in `memory`, which outlives it.
  L1Memory(const ArchConfig& arch, unsigned bytes, unsigned sm,
           std::pmr::memory_resource& memory = *std::pmr::get_default_resource());

  struct Access {
    Kind kind;
    bool cached;  ///< may be served by L1 (weak, not volatile, not .cg)
    bool local;
    bool compare_swap = false, floating = false;  ///< atomics
    bool read_only = false;  ///< a load through the read-only cache (ld.global.nc)
    std::uint8_t bytes = 4;  ///< of a lane
    AccountId account = 0;   ///< whom its requests count for
    bool drains = false;     ///< a store: answer() tells when it has left
    StoreTurn turn = {};     ///< a store
  };
  struct Served {
    std::uint64_t ready = 0;  ///< when the data that is known of is at the register file
    bool pending = false;     ///< more is outstanding: answer() will tell
    std::uint16_t hits = 0;   ///< sectors of a load or store that were found here
  };
  /// Serves the sectors of one warp access that enters the L1 at `now`, not before the one served
  /// last. `tag` names it to answer().
  Served access(const GlobalFootprint& footprint, const Access& access, std::uint64_t now,
                std::uint32_t tag);

  /// Tells the host that accesses may come soon.
  void prefetch() const {
    prefetch_bytes(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&gather_) -
                                                  reinterpret_cast<const char*>(this)));
    gather_.prefetch();
  }
  /// Tells the host that the line which holds `address` will be looked up soon.
  void prefetch(std::uint64_t address) const {
    cache_.prefetch(address / kLineBytes);
    gather_.prefetch(address / kLineBytes);
  }
  /// Of what the next answer() will look up, one after the other: the lines, then the rest.
  void prefetch_lines() const {
    for (const MemoryRequest& r : outbox_) cache_.prefetch(r.line);
  }
  void prefetch_answers() const {
    for (const MemoryRequest& r : outbox_)
      if (r.op == MemoryRequest::Op::Read) cache_.prefetch_next(r.line);
  }
  /// Calls f(tag) for the accesses that wait for answers.
  template <class F>
  void for_each_waiting(F&& f) const {
    for (const Waiter& w : waiters_) f(open_[w.open].tag);
  }

  /// A fence wider than the CTA: loads after it find nothing that was there before.
  void invalidate() {
    cache_.invalidate();
    read_only_.invalidate();
  }

  /// Reads [address, address + bytes) from L2 without looking here, for `account`; always pending.
  void read_around(std::uint64_t address, std::uint64_t bytes, std::uint64_t now, std::uint32_t tag,
                   AccountId account = 0);

  /// Asks when all that the SM has sent so far is performed, for the GPU or for the system; always
  /// pending.
  void fence(std::uint64_t now, std::uint32_t tag, bool system = false);

  /// Requests in order of `sent` that have not been answered.
  const std::pmr::vector<MemoryRequest>& outbox() const { return outbox_; }
  struct Finished {
    std::uint32_t tag;
    MemoryLevel level;
    std::uint64_t ready;
  };
  /// The answers to the first requests of the outbox, which leave it. Returns the accesses that
  /// are thereby known completely.
  const std::pmr::vector<Finished>& answer(const std::vector<L2Answer>& answers);

  /// How long L2 let one of the stores wait at most that the last answers were about: those after
  /// them, whose answers are not known yet, wait about as long.
  std::uint64_t store_delay() const { return store_delay_; }

  /// Earliest cycle from `now` on at which a further access of this kind may be served, given what
  /// may be outstanding at once and is known of it; kUnknown: not before the next answers.
  static constexpr std::uint64_t kUnknown = OutstandingLoads::kUnknown;
  std::uint64_t accepts_at(std::uint64_t now, Kind kind) {
    if (kind == Kind::Store) return stores_.room_at(now);
    return kind == Kind::Reduction ? reductions_.room_at(now) : loads_.room_at(now);
  }

 private:
  struct Open {  ///< an access with outstanding parts
    std::uint64_t ready = 0;
    std::uint32_t tag = 0;
    std::uint16_t parts = 0;
    std::uint16_t lines = 0;  ///< of a load
    MemoryLevel level = MemoryLevel::L2;
  };
  struct Waiter {
    std::uint32_t request, open;  ///< indices into outbox_ and open_
  };
  struct Pending {  ///< a load being put together
    std::uint64_t ready;
    std::uint32_t tag, open;
  };

  Served load(const GlobalFootprint& f, const Access& a, std::uint64_t now, std::uint32_t tag);
  Served store(const GlobalFootprint& f, const Access& a, std::uint64_t now, std::uint32_t tag);
  MemoryRequest& send_write(const Access& a, std::uint64_t line, Cache::SectorMask sectors,
                            const LineBytes& bytes, std::uint64_t now);
  bool keep_stored(std::uint64_t line, Cache::SectorMask sectors, const LineBytes& bytes,
                   std::uint64_t now, bool local, bool closed);
  Cache* cache_of(const Access& a);
  static Cache::Lookup find(Cache& cache, std::uint64_t line, Cache::SectorMask sectors,
                            const LineBytes& bytes);
  Served send_atomic(const GlobalFootprint& f, const Access& a, std::uint64_t now,
                     std::uint32_t tag);
  void wait_for_answers(std::size_t first, std::uint32_t open);
  void wait_for_sectors(const Cache::Line& line, Cache::SectorMask sectors, Pending& pending);
  MemoryRequest& send(MemoryRequest::Op op, std::uint64_t line, Cache::SectorMask sectors,
                      std::uint64_t now, unsigned lines = 1);
  Served await(std::size_t first, std::uint64_t ready, std::uint32_t tag);
  std::uint32_t open_access(std::uint64_t ready, std::uint32_t tag);
  void wait_for(std::uint32_t request, std::uint32_t open);
  std::uint64_t arrive(const MemoryRequest& request, std::uint64_t number, std::uint64_t at);
  std::uint64_t deliver(const Open& done);

  // An outstanding sector holds this flag and the number of its request instead of a time.
  static constexpr std::uint64_t kOnItsWay = std::uint64_t{1} << 63;

  const ArchConfig& arch_;
  unsigned sm_;
  Cache cache_;
  Cache read_only_;  ///< of size 0: loads of read-only data look in cache_
  std::pmr::vector<MemoryRequest> outbox_;
  std::uint64_t first_number_ = 0;  ///< of outbox_[0]: requests are numbered in order
  std::pmr::vector<Waiter> waiters_;
  std::pmr::vector<Open> open_;
  std::pmr::vector<std::uint32_t> free_open_;
  std::pmr::vector<Finished> finished_;
  std::pmr::vector<L2Answer> arrived_;
  OutstandingLoads loads_;
  OutstandingStores stores_, reductions_;
  std::uint64_t store_delay_ = 0;
  Timeline return_port_, data_;
  StoreGather gather_;  // the last: see prefetch()
};

}  // namespace simt
