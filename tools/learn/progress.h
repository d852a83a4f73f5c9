// What a learner has done: exercises solved, hints taken, where the copies lie. Kept in a small
// JSON file, $XDG_STATE_HOME/simt-sim/learn.json (~/.local/state without the variable).
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace simt::learn {

struct Progress {
  std::set<std::string> solved;              ///< exercises by name
  std::map<std::string, unsigned> hints;     ///< how many were shown
  std::map<std::string, std::string> files;  ///< where the learner works on an exercise
};

/// Where the progress is kept; empty when neither XDG_STATE_HOME nor HOME is set.
std::filesystem::path progress_file();

/// A file that is not there is an empty progress. One that is no progress throws std::runtime_error
/// with the file's name: it is not overwritten.
Progress load_progress(const std::filesystem::path& file);
/// As a whole or not at all. Throws std::runtime_error when it cannot be written.
void save_progress(const Progress& progress, const std::filesystem::path& file);

}  // namespace simt::learn
