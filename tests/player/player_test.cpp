#include <zlib.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "sim/trace/contents.h"
#include "sim/views/pictures/sheet.h"
#include "sim/views/player/code_data.h"
#include "sim/views/player/player.h"
#include "sim/views/player/value_data.h"
#include "sim/views/stall_colours.h"
#include "tests/trace/recorded.h"

using namespace simt;
using simt::test::record;
using simt::test::Recorded;
using Json = nlohmann::json;

namespace {

Json data_of(const Recorded& r) {
  const Subject subject{r.session.program(), r.session.arch(), r.run, {}, {}};
  return Json::parse(
      player_data({subject, r.recording, r.session.launch(), r.session.signature()}))["sides"][0];
}

/// What the page's instructions add to the counters.
std::vector<std::uint64_t> sums(const Json& data) {
  std::vector<std::uint64_t> out(data["counters"].size());
  for (const Json& number : data["issues"]["parts"]) {
    const Json& part = data["parts"][number.get<std::size_t>()];
    for (std::size_t i = 0; i < part.size(); i += 2)
      out[part[i].get<std::size_t>()] += part[i + 1].get<std::uint64_t>();
  }
  return out;
}

std::string inflated(const std::string& base64) {
  std::string bytes;
  unsigned group = 0, bits = 0;
  for (const char c : base64) {
    const std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) break;
    group = (group << 6 | static_cast<unsigned>(digit)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  std::string out(64 << 20, '\0');
  uLongf size = out.size();
  REQUIRE(uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                     reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) == Z_OK);
  out.resize(size);
  return out;
}

}  // namespace

TEST_CASE("the instructions of the whole run add up to its exact counters") {
  const char* kernel =
      GENERATE("bank_column.ir", "reduce_naive.ir", "spin_lock.ir", "bank_doubles.ir",
               "local_array.ir", "constant_divergent.ir", "copy_stride.ir", "reduce_shuffle.ir");
  CAPTURE(kernel);
  const std::string name = kernel;
  const bool large =
      name == "reduce_naive.ir" || name == "copy_stride.ir" || name == "reduce_shuffle.ir";
  const Recorded r = record(kernel, "volta", test::whole_run(), large ? 3 : 0);
  const Json data = data_of(r);
  const std::vector<std::uint64_t> added = sums(data);
  std::size_t checked = 0;
  for (std::size_t i = 0; i < kNumCounters; ++i) {
    const auto counter = static_cast<Counter>(i);
    if (added[i] == 0) continue;
    CHECK(added[i] == r.run.counters[counter]);
    ++checked;
  }
  CHECK(checked >= 9);
  // What lane masks and addresses decide is all there.
  for (const Counter c :
       {Counter::inst_executed, Counter::branch_divergent, Counter::global_sectors,
        Counter::shared_wavefronts, Counter::shared_ld_conflicts, Counter::local_ld_sectors,
        Counter::const_passes})
    CHECK(added[static_cast<std::size_t>(c)] == r.run.counters[c]);
}

TEST_CASE("a pattern's wavefronts are those that are counted, each bank once in each") {
  const char* kernel = GENERATE("bank_column.ir", "bank_stride.ir", "bank_doubles.ir",
                                "bank_bytes.ir", "bank_broadcast.ir", "matmul_tiled.ir");
  CAPTURE(kernel);
  const Json data = data_of(record(kernel, "volta", trace::Window{0, trace::kOpen, {0}, 2000}));
  std::size_t shared = 0;
  for (const Json& p : data["patterns"]) {
    CHECK(p["offsets"].size() == count_lanes(p["lanes"].get<LaneMask>()));
    CHECK(p["cost"] >= p["ideal"]);
    if (p["space"] != "shared") continue;
    ++shared;
    CHECK(p["waves"].size() == p["cost"]);
    LaneMask served = 0;
    for (const Json& wave : p["waves"])
      for (std::size_t i = 0; i < wave.size(); i += 3) {
        if (i > 0) CHECK(wave[i] > wave[i - 3]);
        served |= wave[i + 1].get<LaneMask>();
      }
    CHECK(served == p["lanes"]);
  }
  CHECK(shared > 0);
}

TEST_CASE("the page's shared variables have the types of the CUDA source") {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/mixed_shared.ptx";
  options.arch = "volta";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.overrides.kernel = "mixed";
  const Session session(options);
  player::Json out;
  player::write_code(session.program(), session.signature(), out);
  std::map<std::string, std::string> type;
  for (const auto& v : out["sharedVariables"]) type[v["name"]] = v["type"];
  CHECK(type["s"] == "s32");
  CHECK(type["count"] == "s32");
  CHECK(type["d"] == "f64");
  CHECK(type["last"] == "bool");
  CHECK(type["a"] == "f32");
  CHECK(type["p"] == "b8");  // structures
  const auto& shared = out["sharedVariables"];
  const auto pairs =
      std::find_if(shared.begin(), shared.end(), [](const Json& v) { return v["name"] == "p"; });
  REQUIRE(pairs != shared.end());
  CHECK((*pairs)["element"] == 8);
  CHECK(
      (*pairs)["fields"].dump() ==
      R"([{"name":"x","type":"f32","offset":0,"bytes":4},{"name":"n","type":"s32","offset":4,"bytes":4}])");
}

TEST_CASE("contents of registers as the page reads them") {
  const auto words = [](auto f) {
    std::vector<std::byte> bytes(128);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t word = f(lane);
      std::memcpy(bytes.data() + std::size_t{lane} * 4, &word, 4);
    }
    return bytes;
  };
  using player::vector_text;
  CHECK(vector_text(words([](std::uint32_t) { return 255u; }), ScalarType::B32) == "ff");
  CHECK(vector_text(words([](std::uint32_t i) { return 16 + 4 * i; }), ScalarType::S32) == "10+4");
  CHECK(vector_text(words([](std::uint32_t i) { return 31 - i; }), ScalarType::U32) ==
        "1f+ffffffff");
  const std::string each =
      vector_text(words([](std::uint32_t i) { return i * i; }), ScalarType::F32);
  CHECK(each.starts_with("0,1,4,9,10,"));
  CHECK(std::count(each.begin(), each.end(), ',') == 31);
  const std::vector<std::byte> mask{std::byte{0xf0}, {}, {}, std::byte{0x80}};
  CHECK(vector_text(mask, ScalarType::Pred) == "800000f0");
}

TEST_CASE("lanes that change one word are told as serialized") {
  const Json data = data_of(record("spin_lock.ir", "volta"));
  CHECK(data["patterns"].size() > 0);
  bool found = false;
  for (const Json& p : data["patterns"])
    if (p["kind"] == "atomic" || p["kind"] == "reduction") found |= p["serialized"] == 32;
  CHECK(found);
  for (const Json& p : data["patterns"])
    if (p["kind"] == "load" || p["kind"] == "store") CHECK(p["serialized"] == 0);
}

TEST_CASE("the program and its launch are described") {
  const Recorded r = record("if_else.ir", "volta");
  const Json data = data_of(r);
  const std::size_t size = r.session.program().code.size();
  for (const Json& column : data["code"]) CHECK(column.size() == size);
  const auto& kinds = data["code"]["kind"];
  CHECK(std::count(kinds.begin(), kinds.end(), "branch") == 2);
  const Json& f = data["functions"][0];
  CHECK(f["from"].size() == 4);  // head, two sides, join
  CHECK(f["edges"].size() == 4);
  CHECK(data["buffers"][0]["name"] == "out");
  CHECK(data["buffers"][0]["bytes"] == 128);
  CHECK(data["charts"]["memory"].get<std::string>().starts_with("<svg"));
  for (const Json& reg : data["values"]["reg"]) CHECK(reg < data["registers"]["name"].size());
  for (const Json& v : data["values"]["vector"]) CHECK(v < data["vectors"].size());
}

TEST_CASE("columns of a table are of one length, what they point at is there") {
  const Recorded r = record("loop_trips.ir", "pascal");
  const Json data = data_of(r);
  for (const char* table :
       {"issues", "waits", "warps", "lines", "accesses", "values", "shared", "registers"}) {
    CAPTURE(table);
    const std::size_t rows = data[table].front().size();
    CHECK((rows > 0 || std::string_view(table) == "shared"));
    for (const Json& column : data[table]) CHECK(column.size() == rows);
  }
  for (const Json& state : data["issues"]["state"]) CHECK(state < data["states"].size());
  for (const Json& p : data["patterns"]) CHECK(p["space"] != "param");
  std::size_t accesses = 0;
  for (const Json& n : data["issues"]["accesses"]) accesses += n.get<std::size_t>();
  CHECK(accesses == data["accesses"]["pattern"].size());
  CHECK(data["machine"]["divergence"] == "stack");
  CHECK(data["shown"]["whole"] == true);
}

TEST_CASE("the page is told where lanes of machine code meet again: at a BSYNC") {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/diverging_90.cubin";
  options.arch = "h200";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  const Session session(options);
  player::Json data;
  player::write_code(session.program(), session.signature(), data);
  const player::Json& code = data["code"];
  std::size_t joins = 0;
  for (std::size_t pc = 0; pc < code["join"].size(); ++pc) {
    const int join = code["join"][pc];
    if (join < 0) continue;
    CHECK(code["kind"][pc] == "branch");
    CHECK(code["guarded"][pc] == 1);
    CHECK(code["text"][static_cast<std::size_t>(join)].get<std::string>().find("BSYNC") !=
          std::string::npos);
    ++joins;
  }
  CHECK(joins > 0);
}

TEST_CASE("the page names the registers of machine code, and their values are recorded") {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/diverging_90.cubin";
  options.arch = "h200";
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.keep_registers = true;
  const Session session(options);
  player::Json data;
  player::write_code(session.program(), session.signature(), data);
  const player::Json& code = data["code"];
  std::set<std::string> written;
  for (const player::Json& registers : code["writes"])
    for (const player::Json& r : registers)
      written.insert(data["registers"]["name"][r.get<std::size_t>()]);
  CHECK(written.contains("R0"));
  CHECK(written.contains("P0"));
  std::set<std::string> recorded;
  for (const RegId r : trace::visible_registers(session.program()))
    recorded.insert(session.program().registers[r].name);
  CHECK(std::ranges::includes(recorded, written));
}

TEST_CASE("the page is told where the run faulted, recorded or not") {
  const auto fault_with = [](trace::Window window) {
    return data_of(record("../tests/player/fault_elsewhere.ir", "volta", window))["fault"];
  };
  const Json seen = fault_with(test::whole_run());
  const Json unseen = fault_with(trace::Window{0, trace::kOpen, {0}, 0});
  CHECK(seen["issue"] > 0);
  CHECK(seen["lane"] == 0);
  CHECK(unseen["issue"] == -1);
  for (const Json& fault : {seen, unseen}) CHECK(fault["block"] == 2);
  CHECK(unseen["sm"] == seen["sm"]);
}

TEST_CASE("pictures and the page have the same colours") {
  const auto colours = [](const std::string& css) {
    std::map<std::string, std::string> out;
    const std::regex variable(R"((--(?:lane-|mark-|waste|conflict-)[\w-]*):\s*(#\w+))");
    for (std::sregex_iterator at(css.begin(), css.end(), variable), end; at != end; ++at)
      out.try_emplace((*at)[1], (*at)[2]);
    return out;
  };
  const auto both = [&](const std::string& css) {  // of the light theme, then of the dark one
    const std::size_t dark = css.find("prefers-color-scheme: dark) {", css.find("--lane-on:"));
    REQUIRE(dark != std::string::npos);
    return std::pair(colours(css.substr(0, dark)), colours(css.substr(dark)));
  };
  std::ifstream file(std::string(SIMT_SOURCE_DIR) + "/sim/views/player/web/src/style.css");
  const auto page = both({std::istreambuf_iterator<char>(file), {}});
  const auto picture = both(Sheet("", "").finish());
  CHECK(picture.first.size() > 9);
  CHECK(picture.first.size() == picture.second.size());
  for (const auto& [name, colour] : picture.first) {
    CAPTURE(name);
    CHECK(page.first.at(name) == colour);
    CHECK(page.second.at(name) == picture.second.at(name));
  }
}

TEST_CASE("every stall reason has a colour, the same in pictures and on the page") {
  const std::string picture = Sheet("", "").finish(), rules = stall_colour_rules();
  for (const Shade shade : {Shade::Light, Shade::Dark})
    CHECK(picture.find(stall_colours(shade)) != std::string::npos);
  const std::string dark = rules.substr(rules.find(":root[data-theme=\"dark\"]"));
  for (std::size_t i = 0; i < kNumStalls; ++i) {
    const std::string name = "[ \\n]--s-" + std::string(info(static_cast<Stall>(i)).name) + ": #";
    INFO(name);
    CHECK(std::regex_search(rules, std::regex(name)));
    CHECK(std::regex_search(dark, std::regex(name)));
  }
}

TEST_CASE("the page holds its data and needs nothing from elsewhere") {
  const Recorded r = record("if_else.ir", "volta");
  const Subject subject{r.session.program(), r.session.arch(), r.run, {}, {}};
  const std::string page =
      render_player({subject, r.recording, r.session.launch(), r.session.signature()});
  std::smatch found;
  const std::regex run(R"re(<script id="run" type="text/plain">([A-Za-z0-9+/=]+)</script>)re");
  REQUIRE(std::regex_search(page, found, run));
  CHECK(inflated(found[1]) ==
        player_data({subject, r.recording, r.session.launch(), r.session.signature()}));
  CHECK(page.find("preact 11") != std::string::npos);  // the licences go with the libraries
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK_FALSE(std::regex_search(page, std::regex(R"((src|href)\s*=\s*["']|@import|url\((?!#))")));
}
