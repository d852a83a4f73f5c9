// What L2 and device memory do for each grid: a request names the account that it counts for. A
// grid has one of its own while it is on the device, and its last requests may be under way when it
// has gone; the account is given again when none is.
#pragma once

#include <algorithm>
#include <deque>
#include <vector>

#include "sim/base/counters.h"
#include "sim/mem/atomics_time.h"
#include "sim/mem/request.h"

namespace simt {

class Accounts {
 public:
  Counters& operator[](AccountId id) { return accounts_[id].counters; }
  const Counters& operator[](AccountId id) const { return accounts_[id].counters; }
  AtomicsTime& atomics(AccountId id) { return accounts_[id].atomics; }
  const AtomicsTime& atomics(AccountId id) const { return accounts_[id].atomics; }

  /// All counts are 0. `under_way(f)` calls f(id) for each request that will still count.
  template <class UnderWay>
  AccountId open(UnderWay&& under_way) {
    if (free_.empty() && !closed_.empty()) settle(under_way);
    if (free_.empty()) {
      accounts_.emplace_back();
      return static_cast<AccountId>(accounts_.size() - 1);
    }
    const AccountId id = free_.back();
    free_.pop_back();
    accounts_[id] = {};
    return id;
  }
  /// Nobody reads it any more.
  void close(AccountId id) { closed_.push_back(id); }
  void close_all() {
    closed_.clear();
    for (std::size_t id = accounts_.size() - 1; id > 0; --id)
      if (std::ranges::find(free_, id) == free_.end())
        closed_.push_back(static_cast<AccountId>(id));
  }

 private:
  template <class UnderWay>
  void settle(UnderWay& under_way) {
    std::vector<bool> busy(accounts_.size());
    under_way([&](AccountId id) { busy[id] = true; });
    std::erase_if(closed_, [&](AccountId id) {
      if (!busy[id]) free_.push_back(id);
      return !busy[id];
    });
  }

  struct Account {
    Counters counters;
    AtomicsTime atomics;
  };
  std::deque<Account> accounts_{1};  ///< 0: of what no grid asked for
  std::vector<AccountId> free_, closed_;
};

}  // namespace simt
