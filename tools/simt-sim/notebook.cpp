#include "tools/simt-sim/notebook.h"

#include <fmt/format.h>

#include <stdexcept>

namespace simt {

Notebook::Notebook() : file_(learn::progress_file()) {
  try {
    progress_ = learn::load_progress(file_);
  } catch (const std::runtime_error& e) {
    throw SessionError(Exit::Usage, e.what());
  }
}

void Notebook::save() const {
  if (file_.empty()) return;
  try {
    learn::save_progress(progress_, file_);
  } catch (const std::runtime_error& e) {
    fmt::print(stderr, "simt-sim: {}\n", e.what());
  }
}

}  // namespace simt
