// clang's backend that gives up or crashes: what a person needs of what it then says.
#pragma once

#include <string>

namespace simt::cuda {

/// Whether clang says in `messages` that its backend failed, with the stack of its own calls.
bool is_backend_failure(const std::string& messages);

/// The messages without that stack, and in plain words what clang could not compile. `ir`: the
/// module's text (-emit-llvm), which tells the lines of operations that devices do not have, such
/// as divisions of __int128; "" where there is none. `file`: the file that was compiled.
std::string backend_failure_text(const std::string& messages, const std::string& ir,
                                 const std::string& file);

}  // namespace simt::cuda
