// Ctrl-C as a question that can be asked: it stops what runs, not the program.
#pragma once

namespace simt {

/// From here on Ctrl-C is noted instead of ending the program.
void catch_interrupts();
/// Was it pressed since the last call?
bool take_interrupt();

}  // namespace simt
