// Footprints of warp accesses: figures of the documents, boundaries, and an independent count.
#include "sim/mem/footprint.h"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace simt;

namespace {

constexpr BankGeometry kBanks{};            // Maxwell and later
constexpr BankGeometry kKepler4{32, 8, 4};  // Kepler, its default mode
constexpr BankGeometry kKepler8{32, 8, 8};

MemoryAccess access(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                    LaneMask lanes = ~LaneMask{0}, Kind kind = Kind::Load) {
  MemoryAccess a;
  a.kind = kind;
  a.bytes = static_cast<std::uint8_t>(bytes);
  a.lanes = lanes;
  a.address.fill(0xdeadbeefdeadbeef);  // of inactive lanes: must not matter
  for_each_lane(lanes, [&](unsigned lane) { a.address[lane] = address(lane); });
  return a;
}
SharedFootprint shared(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                       const BankGeometry& banks = kBanks) {
  return shared_footprint(access(bytes, address), banks);
}
unsigned wavefronts(unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                    const BankGeometry& banks = kBanks) {
  return shared(bytes, address, banks).wavefronts;
}

}  // namespace

TEST_CASE("wavefronts of 4-byte strides") {
  const std::map<unsigned, unsigned> expected = {{0, 1},   {1, 1},  {2, 2},   {3, 1},
                                                 {4, 4},   {8, 8},  {16, 16}, {31, 1},
                                                 {32, 32}, {33, 1}, {64, 32}, {6, 2}};
  for (const auto& [stride, count] : expected) {
    INFO("stride " << stride);
    const auto f = shared(4, [s = stride](unsigned lane) { return std::uint64_t{4} * s * lane; });
    CHECK(f.wavefronts == count);
    CHECK(f.ideal == 1);
    CHECK(f.worst_degree == count);
  }
}

TEST_CASE("a column of a 32 x 32 tile conflicts in one bank, of a 32 x 33 tile in none") {
  const auto column = [](unsigned width, unsigned c) {
    return shared(4, [=](unsigned row) { return std::uint64_t{4} * (row * width + c); });
  };
  CHECK(column(32, 5).wavefronts == 32);
  CHECK(column(32, 5).worst_bank == 5);
  CHECK(column(32, 5).worst_lanes == 32);
  CHECK(column(33, 5).wavefronts == 1);
}

TEST_CASE("bytes and halves of one word are one access to it") {
  const auto bytes = shared(1, [](unsigned lane) { return lane; });
  CHECK(bytes.wavefronts == 1);
  CHECK(bytes.worst_lanes == 4);
  CHECK(wavefronts(2, [](unsigned lane) { return 2 * lane; }) == 1);
  CHECK(wavefronts(1, [](unsigned lane) { return 128 * lane; }) == 32);
}

TEST_CASE("wide accesses go in half and quarter warps") {
  const auto wide = [](unsigned bytes) {
    return shared(bytes, [=](unsigned lane) { return std::uint64_t{bytes} * lane; });
  };
  CHECK(wide(8).wavefronts == 2);
  CHECK(wide(8).ideal == 2);
  CHECK(wide(16).wavefronts == 4);
  CHECK(wide(16).ideal == 4);
  // Every second double: a half warp asks each bank twice.
  CHECK(wavefronts(8, [](unsigned lane) { return 16 * lane; }) == 4);
}

TEST_CASE("broadcasts of wide elements go together") {
  CHECK(wavefronts(8, [](unsigned) { return 64; }) == 1);
  CHECK(wavefronts(16, [](unsigned) { return 64; }) == 2);
  CHECK(wavefronts(8, [](unsigned lane) { return 8 * (lane / 2); }) == 1);
  CHECK(wavefronts(8, [](unsigned lane) { return 8 * (lane % 16); }) == 2);  // no equal neighbours
}

TEST_CASE("wavefronts equal those that ncu counts on an H200") {
  struct Row {
    Kind kind;
    unsigned bytes;
    LaneMask lanes;
    std::uint64_t element[32];
    unsigned wavefronts, ideal;
  };
  const Row rows[] = {
#include "h200_wavefronts.inc"
  };
  for (const Row& row : rows) {
    const auto f = shared_footprint(
        access(
            row.bytes, [&](unsigned lane) { return row.element[lane] * row.bytes; }, row.lanes,
            row.kind),
        kBanks);
    INFO("row " << &row - rows << ", " << row.bytes << " bytes");
    CHECK(f.source_wavefronts == row.wavefronts);
    CHECK(f.ideal == row.ideal);
  }
}

TEST_CASE("wavefronts and conflicts of loads equal those that an H100 counts") {
  struct Row {
    unsigned bytes;
    LaneMask lanes;
    std::uint64_t element[32];
    unsigned wavefronts;
    int conflicts;
  };
  const Row rows[] = {
#include "h100_wavefronts.inc"
  };
  for (const Row& row : rows) {
    const auto f = shared_footprint(
        access(
            row.bytes, [&](unsigned lane) { return row.element[lane] * row.bytes; }, row.lanes),
        kBanks);
    INFO("row " << &row - rows << ", " << row.bytes << " bytes");
    CHECK(f.wavefronts == row.wavefronts);
    if (row.conflicts >= 0) CHECK(f.wavefronts - f.groups == static_cast<unsigned>(row.conflicts));
  }
}

TEST_CASE("groups without active lanes need nothing") {
  const auto of = [](LaneMask lanes) {
    return shared_footprint(access(
                                16, [](unsigned lane) { return 16 * lane; }, lanes),
                            kBanks);
  };
  CHECK(of(0x000000ff).wavefronts == 1);
  CHECK(of(0x00000100).ideal == 1);
  CHECK(of(0x01010101).wavefronts == 4);
  CHECK(of(0x01010101).ideal == 1);
  CHECK(of(0x80000001).wavefronts == 2);
  CHECK(of(0).wavefronts == 0);
  CHECK(of(0).ideal == 0);
}

TEST_CASE("Kepler's 8-byte banks") {
  const auto stride = [](unsigned s) {
    return [s](unsigned lane) { return std::uint64_t{4} * s * lane; };
  };
  // 8-byte mode: two neighbouring words are one bank's.
  CHECK(wavefronts(4, stride(1), kKepler8) == 1);
  CHECK(wavefronts(4, stride(2), kKepler8) == 1);
  CHECK(wavefronts(4, stride(4), kKepler8) == 2);
  CHECK(wavefronts(4, stride(64), kKepler8) == 32);
  CHECK(wavefronts(
            8, [](unsigned lane) { return 8 * lane; }, kKepler8) == 1);
  CHECK(wavefronts(
            16, [](unsigned lane) { return 16 * lane; }, kKepler8) == 2);
  // 4-byte mode: words i and i + 32 of an aligned segment of 64 words go together ...
  CHECK(wavefronts(4, stride(1), kKepler4) == 1);
  CHECK(wavefronts(4, stride(2), kKepler4) == 1);
  CHECK(wavefronts(4, stride(32), kKepler4) == 16);
  CHECK(wavefronts(4, stride(64), kKepler4) == 32);
  CHECK(wavefronts(
            8, [](unsigned lane) { return 8 * lane; }, kKepler4) == 1);
  // ... but not words i and i + 32 of two segments.
  CHECK(wavefronts(
            8, [](unsigned lane) { return 128 + 8 * lane; }, kKepler4) == 2);
}

TEST_CASE("shared atomics on one word are serialized") {
  const auto atomic = [](const std::function<std::uint64_t(unsigned)>& address) {
    return shared_footprint(access(4, address, ~LaneMask{0}, Kind::Atomic), kBanks);
  };
  CHECK(atomic([](unsigned lane) { return 4 * lane; }).wavefronts == 1);
  CHECK(atomic([](unsigned) { return 64; }).wavefronts == 32);
  CHECK(atomic([](unsigned lane) { return 4 * (lane / 2); }).wavefronts == 2);
  CHECK(atomic([](unsigned lane) { return lane < 8 ? 0u : 4 * lane; }).wavefronts == 8);
}

TEST_CASE("shared atomics that count lanes serve those on one word together") {
  const auto counting = [](const std::function<std::uint64_t(unsigned)>& address) {
    MemoryAccess a = access(4, address, ~LaneMask{0}, Kind::Atomic);
    a.counts_lanes = true;
    return shared_footprint(a, kBanks).wavefronts;
  };
  CHECK(counting([](unsigned) { return 64; }) == 1);
  CHECK(counting([](unsigned lane) { return 4 * (lane / 2); }) == 1);
  CHECK(counting([](unsigned lane) { return 128 * (lane / 8); }) == 4);
  CHECK(counting([](unsigned lane) { return 128 * lane; }) == 32);
}

TEST_CASE("a compare-and-swap passes twice") {
  MemoryAccess a = access(
      4, [](unsigned lane) { return 4 * (lane / 2); }, ~LaneMask{0}, Kind::Atomic);
  a.compare_swap = true;
  CHECK(shared_footprint(a, kBanks).wavefronts == 4);
  CHECK(shared_footprint(a, kBanks).ideal == 2);
}

TEST_CASE("a loop of a shared atomic has a round for each lane of the bank that has most") {
  const auto spin = [](unsigned bytes, const std::function<std::uint64_t(unsigned)>& address) {
    return spin_footprint(access(bytes, address, ~LaneMask{0}, Kind::Atomic), kBanks);
  };
  CHECK(spin(4, [](unsigned lane) { return 4 * lane; }).rounds == 1);
  const SpinFootprint same = spin(4, [](unsigned lane) { return lane < 30 ? 64u : 4 * lane; });
  CHECK(same.rounds == 30);
  CHECK(same.address == 64);
  CHECK(same.loads == 30);  // those who are left read one word
  const SpinFootprint column = spin(4, [](unsigned lane) { return 128 * lane; });
  CHECK(column.rounds == 32);
  CHECK(column.loads == 32 * 33 / 2);  // and here each a row of its own
  CHECK(spin(8, [](unsigned lane) { return 8 * lane; }).rounds == 1);
  CHECK(spin(8, [](unsigned lane) { return 8 * (lane / 16); }).rounds == 16);
  CHECK(spin(8, [](unsigned) { return 0; }).rounds == 32);  // both halves of the warp
}

TEST_CASE("lanes of an atomic on each line") {
  const auto lanes = [](const std::function<std::uint64_t(unsigned)>& address) {
    const GlobalFootprint f = global_footprint(access(4, address, ~LaneMask{0}, Kind::Reduction));
    return std::vector<unsigned>(f.line_lanes.begin(), f.line_lanes.begin() + f.num_lines);
  };
  CHECK(lanes([](unsigned lane) { return 4 * lane; }) == std::vector<unsigned>{32});
  CHECK(lanes([](unsigned lane) { return 64 + 4 * lane; }) == std::vector<unsigned>{16, 16});
  CHECK(lanes([](unsigned lane) { return lane < 20 ? 0 : 128 * lane; }) ==
        std::vector<unsigned>{20, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("sectors of global accesses") {
  const auto f = [](unsigned bytes, const std::function<std::uint64_t(unsigned)>& address,
                    LaneMask lanes = ~LaneMask{0}) {
    return global_footprint(access(bytes, address, lanes));
  };
  SECTION("coalesced: 1, 4, 8, 16 bytes") {
    for (const auto& [bytes, sectors, lines] :
         {std::array{1u, 1u, 1u}, {2u, 2u, 1u}, {4u, 4u, 1u}, {8u, 8u, 2u}, {16u, 16u, 4u}}) {
      const auto g = f(bytes, [b = bytes](unsigned lane) { return 0x1000 + b * lane; });
      CHECK(g.num_sectors == sectors);
      CHECK(g.num_lines == lines);
      CHECK(g.ideal_sectors == sectors);
      CHECK(g.distinct_bytes == 32 * bytes);
    }
  }
  SECTION("shifted by one element: one sector more, across a line") {
    const auto g = f(4, [](unsigned lane) { return 0x1004 + 4 * lane; });
    CHECK(g.num_sectors == 5);
    CHECK(g.num_lines == 2);
    CHECK(g.sector[4] == 0x1080);
  }
  SECTION("stride 2 and beyond") {
    CHECK(f(4, [](unsigned lane) { return 8 * lane; }).num_sectors == 8);
    CHECK(f(4, [](unsigned lane) { return 32 * lane; }).num_sectors == 32);
    CHECK(f(4, [](unsigned lane) { return 128 * lane; }).num_lines == 32);
    CHECK(f(4, [](unsigned lane) { return 128 * lane; }).distinct_bytes == 128);
  }
  SECTION("broadcast") {
    const auto g = f(4, [](unsigned) { return 0x1010; });
    CHECK(g.num_sectors == 1);
    CHECK(g.distinct_bytes == 4);
    CHECK(g.ideal_sectors == 1);  // ncu: no more than what is needed
    const auto one_address = [](unsigned) { return 0x1010; };
    const auto atomic = global_footprint(access(4, one_address, ~LaneMask{0}, Kind::Reduction));
    CHECK(atomic.max_same_address == 32);
    CHECK(atomic.atomic_sectors == 32);
  }
  SECTION("blocks of 8 threads: one sector a request") {
    const auto g = f(
        4, [](unsigned lane) { return 0x1000 + 4 * lane; }, 0xff);
    CHECK(g.num_sectors == 1);
    CHECK(g.ideal_sectors == 1);
  }
  SECTION("sectors stand in lane order") {
    const auto g = f(4, [](unsigned lane) { return 128 - 4 * (lane + 1); });
    CHECK(g.sector[0] == 96);
    CHECK(g.sector[3] == 0);
    CHECK(g.num_sectors == 4);
  }
  SECTION("the top of the address space") {
    const auto g = f(4, [](unsigned lane) { return ~0ull - 127 + 4 * lane; });
    CHECK(g.num_sectors == 4);
    CHECK(g.num_lines == 1);
  }
  SECTION("nobody") {
    CHECK(f(
              4, [](unsigned) { return 0; }, 0)
              .num_sectors == 0);
  }
}

TEST_CASE("local memory is interleaved by words") {
  CHECK(local_address(0x1000, 0, 0) == 0x1000);
  CHECK(local_address(0x1000, 31, 3) == 0x1000 + 31 * 4 + 3);
  CHECK(local_address(0x1000, 1, 6) == 0x1000 + 128 + 4 + 2);
  const auto f = [](unsigned bytes, const std::function<std::uint64_t(unsigned)>& offset) {
    return local_footprint(access(bytes, offset), 0);
  };
  CHECK(f(4, [](unsigned) { return 40; }).num_sectors == 4);  // the same index in all lanes
  CHECK(f(4, [](unsigned) { return 40; }).num_lines == 1);
  CHECK(f(1, [](unsigned) { return 41; }).num_sectors == 4);
  CHECK(f(8, [](unsigned) { return 40; }).num_sectors == 8);  // two rows of words
  CHECK(f(8, [](unsigned) { return 40; }).num_lines == 2);
  CHECK(f(8, [](unsigned) { return 40; }).distinct_bytes == 256);
  CHECK(f(16, [](unsigned) { return 48; }).num_sectors == 16);
  CHECK(f(4, [](unsigned lane) { return 4 * lane; }).num_sectors == 32);  // every lane another row
  const auto wide = f(16, [](unsigned lane) { return 16 * lane; });
  CHECK(wide.num_sectors == 128);
  CHECK(wide.num_lines == 128);
  CHECK(wide.ideal_sectors == 16);
  // Lane 0's upper words and the other lanes' lower ones are the same rows.
  CHECK(f(16, [](unsigned lane) { return lane == 0 ? 0u : 16u; }).num_sectors == 20);
}

TEST_CASE("constant loads pass once for each distinct address") {
  CHECK(constant_passes(access(4, [](unsigned) { return 8; })) == 1);
  CHECK(constant_passes(access(4, [](unsigned lane) { return 4 * lane; })) == 32);
  CHECK(constant_passes(access(4, [](unsigned lane) { return 4 * (lane % 3); })) == 3);
  CHECK(constant_passes(access(
            4, [](unsigned) { return 8; }, 0x10)) == 1);
  CHECK(constant_passes(access(
            4, [](unsigned) { return 8; }, 0)) == 0);
}
