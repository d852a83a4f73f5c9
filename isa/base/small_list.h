// A list that grows: the first N elements inside the object, more on the heap. For lists that are
// short nearly always and read often; reading one costs a comparison more than an array.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace simt {

template <class T, std::size_t N>
class SmallList {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) * N >= sizeof(T*));

 public:
  SmallList() = default;
  SmallList(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }
  SmallList(const SmallList& other) { append(other); }
  SmallList(SmallList&& other) noexcept { steal(other); }
  SmallList& operator=(const SmallList& other) {
    if (this == &other) return *this;
    clear();
    append(other);
    return *this;
  }
  SmallList& operator=(SmallList&& other) noexcept {
    if (this == &other) return *this;
    clear();
    steal(other);
    return *this;
  }
  ~SmallList() { clear(); }

  const T* data() const { return on_heap() ? heap() : inside_; }
  T* data() { return on_heap() ? heap() : inside_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T& operator[](std::size_t i) { return data()[i]; }
  std::span<const T> view() const { return {data(), size_}; }
  bool contains(const T& value) const { return std::find(begin(), end(), value) != end(); }

  void push_back(T value) {
    if (size_ == capacity_) grow();
    data()[size_++] = value;
  }
  /// Keeps the list a set.
  void insert(T value) {
    if (!contains(value)) push_back(value);
  }
  void erase(const T& value) {
    size_ = static_cast<std::uint16_t>(std::remove(begin(), end(), value) - begin());
  }
  void clear() {
    if (on_heap()) delete[] heap();
    size_ = 0;
    capacity_ = N;
  }

 private:
  bool on_heap() const { return capacity_ != N; }
  T* heap() const {
    T* elements;
    std::memcpy(&elements, inside_, sizeof elements);
    return elements;
  }
  void append(const SmallList& other) {
    for (const T& value : other) push_back(value);
  }
  void steal(SmallList& other) {
    std::copy(std::begin(other.inside_), std::end(other.inside_), inside_);
    size_ = other.size_;
    capacity_ = other.capacity_;
    other.size_ = 0;
    other.capacity_ = N;
  }
  void grow() {
    if (capacity_ > std::numeric_limits<std::uint16_t>::max() / 2)
      throw std::length_error("an instruction names more registers than its lists can hold");
    const auto capacity = static_cast<std::uint16_t>(2 * capacity_);
    T* const more = new T[capacity];
    std::copy(begin(), end(), more);
    if (on_heap()) delete[] heap();
    std::memcpy(inside_, &more, sizeof more);
    capacity_ = capacity;
  }

  T inside_[N] = {};  // of a longer list: first the address of the heap's
  std::uint16_t size_ = 0, capacity_ = N;
};

}  // namespace simt
