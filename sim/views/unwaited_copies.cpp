#include "sim/views/unwaited_copies.h"

#include <algorithm>

namespace simt {
namespace {

bool is_under_way(const WarpState& warp, std::uint32_t number, unsigned lane) {
  if (warp.async.empty()) return false;
  return std::ranges::any_of(warp.async.front().pending, [=](const AsyncCopies::Copy& copy) {
    return copy.number == number && (copy.lanes >> lane & 1) != 0;
  });
}

}  // namespace

const SharedAccess* UnwaitedCopies::find(std::uint32_t address) {
  if (bytes_.empty()) return nullptr;
  const auto found = bytes_.find(address);
  if (found == bytes_.end()) return nullptr;
  const Byte& byte = found->second;
  if (is_under_way(*byte.warp, byte.number, byte.by.lane)) return &byte.by;
  bytes_.erase(found);
  return nullptr;
}

}  // namespace simt
