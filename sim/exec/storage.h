// The bytes of an allocation of device memory: the simulator's own, or memory of the host that
// kernels see too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

namespace simt {

/// Zero-filled. Many of them come from pages for which the host promises no room: a program may
/// have all memory of its device, as long as it does not write it all. Throws bad_alloc.
std::byte* allocate_bytes(std::uint64_t bytes);
void release_bytes(std::byte* p, std::uint64_t bytes);

struct BytesRelease {
  std::uint64_t bytes = 0;
  void operator()(std::byte* p) const { release_bytes(p, bytes); }
};

/// A copy of own bytes is deep, one of the host's memory names the same bytes.
class Storage {
 public:
  Storage() = default;
  /// Own, zero-filled; pages take room in the host only once they are written. Throws bad_alloc.
  explicit Storage(std::uint64_t bytes) : own_(own(bytes)), data_(own_.get()), size_(bytes) {}
  /// The host's; they outlive it.
  Storage(std::byte* host, std::uint64_t bytes) : data_(host), size_(bytes) {}
  Storage(const Storage& other) : data_(other.data_), size_(other.size_) {
    if (other.own_ == nullptr) return;
    own_ = own(size_);
    data_ = own_.get();
    if (size_ > 0) std::memcpy(data_, other.data_, size_);
  }
  Storage(Storage&& other) noexcept { swap(other); }
  Storage& operator=(Storage other) noexcept {
    swap(other);
    return *this;
  }
  ~Storage() = default;

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::uint64_t size() const { return size_; }
  const std::byte* begin() const { return data_; }
  const std::byte* end() const { return data_ + size_; }
  bool of_host() const { return own_ == nullptr && data_ != nullptr; }

 private:
  using Own = std::unique_ptr<std::byte[], BytesRelease>;
  static Own own(std::uint64_t bytes) { return Own(allocate_bytes(bytes), BytesRelease{bytes}); }
  void swap(Storage& other) noexcept {
    std::swap(own_, other.own_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  Own own_;
  std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace simt
