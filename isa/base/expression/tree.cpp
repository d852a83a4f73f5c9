#include "isa/base/expression/tree.h"

#include <algorithm>

namespace simt::expr {

Path path_of(const Tree& tree, Id id) {
  Path out;
  for (; tree[id].kind == Kind::Subscript || tree[id].kind == Kind::Member;
       id = tree[id].children[0])
    out.steps.push_back(id);
  std::reverse(out.steps.begin(), out.steps.end());
  out.base = id;
  return out;
}

}  // namespace simt::expr
