// Requests and sectors of texels, against counts made by hand.
#include "sim/mem/texel_footprint.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "sim/exec/texture/taps.h"

using namespace simt;

namespace {

/// A row of volume_sectors.csv: lanes x * y * z, each at its texel, or between it and the next.
struct VolumeRow {
  std::uint32_t texels, bytes, linear, x, y, z, sectors;
  unsigned lanes() const { return x * y * z; }
};

TexelObject volume(const VolumeRow& row) {
  TexelObject out;
  out.dimensions = 3;
  out.extent = {row.texels, row.texels, row.texels};
  out.format = {TexelFormat::Kind::Float, static_cast<std::uint8_t>(row.bytes / 4), 32};
  out.address_mode.fill(AddressMode::Clamp);
  out.linear = row.linear != 0;
  out.layout = array_layout(0, std::uint64_t{row.texels} * row.bytes, row.texels);
  return out;
}

// As tex.3d makes it (sim/exec/texel_ops.cpp).
TexelFootprint footprint_of(const VolumeRow& row) {
  const TexelObject object = volume(row);
  MemoryAccess access;
  access.space = StateSpace::Texture;
  access.bytes = static_cast<std::uint8_t>(row.bytes);
  access.request_lanes = 4;
  if (row.linear != 0) access.lookup_lanes = row.bytes == 4 ? 2 : 1;
  if (row.linear != 0 && row.bytes == 16) access.lookups = 2;
  const float first = row.linear != 0 ? 1.0f : 0.5f;
  for (unsigned lane = 0; lane < row.lanes(); ++lane) {
    const std::array<float, 3> at{first + static_cast<float>(lane % row.x),
                                  first + static_cast<float>(lane / row.x % row.y),
                                  first + static_cast<float>(lane / row.x / row.y)};
    const Taps taps = sample_taps(object, at, 0);
    for (unsigned i = 0; i < taps.count; ++i) {
      const std::uint64_t address = object.address(taps.tap[i].x, taps.tap[i].y, taps.tap[i].z);
      const LaneMask bit = LaneMask{1} << lane;
      if ((access.lanes & bit) != 0) {
        access.add({address, static_cast<std::uint8_t>(lane), access.bytes});
      } else {
        access.lanes |= bit;
        access.address[lane] = address;
      }
    }
  }
  return texel_footprint(access);
}

}  // namespace

// ncu's l1tex__t_sectors_pipe_tex.sum on an H100, one launch of one instruction for each row.
TEST_CASE("Sectors of volumes are those of an H100") {
  std::ifstream csv(SIMT_SOURCE_DIR "/tests/mem/volume_sectors.csv");
  std::string line;
  std::getline(csv, line);
  unsigned rows = 0;
  while (std::getline(csv, line)) {
    std::ranges::replace(line, ',', ' ');
    VolumeRow row{};
    std::istringstream(line) >> row.texels >> row.bytes >> row.linear >> row.x >> row.y >> row.z >>
        row.sectors;
    INFO(line);
    CHECK(footprint_of(row).sectors == row.sectors);
    ++rows;
  }
  CHECK(rows == 144);
}

TEST_CASE("A sector counts once for each group of lanes that touches it") {
  MemoryAccess access;
  access.space = StateSpace::Texture;
  access.bytes = 4;
  access.lanes = 0xfff;
  access.request_lanes = 4;
  for (unsigned lane = 0; lane < 12; ++lane) access.address[lane] = 32 * (lane % 2);
  TexelFootprint f = texel_footprint(access);
  CHECK(f.requests == 3);
  CHECK(f.sectors == 6);
  access.add({64, 5, 4});
  CHECK(texel_footprint(access).sectors == 7);
  access.request_lanes = 8;
  f = texel_footprint(access);
  CHECK(f.requests == 2);
  CHECK(f.sectors == 5);
  access.empty_requests = 1;
  CHECK(texel_footprint(access).requests == 3);
  access.further = true;
  CHECK(texel_footprint(access).requests == 0);
}
