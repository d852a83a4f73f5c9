// random_texts FIRST LAST FOLDER: writes the random kernels of these seeds to FOLDER/SEED.ir.
// Build: g++ -std=c++20 -I. random_texts.cpp
// tests/kernels/random_{program,statements,operations}.cpp
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/kernels/random_program.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::uint64_t last = std::strtoull(argv[2], nullptr, 10);
  for (std::uint64_t seed = std::strtoull(argv[1], nullptr, 10); seed <= last; ++seed)
    std::ofstream(std::string(argv[3]) + "/" + std::to_string(seed) + ".ir")
        << simt::test::RandomProgram(seed).text();
}
