// Linking at run time (CUDA Driver API, "Module Management": cuLink...). What is linked is PTX, and
// the image that comes out is PTX text.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sim/program/driver/image.h"
#include "sim/program/driver/jit_options.h"
#include "sim/program/driver/state.h"
#include "sim/program/link.h"

namespace simt::cuda_driver {
namespace {

/// CUjitInputType.
enum Input : int { kCubin = 0, kPtx = 1, kFatbin = 2, kObject = 3, kLibrary = 4, kNvvm = 5 };

struct Link {
  JitOptions options;
  std::vector<std::string> texts;
  std::string linked;
};

std::map<void*, std::unique_ptr<Link>>& links() {
  static auto* const all = new std::map<void*, std::unique_ptr<Link>>;
  return *all;
}

Link& link_of(void* handle) {
  const auto it = links().find(handle);
  if (it == links().end()) throw CallError(Status::InvalidValue);
  return *it->second;
}

std::string text_of(Gpu& gpu, const Image& image) {
  if (!image.cubin.empty())
    throw CallError(Status::NotSupported, "machine code (a cubin) is not linked at run time");
  return image.fatbin.empty() ? image.ptx : gpu.ptx_of(image.fatbin.data());
}

void add(Link& link, int type, const Image& image) {
  if (type == kObject || type == kLibrary || type == kNvvm)
    throw CallError(Status::NotSupported,
                    "what is linked at run time must be PTX or a fat binary with PTX; object "
                    "files, libraries and NVVM code are not supported");
  link.texts.push_back(text_of(Driver::get().gpu(), image));
}

}  // namespace

SIMT_DRIVER_API int cuLinkCreate_v2(unsigned count, int* options, void** values, void** state) {
  return call([&] {
    require(state);
    Driver::get().context();
    auto made = std::make_unique<Link>();
    made->options = {count, options, values};
    *state = made.get();
    links()[*state] = std::move(made);
  });
}
SIMT_DRIVER_API int cuLinkAddData_v2(void* state, int type, void* data, std::size_t bytes,
                                     const char*, unsigned, int*, void**) {
  return call([&] {
    require(data);
    if (type != kPtx) return add(link_of(state), type, image_of(data));
    std::string text(static_cast<const char*>(data), bytes);  // a zero byte may end it
    text.resize(std::min(text.size(), text.find('\0')));
    add(link_of(state), type, {std::move(text), {}, ""});
  });
}
SIMT_DRIVER_API int cuLinkAddFile_v2(void* state, int type, const char* path, unsigned, int*,
                                     void**) {
  return call([&] {
    require(path);
    add(link_of(state), type, image_of_file(path));
  });
}
SIMT_DRIVER_API int cuLinkComplete(void* state, void** image, std::size_t* bytes) {
  return call([&] {
    require(image);
    Link& link = link_of(state);
    try {
      link.linked = program::linked(link.texts);
    } catch (const CallError& e) {
      link.options.write(kErrorLog, kErrorLogBytes, e.what());
      throw;
    }
    link.options.write(kInfoLog, kInfoLogBytes, "");
    link.options.write(kErrorLog, kErrorLogBytes, "");
    *image = link.linked.data();
    if (bytes != nullptr) *bytes = link.linked.size() + 1;
  });
}
SIMT_DRIVER_API int cuLinkDestroy(void* state) {
  return call([&] {
    link_of(state);
    links().erase(state);
  });
}

}  // namespace simt::cuda_driver
