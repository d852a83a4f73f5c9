// What advice says of the addresses of accesses that are easily told wrongly.
#include "advice_case.h"
#include "sim/views/advice_rules.h"

using namespace simt;

TEST_CASE("lanes in two rows are not called neighbours") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access;
  access.lanes = 0x00010001;
  access.address[16] = access.address[0] + 800;
  c.run.worst[0].cost = 2;
  c.run.worst[0].ideal = 1;
  c.run.lines[0].sectors = 32;
  c.run.lines[0].sectors_ideal = 16;
  c.wait(1, Stall::long_scoreboard, 50000);
  const Advice a = c.only("global load touches 2 sectors where 1 would do");
  CHECK_THAT(a.text, Contains("Only 2 of 32 lanes are active, none beside another, 800 bytes from "
                              "one to the next: each needs a sector of its own") &&
                         !Contains("50 bytes") && !Contains("structure"));
  CHECK(a.kind == GainKind::AtMost);
}

TEST_CASE("neighbours with idle lanes between them are not told to align") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 0, 4);
  access.lanes = 0xf0f0f0f0;
  c.run.worst[0].cost = 4;
  c.run.worst[0].ideal = 2;
  CHECK_THAT(c.only("global load touches").text,
             Contains("neighbours of lanes that do not") && !Contains("align the start"));
}

TEST_CASE("rows of a tile have a fixed step within each") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 4, 4);
  for (unsigned lane = 16; lane < 32; ++lane) access.address[lane] += 736;
  c.run.worst[0].cost = 6;
  c.run.lines[0].sectors = 96;
  CHECK_THAT(c.only("global load touches 6 sectors").text,
             Contains("neighbours in 2 rows") && !Contains("no fixed step"));
}

TEST_CASE("structures in rows of lanes are told by their size, not as without a step") {
  Case c;
  MemoryAccess& access = c.run.worst[0].access = strided(StateSpace::Global, Kind::Load, 0, 12);
  for (unsigned lane = 16; lane < 32; ++lane) access.address[lane] += 4096;
  c.run.worst[0].cost = 12;
  c.run.lines[0].sectors = 192;
  CHECK_THAT(c.only("global load touches 12 sectors").text,
             Contains("in 2 rows; neighbours in a row are 12 bytes apart for elements of 4") &&
                 !Contains("no fixed step"));
}

TEST_CASE("loads of several sizes on one line are told with the sizes of all") {
  Case c;
  c.scattered_store(0);
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[0].access = c.run.worst[1].access = strided(StateSpace::Global, Kind::Store, 0, 36);
  c.run.worst[1].access.bytes = 2;
  c.run.worst[1].ideal = 2;
  const Advice a = c.only("sectors where");
  CHECK(a.title == "each of 2 global stores touches 32 sectors where 2 to 4 would do");
  CHECK_THAT(a.text, Contains("36 bytes apart for elements of 2 to 4:"));
}

TEST_CASE("loads of one line that start at several places in a sector are told with all of them") {
  Case c;
  c.scattered_store(0);
  c.scattered_store(1);
  c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[0].access = strided(StateSpace::Global, Kind::Store, 28, 4);
  c.run.worst[1].access = strided(StateSpace::Global, Kind::Store, 24, 4);
  CHECK_THAT(c.only("sectors where").text, Contains("they start 24 to 28 bytes into a sector"));
}

TEST_CASE("words of bytes whose type is not known are no elements") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 128), 32, 1};
  CHECK_THAT(c.only("32-way bank conflict on tile").text,
             Contains("With 1 word more after every 32 words of 4 bytes (rows of 33 instead of "
                      "32) this access has no conflict."));
}

TEST_CASE("what parts structures in shared memory can be declared") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  Signature signature;
  StructureLayout four{"Q", {}, 16};
  for (std::uint32_t i = 0; i < 4; ++i)
    four.fields.push_back({std::string(1, static_cast<char>('a' + i)), ScalarType::F32, 4 * i});
  signature.shared = {{ScalarType::None, false, four}};
  const auto advice = [&] {
    Subject s = c.subject();
    s.signature = &signature;
    for (const Advice& a : collect_report(s).advice)
      if (a.title.find("bank conflict on tile") != std::string::npos) return a.text;
    return std::string();
  };
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 16), 4, 1};
  CHECK_THAT(advice(), Contains("With 1 more field of 4 bytes in the structure (20 bytes instead "
                                "of 16) this access has no conflict."));
  // One more field leaves every eighth structure in eight banks.
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 128), 32, 1};
  CHECK_THAT(advice(), Contains("As a structure of arrays, one for each field, and with 1 word "
                                "more after every 32 words of 4 bytes") &&
                           !Contains("element"));
}

TEST_CASE("a built-in vector takes no field more") {
  Case c;
  c.program.shared.variables[0].type = ScalarType::B8;
  Signature signature;
  StructureLayout vector = vector_layout({ScalarType::U32, 4, 16});
  vector.type = "uint4";
  signature.shared = {{ScalarType::None, false, vector}};
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Load, 4, 16), 4, 1};
  Subject s = c.subject();
  s.signature = &signature;
  std::string text;
  for (const Advice& a : collect_report(s).advice)
    if (a.title.find("bank conflict on tile") != std::string::npos) text = a.text;
  CHECK_THAT(text, !Contains("more field") &&
                       Contains("The elements are vectors of 16 bytes. As plain arrays, one for "
                                "each component, this access has no conflict."));
  // Nor by 4 bytes a structure that is stored whole, as a vector.
  signature.shared[0].structure.type = "Q";
  c.program.code[0].kind = Kind::Store;
  c.program.code[0].memory.space = StateSpace::Shared;
  c.program.code[0].memory.type = ScalarType::U32;
  c.program.code[0].memory.elements = 4;
  for (const Advice& a : collect_report(s).advice)
    if (a.title.find("bank conflict on tile") != std::string::npos) text = a.text;
  CHECK_THAT(text, !Contains("20 bytes instead of 16"));
}

TEST_CASE("the distance of the worst request's lanes is not that of all") {
  Case c;
  c.scattered_store(0);
  c.run.worst[0].access = strided(StateSpace::Global, Kind::Store, 0, 128);
  CHECK(c.only("sectors where").text.starts_with("Neighbouring lanes are 128 bytes apart"));
  c.run.lines[0].sectors = 300;  // others have less
  CHECK_THAT(c.only("sectors where").text,
             Contains("In the worst request neighbouring lanes are 128 bytes apart"));
}

TEST_CASE("a padding is tried on all accesses to an array") {
  Case c;
  // float t[16][16]: t[q / 4][4 * (q % 4)] is stored, t[4 * (q % 4)][q / 4] loaded.
  c.run.worst[1] = {shared_access(Kind::Store, [](unsigned q) { return std::uint64_t{16} * q; }), 4,
                    1};
  const Advice alone = c.only("4-way bank conflict on tile (store)");
  CHECK_THAT(alone.text, Contains("With 1 element more after every 32 elements (element i at i + i "
                                  "/ 32) this access has no conflict") &&
                             !Contains("rows of"));
  c.program.code[3].kind = Kind::Load;
  c.run.lines[3].wavefronts = 64;
  c.run.lines[3].conflicts = 48;
  c.run.worst[3] = {
      shared_access(Kind::Load,
                    [](unsigned q) { return std::uint64_t{256} * (q % 4) + q / 4 * 4; }),
      4, 1};
  // No padding frees both; what the best one leaves of them is told.
  const Advice both = c.only("4-way bank conflict on tile (store, load)");
  CHECK_THAT(both.text, Contains("With 3 elements more after every 32 elements (element i at i + 3 "
                                 "* (i / 32)) 1 of 6 conflicts remain."));
}

TEST_CASE("padding is told in elements of the source, vectors kept whole") {
  Case c;
  c.program.code[1].memory.type = ScalarType::F32;
  c.program.code[1].memory.elements = 4;
  MemoryAccess access = strided(StateSpace::Shared, Kind::Store, 0, 64);
  access.bytes = 16;
  c.run.worst[1] = {access, 16, 4};
  CHECK_THAT(c.only("4-way bank conflict on tile").text,
             Contains("With 4 elements more after every 32 elements of 4 bytes (element i at i + "
                      "4 * (i / 32))") &&
                 Contains("vectors of 4 elements: padding must keep them whole"));
}

TEST_CASE("title and text of conflicts on one line speak of the same access") {
  Case c;
  c.program.code[3].kind = Kind::Store;
  c.program.code[3].debug_line = c.program.code[1].debug_line = c.program.code[0].debug_line;
  c.run.worst[1] = {strided(StateSpace::Shared, Kind::Store, 0, 28), 7, 1};
  c.run.worst[1].access = shared_access(
      Kind::Store, [](unsigned q) { return std::uint64_t{128} * (q % 7) + q / 7 * 4; });
  c.run.worst[3] = {
      shared_access(Kind::Store,
                    [](unsigned q) { return std::uint64_t{128} * (q % 8) + q / 8 * 4; }),
      8, 1};
  c.run.lines[3].wavefronts = 60;
  c.run.lines[3].conflicts = 44;
  c.run.lines[3].shared_requests = 16;
  c.run.lines[1].wavefronts = 80;
  c.run.lines[1].conflicts = 64;
  const Advice a = c.only("bank conflict on tile (2 stores)");
  CHECK_THAT(a.title, Contains("up to 8-way"));
  CHECK_THAT(a.text, Contains("The worst access takes 8 wavefronts"));
}

TEST_CASE("lanes and passes of an atomic on one word are those of one access") {
  Case c;
  MemoryAccess access = shared_access(Kind::Atomic, [](unsigned) { return std::uint64_t{0}; });
  access.lanes = 0xffff;
  c.run.worst[1] = {access, 16, 1};
  CHECK_THAT(c.only("16 lanes update one word of").text,
             Contains("They take 16 passes, one after another. "));
  access.compare_swap = true;
  c.run.worst[1] = {access, 32, 1};
  CHECK_THAT(c.only("16 lanes update one word of").text,
             Contains("They take 32 passes, one after another (two for each lane"));
}

TEST_CASE("advice: a load of many lines keeps L1 busy with looking them up") {
  Case c;
  c.scattered_store(0);
  c.program.code[0].kind = Kind::Load;
  c.run.worst[0].access.kind = Kind::Load;  // of 32 lines
  c.arch.l1.tags_per_clock = 0.5;
  c.arch.l1.bytes_per_clock = 1024;
  CHECK(stage_cycles(c.subject(), 0) == 1024);
  // Packed, 64 sectors are 16 lines.
  CHECK(stage_cycles(c.subject(), 0, true) == 32);
  c.program.code[0].kind = Kind::Store;
  c.run.worst[0].access.kind = Kind::Store;  // looked up on its way out
  CHECK(stage_cycles(c.subject(), 0) == 16);
}
