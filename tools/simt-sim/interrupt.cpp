#include "tools/simt-sim/interrupt.h"

#include <atomic>
#include <csignal>

namespace simt {
namespace {

std::atomic<bool> pressed{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may touch it

void note(int) {
  pressed.store(true, std::memory_order_relaxed);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = note;  // without SA_RESTART: waiting for a line ends
  sigaction(SIGINT, &action, nullptr);
}

bool take_interrupt() {
  return pressed.exchange(false, std::memory_order_relaxed);
}

}  // namespace simt
