// Prints the accuracy table (rows.h). accuracy_table [SELECTION]: microbenchmarks of another file
// alone, in the form of micro.txt.
#include <exception>
#include <iostream>

#include "tests/accuracy/comparisons.h"

using namespace simt::accuracy;

int main(int argc, char** argv) {
  try {
    std::vector<Row> rows;
    if (argc == 2) {
      rows = compare_micro(argv[1]);
    } else {
      rows = compare_kernels();
      for (const auto& more :
           {compare_unseen(), compare_micro(micro_selection()), compare_article()})
        rows.insert(rows.end(), more.begin(), more.end());
    }
    write_rows(std::cout, rows);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
