#include "tools/driver/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>

#include "isa/base/regex.h"
#include "sim/base/nearest_name.h"

namespace simt {
namespace {

// "; did you mean kernels/reduce_v2.ir?", of the kernels in the same folder.
std::string near_file(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> known;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, error))
    if (const auto ext = entry.path().extension(); ext == ".ir" || ext == ".ptx" || ext == ".cu")
      known.push_back((folder / entry.path().filename()).string());
  std::sort(known.begin(), known.end());
  std::vector<std::string> stems;
  for (const std::string& file : known)
    stems.push_back(std::filesystem::path(file).stem().string());
  const std::string stem = nearest_name(path.stem().string(), stems);
  const auto found = std::find(stems.begin(), stems.end(), stem);
  return stem.empty() ? ""
                      : fmt::format("; did you mean {}?",
                                    known[static_cast<std::size_t>(found - stems.begin())]);
}

std::string read_file(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw SessionError(Exit::Usage, fmt::format("cannot read '{}': it is a folder", path));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    const std::string why = errno != 0 ? std::strerror(errno) : "read error";
    throw SessionError(Exit::Usage,
                       fmt::format("cannot read '{}': {}{}", path, why, near_file(path)));
  }
  return text;
}

// A zero byte is in no PTX and no CUDA C++; NVRTC's own output ends with one.
void check_text(const std::string& path, const std::string& text) {
  const char* const expected = is_cuda(path) ? "a .cu file is CUDA C++" : "a kernel is PTX text";
  if (text.empty()) throw SessionError(Exit::Source, fmt::format("'{}' is empty", path));
  if (text.starts_with("\x7f"
                       "ELF"))
    throw SessionError(Exit::Source, fmt::format("'{}' is machine code (ELF); {}", path, expected));
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos)
    throw SessionError(Exit::Source,
                       fmt::format("'{}' is no text: byte {} is zero; {}", path, zero, expected));
}

void keep(const std::string& path, const std::string& ptx) {
  std::error_code ignored;
  if (is_cuda(path) && std::filesystem::exists(path, ignored))
    throw SessionError(
        Exit::Usage,
        fmt::format("cannot write '{}': it is CUDA C++ that is there already; name another file",
                    path));
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  out << ptx;
  out.close();
  if (!out)
    throw SessionError(Exit::Usage,
                       fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
}

}  // namespace

std::string read_text(const std::string& path) {
  std::string text = read_file(path);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte-order mark is no text
  if (text.ends_with('\0')) text.pop_back();
  check_text(path, text);
  return text;
}

bool is_cuda(const std::string& path) {
  return path.ends_with(".cu");
}

std::string whole_program_hint(const std::string& path) {
  if (!is_cuda(path) || !Regex(R"(\bint\s+main\s*\()").found_in(read_text(path))) return "";
  return fmt::format("The file has a main(): 'simt-sim exec {}' runs the whole program.\n", path);
}

std::string cuda_text_of(const Program& program) {
  namespace fs = std::filesystem;
  std::string out;
  for (const DebugFile& file : program.debug.files) {
    const fs::path path = file.path;
    if (path.extension() != ".cu" && path.extension() != ".cuh") continue;
    for (const fs::path& at : {path, fs::path(program.text.name).parent_path() / path.filename()}) {
      std::error_code none;
      if (!fs::is_regular_file(at, none)) continue;
      out += read_file(at.string()) + "\n";
      break;
    }
  }
  return out;
}

// Runs that are looked at side by side have one file compiled again and again.
cuda::CompileResult compiled_once(const cuda::CompileRequest& request) {
  using Key = std::tuple<std::string, unsigned, std::string, std::vector<std::string>, bool>;
  static std::map<Key, cuda::CompileResult> known;
  const Key key{request.file, request.target, request.compiler, request.flags, request.colour};
  const auto found = known.find(key);
  return found != known.end() ? found->second
                              : known.emplace(key, cuda::compile(request)).first->second;
}

PtxText ptx_of(const std::string& text, const SessionOptions& options, unsigned target) {
  if (!is_cuda(options.file)) {
    if (!options.cuda.keep_ptx.empty())
      throw SessionError(
          Exit::Usage,
          fmt::format("--keep-ptx: '{}' is not compiled; only a .cu file is", options.file));
    return {options.file, text, ""};
  }
  try {
    cuda::CompileResult compiled = compiled_once(
        {options.file, target, options.cuda.compiler, options.cuda.flags, options.colour});
    if (!options.cuda.keep_ptx.empty()) keep(options.cuda.keep_ptx, compiled.ptx);
    const std::string name =
        options.cuda.keep_ptx.empty() ? options.file + " (PTX)" : options.cuda.keep_ptx;
    return {name,
            std::move(compiled.ptx),
            std::move(compiled.messages),
            std::move(compiled.compiler),
            compiled.target,
            std::move(compiled.registers),
            std::move(compiled.cubin)};
  } catch (const cuda::CompileError& e) {
    throw SessionError(Exit::Source, e.what());
  }
}

}  // namespace simt
