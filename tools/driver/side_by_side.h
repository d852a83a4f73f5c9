// Runs that are looked at side by side: what they share so that they can be compared, where one is
// machine code and another one is not, or where they are of several compilers.
#pragma once

#include <string>
#include <vector>

#include "tools/driver/session.h"

namespace simt {

/// A file of machine code has no launch of its own: it gets that of the first other file.
void share_launch(std::vector<SessionOptions>& runs);
/// Without --arch all runs are on the device of the machine code: that of the same file, else the
/// first; of several compilers on the newest of those that they would choose. Returns what to tell
/// of it; "" where nothing was chosen. Throws SessionError.
std::string share_device(std::vector<SessionOptions>& runs);
/// What is executed of .cu files without --code: machine code where all runs can have it, else the
/// PTX of all of them, as compiled, for lines of PTX and of machine code have nothing in common.
/// So it is also where devices have different machine code and `by_line`, when lines are compared.
/// Returns what to tell of it: why it is PTX. Throws SessionError.
std::string share_code(std::vector<SessionOptions>& runs, bool by_line);
/// All three; returns what to tell, a line each.
std::string share(std::vector<SessionOptions>& runs, bool by_line);

}  // namespace simt
