// Where architecture files come from: those that are part of the program (all of configs/, put in
// at build time), or a folder. A path below kBuiltIn names one of the program's own.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/embedded_file.h"

namespace simt {

std::span<const EmbeddedFile> embedded_configs();

/// Stands for configs/ in the program; as good as any other folder wherever one is asked for.
inline const std::string kBuiltIn = "built-in";

/// Paths of the device files in `folder`, sorted; parts that these extend lie in sub-folders.
/// Throws ConfigError when there are none.
std::vector<std::string> device_files(const std::string& folder);

/// Whole text of an architecture file; throws ConfigError naming `why_wanted` when it cannot be
/// read.
std::string read_config_file(const std::string& path, const std::string& why_wanted);

}  // namespace simt
