#include "sim/views/player/value_data.h"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <unordered_map>

namespace simt::player {
namespace {

using trace::Recording;
using trace::SharedRecord;
using trace::ValueRecord;

std::string hex(std::span<const std::byte> bytes) {
  std::string out;
  for (const std::byte b : bytes) out += fmt::format("{:02x}", std::to_integer<unsigned>(b));
  return out;
}

/// Where in Recording::issues an instruction of a warp stands.
class Places {
 public:
  explicit Places(const Recording& r) {
    for (std::size_t i = 0; i < r.issues.size(); ++i)
      at_.emplace(key(r.issues[i].warp, r.issues[i].ordinal), i);
  }
  /// -1: it is not recorded.
  template <class Record>
  std::int64_t of(const Record& record) const {
    const auto found = at_.find(key(record.warp, record.ordinal));
    return found == at_.end() ? -1 : static_cast<std::int64_t>(found->second);
  }

 private:
  static std::uint64_t key(std::uint32_t warp, std::uint32_t ordinal) {
    return std::uint64_t{warp} << 32 | ordinal;
  }
  std::unordered_map<std::uint64_t, std::size_t> at_;
};

/// The records whose instructions are recorded.
template <class Record>
std::vector<Record> placed(const std::vector<Record>& all, const Places& places) {
  std::vector<Record> out;
  for (const Record& r : all)
    if (places.of(r) >= 0) out.push_back(r);
  return out;
}

}  // namespace

std::string vector_text(std::span<const std::byte> bytes, ScalarType type) {
  const unsigned width = type == ScalarType::Pred ? 0 : size_of(type);
  if (width == 0 || width > 8) {  // a mask; 128 bits: as bytes
    LaneMask mask = 0;
    std::memcpy(&mask, bytes.data(), sizeof mask);
    return width == 0 ? fmt::format("{:x}", mask) : ":" + hex(bytes);
  }
  std::array<std::uint64_t, kMaxWarpSize> lanes{};
  for (unsigned i = 0; i < kMaxWarpSize; ++i)
    std::memcpy(&lanes[i], bytes.data() + std::size_t{i} * width, width);
  const std::uint64_t all = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * width) - 1;
  const std::uint64_t step = (lanes[1] - lanes[0]) & all;
  bool even = true;
  for (unsigned i = 2; i < kMaxWarpSize; ++i) even &= ((lanes[i] - lanes[i - 1]) & all) == step;
  if (even) return fmt::format("{:x}", lanes[0]) + (step == 0 ? "" : fmt::format("+{:x}", step));
  std::string out;
  for (const std::uint64_t lane : lanes) out += fmt::format("{}{:x}", out.empty() ? "" : ",", lane);
  return out;
}

void write_values(const Program& program, const Recording& r, Json& out) {
  const Places places(r);
  const std::vector<ValueRecord> values = placed(r.values, places);
  std::vector<ScalarType> type(r.vectors.size(), ScalarType::B8);
  for (const ValueRecord& v : r.values)
    if (v.vector != ValueRecord::kUnknown) type[v.vector] = program.registers[v.reg].type;
  // One content may be of registers of several types, all of one width.
  Json vectors = Json::array();
  for (std::size_t i = 0; i < r.vectors.size(); ++i)
    vectors.push_back(vector_text(r.vectors[i], type[i]));
  out["vectors"] = std::move(vectors);
  out["values"] = {{"issue", column(values, [&](const auto& v) { return places.of(v); })},
                   {"reg", column(values, [](const auto& v) { return v.reg; })},
                   {"vector", column(values,
                                     [](const auto& v) {
                                       return v.vector == ValueRecord::kUnknown ? std::int64_t{-1}
                                                                                : v.vector;
                                     })},
                   {"before", column(values, [](const auto& v) { return int{v.before}; })}};
  const std::vector<SharedRecord> shared = placed(r.shared, places);
  out["shared"] = {{"issue", column(shared, [&](const auto& s) { return places.of(s); })},
                   {"offset", column(shared, [](const auto& s) { return s.offset; })},
                   {"bytes", column(shared, [](const auto& s) { return hex(s.bytes); })},
                   {"before", column(shared, [](const auto& s) { return int{s.before}; })}};
}

}  // namespace simt::player
