// Names of one kernel as tools write them.
#include "sim/ncu/kernel_name.h"

#include <catch2/catch.hpp>

using namespace simt::ncu;

TEST_CASE("921 mangled, demangled and plain names meet") {
  CHECK(name_fit("reduce", "reduce") == NameFit::Whole);
  CHECK(name_fit("_Z6reducePKiPii", "reduce(const int *, int *, int)") == NameFit::Whole);
  CHECK(name_fit("_Z6reducePKiPii", "reduce(int const*, int*, int)") == NameFit::Whole);
  CHECK(name_fit("_Z6reducePKiPii", "reduce") == NameFit::Template);
  CHECK(name_fit("_Z6reducePKiPii", "reduce(float *)") == NameFit::Template);
  CHECK(name_fit("reduce", "reduce2") == NameFit::None);
  CHECK(name_fit("_Z6reducePKiPii", "reduce_v2(const int *, int *, int)") == NameFit::None);
  CHECK(name_fit("noop()", "_Z4noopv") == NameFit::Whole);
}

TEST_CASE("922 templates: literals with and without their types") {
  // template <int N, typename T> void scale(T*, T)
  CHECK(name_fit("_Z5scaleILi4EfEvPT0_S0_", "void scale<(int)4, float>(T2 *, T2)") ==
        NameFit::Template);
  CHECK(name_fit("_Z5scaleILi4EfEvPT0_S0_", "scale") == NameFit::Function);
  CHECK(name_fit("_Z5scaleILi4EfEvPT0_S0_", "void scale<(int)8, float>(T2 *, T2)") ==
        NameFit::Function);
  CHECK(name_fit("void f<true>()", "void f<(bool)1>()") == NameFit::Whole);
}

TEST_CASE("923 namespaces and unnamed scopes") {
  CHECK(name_fit("_ZN2ns4copyEPf", "ns::copy(float *)") == NameFit::Whole);
  CHECK(name_fit("_ZN2ns4copyEPf", "copy") == NameFit::Function);
  CHECK(name_fit("_ZN12_GLOBAL__N_14copyEPf", "<unnamed>::copy(float *)") == NameFit::Whole);
  CHECK(function_name("void ns::copy<float, 4>(float *)") == "copy");
  CHECK(function_name("_Z6reducePKiPii") == "reduce");
  CHECK(function_name("_Zbroken") == "_Zbroken");
}
