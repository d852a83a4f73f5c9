// Which lanes hold a number of a kind (testp).
#pragma once

#include "isa/core/lanes/half_float.h"
#include "isa/core/lanes/lanes.h"

namespace simt {

template <class T>
bool test_property(FloatTest test, T x) {
  const bool is_finite = magnitude(x) < Format<T>::kInfinity;
  switch (test) {
    case FloatTest::Finite:
      return is_finite;
    case FloatTest::Infinite:
      return magnitude(x) == Format<T>::kInfinity;
    case FloatTest::Number:
      return !is_nan(x);
    case FloatTest::NotANumber:
      return is_nan(x);
    case FloatTest::Normal:
      return is_finite && !is_subnormal(x);  // zeros count as normal
    case FloatTest::Subnormal:
      break;
  }
  return is_subnormal(x);
}
template <class T>
struct TestProperty {
  void operator()(const Inst& inst, Registers regs, LaneMask active) const {
    const T* a = lane_data<const T>(regs, inst.src[0]);
    write_predicate(
        regs, inst.dst[0],
        lanes_where(active, [&](unsigned lane) { return test_property(inst.op.test, a[lane]); }),
        active);
  }
};

}  // namespace simt
