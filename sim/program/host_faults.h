// What goes wrong in the host's own code: a device pointer that it follows, a crash, an interrupt,
// abort(); and what a kernel is told of a pointer of the host.
#pragma once

namespace simt::program {

/// A segmentation fault at a device address is explained on stderr before it ends the process, and
/// a crash, an interrupt or abort() ends it with the report so far. Handlers of the program's own
/// stay in place.
void watch_host_faults();

}  // namespace simt::program
