// Every row of the instruction table that computes lanes has a value case: adding a row without one
// fails here.
#include <catch2/catch.hpp>
#include <set>

#include "tests/ops/lane_harness.h"

namespace simt::test {

TEST_CASE("every Alu row has a value case") {
  std::set<const OpInfo*> tested;
  for (const CaseTable* table : CaseTable::all())
    for (const Case& c : table->cases()) tested.insert(form_of(c.opcode).op);
  for (const OpInfo& op : op_table())
    if (op.kind == Kind::Alu && !tested.contains(&op)) FAIL_CHECK("no value case: " << op.opcode);
}

}  // namespace simt::test
