// A vector whose new elements hold whatever the memory held: for large buffers of which only a part
// is ever used.
#pragma once

#include <memory_resource>
#include <new>
#include <utility>
#include <vector>

namespace simt {

template <class T>
class LeaveUninitialized : public std::pmr::polymorphic_allocator<T> {
 public:
  using std::pmr::polymorphic_allocator<T>::polymorphic_allocator;
  template <class U>
  struct rebind {
    using other = LeaveUninitialized<U>;
  };
  /// A copy of a container does not follow its memory (as std::pmr).
  LeaveUninitialized select_on_container_copy_construction() const { return {}; }

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Args>
  void construct(U* at, Args&&... args) {
    ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
  }
};

template <class T>
using Uninitialized = std::vector<T, LeaveUninitialized<T>>;

}  // namespace simt
