// Names of commands, completion, and that nothing typed can harm the prompt.
#include <algorithm>
#include <random>
#include <sstream>

#include "sim/step/error.h"
#include "sim/step/prompt/command_table.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

namespace {

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

TEST_CASE("commands: words after the command that are mistyped name what is near") {
  PromptRig s("reduce_v2");
  const std::pair<const char*, const char*> typed[] = {
      {"info schedler", "did you mean scheduler?"},
      {"help info schedler", "did you mean scheduler?"},
      {"set pagnation off", "did you mean pagination?"},
      {"set heigth 3", "did you mean height?"},
      {"next divergance", "did you mean divergence?"},
      {"reverse-next conflcit", "did you mean conflict?"},
      {"focus wrp 1", "did you mean warp?"},
      {"run-to cylce 40", "did you mean cycle?"},
      {"info memory otu", "did you mean out?"},
      {"picture banks", "here it is 'info banks or info lanes'"},
      {"warp 3", "here it is 'focus warp N'"}};
  for (const auto& [line, hint] : typed) {
    INFO(line << ": " << s.error(line));
    CHECK(has(s.error(line), hint));
  }
  CHECK(has(s("help info scheduler"), "who can issue"));
  CHECK_FALSE(has(s("help info scheduler"), "barriers"));
  CHECK(has(s("info counters xyz"), "no count with 'xyz' in its name"));
}

TEST_CASE("commands: a topic of info is no command, and the message says where it is") {
  CHECK_THROWS_WITH(command("lanes"), "there is no command 'lanes'; it is a topic: info lanes");
  CHECK_THROWS_WITH(command("registers"),
                    "there is no command 'registers'; it is a topic: info registers");
}

TEST_CASE("commands: nothing is suggested for a word that is near to none") {
  for (const char* word : {"bogus", "xyzzy", "zzz"})
    CHECK_THROWS_WITH(command(word),
                      "there is no command '" + std::string(word) + "'; 'help' lists them");
  CHECK_THROWS_WITH(command("focsu"),
                    "there is no command 'focsu'; did you mean focus?; 'help' lists them");
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
                         "print %a[1",
                         "print %a[32]",
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
