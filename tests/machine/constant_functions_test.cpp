// Pointers to functions in constant memory: in the bank of a launch, and in the variables that a
// program's launches share. tests/machine/cubins/constant_functions_90.cubin is linked (-rdc).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

#include "isa/container/machine_code.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/kernel_image.h"

using namespace simt;

namespace {

machine::KernelImage image_of_the_file() {
  for (const Cubin& cubin :
       machine_code_of(SIMT_SOURCE_DIR "/tests/machine/cubins/constant_functions_90.cubin"))
    for (const CubinCode& code : cubin.code)
      if (code.has_kernel()) return machine::image_of(cubin, code);
  FAIL("the kernel is not there");
  return {};
}
std::uint64_t address_of(const machine::KernelImage& image, const std::string& part) {
  for (const auto& [name, at] : image.parts)
    if (name.find(part) != std::string::npos) return image.code_address + 16 * std::uint64_t{at};
  FAIL("no code of " << part);
  return 0;
}

}  // namespace

TEST_CASE("a table of functions in constant memory has their addresses, in its variable, too") {
  const machine::KernelImage image = image_of_the_file();
  const std::uint64_t expected[] = {address_of(image, "add_two"), address_of(image, "times_five")};
  const auto table = std::ranges::find(image.variables, "functions", &Variable::name);
  REQUIRE(table != image.variables.end());
  REQUIRE(table->initial.size() == sizeof expected);
  CHECK(std::memcmp(table->initial.data(), expected, sizeof expected) == 0);
  const std::vector<std::byte>& bank = image.banks.at(3);
  REQUIRE(bank.size() >= table->address + sizeof expected);
  CHECK(std::memcmp(bank.data() + table->address, expected, sizeof expected) == 0);
  const auto before = std::ranges::find(image.variables, "before", &Variable::name);
  REQUIRE(before != image.variables.end());
  CHECK(before->initial.at(0) == std::byte{7});
}
