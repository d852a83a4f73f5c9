// Relocatable PTX: several texts become one, as a linker of device code makes one module of several
// object files (CUDA: -rdc=true, cuLinkCreate). Source: PTX ISA 9.1, section 11.6, "Linking
// Directives". The result is text, so that messages about it show lines of it.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace simt {

struct LinkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One text, in the order of `modules`, line by line:
/// - of .weak definitions of one name the first stays, or the one that is .visible;
/// - .extern declarations of what another module defines are left out;
/// - names without a linkage directive are a module's own: they get a suffix where two have them;
/// - the files of .loc are numbered anew.
/// What no module defines stays .extern. Throws LinkError: two .visible definitions of one name, a
/// text that is no PTX, or 32-bit addresses.
std::string link_modules(const std::vector<std::string>& modules);

}  // namespace simt
