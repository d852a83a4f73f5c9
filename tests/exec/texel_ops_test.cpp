// tex, tld4, txq, suld, sust and suq from PTX text to registers and to the texels that they touch.
#include <algorithm>
#include <catch2/catch.hpp>

#include "isa/ptx/ast.h"
#include "isa/ptx/frontend.h"
#include "rig.h"
#include "sim/assembler/pipeline.h"
#include "sim/exec/texture/texel_object.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

std::optional<Program> texel_program(const std::string& body, std::string* errors = nullptr) {
  Diagnostics diags("test.ptx",
                    ".version 8.0\n.target sm_70\n.address_size 64\n"
                    ".visible .entry k(.param .u64 handle) {\n"
                    ".reg .b32 %r<20>; .reg .f32 %f<20>; .reg .b64 %rd<4>;\n"
                    "ld.param.u64 %rd1, [handle]; mov.u32 %r1, %tid.x;\n" +
                        body + "\nret; }\n");
  const auto module = parse_module(diags);
  std::optional<Program> program;
  if (module) program = decode_kernel(*module, "", diags);
  if (errors != nullptr) *errors = diags.render(false);
  if (program) assemble(*program, {});
  return program;
}

/// 8 x 4 words, 10 y + x, as a texture or a surface.
struct TexelRig : Rig {
  explicit TexelRig(const std::string& body, bool surface = false) {
    program = texel_program(body).value();
    TexelObject object;
    object.surface = surface;
    object.dimensions = 2;
    object.extent = {8, 4, 1};
    object.format = {TexelFormat::Kind::Unsigned, 1, 32};
    object.address_mode.fill(AddressMode::Clamp);
    object.layout = array_layout(memory.allocate(512, "array"), 32, 4);
    for (std::uint32_t y = 0; y < 4; ++y)
      for (std::uint32_t x = 0; x < 8; ++x) poke(object.address(x, y, 0), 10 * y + x);
    image = object;
    const std::uint64_t handle = table.add(object);
    launch.params.resize(8);
    std::memcpy(launch.params.data(), &handle, 8);
    launch.texels = &table;
  }
  /// Of the first lane that has it, by its name.
  std::uint32_t value(const std::string& name, unsigned lane) {
    for (RegId r = 0; r < program.registers.size(); ++r)
      if (program.registers[r].name == name)
        return static_cast<std::uint32_t>(read_register(program, warp, r, lane));
    throw std::runtime_error("no register " + name);
  }
  /// Runs up to the first instruction on texels, which is last.
  const Outcome& run_to_texels() {
    Pc pc = 0;
    while (!program.code[pc].memory.of_texels()) run(pc++);
    return run(pc);
  }
  TexelTable table;
  TexelObject image;
};

const std::string kAtLane = "cvt.rn.f32.u32 %f1, %r1; mov.f32 %f2, 0f3FC00000;\n";

}  // namespace

TEST_CASE("PTX: tex.2d reads texels, groups of four lanes are a request") {
  TexelRig rig(kAtLane + "tex.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2}];");
  const Outcome& out = rig.run_to_texels();
  CHECK(rig.value("%r2", 3) == 13);
  CHECK(rig.value("%r2", 31) == 17);
  REQUIRE(out.num_access == 1);
  CHECK(out.access[0].space == StateSpace::Texture);
  CHECK(out.access[0].request_lanes == 4);
  CHECK(out.access[0].address[2] == rig.image.address(2, 1, 0));
}

TEST_CASE("steps of texels move each coordinate of a fetch by numbers, by -8 to 7") {
  TexelRig rig(
      "mov.u32 %r6, 0xffffff1e;\n"  // x by -2, y by 1; above these nobody reads
      "tex.2d.v4.u32.s32 {%r2,%r3,%r4,%r5}, [%rd1, {%r1,%r1}];\n"
      "mov.u32 %r7, %r6;");
  const auto fetch =
      std::ranges::find_if(rig.program.code, [](const Inst& i) { return i.memory.of_texels(); });
  fetch->memory.texel.steps = TexelSteps::Nibbles;
  fetch->src.push_back((fetch + 1)->src[0]);
  rig.run_to_texels();
  CHECK(rig.value("%r2", 2) == 30);  // (2 - 2, 2 + 1)
  CHECK(rig.value("%r2", 1) == 0);   // (-1, 2) is beyond the edge
  CHECK(rig.value("%r2", 3) == 0);   // so is (1, 4)
}

TEST_CASE("PTX: blended volumes are looked up 64 bytes at a time, planes by request") {
  const auto looked_up = [](unsigned dimensions, unsigned channels, const std::string& body) {
    TexelRig rig(kAtLane + body);
    TexelObject object = rig.image;
    object.dimensions = dimensions;
    object.linear = true;
    object.format = {TexelFormat::Kind::Float, static_cast<std::uint8_t>(channels), 32};
    object.extent = {2, 2, 2};
    object.layout = array_layout(rig.memory.allocate(4096, "volume"), 32, 4);
    const std::uint64_t handle = rig.table.add(object);
    std::memcpy(rig.launch.params.data(), &handle, 8);
    const MemoryAccess& access = rig.run_to_texels().access[0];
    return std::pair<unsigned, unsigned>(access.lookup_lanes, access.lookups);
  };
  const std::string volume = "tex.3d.v4.f32.f32 {%f4,%f5,%f6,%f7}, [%rd1, {%f1,%f2,%f2,%f2}];";
  CHECK(looked_up(3, 1, volume) == std::pair(2u, 1u));
  CHECK(looked_up(3, 2, volume) == std::pair(1u, 1u));
  CHECK(looked_up(2, 1, "tex.2d.v4.f32.f32 {%f4,%f5,%f6,%f7}, [%rd1, {%f1,%f2}];") ==
        std::pair(4u, 1u));
}

TEST_CASE("PTX: tld4 gathers counter-clockwise from the lower left") {
  TexelRig rig(
      "mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f3F800000;\n"
      "tld4.r.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2}];");
  rig.run_to_texels();
  CHECK(rig.value("%r2", 0) == 10);
  CHECK(rig.value("%r3", 0) == 11);
  CHECK(rig.value("%r4", 0) == 1);
  CHECK(rig.value("%r5", 0) == 0);
}

/// Its texture has levels of 8 x 4, 4 x 2, 2 x 1 and 1 texels, each filled with 100 times its
/// number.
struct LevelsRig : TexelRig {
  explicit LevelsRig(const std::string& body) : TexelRig(body) {
    TexelObject object = image;
    object.normalized = true;
    object.level_choice = {false, 0, 0, 10};
    for (std::uint32_t n = 1; n < 4; ++n) {
      TexelLevel level{{8u >> n, std::max(4u >> n, 1u), 1},
                       array_layout(memory.allocate(512, "level"), 32u >> n, 4)};
      for (std::uint32_t y = 0; y < level.extent[1]; ++y)
        for (std::uint32_t x = 0; x < level.extent[0]; ++x)
          poke(level.layout.address(4 * x, y, 0), 100 * n);
      object.smaller.push_back(level);
    }
    use(object);
  }
  void use(const TexelObject& object) {
    const std::uint64_t handle = table.add(object);
    std::memcpy(launch.params.data(), &handle, 8);
  }
};

TEST_CASE("PTX: tex.level reads the level that a lane asks for") {
  LevelsRig rig(
      "cvt.rn.f32.u32 %f3, %r1; mov.f32 %f1, 0f00000000;\n"
      "tex.level.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f1}], %f3;");
  rig.run_to_texels();
  CHECK(rig.value("%r2", 0) == 0);
  CHECK(rig.value("%r2", 2) == 200);
  CHECK(rig.value("%r2", 31) == 300);
}

TEST_CASE("PTX: tex.grad takes the longer of two gradients, along x and along y") {
  const auto level = [](const std::string& along_x, const std::string& along_y) {
    LevelsRig rig(
        "mov.f32 %f1, 0f00000000; mov.f32 %f5, 0f3F200000; mov.f32 %f6, 0f3FA00000;\n"
        "tex.grad.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f1}], " +
        along_x + ", " + along_y + ";");  // %f5, %f6: 5 texels of a row and of a column
    rig.run_to_texels();
    return rig.value("%r2", 0) / 100;
  };
  CHECK(level("{%f5,%f1}", "{%f1,%f6}") == 2);
  CHECK(level("{%f5,%f6}", "{%f1,%f1}") == 3);
  CHECK(level("{%f1,%f1}", "{%f5,%f6}") == 3);
  CHECK(level("{%f1,%f1}", "{%f1,%f1}") == 0);
}

TEST_CASE("PTX: what is not simulated of levels is a fault") {
  const std::string zero = "mov.f32 %f1, 0f00000000; mov.u32 %r6, 0;\n";
  const std::string to = "{%r2,%r3,%r4,%r5}, [%rd1, ";
  LevelsRig fetch(zero + "tex.2d.v4.u32.s32 " + to + "{%r6,%r6}];"),
      gather(zero + "tld4.r.2d.v4.u32.f32 " + to + "{%f1,%f1}];"),
      gradient(zero + "tex.grad.2d.v4.u32.f32 " + to + "{%f1,%f1}], {%f1,%f1}, {%f1,%f1};");
  CHECK_THROWS_WITH(fetch.run_to_texels(),
                    Contains("a fetch by numbers from a texture with levels"));
  CHECK_THROWS_WITH(gather.run_to_texels(), Contains("a gather from a texture with levels"));
  TexelObject anisotropic = gradient.image;
  anisotropic.anisotropic = true;
  gradient.use(anisotropic);
  CHECK_THROWS_WITH(gradient.run_to_texels(), Contains("anisotropic filtering is not simulated"));
}

TEST_CASE("PTX: tex.cube and tex.acube read the face that a direction shows") {
  TexelRig one(kAtLane +
               "mov.f32 %f3, 0fC0000000; mov.f32 %f1, 0f00000000;\n"
               "tex.cube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f1,%f3,%f3}];"),
      several(
          "mov.u32 %r6, 1; mov.f32 %f3, 0f40000000; mov.f32 %f1, 0f00000000;\n"
          "tex.acube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%r6,%f3,%f1,%f1}];");
  for (TexelRig* const rig : {&one, &several}) {
    TexelObject object = rig->image;
    object.cube = object.normalized = true;
    object.layered = rig == &several;
    object.layers = object.layered ? 2 : 1;
    object.extent = {2, 2, 1};
    object.layout = array_layout(rig->memory.allocate(12 * 512, "cubes"), 8, 2);
    for (std::uint32_t slice = 0; slice < 6 * object.layers; ++slice)
      for (std::uint32_t i = 0; i < 4; ++i)
        rig->poke(object.address(i % 2, i / 2, slice), 10 * slice + i);
    const std::uint64_t handle = rig->table.add(object);
    std::memcpy(rig->launch.params.data(), &handle, 8);
    rig->run_to_texels();
  }
  CHECK(one.value("%r2", 0) == 53);
  CHECK(several.value("%r2", 0) == 63);
  TexelRig flat(
      "mov.f32 %f1, 0f00000000;\ntex.cube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, "
      "{%f1,%f1,%f1,%f1}];");
  CHECK_THROWS_WITH(flat.run_to_texels(), Contains("of six faces; handle 1 has 2 dimensions"));
}

// ptxas has the direction scaled by MUFU.RCP of its largest component: -1.15 / -1.84 is just below
// the edge of a texel, and the product just above it, on every device.
TEST_CASE("PTX: a direction is scaled to its largest component as machine code does") {
  TexelRig rig(
      "mov.f32 %f1, 0fBF933333; mov.f32 %f2, 0fBFAA3D71; mov.f32 %f3, 0fBFEB851F;\n"
      "tex.cube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2,%f3,%f3}];");
  TexelObject object = rig.image;
  object.cube = object.normalized = true;
  object.layered = false;
  object.extent = {16, 16, 1};
  object.layout = array_layout(rig.memory.allocate(6 * 1024, "cube"), 64, 16);
  for (std::uint32_t i = 0; i < 6 * 256; ++i)
    rig.poke(object.address(i % 16, i / 16 % 16, i / 256), i);
  const std::uint64_t handle = rig.table.add(object);
  std::memcpy(rig.launch.params.data(), &handle, 8);
  rig.run_to_texels();
  CHECK(rig.value("%r2", 0) == 5 * 256 + 13 * 16 + 13);
}

TEST_CASE("PTX: txq answers sizes") {
  TexelRig rig("txq.width.b32 %r2, [%rd1]; txq.height.b32 %r3, [%rd1]; txq.depth.b32 %r4, [%rd1];");
  rig.run_all();
  CHECK(rig.value("%r2", 0) == 8);
  CHECK(rig.value("%r3", 0) == 4);
  CHECK(rig.value("%r4", 0) == 0);
}

TEST_CASE("PTX: surfaces beyond the edge: zero, the nearest texel, a fault") {
  const std::string at = "sub.u32 %r6, %r1, 1; shl.b32 %r6, %r6, 2; mov.u32 %r7, 1;\n";
  const auto load = [&](const std::string& mode) {
    return at + "suld.b.2d.b32." + mode + " %r2, [%rd1, {%r6,%r7}];";
  };
  TexelRig zero(load("zero"), true), clamp(load("clamp"), true), trap(load("trap"), true);
  const Outcome& out = zero.run_to_texels();
  CHECK(zero.value("%r2", 0) == 0);
  CHECK(zero.value("%r2", 8) == 17);
  CHECK(zero.value("%r2", 9) == 0);
  CHECK(out.access[0].lanes == 0x1fe);
  CHECK(out.access[0].empty_requests == 2);
  clamp.run_to_texels();
  CHECK(clamp.value("%r2", 0) == 10);
  CHECK(clamp.value("%r2", 9) == 17);
  CHECK_THROWS_WITH(trap.run_to_texels(), Contains("beyond the edge"));
}

TEST_CASE("PTX: sust writes bytes that a suld reads") {
  TexelRig rig(
      "shl.b32 %r6, %r1, 2; mov.u32 %r7, 2; add.u32 %r8, %r1, 100;\n"
      "sust.b.2d.b32.zero [%rd1, {%r6,%r7}], %r8; suld.b.2d.b32.zero %r2, [%rd1, {%r6,%r7}];",
      true);
  rig.run_all();
  CHECK(rig.peek<std::uint32_t>(rig.image.address(5, 2, 0)) == 105);
  CHECK(rig.value("%r2", 7) == 107);
  CHECK(rig.value("%r2", 8) == 0);
}

TEST_CASE("PTX: handles that name nothing, or another kind of object, are faults") {
  const std::string fetch = "tex.1d.v4.u32.s32 {%r2,%r3,%r4,%r5}, [%rd1, {%r1}];";
  TexelRig line(fetch),
      surface(kAtLane + "tex.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2}];", true);
  CHECK_THROWS_WITH(line.run_to_texels(), Contains("of 1 dimensions; handle 1 has 2"));
  CHECK_THROWS_WITH(surface.run_to_texels(), Contains("names no texture object"));
  TexelRig none(fetch);
  none.launch.texels = nullptr;
  CHECK_THROWS_WITH(none.run_to_texels(),
                    Contains("names no texture object of this device; only a program makes one"));
}

TEST_CASE("PTX: what texture instructions cannot have is said at its place") {
  const auto error = [](const std::string& body) {
    std::string errors;
    texel_program(body, &errors);
    return errors;
  };
  CHECK_THAT(error("tex.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1}];"),
             Contains("takes 2 coordinates here, 1 given"));
  CHECK_THAT(error("tex.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, %rd2, {%f1,%f2}];"),
             Contains("sampler of its own is not supported"));
  CHECK_THAT(error("tex.cube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2}];"),
             Contains("takes 4 coordinates here, 2 given"));
  CHECK_THAT(error("tex.grad.cube.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2,%f3,%f3}], "
                   "{%f1,%f2,%f3,%f3}, {%f1,%f2,%f3,%f3};"),
             Contains("cube"));
  CHECK_THAT(error("tex.level.2d.v4.u32.s32 {%r2,%r3,%r4,%r5}, [%rd1, {%r1,%r1}], %r1;"),
             Contains("s32"));
  CHECK_THAT(error("tex.grad.2d.v4.u32.f32 {%r2,%r3,%r4,%r5}, [%rd1, {%f1,%f2}], {%f1}, {%f2};"),
             Contains("takes 2 elements here, 1 given"));
  CHECK_THAT(error("tex.1d.v4.u32.s32 {%r2,%r3,%r4,%r5}, [%r1, {%r1}];"),
             Contains("the handle of a texture has 64"));
}
