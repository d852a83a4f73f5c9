#include <fmt/format.h>

#include <tuple>

#include "sim/base/nearest_name.h"
#include "sim/input/element.h"
#include "tools/options/options.h"
#include "tools/simt-sim/command_options.h"
#include "tools/simt-sim/option_groups.h"

namespace simt {
namespace {

PictureKind parse_kind(const std::string& text) {
  if (text == "lanes") return PictureKind::Lanes;
  if (text == "banks") return PictureKind::Banks;
  if (text == "sectors") return PictureKind::Sectors;
  if (text == "stalls") return PictureKind::Stalls;
  if (text == "blocks") return PictureKind::Blocks;
  throw SpecError(
      fmt::format("there is no picture '{}': lanes, banks, sectors, stalls, blocks{}", text,
                  nearest_hint(text, {"lanes", "banks", "sectors", "stalls", "blocks"})));
}

// "3" is warp 3 of block 0, "2.3" that of block 2.
void parse_warp(const std::string& text, PictureOptions& picture) {
  const std::size_t point = text.find('.');
  if (point != std::string::npos) picture.cta = parse_count(text.substr(0, point), "");
  picture.warp = parse_small(point == std::string::npos ? text : text.substr(point + 1), "a warp");
}

}  // namespace

void add_picture(CLI::App& app, CommandLine& line) {
  PictureOptions& picture = line.picture;
  app.add_option_function<std::string>(
         "KIND",
         [&](const std::string& t) {
           picture.kind = option_value("KIND", [&] { return parse_kind(t); });
         },
         "lanes: who executes, instruction by instruction; banks, sectors: one access; stalls: "
         "what warps "
         "wait for; blocks: which block runs where")
      ->type_name("")
      ->required();
  add_file(app, line);
  const std::string group = "Picture";
  app.add_option("--svg", picture.svg_file, "where to write it")
      ->type_name("FILE")
      ->required()
      ->group(group);
  add_parsed(app,
             {"--lines", "[FILE.cu:]FROM:TO",
              "lanes: only instructions of these lines; banks, sectors: the line of the "
              "access. Numbers alone are lines of FILE",
              group},
             [&](const std::string& t) { picture.lines = parse_lines(t); });
  add_parsed(app, {"--nth", "N", "banks, sectors: the warp's N-th access at the line", group},
             [&](const std::string& t) { picture.nth = parse_small(t, "a number"); })
      ->default_str("1");
  add_parsed(app, {"--warp", "[BLOCK.]WARP", "lanes, banks, sectors: which warp", group},
             [&](const std::string& t) { parse_warp(t, picture); })
      ->default_str("0.0");
  add_parsed(app, {"--cycles", "FROM:TO", "stalls: only these", group},
             [&](const std::string& t) { std::tie(picture.from, picture.to) = parse_cycles(t); });
  add_limits(app, line, group);
  add_session(app, line, "file's");
}

}  // namespace simt
