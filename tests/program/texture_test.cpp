// Arrays and objects of a device: sizes, copies, and what is refused.
#include "sim/program/texel_resources.h"

#include <catch2/catch.hpp>

#include "rig.h"

namespace simt::program {
namespace {

const TexelFormat kWord{TexelFormat::Kind::Unsigned, 1, 32};

Status status_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CallError& error) {
    return error.status;
  }
  return Status::Success;
}

}  // namespace

TEST_CASE("What is copied to an array comes back, from any place in it") {
  for (const bool timing : {true, false}) {
    Rig rig(timing);
    TexelResources& texels = rig.gpu.texels();
    DeviceArray& array = texels.create_array({kWord, 50, 20, 3, 0});
    std::vector<std::uint32_t> image(50 * 20 * 3), back(10 * 4 * 2);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = static_cast<std::uint32_t>(i);
    CopyWork in{{array.layout.base, reinterpret_cast<std::uint64_t>(image.data()), 0},
                {200, 20, 3, 200, 200, 4000, 4000}};
    in.to_array = place_in(array, 0, 0, 0, in.rows);
    rig.gpu.carry_out(rig.gpu.default_stream(), in, true);
    CopyWork out{{reinterpret_cast<std::uint64_t>(back.data()), array.layout.base, 0},
                 {40, 4, 2, 40, 40, 160, 160}};
    out.from_array = place_in(array, 4 * 7, 5, 1, out.rows);
    rig.gpu.carry_out(rig.gpu.default_stream(), out, true);
    for (std::uint32_t z = 0; z < 2; ++z)
      for (std::uint32_t y = 0; y < 4; ++y)
        for (std::uint32_t x = 0; x < 10; ++x)
          REQUIRE(back[z * 40 + y * 10 + x] == (z + 1) * 1000 + (y + 5) * 50 + x + 7);
    const std::uint64_t before = rig.gpu.memory().available();
    texels.destroy_array(array);
    CHECK(rig.gpu.memory().available() > before);
    CHECK(texels.array(&array) == nullptr);
  }
}

TEST_CASE("Arrays and objects that cannot be are refused") {
  Rig rig;
  TexelResources& texels = rig.gpu.texels();
  using Flag = ArrayRequest::Flag;
  const auto create = [&](const ArrayRequest& r) {
    return status_of([&] { texels.create_array(r); });
  };
  CHECK(create({kWord, 0, 4, 0, 0}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 4, 0, Flag::kLayered}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 4, 5, Flag::kCube}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 2, 6, Flag::kCube}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 4, 12, Flag::kCube}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 4, 7, Flag::kCube | Flag::kLayered}) == Status::InvalidValue);
  CHECK(create({kWord, 4, 4, 6, 1u << 6}) == Status::NotSupported);
  CHECK(status_of([] { texel_format(TexelFormat::Kind::Float, 3, 32); }) ==
        Status::InvalidChannelDescriptor);
  const DeviceArray& array = texels.create_array({kWord, 4, 4, 0, 0});
  const TexelObject memory = texels.of_array(array);
  TextureRequest request;
  request.linear = true;
  CHECK(status_of([&] { texels.create_texture(memory, request); }) == Status::InvalidFilterSetting);
  request.normalized_float = true;
  CHECK(status_of([&] { texels.create_texture(memory, request); }) == Status::InvalidNormSetting);
  CHECK(status_of([&] { texels.create_surface(memory, array); }) == Status::InvalidValue);
  CHECK(status_of([&] { place_in(array, 8, 0, 0, {.width = 12, .rows = 1}); }) ==
        Status::InvalidValue);
  CHECK(status_of([&] { texels.of_buffer(64, kWord, 64); }) == Status::InvalidValue);
}

TEST_CASE("A layered array has as many layers as its depth, a line no height") {
  Rig rig;
  TexelResources& texels = rig.gpu.texels();
  const TexelObject pages =
      texels.of_array(texels.create_array({kWord, 4, 3, 5, ArrayRequest::kLayered}));
  CHECK(pages.dimensions == 2);
  CHECK(pages.layers == 5);
  CHECK(pages.extent == std::array<std::uint32_t, 3>{4, 3, 1});
  CHECK(texels.of_array(texels.create_array({kWord, 4, 0, 0, 0})).dimensions == 1);
  CHECK(texels.of_array(texels.create_array({kWord, 4, 3, 5, 0})).dimensions == 3);
}

TEST_CASE("A cube has six faces a layer, for a surface they are layers") {
  Rig rig;
  TexelResources& texels = rig.gpu.texels();
  using Flag = ArrayRequest::Flag;
  const DeviceArray& array =
      texels.create_array({kWord, 4, 4, 18, Flag::kCube | Flag::kLayered | Flag::kSurface});
  const TexelObject cubes = texels.of_array(array);
  CHECK(cubes.cube);
  CHECK(cubes.dimensions == 2);
  CHECK(cubes.layers == 3);
  const TexelObject* const surface = texels.table().find(texels.create_surface(cubes, array));
  CHECK_FALSE(surface->cube);
  CHECK(surface->layered);
  CHECK(surface->layers == 18);
  const TexelObject one = texels.of_array(texels.create_array({kWord, 4, 4, 6, Flag::kCube}));
  CHECK(one.dimensions == 2);
  CHECK_FALSE(one.layered);
}

TEST_CASE("Levels of detail halve an array down to one texel, they go with it") {
  Rig rig;
  TexelResources& texels = rig.gpu.texels();
  const std::uint64_t before = rig.gpu.memory().available();
  MipmappedArray& array = texels.create_mipmapped({kWord, 64, 32, 0, 0}, 20);
  REQUIRE(array.levels.size() == 7);
  CHECK(array.levels[6]->request.height == 1);
  CHECK(texels.create_mipmapped({kWord, 64, 0, 0, 0}, 4).levels[3]->request.height == 0);
  const ArrayRequest pages{kWord, 8, 8, 5, ArrayRequest::kLayered};
  CHECK(texels.create_mipmapped(pages, 9).levels[3]->request.depth == 5);
  CHECK(texels.create_mipmapped({kWord, 8, 8, 4, 0}, 9).levels[3]->request.depth == 1);
  const TexelObject object = texels.of_mipmapped(array);
  CHECK(object.levels() == 7);
  CHECK(object.level(1).extent == std::array<std::uint32_t, 3>{32, 16, 1});
  CHECK(status_of([&] { texels.create_texture(object, {}); }) == Status::InvalidValue);
  TextureRequest request;
  request.normalized = request.level_choice.blends = true;
  CHECK(status_of([&] { texels.create_texture(object, request); }) == Status::InvalidFilterSetting);
  CHECK(status_of([&] {
          texels.create_mipmapped({kWord, 8, 8, 0, 0}, 0);
        }) == Status::InvalidValue);
  CHECK(status_of([&] { texels.destroy_array(*array.levels[2]); }) == Status::InvalidValue);
  texels.destroy_mipmapped(array);
  CHECK(texels.mipmapped(&array) == nullptr);
  texels.clear();
  CHECK(rig.gpu.memory().available() == before);
}

TEST_CASE("sRGB texels have no border") {
  Rig rig;
  TexelResources& texels = rig.gpu.texels();
  const TexelObject bytes =
      texels.of_array(texels.create_array({{TexelFormat::Kind::Unsigned, 4, 8}, 4, 4, 0, 0}));
  TextureRequest request;
  request.srgb = request.normalized_float = true;
  CHECK(status_of([&] { texels.create_texture(bytes, request); }) == Status::Success);
  request.address_mode[1] = AddressMode::Border;
  CHECK(status_of([&] { texels.create_texture(bytes, request); }) == Status::NotSupported);
}

}  // namespace simt::program
