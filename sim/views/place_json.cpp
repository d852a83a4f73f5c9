#include "sim/views/place_json.h"

#include "isa/core/place.h"

namespace simt {

nlohmann::ordered_json cuda_json(const Program& program, Pc pc) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const CudaLine& l : cuda_chain(program, pc))
    out.push_back({{"file", l.file},
                   {"path", l.path},
                   {"line", l.line},
                   {"column", l.column},
                   {"function", l.function},
                   {"text", l.text}});
  return out;
}

}  // namespace simt
