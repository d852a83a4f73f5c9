// What is read of a kernel's parameters: C++ types, mangled names, the text of the .cu file.
#include "sim/input/signature.h"

#include <catch2/catch.hpp>

#include "sim/input/cuda_text.h"

using namespace simt;
using enum ScalarType;

namespace {

Param param(std::string name, ScalarType type, std::uint32_t bytes, std::uint32_t count = 1) {
  Param p;
  p.name = std::move(name);
  p.type = type;
  p.bytes = bytes;
  p.count = count;
  return p;
}

Program kernel(std::string name, std::vector<Param> params) {
  Program p;
  p.kernel = std::move(name);
  p.params = std::move(params);
  return p;
}

std::string type_text(const CType& t) {
  return (t.is_const ? "const " : "") + t.base + std::string(t.pointers, '*');
}

}  // namespace

TEST_CASE("C++ types are read as compilers and as people write them") {
  const auto read = [](const char* text) { return type_text(c_type(text)); };
  CHECK(read("float const*") == "const float*");
  CHECK(read("const float* __restrict__") == "const float*");
  CHECK(read("unsigned") == "unsigned int");
  CHECK(read("unsigned long long int") == "unsigned long long");
  CHECK(read("long int") == "long");
  CHECK(read("short unsigned int*") == "unsigned short*");
  CHECK(read("signed char") == "signed char");
  CHECK(read("std::uint32_t") == "uint32_t");
  CHECK(read("struct ns::View const&") == "const View*");
  CHECK(read("float**") == "float**");
  CHECK(read("Matrix<float, 4>") == "Matrix<float, 4>");
  CHECK(elements_of("unsigned int").type == U32);
  CHECK(elements_of("__half").type == F16);
  CHECK(elements_of("float4").count == 4);
  CHECK(elements_of("float3").align == 4);
  CHECK(elements_of("double4").align == 16);
  CHECK(elements_of("__half2").count == 2);
  CHECK(elements_of("__nv_bfloat162").type == BF16);
  CHECK(elements_of("View").type == None);
  CHECK(elements_of("int5").type == None);
}

TEST_CASE("a mangled name gives the types, also of a template's instance") {
  const Program p = kernel("_Z5scaleIfLi4EEvPT_S0_i",
                           {param("p0", U64, 8), param("p1", F32, 4), param("p2", U32, 4)});
  const Signature s = signature_of(p, "");
  REQUIRE(s.parameters.size() == 3);
  CHECK(type_text(s.parameters[0].type) == "float*");
  CHECK(s.parameters[1].elements.type == F32);
  CHECK(s.parameters[2].elements.type == S32);
  CHECK(s.parameters[2].name == "p2");
  CHECK(s.text == "scale(float*, float, int)");
}

TEST_CASE("an instance of a class template has the fields of the template") {
  const std::string text = R"(
    template <typename T, int N = 4> struct Row { T at[N]; short used; };
    template <class T> struct Span {
      T* data;
      int size;
      Row<T, 2> last;
      __device__ T& operator[](int i) const { return data[i]; }
    };
    template <class T> __global__ void scale(Span<T> v, Row<T> r) {}
  )";
  const auto parameters = [](const char* name) {
    return kernel(name, {param("p0", B8, 24, 24), param("p1", B8, 20, 20)});
  };
  const Signature s = signature_of(parameters("_Z5scaleIfEv4SpanIT_E3RowIS1_Li4EE"), text);
  REQUIRE(s.parameters[0].fields.size() == 5);
  CHECK(s.parameters[0].structure_bytes == 24);
  CHECK(s.parameters[0].fields[0].points_to.type == F32);
  CHECK(s.parameters[0].fields[3].name == "last.at[1]");
  CHECK(s.parameters[0].fields[4].offset == 20);
  REQUIRE(s.parameters[1].fields.size() == 5);
  CHECK(s.parameters[1].fields[3].type == F32);
  const Signature special = signature_of(parameters("_Z5scaleIfEv4SpanIT_E3RowIS1_Li4EE"),
                                         text + "template <> struct Span<float> { int other; };");
  CHECK(special.parameters[0].fields.empty());
  CHECK(special.parameters[0].unknown.find("specialisations") != std::string::npos);
}

TEST_CASE("the .cu file gives the names, and the types where the name is not mangled") {
  const std::string text = R"cuda(
    // __global__ void add(int wrong, int comment)
    #define KERNEL __global__ \
      void add(int wrong, int macro)
    const char* s = "__global__ void add(int x, int y)";
  __global__ void __launch_bounds__(256)
      add(const float* __restrict__ a, unsigned n /* of a */ = 3);
  __global__ void add(const float* a, unsigned n) {
    int add(1);
  }
    extern "C" __global__ void plain(double *out, int m[], bool flag) {}
  )cuda";
  const Program add = kernel("_Z3addPKfj", {param("x0", U64, 8), param("x1", U32, 4)});
  const Signature s = signature_of(add, text);
  CHECK(s.parameters[0].name == "a");
  CHECK(s.parameters[1].name == "n");
  CHECK(s.parameters[1].elements.type == U32);
  CHECK(s.find("n") == &s.parameters[1]);
  CHECK(s.find("x1") == nullptr);
  const Program plain =
      kernel("plain", {param("x0", U64, 8), param("x1", U64, 8), param("x2", U8, 1)});
  const Signature t = signature_of(plain, text);
  CHECK(type_text(t.parameters[0].type) == "double*");
  CHECK(type_text(t.parameters[1].type) == "int*");
  CHECK(t.parameters[2].elements.type == U8);
  // Another number of parameters is another function.
  CHECK(signature_of(kernel("plain", {param("x0", U64, 8)}), text).parameters[0].name == "x0");
}

TEST_CASE("structures are laid out as C++ does, and only what fits the parameter is believed") {
  const std::string text = R"(
    struct Inner { short a; double b; };
    class View {
     public:
      float3 weights = {1, 2, 3};
      int times, more[2];
      __device__ float get() const { return weights.x; }
      static const int kCount = 4;
      Inner inner;
      float *data, last;
    };
    struct __align__(16) Wide { float x; };
    __global__ void k(View v) {}
    __global__ void w(Wide v) {}
  )";
  const Signature s = signature_of(kernel("_Z1k4View", {param("v0", B8, 56, 56)}), text);
  std::string fields;
  for (const Field& f : s.parameters[0].fields)
    fields += f.name + "@" + std::to_string(f.offset) + " ";
  CHECK(fields ==
        "weights.x@0 weights.y@4 weights.z@8 times@12 more[0]@16 more[1]@20 inner.a@24 inner.b@32 "
        "data@40 last@48 ");
  CHECK(signature_of(kernel("_Z1k4View", {param("v0", B8, 48, 48)}), text)
            .parameters[0]
            .fields.empty());
  CHECK(signature_of(kernel("_Z1w4Wide", {param("v0", B8, 16, 16)}), text)
            .parameters[0]
            .fields.size() == 1);
}

TEST_CASE("structures without a name have their fields, and typedefs their type") {
  const std::string text = R"(
    typedef float real;
    using word = unsigned int;
    typedef struct { real x; word n; } Pair;
    struct Map {
      int rows[2];
      struct { short a, b; } half;
      struct Inner { real low; } inner;
      struct { real left, right; };
      word last;
    };
    __global__ void k(Map m, Pair p) {}
    __device__ Pair pairs[4];
    __device__ real rates[8];
  )";
  Program p = kernel("_Z1k3Map4Pair", {param("a", B8, 28, 28), param("b", B8, 8, 8)});
  for (const auto& [name, bytes] : {std::pair("pairs", 32), {"rates", 32}}) {
    Variable v;
    v.name = name;
    v.bytes = static_cast<std::uint64_t>(bytes);
    p.variables.push_back(v);
  }
  const Signature s = signature_of(p, text);
  const auto listed = [](const std::vector<Field>& fields) {
    std::string out;
    for (const Field& f : fields) out += f.name + "@" + std::to_string(f.offset) + " ";
    return out;
  };
  CHECK(listed(s.parameters[0].fields) ==
        "rows[0]@0 rows[1]@4 half.a@8 half.b@10 inner.low@12 left@16 right@20 last@24 ");
  CHECK(listed(s.parameters[1].fields) == "x@0 n@4 ");
  CHECK(listed(s.variables[0].held.structure.fields) == "x@0 n@4 ");
  CHECK(s.variables[0].held.structure.bytes == 8);
  CHECK(s.variables[1].held.type == F32);
}

TEST_CASE("variables have their type from the text, under their plain name") {
  Program p = kernel("_Z1kv", {});
  const auto add = [&](const char* name, std::uint64_t bytes) {
    Variable v;
    v.name = name;
    v.bytes = bytes;
    p.variables.push_back(v);
  };
  add("table", 64);
  add("_ZL5small", 4);
  add("_ZN2ns3farE", 8);
  add("unknown", 4);
  add("rows", 32);
  for (const char* name : {"sorted", "keys", "next"}) add(name, 32);
  add("either", 32);
  add("resized", 32);
  const Signature s =
      signature_of(p,
                   "__constant__ float table[16]; static __constant__ int small = "
                   "3; namespace ns { __device__ double far; } __device__ float* rows[4];"
                   "__device__ int *sorted[4], keys[8], *next[4];"
                   "namespace a { __device__ int either[8]; }"
                   "namespace b { __device__ float either[8]; }"
                   "__device__ int resized[4];");
  CHECK(s.variables[0].held.type == F32);
  CHECK(s.variables[1].plain == "small");
  CHECK(s.variables[1].held.type == S32);
  CHECK(s.variables[2].plain == "far");
  CHECK(s.variables[2].held.type == F64);
  CHECK(s.variables[3].held.type == None);
  CHECK(s.variables[4].held.type == U64);  // pointers
  CHECK(s.variables[5].held.type == U64);
  CHECK(s.variables[6].held.type == S32);  // the second of a declaration
  CHECK(s.variables[7].held.type == U64);
  CHECK(s.variables[8].held.type == None);  // two of that name differ
  CHECK(s.variables[9].held.type == None);  // of another size than the compiler's
}

TEST_CASE("arrays have their lengths from the text: numbers, macros, constants") {
  Program p = kernel("_Z1kv", {});
  for (const char* name : {"table", "plain", "unknown", "twice", "sized"}) {
    Variable v;
    v.name = name;
    p.variables.push_back(v);
  }
  p.shared.variables.push_back({"tile", 0, 144, F32});
  const Signature s = signature_of(p, R"(
#define ROWS 4   // of a tile
#define COUNT (sizeof(int))
constexpr int kColumns = 8;
__constant__ int table[ROWS][2 * kColumns], plain[16];
__device__ int unknown[COUNT][4];
__global__ void k() { __shared__ float tile[ROWS][kColumns + 1], twice[4][8]; }
__global__ void other() { __shared__ float twice[8][8]; extern __shared__ float sized[]; })");
  using Lengths = std::vector<std::uint64_t>;
  CHECK(s.variables[0].extents == Lengths{4, 16});
  CHECK(s.variables[1].extents == Lengths{16});
  CHECK(s.variables[2].extents == Lengths{});
  CHECK(s.variables[3].extents == Lengths{});  // two of that name differ
  CHECK(s.variables[4].extents == Lengths{});
  CHECK(s.shared_extents == std::vector<Lengths>{{4, 9}});
}
