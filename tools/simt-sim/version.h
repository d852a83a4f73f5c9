// The program's version, written at each build by cmake/version.cmake.
#pragma once

#include <string_view>

namespace simt {

/// "0.1, commit 81d2f3ab90ce": "with changes" follows where the checkout had some; without git and
/// outside an archive of it there is no commit.
std::string_view program_version();

}  // namespace simt
