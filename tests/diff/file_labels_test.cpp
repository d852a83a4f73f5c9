#include "sim/diff/file_labels.h"

#include <catch2/catch.hpp>

using simt::diff::file_labels;
using simt::diff::short_labels;
using Labels = std::vector<std::string>;

TEST_CASE("files are called what tells them apart") {
  CHECK(file_labels("/x/a.ir", "/y/b.ir") == Labels{"a", "b"});
  CHECK(file_labels("kernels/a.ir", "kernels/a.ir") == Labels{"a", "a"});
  CHECK(file_labels("k/a.ir", "k/a.cu") == Labels{"a.ir", "a.cu"});
  CHECK(file_labels("exercises/a.ir", "solutions/a.ir") == Labels{"exercises/a", "solutions/a"});
  CHECK(file_labels("old/kernels/a.ir", "new/kernels/a.ir") == Labels{"old/.../a", "new/.../a"});
  CHECK(file_labels("a.ir", "new/a.ir") == Labels{"a", "new/a"});
}

TEST_CASE("the folders that two files are in do not make their names longer") {
  CHECK(file_labels("/home/somebody/course/lessons/exercises/a.ir",
                    "/mnt/other/lessons/solutions/a.ir") == Labels{"exercises/a", "solutions/a"});
}

TEST_CASE("names of kernels that are too long for a column keep what tells them apart") {
  CHECK(short_labels("scale<float>", "scale<double>") == Labels{"scale<float>", "scale<double>"});
  CHECK(short_labels("first::detail::load_tile<Policy<float, 4, true>, float>",
                     "second::detail::store_tile<Policy<float, 4, true>, float>") ==
        Labels{"load_tile", "store_tile"});
  CHECK(short_labels("ns::scale<ns::Policy<float, 4, true>, float>",
                     "ns::scale<ns::Policy<float, 8, true>, float>") ==
        Labels{"...<float, 4, true>, float>", "...<float, 8, true>, float>"});
  CHECK(short_labels("transform_elements_with_shared_memory_staging",
                     "transform_elements_with_registers_alone") ==
        Labels{"...ts_with_shared_memory_...", "...ts_with_registers_alone"});
  CHECK(short_labels("a", "arch=h200, block=128, arg:n=1000000000") ==
        Labels{"a", "arch=h200, block=128, arg..."});
}
