// The operands of an instruction: as many as it has. The first N lie inside; of a longer list all
// but the first N - 2 lie on the heap, so that reading one of those costs what an array costs. What
// lies beyond the end reads as kNoSlot: an operand that is absent.
#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <utility>

#include "isa/base/register_file.h"

namespace simt {

template <std::size_t N>
class SlotList {
  static constexpr std::size_t kDirect = N - 2;  // always inside
  static_assert(N > 2 && sizeof(Slot*) <= 2 * sizeof(Slot));

 public:
  SlotList() { forget(); }
  SlotList(std::initializer_list<Slot> slots) : SlotList() {
    for (const Slot slot : slots) push_back(slot);
  }
  SlotList(const SlotList& other) : SlotList() { copy(other); }
  SlotList(SlotList&& other) noexcept : SlotList() { swap(other); }
  SlotList& operator=(const SlotList& other) {
    if (this == &other) return *this;
    clear();
    copy(other);
    return *this;
  }
  SlotList& operator=(SlotList&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SlotList() { clear(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Slot operator[](std::size_t i) const {
    if (i < kDirect) return inside_[i];
    if (!on_heap()) return i < N ? inside_[i] : kNoSlot;
    return i < size_ ? heap()[i - kDirect] : kNoSlot;
  }
  Slot back() const { return (*this)[size_ - 1u]; }
  template <class F>
  bool any(F f) const {
    for (std::size_t i = 0; i < size_; ++i)
      if (f((*this)[i])) return true;
    return false;
  }
  bool contains(Slot slot) const {
    return any([=](Slot s) { return s == slot; });
  }

  /// A list that is too short grows, by absent operands in between.
  void set(std::size_t i, Slot slot) {
    while (size_ <= i) push_back(kNoSlot);
    at(i) = slot;
  }
  void push_back(Slot slot) {
    if (size_ == std::numeric_limits<decltype(size_)>::max())
      throw std::length_error("an instruction has more operands than its lists can hold");
    if (size_ >= N) grow();
    ++size_;
    at(size_ - 1u) = slot;
  }
  void pop_back() {
    at(size_ - 1u) = kNoSlot;
    if (on_heap() && size_ == N + 1) return come_home();
    --size_;
  }
  void clear() {
    if (on_heap()) delete[] heap();
    forget();
  }
  /// Calls f(Slot&) for each.
  template <class F>
  void each(F f) {
    for (std::size_t i = 0; i < size_; ++i) f(at(i));
  }
  template <class F>
  void each(F f) const {
    for (std::size_t i = 0; i < size_; ++i) f((*this)[i]);
  }

 private:
  bool on_heap() const { return size_ > N; }
  Slot* heap() const {
    Slot* more;
    std::memcpy(&more, inside_ + kDirect, sizeof more);
    return more;
  }
  void set_heap(Slot* more) { std::memcpy(inside_ + kDirect, &more, sizeof more); }
  Slot& at(std::size_t i) { return i < kDirect || !on_heap() ? inside_[i] : heap()[i - kDirect]; }
  void forget() {
    for (Slot& slot : inside_) slot = kNoSlot;
    size_ = 0;
  }
  /// Room for one more. Long lists are rare, and built once.
  void grow() {
    auto* const more = new Slot[size_ + 1u - kDirect];
    for (std::size_t i = kDirect; i < size_; ++i) more[i - kDirect] = (*this)[i];
    if (on_heap()) delete[] heap();
    set_heap(more);
  }
  /// From N + 1 to N.
  void come_home() {
    Slot* const more = heap();
    std::memcpy(inside_ + kDirect, more, (N - kDirect) * sizeof(Slot));
    delete[] more;
    --size_;
  }
  void copy(const SlotList& other) {
    for (std::size_t i = 0; i < other.size_; ++i) push_back(other[i]);
  }
  void swap(SlotList& other) {
    std::swap(inside_, other.inside_);
    std::swap(size_, other.size_);
  }

  Slot inside_[N];
  std::uint16_t size_ = 0;
};

}  // namespace simt
