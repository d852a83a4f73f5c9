// Names of tests that every tool on their way takes: CMake reads them as a list, ctest as an
// argument, Catch2 as an expression that chooses tests.
#pragma once

#include <string>

namespace simt::test {

/// Why a test may not have this name; "": it may. Of a ";" CMake makes two tests, neither of which
/// exists; a test that its own name does not choose never runs.
std::string bad_test_name(const std::string& name);

}  // namespace simt::test
