// Expressions of the prompt, evaluated for a lane of a warp at a stop:
//   warp lane cta sm cycle      where and when; cta is the linear index, warp counts in its CTA
//   %r5 %p1                     a register; %tid.x %ctaid.x %ntid.x %nctaid.x %laneid work always
//   %r5[3]                      that of lane 3, whichever lane is asked
//   threadIdx.x warpSize        what CUDA C++ calls %tid.x, %ctaid.x, %ntid.x, %nctaid.x; the
//                               lanes of a warp
//   NAME  NAME[EXPR]            a scalar argument or variable, or a buffer's address; an element of
//                               a buffer, a .global, .const or .shared variable, by its type;
//                               NAME.f32[EXPR] by another one
//   &NAME                       the address of a .global variable, the offset of another one
//   NAME.FIELD                  of a structure that is passed by value; NAME.FIELD[EXPR] where the
//                               field is a pointer; NAME[EXPR].FIELD of a pointer to structures
//   [EXPR]  shared[EXPR]        the 32-bit word at an address of device memory; at a byte offset of
//                               the CTA's shared memory
//   numbers ( ) ! ~ - + * / % << >> < <= > >= == != & ^ | && || ?:     C's meaning and precedence
// Integers have 64 bits and wrap; untyped registers count as signed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/step/expression_op.h"
#include "sim/step/subject.h"
#include "sim/step/value.h"
#include "sim/step/watched_memory.h"

namespace simt {

/// A lane of a warp at a stop.
struct LanePlace {
  const Machine& machine;
  unsigned sm = 0, slot = 0, lane = 0;
  std::uint64_t cycle = 0;
  WatchedMemory* watched = nullptr;  ///< told of the elements read, and asked whose view counts
};

class Expression {
 public:
  /// Throws StepError. `pc`: where names of registers are looked up (each function has its own).
  /// `shown`: the instruction that the person sees, where it is another: an error about a name
  /// tells which registers its line writes.
  static Expression parse(const std::string& text, const StepSubject& subject, Pc pc,
                          Pc shown = kNoPc);

  /// Nothing when it reads a register that the lane has not written yet. Throws StepError: no
  /// memory at an address, division by zero.
  std::optional<Value> evaluate(const LanePlace& at) const;
  /// Can its value differ from lane to lane?
  bool by_lane() const { return by_lane_; }
  /// What has to be on the SM for it to have a value.
  enum class Needs : std::uint8_t { Nothing, Block, Warp };
  Needs needs() const { return needs_; }
  /// Does it say which SM or CTA it is about?
  bool names_place() const { return names_place_; }
  /// Has it the same value always?
  bool is_constant() const;
  const std::string& text() const { return text_; }

 private:
  friend class ExpressionCompiler;
  using Op = ExpressionOp;
  struct Node {
    Op op = Op::Number;
    expr::Operator operation = expr::Operator::None;  ///< Unary, Binary
    Value number{};                                   ///< Number
    std::vector<RegId> registers;  ///< Register: all of the name; the one written last counts
    unsigned special = 0;          ///< Special
    std::uint64_t base = 0;        ///< elements: address of the first; Within: which dimension
    std::uint64_t count = 0;       ///< elements; 0: not known
    std::uint64_t stride = 0;      ///< bytes from one to the next
    ScalarType type = ScalarType::B32;
    bool is_bool = false;       ///< elements
    int left = -1, right = -1;  ///< of Select: the condition, then `right`, else `other`
    int other = -1;
  };

  std::optional<Value> evaluate(int node, const LanePlace& at) const;
  std::optional<Value> leaf(const Node& node, const LanePlace& at) const;
  std::optional<Value> binary(const Node& node, const LanePlace& at) const;
  std::optional<Value> memory(const Node& node, const LanePlace& at) const;
  std::optional<Value> read_register(const Node& node, const LanePlace& at) const;
  std::optional<Value> of_lane(const Node& node, const LanePlace& at) const;
  std::optional<Value> index_within(const Node& node, const LanePlace& at) const;

  std::string text_;
  std::vector<Node> nodes_;
  int root_ = -1;
  bool by_lane_ = false, names_place_ = false;
  Needs needs_ = Needs::Nothing;
};

}  // namespace simt
