// Names of one kernel as tools write them.
#include "isa/base/kernel_name.h"

#include <catch2/catch.hpp>

using namespace simt;

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

TEST_CASE("924 a name for a person: no result, no parameters, no unnamed scope") {
  CHECK(demangled("_Z5scaleIfEvPKT_PS0_iS0_") ==
        "void scale<float>(float const*, float*, int, float)");
  CHECK(display_name("_Z5scaleIfEvPKT_PS0_iS0_") == "scale<float>");
  CHECK(display_name("_Z6reducePKiPii") == "reduce");
  CHECK(display_name("reduce") == "reduce");
  CHECK(display_name("_ZNK4TileIfE2atEii") == "Tile<float>::at");
  CHECK(display_name("_ZN2ns4copyIPKfEEvT_") == "ns::copy<float const*>");
  CHECK(display_name("_ZN12_GLOBAL__N_14copyEPf") == "copy");
  CHECK(display_name("_ZN38_INTERNAL_6a155e2c_8_chain_cu_5ef6408811__shfl_syncEjiii") ==
        "__shfl_sync");
  CHECK(display_name("_ZNK6__halfcvfEv") == "__half::operator float");
  CHECK(display_name("_Zbroken") == "_Zbroken");
  CHECK(display_name("") == "");
}

TEST_CASE("926 a variable for a person") {
  CHECK(variable_title("_ZZ9transposePKfPfiE4tile") == "tile");
  CHECK(variable_title("_ZZN2ns3sumIiEEvPT_E6shared") == "shared");
  CHECK(variable_title("_ZN2ns5tableE") == "table");
  CHECK(variable_title("tile") == "tile");
  CHECK(variable_title("a::b") == "a::b");
}

TEST_CASE("925 what a person types means a kernel when all that is typed agrees") {
  const char* scale = "_Z5scaleIfEvPKT_PS0_iS0_";
  CHECK(may_mean("scale", scale));
  CHECK(may_mean("scale<float>", scale));
  CHECK(may_mean("scale<float>(float const*, float*, int, float)", scale));
  CHECK(may_mean(scale, scale));
  CHECK_FALSE(may_mean("scale<double>", scale));
  CHECK_FALSE(may_mean("scale<float>(float*)", scale));
  CHECK(may_mean("f(int)", "_Z1fi"));
  CHECK_FALSE(may_mean("f(int)", "_Z1fj"));
  CHECK_FALSE(may_mean("scal", scale));
  CHECK(may_mean("copy", "_ZN2ns5inner4copyEPf"));
  CHECK(may_mean("inner::copy", "_ZN2ns5inner4copyEPf"));
  CHECK_FALSE(may_mean("er::copy", "_ZN2ns5inner4copyEPf"));
  CHECK_FALSE(may_mean("other::copy", "_ZN2ns5inner4copyEPf"));
}
