// Fat binaries made by hand, as nvcc writes them: raw, as an LZ4 block, as a zstd frame.
#include "isa/container/fatbin.h"

#include <lz4.h>
#include <zstd.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "isa/container/fatbin_writer.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

template <class T>
void put(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

struct Entry {
  std::uint16_t kind = 1;
  std::uint32_t target = 75;
  std::string stored;
  std::uint64_t flags = 0x11, bytes = 0;
};

std::string made(const std::vector<Entry>& entries) {
  std::string body;
  for (const Entry& e : entries) {
    const std::size_t padded = (e.stored.size() + 7) / 8 * 8;
    put<std::uint16_t>(body, e.kind);
    put<std::uint16_t>(body, 0x0101);
    put<std::uint32_t>(body, 64);
    put<std::uint64_t>(body, padded);
    put<std::uint32_t>(body, static_cast<std::uint32_t>(e.stored.size()));
    put<std::uint32_t>(body, 0);
    put<std::uint32_t>(body, 0);
    put<std::uint32_t>(body, e.target);
    put<std::uint64_t>(body, 0);
    put<std::uint64_t>(body, e.flags);
    put<std::uint64_t>(body, 0);
    put<std::uint64_t>(body, e.bytes);
    body += e.stored;
    body.append(padded - e.stored.size(), '\0');
  }
  std::string out;
  put<std::uint32_t>(out, 0xba55ed50);
  put<std::uint16_t>(out, 1);
  put<std::uint16_t>(out, 16);
  put<std::uint64_t>(out, body.size());
  return out + body;
}

std::span<const std::byte> bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

const std::string kText = ".version 7.5\n.target sm_75\n" + std::string(500, ' ') + "// end\n";

std::string zstd(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}
std::string lz4(const std::string& text) {
  std::string out(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  out.resize(static_cast<std::size_t>(LZ4_compress_default(
      text.data(), out.data(), static_cast<int>(text.size()), static_cast<int>(out.size()))));
  return out;
}

}  // namespace

TEST_CASE("entries of a fat binary, in each compression") {
  const std::string file = made({{2, 75, "machine code", 0x11, 0},
                                 {1, 75, kText, 0x11, 0},
                                 {1, 80, zstd(kText), 0x8011, kText.size()},
                                 {1, 90, lz4(kText), 0x2011, kText.size()}});
  const std::vector<FatbinEntry> entries = fatbin_entries(bytes(file));
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].kind == FatbinEntry::Kind::MachineCode);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(entries[i].kind == FatbinEntry::Kind::Ptx);
    CHECK(contents(entries[i]) == kText);
  }
  CHECK(describe(entries) == "machine code for sm_75, PTX for sm_75, PTX for sm_80, PTX for sm_90");
  CHECK(fatbin_bytes(bytes(file)) == file.size());
}

TEST_CASE("the newest PTX that a device can run is taken") {
  const std::string file = made({{1, 75, "a"}, {1, 90, "c"}, {1, 80, "b"}, {2, 86, "d"}});
  const std::vector<FatbinEntry> entries = fatbin_entries(bytes(file));
  const auto text = [&](unsigned device) {
    const FatbinEntry* const best = best_ptx(entries, device);
    return best == nullptr ? "none" : contents(*best);
  };
  CHECK(text(70) == "none");
  CHECK(text(75) == "a");
  CHECK(text(86) == "b");
  CHECK(text(100) == "c");
}

TEST_CASE("several fat binaries one after another are read as one") {
  const std::string file = made({{1, 75, "a"}}) + made({{1, 80, "b"}});
  CHECK(fatbin_entries(bytes(file)).size() == 2);
}

TEST_CASE("a broken fat binary is refused") {
  CHECK_THROWS_WITH(fatbin_entries(bytes("no fat binary at all")), Contains("no fat binary"));
  const std::string file = made({{1, 75, kText}});
  for (const std::size_t cut : {17u, 40u, 79u, 100u, 400u})
    CHECK_THROWS_AS(fatbin_entries(bytes(file.substr(0, cut))), ContainerError);
  std::string frame = zstd(kText);
  frame[frame.size() / 2] = static_cast<char>(~frame[frame.size() / 2]);
  frame[5] = static_cast<char>(~frame[5]);
  const std::string broken = made({{1, 75, frame, 0x8011, kText.size()}});
  CHECK_THROWS_AS(contents(fatbin_entries(bytes(broken))[0]), ContainerError);
  const std::string absurd = made({{1, 75, zstd(kText), 0x8011, ~std::uint64_t{0}}});
  CHECK_THROWS_AS(fatbin_entries(bytes(absurd)), ContainerError);
}

TEST_CASE("A fat binary that is written is read as it was", "[container]") {
  // Texts of every length that a word can end with.
  for (std::size_t more = 0; more < 9; ++more) {
    const std::string text = kText + std::string(more, 'x');
    const std::string written = fatbin_of({text, 86});
    CHECK(fatbin_bytes(bytes(written)) == written.size());
    CHECK(written.size() % 8 == 0);
    const std::vector<FatbinEntry> entries = fatbin_entries(bytes(written));
    REQUIRE(entries.size() == 1);
    CHECK(entries[0].kind == FatbinEntry::Kind::Ptx);
    CHECK(entries[0].compression == FatbinEntry::Compression::None);
    CHECK(entries[0].target == 86);
    CHECK(contents(entries[0]) == text);
    CHECK(best_ptx(entries, 90) == &entries[0]);
    CHECK(best_ptx(entries, 80) == nullptr);
  }
}
