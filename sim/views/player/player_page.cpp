#include <fmt/format.h>
#include <zlib.h>

#include <stdexcept>

#include "isa/core/place.h"
#include "sim/views/player/player.h"
#include "sim/views/stall_colours.h"
#include "sim/views/svg.h"

namespace simt {

// From bundle/, by simt_embed.
namespace player {
std::string_view player_js();
std::string_view player_css();
std::string_view LICENSES_txt();
}  // namespace player

namespace {

std::string deflated(const std::string& text) {
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("zlib: out of memory");
  out.resize(size);
  return out;
}

std::string base64(const std::string& bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto at = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
  };
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) out += kDigits[group >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  out.replace(out.size() - padding, padding, padding, '=');
  return out;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::string page(const std::string& title, const std::string& data) {
  constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>{} - simt-sim</title>
<style>{}{}{}</style>
</head>
<body>
<div id="app"><noscript>This page plays a recorded run; it needs JavaScript.</noscript></div>
<script id="run" type="text/plain">{}</script>
<script>{}</script>
</body>
</html>
<!--
{}-->
)";
  return fmt::format(kPage, escaped(title), drawing_style(), player::player_css(),
                     stall_colour_rules(), base64(deflated(data)), player::player_js(),
                     player::LICENSES_txt());
}

}  // namespace

std::string render_player(const Played& run) {
  return page(fmt::format("{} on {}", kernel_title(run.subject.program), run.subject.arch.name),
              player_data(run));
}

std::string render_player(const PlayedPair& runs) {
  return page(fmt::format("{} and {}", runs.a.label, runs.b.label), player_data(runs));
}

}  // namespace simt
