// The `source` page by lines of CUDA C++: what each of them cost, with its lines of PTX below it.
// An instruction counts for the line that names it (isa/core/place.h): of an inlined function
// its own line, of a function that the toolkit supplies the line that calls it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/views/source.h"

namespace simt {

struct CudaRow {
  SourceRow sums;                ///< `line` and `text` are those of the CUDA C++
  std::vector<std::size_t> ptx;  ///< rows of collect_source(), ascending
};
struct CudaFileRows {
  std::string name;           ///< "matmul.cu"; "" for instructions without a line of CUDA C++
  std::string path;           ///< as the compiler wrote it
  bool has_text = false;      ///< the file was found
  std::vector<CudaRow> rows;  ///< lines with instructions and those between them, ascending
};

/// `rows` is collect_source(subject). The kernel's own file comes first. Nothing where the compiler
/// wrote no lines down.
std::vector<CudaFileRows> collect_cuda(const Subject& subject, const std::vector<SourceRow>& rows);

/// `unfolded`: with the lines of PTX.
std::string render_cuda_source(const Subject& subject, const std::vector<SourceRow>& rows,
                               bool unfolded, const Style& style);

}  // namespace simt
