#include "sim/diff/file_labels.h"

#include <catch2/catch.hpp>

using simt::diff::file_labels;
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
