// Control flow (PTX ISA 9.7.12). Executed by sim/exec.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace control_rows {

using enum Kind;
constexpr OpClass kControl = OpClass::Control;

constexpr OpInfo kRows[] = {
    {"bra{.uni}", "label", Branch, kControl, nullptr, "bra"},
    {"brx.idx{.uni}", "a:u32, targets", BranchIndexed, kControl, nullptr, "brx.idx"},
    {"call{.uni}", "call", Call, kControl, nullptr, "call"},
    {"ret{.uni}", "", Ret, kControl, nullptr, "ret"},
    {"exit", "", Exit, kControl, nullptr, "exit"},
    {"trap", "", Trap, kControl, nullptr, "trap"},
    // Without a debugger a breakpoint ends the kernel as a trap does.
    {"brkpt", "", Trap, kControl, nullptr, "brkpt"},
};

}  // namespace control_rows
}  // namespace

std::span<const OpInfo> control_ops() {
  return control_rows::kRows;
}

}  // namespace simt
