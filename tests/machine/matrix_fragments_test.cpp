// Which lane has which element of a fragment of wmma: what an H100 had (tests/hardware/tensor).
#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

#include "matrix_cases.h"
#include "sim/exec/matrix/fragments.h"

using namespace simt;
using namespace simt::test;

namespace {

MatrixForm form_of(const std::string& shape, const std::string& part) {
  MatrixForm form;
  unsigned m = 0, n = 0, k = 0;
  REQUIRE(std::sscanf(shape.c_str(), "m%un%uk%u", &m, &n, &k) == 3);
  form.m = static_cast<std::uint8_t>(m);
  form.n = static_cast<std::uint8_t>(n);
  form.k = static_cast<std::uint8_t>(k);
  form.part = part == "a" ? MatrixPart::A : part == "b" ? MatrixPart::B : MatrixPart::Sum;
  return form;
}

}  // namespace

TEST_CASE("fragments of wmma have the elements that they have on an H100") {
  std::istringstream lines(tensor_file("fragments.txt.gz"));
  std::string line;
  unsigned fragments = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string shape, type, part, word;
    words >> shape >> type >> part;
    CAPTURE(shape, type, part);
    const MatrixForm form = form_of(shape, part);
    const unsigned per = std::max(1u, 4 / size_of(scalar_type(type)));
    const unsigned elements = elements_of_lane(form, form.part);
    unsigned lane = 0, i = 0;
    bool same = true;
    while (words >> word) {
      if (word == "|") {
        // Halves repeat the elements of A and B in their 8 registers.
        CHECK(i % elements == 0);
        ++lane;
        i = 0;
        continue;
      }
      const ElementAt at = element_of(form, per, lane, i++ % elements);
      same &= word == std::to_string(at.row) + "." + std::to_string(at.column);
    }
    CHECK(lane == 32);
    CHECK(same);
    ++fragments;
  }
  CHECK(fragments == 39);
}
