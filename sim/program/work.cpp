#include "sim/program/work.h"

#include <algorithm>
#include <cstring>

#include "isa/base/kernel_name.h"
#include "sim/program/kernel_run.h"

namespace simt::program {
namespace {

struct Place {
  std::byte* bytes = nullptr;
  bool pageable = false, on_host = false;
  unsigned device = 0;  ///< if not on the host
};

// Host memory that nobody registered is taken as it is: the process faults where there is none.
Place resolve(std::uint64_t address, std::uint64_t bytes, const WorkPlace& at) {
  DeviceMemory* const holder = DeviceMemory::holding(address);
  DeviceMemory& memory = holder != nullptr ? *holder : at.memory;
  const DeviceMemory::Region region = memory.region(address);
  Place out;
  out.pageable = region.kind == DeviceMemory::Kind::Pageable;
  out.on_host = region.kind != DeviceMemory::Kind::Device;
  out.device = memory.device();
  if (out.pageable) {
    if (holder != nullptr) throw CallError(Status::InvalidValue);
    out.bytes = reinterpret_cast<std::byte*>(address);
    return out;
  }
  out.bytes = memory.bytes_at(address, bytes);
  if (out.bytes == nullptr) throw CallError(Status::InvalidValue);
  return out;
}

std::uint64_t extent(const Rows& rows, std::uint64_t pitch, std::uint64_t plane) {
  return rows.bytes() == 0 ? 0 : (rows.planes - 1) * plane + (rows.rows - 1) * pitch + rows.width;
}

/// One side of a copy: where the bytes of a row lie, and how many of them together.
struct CopySide {
  std::uint64_t pitch = 0, plane = 0;
  std::optional<ArrayPlace> array;

  std::uint64_t offset(std::uint64_t byte, std::uint64_t row, std::uint64_t slice) const {
    if (!array) return slice * plane + row * pitch + byte;
    return array->layout.address(array->byte + byte, array->row + row, array->slice + slice) -
           array->layout.base;
  }
  std::uint64_t together(std::uint64_t byte, std::uint64_t bytes) const {
    return array ? std::min(bytes, array->layout.together(array->byte + byte)) : bytes;
  }
};

void copy_box(std::byte* to, const CopySide& to_side, const std::byte* from,
              const CopySide& from_side, const Rows& rows) {
  for (std::uint64_t plane = 0; plane < rows.planes; ++plane)
    for (std::uint64_t row = 0; row < rows.rows; ++row)
      for (std::uint64_t byte = 0, n = 0; byte < rows.width; byte += n) {
        n = from_side.together(byte, to_side.together(byte, rows.width - byte));
        std::memmove(to + to_side.offset(byte, row, plane),
                     from + from_side.offset(byte, row, plane), n);
      }
}

CommandPtr make(CommandKind kind, std::string label) {
  auto out = std::make_shared<Command>();
  out->kind = kind;
  out->label = std::move(label);
  return out;
}

struct Maker {
  const WorkPlace& at;

  CommandPtr operator()(std::monostate) const { return make(CommandKind::Mark, "empty"); }

  CommandPtr operator()(const LaunchRequest& request) const {
    require_launchable(request, at.arch);
    CommandPtr c = make(CommandKind::Kernel, display_name(request.kernel->program.kernel));
    c->launch = request;
    return c;
  }

  CommandPtr operator()(const CopyWork& work) const {
    const Rows rows = work.rows;
    const std::uint64_t from_bytes =
        work.from_array ? work.from_array->bytes : extent(rows, rows.from_pitch, rows.from_plane);
    const std::uint64_t to_bytes =
        work.to_array ? work.to_array->bytes : extent(rows, rows.to_pitch, rows.to_plane);
    const Place to = resolve(work.first.to, to_bytes, at);
    const Place from = resolve(work.first.from, from_bytes, at);
    CommandPtr c = make(CommandKind::Copy, "");
    c->bytes = rows.bytes();
    c->pageable = to.pageable || from.pageable;
    c->host = to.pageable ? work.first.to : work.first.from;
    c->path = to.on_host ? (from.on_host ? CopyPath::OnHost : CopyPath::ToHost)
                         : (from.on_host ? CopyPath::ToDevice : CopyPath::OnDevice);
    constexpr const char* kLabels[] = {"copy to device", "copy to host", "copy on device",
                                       "copy on host"};
    c->label = kLabels[static_cast<std::size_t>(c->path)];
    if (c->path == CopyPath::OnDevice && to.device != from.device) {
      c->path = CopyPath::ToHost;  // the devices are not linked: over the host's link
      c->label = "copy to device " + std::to_string(to.device);
    }
    const CopySide to_side{rows.to_pitch, rows.to_plane, work.to_array};
    const CopySide from_side{rows.from_pitch, rows.from_plane, work.from_array};
    const auto move = [=, to = to.bytes](const std::byte* source) {
      copy_box(to, to_side, source, from_side, rows);
    };
    if (from.pageable && work.staged) {
      auto bytes = std::make_shared<std::vector<std::byte>>(from.bytes, from.bytes + from_bytes);
      c->perform = [move, bytes] { move(bytes->data()); };
    } else {
      c->perform = [move, source = from.bytes] { move(source); };
    }
    return c;
  }

  CommandPtr operator()(const FillWork& work) const {
    const Rows rows = work.rows;
    const Place to = resolve(work.to, extent(rows, rows.to_pitch, rows.to_plane), at);
    if (to.pageable) throw CallError(Status::InvalidValue);
    CommandPtr c = make(CommandKind::Fill, "fill");
    c->bytes = rows.bytes();
    c->path = to.on_host ? CopyPath::OnHost : CopyPath::OnDevice;
    c->perform = [bytes = to.bytes, rows, pattern = work.pattern] {
      for (std::uint64_t plane = 0; plane < rows.planes; ++plane)
        for (std::uint64_t row = 0; row < rows.rows; ++row) {
          std::byte* const start = bytes + plane * rows.to_plane + row * rows.to_pitch;
          for (std::uint64_t i = 0; i < rows.width; i += pattern.element)
            std::memcpy(start + i, &pattern.value, pattern.element);
        }
    };
    return c;
  }

  CommandPtr operator()(const HostWork& work) const {
    CommandPtr c = make(CommandKind::HostCall, "host function");
    c->perform = work.function;
    return c;
  }
};

}  // namespace

CommandPtr command_of(const Work& work, const WorkPlace& place) {
  return std::visit(Maker{place}, work);
}

}  // namespace simt::program
