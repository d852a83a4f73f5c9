// The versions and targets that a module may name: PTX ISA 9.1, chapters 11.1 (.version, .target)
// and 13 (release notes).
#pragma once

#include <string>
#include <string_view>

namespace simt {

inline constexpr std::string_view kNewestVersion = "9.1";

enum class VersionKind {
  Known,
  TooOld,  ///< before 6.0, which brought what independent threads need
  Newer,   ///< of the newest major version, after kNewestVersion: what it added is not known here
  Unknown  ///< there is none
};

/// What is known of a version such as "7.8".
VersionKind version_kind(std::string_view version);
/// The minor versions beside `version`, for a hint: "7.0 to 7.8"; without its major version "".
std::string known_versions(std::string_view version);

/// Is there a target of this name: sm_75, sm_90a, sm_120f?
bool is_target(std::string_view name);
/// The targets that exist, for a hint: "sm_100, sm_100a, sm_100f, ..." of the same number, else
/// all numbers.
std::string known_targets(std::string_view name);

}  // namespace simt
