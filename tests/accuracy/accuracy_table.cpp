// Prints the accuracy table (rows.h). accuracy_table machine: the rows of machine code alone;
// accuracy_table SELECTION: microbenchmarks of another file alone, in the form of micro.txt;
// accuracy_table machine SELECTION: these as machine code.
#include <exception>
#include <iostream>

#include "tests/accuracy/comparisons.h"

using namespace simt::accuracy;

int main(int argc, char** argv) {
  try {
    std::vector<Row> rows;
    const auto add = [&](const std::vector<Row>& more) {
      rows.insert(rows.end(), more.begin(), more.end());
    };
    const std::string what = argc > 1 ? argv[1] : "";
    if (argc > 2) {
      add(compare_machine_micro(argv[2]));
    } else if (!what.empty() && what != "machine") {
      add(compare_micro(what));
    } else {
      if (what.empty()) {
        add(compare_kernels());
        add(compare_unseen());
        add(compare_held_out());
        add(compare_held_out_2());
        add(compare_micro(micro_selection()));
        add(compare_article());
      }
      add(compare_machine_unseen());
      add(compare_machine_cuda());
      add(compare_machine_held_out());
      add(compare_machine_held_out_2());
      add(compare_machine_micro(micro_selection()));
    }
    write_rows(std::cout, rows);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
