// How a bank conflict is told, the same in every view.
#pragma once

#include <string>

#include "sim/mem/bank_schedule.h"

namespace simt {

/// "16 banks are asked for 2 words each", "bank 0 is asked for 32 words"; of atomics, whose lanes
/// are serialized on one word too: "bank 0 is asked 32 times". After it the lanes, where the banks
/// do not serve all of them at once: ", by lanes 0-15".
std::string asked_text(const BankConflict& conflict, const MemoryAccess& access);

}  // namespace simt
