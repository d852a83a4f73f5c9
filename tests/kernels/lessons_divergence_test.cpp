// docs/lessons, independent thread scheduling: which run finishes, in which order, with which
// lanes.
#include "tests/kernels/run_kernel.h"

#include <map>

using namespace simt;
using simt::test::finish;
using simt::test::Run;

namespace {

/// The lanes of each execution of each source line, in order of issue.
class Order final : public Observer {
 public:
  explicit Order(const Program& program) : program_(program) {}
  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState&) override {
    steps.push_back({program_.code[issue.pc].loc.line, out.path});
  }
  struct Step {
    unsigned line;
    LaneMask lanes;
  };
  std::vector<Step> steps;
  std::vector<LaneMask> lanes_at(unsigned line) const {
    std::vector<LaneMask> out;
    for (const Step& s : steps)
      if (s.line == line) out.push_back(s.lanes);
    return out;
  }

 private:
  const Program& program_;
};

/// Line of the first source line that contains `text`.
unsigned line_with(const Program& program, const std::string& text) {
  for (std::size_t i = 0; i < program.text.lines.size(); ++i)
    if (program.text.lines[i].find(text) != std::string::npos) return static_cast<unsigned>(i + 1);
  FAIL("no line with " << text);
  return 0;
}

}  // namespace

TEST_CASE("if/else: one side whole, then the other, and Z with the warp together") {
  const std::string arch = GENERATE("pascal", "volta", "h200");
  const std::string kernel = GENERATE("if_else", "if_else_syncwarp");
  Session session(simt::test::options_of({kernel, arch}));
  Order order(session.program());
  RunOptions options;
  options.observer = &order;
  REQUIRE(session.run(options).status == RunStatus::Finished);
  std::string letters;
  std::map<unsigned, char> letter;
  for (char c : {'A', 'B', 'X', 'Y', 'Z'})
    letter[line_with(session.program(), std::string("    // ") + c)] = c;
  for (const Order::Step& s : order.steps)
    if (letter.count(s.line)) letters += letter[s.line];
  const bool ab_first = letters == "ABXYZ", xy_first = letters == "XYABZ";
  INFO(letters);
  CHECK((ab_first || xy_first));
  if (arch == "pascal") CHECK(ab_first);  // the fall-through side first
  if (arch == "h200") CHECK(ab_first);    // the side with fewer lanes first (measured)
  const auto z = order.lanes_at(line_with(session.program(), "// Z"));
  REQUIRE(z.size() == 1);
  CHECK(z[0] == ~LaneMask{0});
}

TEST_CASE("locks and hand-over inside a warp finish on Volta with right results") {
  const std::string arch = GENERATE("volta", "ampere", "h200");
  for (const char* name : {"spin_lock", "mutex_fair", "producer_consumer", "linked_list"})
    finish({name, arch});
}

TEST_CASE("spin lock on Volta: each of 31 divergent branches lets one lane out") {
  const RunResult r = finish({"spin_lock", "h200"});
  CHECK(r.counters[Counter::branch_divergent] == 31);
}

TEST_CASE("the same kernels deadlock on Pascal, and the report explains it") {
  struct Row {
    const char* kernel;
    const char* spins_at;
  };
  const Row row = GENERATE(Row{"spin_lock", "acquire"}, Row{"mutex_fair", "wait"},
                           Row{"producer_consumer", "consume"}, Row{"linked_list", "lock_a"});
  Session session(simt::test::options_of({row.kernel, "pascal"}));
  const RunResult r = session.run({});
  INFO(row.kernel << "\n" << r.explanation);
  CHECK(r.status == RunStatus::Deadlock);
  CHECK(r.explanation.find("lane") != std::string::npos);
  // It names a line inside the loop that spins.
  const unsigned label = line_with(session.program(), std::string(row.spins_at) + ":");
  bool named = false;
  for (unsigned line = label; line < label + 5; ++line)
    named |= r.explanation.find(":" + std::to_string(line)) != std::string::npos ||
             r.explanation.find("line " + std::to_string(line)) != std::string::npos;
  CHECK(named);
}

TEST_CASE("a fair mutex lets every lane in once, in the order of the tickets") {
  finish({"mutex_fair", "h200"});  // its checks say so
}
