// A kernel of kernels/ run with a recorder, for tests of recordings and of what is made from them.
#pragma once

#include "sim/trace/recorder.h"
#include "tools/driver/session.h"

namespace simt::test {

struct Recorded {
  Session session;
  RunResult run;
  trace::Recording recording;
};

inline trace::Window whole_run() {
  trace::Window window;
  window.sms.clear();
  return window;
}

/// `file`: below kernels/. `grid`: 0: the file's.
inline Recorded record(const std::string& file, const std::string& arch,
                       const trace::Window& window = whole_run(), unsigned grid = 0) {
  SessionOptions options;
  options.file = std::string(SIMT_SOURCE_DIR) + "/kernels/" + file;
  options.arch = arch;
  options.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  options.keep_registers = true;
  if (grid != 0) options.overrides.grid = Dim3{grid, 1, 1};
  Recorded out{Session(options), {}, {}};
  trace::Recorder recorder(window, true, &out.session.program());
  RunOptions run;
  run.observer = &recorder;
  out.run = out.session.run(run);
  out.recording = recorder.finish();
  return out;
}

}  // namespace simt::test
