// How branches are counted: as ncu counts them, and how often lanes diverge.
#include <catch2/catch.hpp>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

struct Counts {
  std::uint64_t uniform, splits, divergent, targets;
  bool operator==(const Counts&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.uniform << " uniform, " << c.splits << " splits, " << c.divergent
             << " divergent, " << c.targets << " targets";
}

/// Of one warp that executes `text`; %t is the lane, `arch` decides who reconverges whom.
Counts counts(const std::string& text, const std::string& arch) {
  Session session = test::open({"//! grid 1\n//! block 32\n",
                                ".visible .entry k() {\n.reg .pred %p; .reg .b32 %t, %x;\n"
                                "mov.u32 %t, %tid.x;\n" +
                                    text + "\nexit;\n}\n",
                                arch});
  const Counters& c = session.run({}).counters;
  return {c[Counter::branch_uniform], c[Counter::branch_splits], c[Counter::branch_divergent],
          c[Counter::branch_targets]};
}

std::string branch(const std::string& lanes) {
  return "setp.lt.u32 %p, %t, " + lanes + "; @%p bra L; add.u32 %x, %x, 1; L:";
}
/// Lane i takes target i % 8 of the list.
std::string table(const std::string& targets) {
  return "and.b32 %x, %t, 7; T: .branchtargets " + targets +
         "; brx.idx %x, T; A: bra.uni X; B: bra.uni X; C: bra.uni X; D: X:";
}

}  // namespace

TEST_CASE("branch counts: all, none, or some lanes take a branch") {
  for (const std::string arch : {"pascal", "volta"}) {
    INFO(arch);
    CHECK(counts(branch("32"), arch) == Counts{1, 0, 0, 1});
    CHECK(counts(branch("0"), arch) == Counts{1, 0, 0, 1});
    CHECK(counts(branch("1"), arch) == Counts{0, 1, 1, 1});
    CHECK(counts(branch("31"), arch) == Counts{0, 1, 1, 1});
  }
}

TEST_CASE("branch counts: lanes that diverge to several targets count all of them but one") {
  for (const std::string arch : {"pascal", "volta"}) {
    INFO(arch);
    CHECK(counts(table("A, A, A, A, A, A, A, A"), arch) == Counts{2, 0, 0, 2});
    CHECK(counts(table("A, D, A, D, A, D, A, D"), arch) == Counts{1, 1, 1, 2});
    CHECK(counts(table("A, B, C, D, A, B, C, D"), arch) == Counts{3, 1, 3, 6});
  }
}

TEST_CASE("branch counts: a return from the kernel has no target") {
  for (const std::string arch : {"pascal", "volta"}) {
    INFO(arch);
    CHECK(counts("setp.lt.u32 %p, %t, 32; @%p ret;", arch) == Counts{0, 0, 0, 0});
    CHECK(counts("", arch) == Counts{0, 0, 0, 0});
  }
}
