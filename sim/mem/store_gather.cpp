#include "sim/mem/store_gather.h"

#include <algorithm>
#include <bit>

#include "isa/base/split_mix.h"

namespace simt {

std::size_t StoreGather::place_of(std::uint64_t line) {
  return split_mix(line) % kPlaces;
}

void StoreGather::enter(std::uint64_t at, unsigned sectors) {
  entered_ = at;
  lines_ = 0;
  const auto now = static_cast<double>(at);
  advance(now);
  held_ = std::max(held_, now + config_.store_cycles + config_.store_sector_cycles * sectors);
}

StoreGather::Place StoreGather::store(std::uint64_t line, SectorMask sectors, StoreTurn turn) {
  const auto now = static_cast<double>(entered_ + lines_++ / config_.lines_per_clock);
  advance(now);
  const double due = now + config_.wait_cycles;
  Place out;
  const std::uint64_t last = number_of(line);
  if (last != 0) {
    Entry& e = entry(last);
    if (last >= waiting_) {
      if (e.of != turn.of) shared_until_ = next_ + config_.lines;
      out.along = e.sectors & sectors;
      e.sectors |= sectors;
      e.due = due;
      return out;
    }
    out.closed = last >= leaving_ || e.open > now;
  }
  const unsigned among = next_ < shared_until_ ? 1 : turn.among;
  while (next_ - waiting_ >= config_.lines || waiting_of_[turn.of] * among >= config_.lines)
    push_out(now);
  std::uint64_t& latest = latest_[place_of(line)];
  entry(next_) = {.line = line, .before = latest, .sectors = sectors, .of = turn.of, .due = due};
  ++waiting_of_[turn.of];
  latest = next_++;
  return out;
}

// The latest entry of the line, or 0. Those of one place form a chain from the latest on.
std::uint64_t StoreGather::number_of(std::uint64_t line) const {
  std::uint64_t number = latest_[place_of(line)];
  while (is_kept(number)) {
    const Entry& e = entries_[number % kEntries];
    if (e.line == line) return number;
    number = e.before;
  }
  return 0;
}

// Closes lines and lets them go, in the order of time, up to `now`.
void StoreGather::advance(double now) {
  while (leaving_ < next_) {
    constexpr double kNever = 1e300;
    const bool room = waiting_ < next_ && waiting_ - leaving_ < config_.leaving_lines;
    const double closes = room ? std::max(entry(waiting_).due, moved_) : kNever;
    const double leaves =
        leaving_ < waiting_ ? std::max({free_, entry(leaving_).closed, held_}) : kNever;
    if (std::min(closes, leaves) > now) break;
    if (leaves <= closes)
      leave(leaves);
    else
      close(closes);
    moved_ = std::max(moved_, std::min(closes, leaves));
  }
  moved_ = std::max(moved_, now);
}

void StoreGather::close(double at) {
  Entry& e = entry(waiting_++);
  e.closed = at;
  --waiting_of_[e.of];
}

void StoreGather::leave(double at) {
  Entry& e = entry(leaving_++);
  free_ = at + config_.line_cycles + config_.sector_cycles * std::popcount(e.sectors);
  e.open = free_ + config_.closed_cycles;
}

// The oldest line that waits goes, and those in front of it, whatever holds them.
void StoreGather::push_out(double now) {
  close(now);
  while (leaving_ < waiting_) leave(std::max(free_, now));
}

}  // namespace simt
