// The text of the files that a program was compiled from, for those who show its lines.
#pragma once

#include "isa/core/program.h"

namespace simt {

/// Reads the files that instructions come from into DebugFile::lines. A file is looked for at the
/// path that the compiler wrote (from the current folder if relative), then at that path from the
/// folder of the text (ProgramText::name), then by its name in that folder. One that is nowhere
/// keeps no lines. A file shorter than a line that the program names is another file: it is passed
/// over.
void read_debug_sources(Program& program);

}  // namespace simt
