#include "sim/sm/memory_links.h"

#include <algorithm>

namespace simt {

bool StoreLink::deliver(std::uint64_t) {
  for (const auto& sm : sms_.all()) sm->port().commit_stores();
  return false;
}

bool AtomicLink::deliver(std::uint64_t until) {
  struct Queued {
    const DeferredAtomic* atomic;
    GlobalPort* port;
  };
  std::vector<Queued> queue;
  for (const auto& sm : sms_.all())
    for (const DeferredAtomic& atomic : sm->port().atomics())
      queue.push_back({&atomic, &sm->port()});
  std::stable_sort(queue.begin(), queue.end(), [](const Queued& a, const Queued& b) {
    return a.atomic->cycle < b.atomic->cycle;
  });
  bool changed = false;
  for (const Queued& q : queue) changed |= Executor::complete_atomic(*q.atomic, *q.port);
  for (const auto& sm : sms_.all()) sm->port().clear_atomics();
  if (Observer* const observer = sms_.observer(); observer && !queue.empty())
    observer->on_atomics_performed(until);
  return changed;
}

bool RequestLink::deliver(std::uint64_t until) {
  const std::uint64_t window = by_cycle_.size(), first = until > window ? until - window : 0;
  for (const auto& sm : sms_.all())
    for (const MemoryRequest& request : sm->outbox()) {
      if (request.sent >= until) break;
      l2_.prefetch(request);
      by_cycle_[request.sent > first ? request.sent - first : 0].push_back(&request);
    }
  constexpr std::size_t kAhead = 4;  // cycles
  for (std::size_t at = 0; at < by_cycle_.size(); ++at) {
    if (at + kAhead < by_cycle_.size())
      for (const MemoryRequest* request : by_cycle_[at + kAhead]) l2_.prefetch_next(*request);
    for (const MemoryRequest* request : by_cycle_[at])
      answers_[request->sm].push_back(l2_.serve(*request));
    by_cycle_[at].clear();
  }
  answer();
  return false;
}

void RequestLink::answer() {
  const Sms& sms = sms_.all();
  for (std::size_t i = 0; i < sms.size(); ++i) {
    if (i + 4 < sms.size()) sms[i + 4]->prefetch_answers();
    if (i + 3 < sms.size()) sms[i + 3]->prefetch_waiting();
    if (i + 1 < sms.size()) sms[i + 1]->prefetch_results();
    std::vector<L2Answer>& answers = answers_[sms[i]->index()];
    if (answers.empty()) continue;
    sms[i]->answer(answers);
    answers.clear();
  }
}

// Some leave an SM after the window in which they were made.
std::uint64_t RequestLink::next() const {
  std::uint64_t next = kNever;
  for (const auto& sm : sms_.all())
    if (!sm->outbox().empty()) next = std::min(next, sm->outbox().front().sent);
  return next;
}

}  // namespace simt
