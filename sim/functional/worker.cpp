#include "sim/functional/worker.h"

#include <algorithm>

namespace simt::functional {

Worker::Worker(const BlockShared& shared, const Places& places, GlobalMemory& memory)
    : shared_(shared),
      places_(places),
      executor_(shared.program, shared.launch),
      port_(memory),
      context_{executor_, port_} {
  context_.detector = &detector_;
  context_.runnable = [this] {
    unsigned count = 0;
    for (const unsigned place : active_) count += blocks_[place]->runnable_warps();
    return count;
  };
}

void Worker::start_next() {
  if (free_.empty()) {
    free_.push_back(static_cast<unsigned>(blocks_.size()));
    blocks_.push_back(std::make_unique<Block>(shared_, free_.back()));
  }
  const unsigned place = free_.back();
  free_.pop_back();
  const std::uint64_t sms = places_.sms.size();
  const auto slot = static_cast<unsigned>(next_ / sms % places_.blocks_per_sm) * shared_.warps;
  blocks_[place]->start(next_, places_.sms[next_ % sms], slot, context_);
  ++next_;
  active_.push_back(place);
  detector_.resident(shared_.warps);
}

// As many again when all wait for somebody; one more when those that run take long.
std::uint64_t Worker::start_others(bool waits) {
  const std::uint64_t room = places_.count() - std::min(places_.count(), active_.size());
  const std::uint64_t wanted = waits ? active_.size() : 1;
  const std::uint64_t count = std::min({wanted, room, end_ - next_});
  for (std::uint64_t i = 0; i < count; ++i) start_next();
  return count;
}

Worker::Round Worker::take_turns() {
  Round round;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < active_.size(); ++i) {
    const unsigned place = active_[i];
    const Block::State state = round.limited ? Block::State::GoesOn : blocks_[place]->run(context_);
    round.limited |= state == Block::State::Limited;
    if (state == Block::State::GoesOn) round.waits = false;
    if (state == Block::State::Ended) {
      ++round.ended;
      free_.push_back(place);
    } else {
      active_[kept++] = place;
    }
  }
  active_.resize(kept);
  detector_.resident(-static_cast<std::int64_t>(round.ended * shared_.warps));
  return round;
}

End Worker::run(std::uint64_t begin, std::uint64_t end, Tally* tally,
                const std::function<void(std::uint64_t)>& on_round) try {
  context_.tally = tally;
  context_.wrong_masks.clear();
  context_.executed = 0;  // programs read it as a clock: it must not depend on other parts
  next_ = begin;
  end_ = end;
  while (true) {
    if (active_.empty() && next_ == end_) return End::Finished;
    if (active_.empty()) start_next();
    const std::uint64_t executed = context_.executed, events = context_.events;
    context_.watch = detector_.watching();
    context_.quiet_since = events;
    context_.proven_stuck = false;
    const Round round = take_turns();
    const bool progress = context_.events != events;
    detector_.window(context_.executed - executed, progress);
    on_round(round.ended);
    if (round.limited)
      return context_.executed >= shared_.max_instructions ? End::InstructionLimit : End::WarpLimit;
    if (active_.empty()) continue;
    const bool others = start_others(round.waits) > 0;
    const bool nothing_ran = context_.executed == executed && round.ended == 0;
    if (!others && (nothing_ran || (context_.proven_stuck && !progress))) return End::Deadlock;
  }
} catch (const KernelFault& fault) {
  fault_ = fault;
  return End::Fault;
}

std::vector<ResidentWarp> Worker::residents() const {
  std::vector<ResidentWarp> list;
  for (const unsigned place : active_) blocks_[place]->add_residents(list);
  return list;
}

}  // namespace simt::functional
