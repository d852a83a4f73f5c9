// What the host's caches hold of pageable memory that copies go through. What the host itself does
// is not seen: memory that no copy has touched counts as written when the program began, and what
// a copy went through stays until as many bytes have gone through others as the caches hold, less
// of it by the byte. Copies to the host go past the caches.
// Source: tests/programs/h100/staging.csv; ours: the even loss, and that memory which is copied in
// one piece stays up to the size of the caches.
#pragma once

#include <cstdint>
#include <map>

namespace simt::program {

class HostCache {
 public:
  explicit HostCache(double bytes) : size_(static_cast<std::uint64_t>(bytes)) {}

  /// A copy reads this memory. Returns how many bytes of it the caches had.
  std::uint64_t read(std::uint64_t from, std::uint64_t bytes);
  /// A copy writes it. Returns the same.
  std::uint64_t write(std::uint64_t to, std::uint64_t bytes);

 private:
  struct Part {
    std::uint64_t end = 0;
    std::uint64_t traffic = 0;  ///< when the copy had ended
    bool past = false;          ///< the caches do not have it
  };
  std::uint64_t held(std::uint64_t from, std::uint64_t bytes) const;
  std::uint64_t left(std::uint64_t bytes, std::uint64_t since) const;
  void note(std::uint64_t from, std::uint64_t bytes, bool past);
  void cut(std::uint64_t at);

  std::uint64_t size_;
  std::uint64_t traffic_ = 0;            ///< bytes that have gone through copies
  std::map<std::uint64_t, Part> parts_;  ///< by first byte; none of them touches another
};

}  // namespace simt::program
