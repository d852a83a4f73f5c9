#include "tools/learn/progress.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sim/base/json.h"

namespace simt::learn {
namespace fs = std::filesystem;

fs::path progress_file() {
  const char* state = std::getenv("XDG_STATE_HOME");
  // The specification of these folders: a path that is not absolute counts as none.
  if (state != nullptr && fs::path(state).is_absolute())
    return fs::path(state) / "simt-sim" / "learn.json";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return {};
  return fs::path(home) / ".local" / "state" / "simt-sim" / "learn.json";
}

Progress load_progress(const fs::path& file) {
  Progress out;
  std::ifstream in(file);
  if (!in) return out;
  try {
    const auto json = parse_json(std::string(std::istreambuf_iterator<char>(in), {}));
    json.at("solved").get_to(out.solved);
    json.at("hints").get_to(out.hints);
    json.at("files").get_to(out.files);
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("'" + file.string() +
                             "' holds no progress of lessons; delete it to begin anew");
  }
  return out;
}

void save_progress(const Progress& progress, const fs::path& file) {
  const auto fail = [&] {
    throw std::runtime_error("cannot write '" + file.string() + "': progress is not kept");
  };
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) fail();
  const fs::path next = file.string() + ".new";
  {
    std::ofstream out(next);
    out << json_text(nlohmann::json{{"solved", progress.solved},
                                    {"hints", progress.hints},
                                    {"files", progress.files}},
                     2)
        << "\n";
    out.close();
    if (!out) fail();
  }
  fs::rename(next, file, error);
  if (error) fail();
}

}  // namespace simt::learn
