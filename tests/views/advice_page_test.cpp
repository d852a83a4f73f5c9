// Which advice the page tells in full.
#include <catch2/catch.hpp>

#include "sim/views/report.h"

using namespace simt;

namespace {

Advice gains(const std::string& title, double gain, GainKind kind = GainKind::Expected) {
  Advice out;
  out.title = title;
  out.place = "line " + title.substr(0, 1);
  out.gain = gain;
  out.kind = kind;
  return out;
}

std::string page_of(std::vector<Advice> advice) {
  Report report;
  report.advice = std::move(advice);
  return render_details(report, Style{}, true);
}

std::size_t lines_with(const std::string& page, const std::string& words) {
  std::size_t out = 0;
  for (auto at = page.find(words); at != std::string::npos; at = page.find(words, at + 1)) ++out;
  return out;
}

}  // namespace

TEST_CASE("the page leaves out what hardly shows beside what gains much") {
  const std::string page =
      page_of({gains("1 conflict", 30), gains("2 sectors", 0.05), gains("3 sectors", 0),
               gains("4 lanes", 0.5), gains("5 atomics", 0, GainKind::Later)});
  INFO(page);
  CHECK(lines_with(page, "1 conflict") == 1);
  CHECK(lines_with(page, "4 lanes") == 1);
  CHECK(lines_with(page, "5 atomics") == 1);
  CHECK(lines_with(page, " sectors") == 0);
  CHECK(lines_with(page, "2 more below 0.1%, told in full by --json: line 2; line 3.") == 1);
}

TEST_CASE("the page tells two of what hardly shows where nothing gains much") {
  const std::string page = page_of({gains("1 conflict", 1.5), gains("2 sectors", 0.05),
                                    gains("3 sectors", 0), gains("4 sectors", 0)});
  INFO(page);
  CHECK(lines_with(page, "1 conflict") == 1);
  CHECK(lines_with(page, " sectors") == 2);
  CHECK(lines_with(page, "1 more below 0.1%, told in full by --json: line 4.") == 1);
}
