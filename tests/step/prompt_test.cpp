// The prompt: names of commands, where they stop, and that nothing typed can harm it.
#include <random>

#include "sim/step/error.h"
#include "sim/step/prompt/command_table.h"
#include "tests/step/stepping.h"

using namespace simt;
using test::Stepping;

namespace {

struct PromptRig : Stepping {
  explicit PromptRig(const std::string& kernel, const std::string& arch = "volta")
      : PromptRig(test::options_of({.kernel = kernel, .arch = arch})) {}
  explicit PromptRig(const SessionOptions& options)
      : Stepping(options), prompt(subject, stepper, session.spec().checks, Style{}) {}
  /// What a command prints; it must be understood.
  std::string operator()(const std::string& line) {
    const Reply reply = prompt.execute(line);
    INFO(line << ": " << reply.error);
    REQUIRE(reply.error.empty());
    return reply.out;
  }
  std::string error(const std::string& line) { return prompt.execute(line).error; }
  Prompt prompt;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const Command& command(const std::string& word) {
  return find_command(CommandTable::commands(), word, "command");
}

}  // namespace

TEST_CASE("commands: names, short names and beginnings") {
  for (const Command& row : CommandTable::commands())
    CHECK(&command(std::string(row.name)) == &row);
  for (const Command& row : CommandTable::topics())
    CHECK(&find_command(CommandTable::topics(), std::string(row.name), "topic") == &row);
  const std::pair<const char*, const char*> shorts[] = {
      {"s", "step"},   {"n", "next"},   {"c", "continue"}, {"b", "break"},          {"br", "break"},
      {"ba", "back"},  {"p", "print"},  {"i", "info"},     {"l", "list"},           {"w", "why"},
      {"wa", "watch"}, {"h", "help"},   {"q", "quit"},     {"u", "run-to"},         {"r", "run-to"},
      {"bt", "where"}, {"d", "delete"}, {"g", "goto"},     {"reverse-step", "back"}};
  for (const auto& [word, name] : shorts) CHECK(command(word).name == name);
}

TEST_CASE("commands: what is ambiguous or unknown names what is near") {
  CHECK_THROWS_WITH(command("wh"), "'wh' may be why, where");
  CHECK_THROWS_WITH(command("conitnue"),
                    "there is no command 'conitnue'; did you mean continue?; 'help' lists them");
  CHECK_THROWS_WITH(find_command(CommandTable::topics(), "b4rriers", "topic"),
                    "there is no topic 'b4rriers'; did you mean barriers?; 'help info' lists them");
}

TEST_CASE("no name of a command is the short name of another") {
  for (const auto table : {CommandTable::commands(), CommandTable::topics()}) {
    std::vector<std::string> seen;
    for (const Command& row : table) {
      seen.emplace_back(row.name);
      std::istringstream shorts{std::string(row.short_names)};
      for (std::string s; shorts >> s;) seen.push_back(s);
    }
    std::sort(seen.begin(), seen.end());
    CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
  }
}

TEST_CASE("break: stops behind its line, for the lanes that its condition is about") {
  PromptRig s("reduce_v2");
  CHECK(has(s("break 51 if warp == 3"), "breakpoint 1 at line 51 if warp == 3"));
  CHECK(has(s("c"), "warp 3"));
  CHECK(s.stepper.event().id.warp == 3);
  s("delete 1");
  // The lanes whose guard is true: thread 200 is lane 8 of warp 6.
  s("b 46 if %tx == 200");
  PromptRig t("reduce_v2");
  t("b 46 if %tx == 200");
  t("c");
  CHECK(t.stepper.event().id.warp == 6);
  t("d");
  t("b 51 if lane == 3 && %tx > 70");
  t("c");
  CHECK(t.stepper.event().id.warp >= 3);
}

TEST_CASE("break: a condition that names a block looks at all SMs and moves the focus") {
  PromptRig s("copy_stride");
  s("break 32 if cta == 5 && warp == 2");
  CHECK(has(s("c"), "the focus moves to SM 5"));
  CHECK(s.stepper.event().id.cta == 5);
  CHECK(s.stepper.event().id.warp == 2);
  // From here on the steps are those of SM 5.
  const std::uint64_t here = s.stepper.event().on_sm, before = s.digest();
  s("step 3");
  CHECK(s.stepper.event().id.sm == 5);
  CHECK(s.stepper.event().on_sm == here + 3);
  s("back 3");
  CHECK(s.digest() == before);
}

TEST_CASE("break: on a line without an instruction it takes the next one") {
  PromptRig s("if_else");
  CHECK(has(s("b 31"), "breakpoint 1 at line 32 (line 31 has no instruction)"));
  CHECK(has(s("c"), "breakpoint 1, line 32"));
}

TEST_CASE("a breakpoint whose condition has no value stops and says so") {
  PromptRig s("if_else");
  s("break 23 if [12] == 1");
  CHECK(has(s("c"), "breakpoint 1: its condition has no value: no device memory at 0xc"));
  CHECK(!s.stepper.ended());
}

TEST_CASE("watch: stops when a register or a word of memory changes") {
  PromptRig s("bank_column");
  s("watch %x");
  s("watch data[32]");
  const std::string first = s("c");  // the store, lane 1 into row 1: bytes 128 to 131
  CHECK(has(first, "watchpoint 2"));
  PromptRig t("bank_column");
  t("watch shared[128]");
  CHECK(has(t("c"), "before: 0\n  now:    1"));
  t("d 1");
  t("watch %x");
  CHECK(has(t("c"), "watchpoint 2: %x in lanes 1-31"));
  CHECK(has(t("c"), "watchpoint 2 deleted: its warp has ended"));
  CHECK(has(t("info breakpoints"), "no breakpoints"));
}

TEST_CASE("elements of an array of bytes have the type of the accesses, or the one named") {
  PromptRig s("bank_column");
  s("run-to 25");  // lane i has stored i into row i
  CHECK(has(s("p data[32*3]"), "3"));
  CHECK(has(s("p data.b8[128*3]"), "3"));
  CHECK(has(s("p data.b8[128*3 + 1]"), "0"));
  CHECK(has(s("p data.u64[16*3]"), "3"));
  CHECK(has(s("p out.f32[0]"), "0"));
  CHECK(has(s.error("p data[1024]"), "outside of the 1024 elements"));
  CHECK(has(s.error("p data.b8[4096]"), "outside of the 4096 elements"));
  CHECK(has(s.error("p data.what[0]"), "there is no 'data.what'"));
}

TEST_CASE("watch: after going back, values are watched anew") {
  PromptRig s("bank_column");
  s("watch %x");
  const std::string there = s("c");
  s("goto 2");
  CHECK(s("c") == there);
}

TEST_CASE("next follows one warp, step follows the SM") {
  PromptRig s("reduce_v2");
  s("step");
  const std::uint32_t warp = s.stepper.event().id.warp;
  s("next 10");
  CHECK(s.stepper.event().id.warp == warp);
  CHECK(s.stepper.machine()
            .history.warp(*s.stepper.machine().gpu.sms()[0], s.stepper.event().slot)
            ->issued == 11);
  s("step 50");
  CHECK(s.stepper.event().on_sm >= 61);
}

TEST_CASE("back: N steps forward and N back, also from the end") {
  PromptRig s("if_else");
  s("step 5");
  const std::uint64_t at5 = s.digest();
  s("step 4");
  s("back 4");
  CHECK(s.digest() == at5);
  s("c");
  CHECK(s.stepper.ended());
  s("back");
  CHECK(s.stepper.event().on_sm == 15);
  CHECK(has(s("step"), "The kernel has finished"));
  CHECK(has(s("back 1000"), "At the start"));
  CHECK(s("back") == "This is the start already.\n");
}

TEST_CASE("back: an SM that comes into focus late is left where it was found") {
  PromptRig s("copy_stride");
  s("step 10");
  const std::uint64_t before = s.digest();
  s("focus sm 3");
  s("step 4");
  CHECK(s.stepper.event().id.sm == 3);
  CHECK(has(s("back 4"), "Back where the focus came to SM 3."));
  CHECK(s.digest() == before);
}

TEST_CASE("run-to: a line, or a cycle") {
  PromptRig s("if_else");
  s("run-to 29");
  CHECK(s.stepper.event().on_sm == 8);
  s("run-to cycle 440");
  CHECK(s.stepper.event().cycle >= 440);
  CHECK(has(s.error("run-to cycle 10"), "cycle 10 is past"));
  CHECK(has(s.error("run-to 99"), "no instruction at line 99"));
  PromptRig label("if_else");
  label("run-to 31");  // a label: the line behind it
  CHECK(label.stepper.machine().subject.program.code[label.stepper.event().pc].loc.line == 32);
}

TEST_CASE("print: values by lane, formats, memory and arithmetic") {
  PromptRig s("bank_column");
  s("step 7");
  const std::pair<const char*, const char*> printed[] = {
      {"print 1 + 2 * 3", "= 7"},
      {"print (1 + 2) * 3", "= 9"},
      {"print/x 255", "= 0xff"},
      {"print /x 255", "= 0xff"},
      {"print -7 / 2", "= -3"},
      {"print 7 % 4", "= 3"},
      {"print 1 << 4 | 1", "= 17"},
      {"print 2 > 1 && 1 > 2", "= 0"},
      {"print !3", "= 0"},
      {"print ~0", "= -1"},
      {"print 1.5 * 2", "= 3"},
      {"print 1e3", "= 1000"},
      {"print 0x10", "= 16"},
      {"print warp", "= 0"},
      {"print sm", "= 0"},
      {"print/t 5", "= 0b101"},
      {"print shared[128]", "= 1"},
      {"print data", "= 0"},
      {"print out[3]", "= 0"},
      {"print [out + 4]", "= 0"},
      {"print cta", "= 0"},
      {"print 9223372036854775807 + 1", "= -9223372036854775808"},
      {"print %t", "0, 1, 2 ... 31 (+1 a lane)"},
      {"print %t * 2", "0, 2, 4 ... 62 (+2 a lane)"},
      {"print %tid.x - %laneid", "0 in all lanes"},
      {"print %ntid.x", "32 in all lanes"},
      {"print shared[%at]", "0, 1, 2 ... 31 (+1 a lane)"},
      {"print lane", "0, 1, 2 ... 31"}};
  for (const auto& [line, part] : printed) {
    INFO(line);
    CHECK(has(s(line), part));
  }
  s("focus lane 5");
  CHECK(s("print %t * 10") == "  %t * 10 = 50 in lane 5\n");
}

TEST_CASE("completion: commands, topics, registers and variables") {
  PromptRig s("if_else");
  const Prompt& p = s.prompt;
  CHECK(p.completions("st") == std::vector<std::string>{"step"});
  CHECK(p.completions("info b") == std::vector<std::string>{"banks", "barriers", "breakpoints"});
  CHECK(p.completions("print %o") == std::vector<std::string>{"%offset", "%out"});
  CHECK(p.completions("p/x ou") == std::vector<std::string>{"out"});
  CHECK(p.completions("info registers %e") == std::vector<std::string>{"%else"});
  CHECK(p.completions("").size() == CommandTable::commands().size());
  CHECK(p.completions("nonsense ").empty());
  CHECK(p.completions("help wh") == std::vector<std::string>{"where", "why"});
}

TEST_CASE("every topic works at the start, in the middle, at the end and after a deadlock") {
  for (const char* kernel : {"reduce_v2", "spin_lock", "local_array", "constant_divergent"}) {
    PromptRig s(kernel, "pascal");
    for (const char* to : {"where", "step 7", "step 30", "c"}) {
      s(to);
      for (const Command& topic : CommandTable::topics()) {
        INFO(kernel << ", " << to << ", " << topic.name);
        CHECK(!s("info " + std::string(topic.name)).empty());
      }
      CHECK(!s("why").empty());
      CHECK(!s("list").empty());
    }
  }
}

TEST_CASE("why: a warp behind a busy unit names the stall reason that is counted") {
  SessionOptions options = test::options_of({.kernel = "micro/class_mix", .block = "512"});
  options.overrides.kernel = "popc_ex2_1";
  PromptRig s(options);
  s("step 2000");
  std::string said;
  for (int i = 0; i < 300; ++i) {
    s("step");
    for (const char* warp : {"why 0", "why 4", "why 8"}) said += s(warp);
  }
  CHECK(has(said, "mio throttle: the SFU is busy"));
  CHECK_FALSE(has(said, "math pipe throttle: the SFU"));
}

TEST_CASE("no stop is wider than a terminal") {
  for (const std::string& kernel : test::kernel_files()) {
    for (const char* arch : {"volta", "pascal"}) {
      PromptRig s(kernel, arch);
      for (int i = 0; i < 60 && !s.stepper.ended(); ++i) {
        std::istringstream lines(s("step") + s("why"));
        for (std::string line; std::getline(lines, line);) {
          INFO(kernel << ": " << line);
          CHECK(line.size() <= kColumns);
        }
      }
    }
  }
}

TEST_CASE("bad input is refused with a message and changes nothing") {
  PromptRig s("vector_add");
  s("step 3");
  const std::uint64_t before = s.digest();
  const char* lines[] = {"stpe",
                         "step x",
                         "step 0",
                         "step -1",
                         "step 1 2",
                         "step 99999999999999999999",
                         "break",
                         "break x",
                         "break 0",
                         "break 9999",
                         "break 30 if",
                         "break 30 when 1",
                         "break 30 if (((",
                         "break 30 if %",
                         "break 30 if %r5.x.y",
                         "watch",
                         "watch %zz",
                         "watch [1]",
                         "print",
                         "print/q 1",
                         "print/ 1",
                         "print )",
                         "print 1 +",
                         "print [",
                         "print []",
                         "print a[",
                         "print a[-1]",
                         "print a[99999999]",
                         "print 1/0",
                         "print 1%0",
                         "print 0x",
                         "print 1e",
                         "print 5x",
                         "print \"",
                         "print %a[1]",
                         "print $sp$$",
                         "print 99999999999999999999999",
                         "delete x",
                         "delete 9",
                         "focus sm",
                         "focus sm x",
                         "focus sm 999",
                         "focus warp 99",
                         "focus lane 32",
                         "focus foo 1",
                         "info x",
                         "list 0",
                         "list 99999",
                         "goto",
                         "goto x",
                         "run-to",
                         "run-to 999",
                         "run-to cycle",
                         "why 99",
                         "help zzz",
                         "info memory nothing",
                         "info memory a 99999999",
                         "info registers %zz",
                         "info shared x",
                         "step/x",
                         "\x01\x02",
                         "continue 5"};
  for (const char* line : lines) {
    INFO(line);
    CHECK(!s.error(line).empty());
    CHECK(s.digest() == before);
  }
  CHECK(!s.error("print " + std::string(3000, '(')).empty());
  CHECK(!s.error("print " + std::string(3000, '-') + "1").empty());
  CHECK(!s.error("print " + std::string(5000, '1')).empty());
  std::string sum = "print 1";
  for (int i = 0; i < 1500; ++i) sum += "+1";
  CHECK(!s.error(sum).empty());
  CHECK(s.error("").empty());
  CHECK(s.error("  # a remark").empty());
}

TEST_CASE("whatever is typed, the prompt stays up") {
  PromptRig s("branch_by_lane");
  const std::vector<std::string> words = {
      "step",     "next",      "back",     "b",     "watch", "d",      "p",     "print/x", "i",
      "info",     "why",       "list",     "focus", "goto",  "run-to", "cycle", "if",      "lanes",
      "warps",    "registers", "memory",   "sm",    "warp",  "lane",   "%t",    "%x",      "out",
      "shared",   "[",         "]",        "(",     ")",     "+",      "-",     "*",       "/",
      "%",        "&&",        "||",       "==",    "0",     "1",      "7",     "31",      "100",
      "-5",       "1.5",       "0xff",     "\t",    "%",     "#",      "where", "stack",   "banks",
      "counters", "barriers",  "scheduler"};
  std::mt19937 random(5);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (std::size_t n = 1 + pick(6); n > 0; --n)
      line += words[pick(words.size())] + (pick(4) == 0 ? "" : " ");
    const Reply reply = s.prompt.execute(line);
    s.prompt.completions(line);
    CHECK(!reply.quit);
  }
  CHECK(!s("goto 1").empty());
}

TEST_CASE("focus: SMs keep their numbers when a small grid leaves some out") {
  SessionOptions options = test::options_of({.kernel = "reduce_v2", .arch = "h200"});
  options.overrides.grid = Dim3{12, 1, 1};
  PromptRig prompt(options);
  CHECK(has(prompt.error("focus sm 9"), "SM 9 has no block: 12 of the SMs are in use, 0 to 48"));
  CHECK(prompt.error("focus sm 11").starts_with("SM 11 has no block"));
  prompt("focus sm 48");
  prompt("step 20");
  prompt("continue");
}
