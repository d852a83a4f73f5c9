// Launches of PTX text, for tests of whole launches.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "tools/driver/session.h"

namespace simt::test {

struct TextKernel {
  std::string header, body;  ///< "//!" lines; PTX after the directives
  std::string arch = "volta";
  unsigned warp_size = 0;  ///< 0: the architecture's
  unsigned sms = 0;        ///< 0: the architecture's
  bool as_compiled = false;
  std::string directives = ".version 7.0\n.target sm_70\n.address_size 64\n";
};

/// Writes the text to a file of the test's own and opens it.
inline Session open(const TextKernel& kernel) {
  static std::atomic<unsigned> count = 0;
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("simt_text_" + std::to_string(::getpid()) + "_" + std::to_string(count++) + ".ir");
  std::ofstream(path) << kernel.header << kernel.directives << kernel.body;
  SessionOptions o;
  o.file = path;
  o.arch = kernel.arch;
  o.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  o.as_compiled = kernel.as_compiled;
  if (kernel.warp_size != 0) o.overrides.warp_size = kernel.warp_size;
  if (kernel.sms != 0) o.sms = kernel.sms;
  Session session(o);
  std::filesystem::remove(path);
  return session;
}

/// The 32-bit words of a buffer argument.
inline std::vector<std::uint32_t> words(Session& session, std::size_t argument) {
  const BoundArg& arg = session.launch().args[argument];
  const std::byte* const data = session.memory().find(arg.address, arg.bytes);
  std::vector<std::uint32_t> out(arg.bytes / 4);
  std::memcpy(out.data(), data, out.size() * 4);
  return out;
}

}  // namespace simt::test
