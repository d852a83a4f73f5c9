// Evaluation; expression_compiler.cpp makes the nodes.
#include "sim/step/expression.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/step/error.h"
#include "sim/step/history.h"
#include "sim/step/lane_values.h"
#include "sim/step/memory_view.h"

namespace simt {
namespace {

const Warp& warp_at(const LanePlace& at) {
  return at.machine.gpu.sm(at.sm).warps()[at.slot];
}

/// %tid.x, .y, .z, %ctaid.*, %ntid.*, %nctaid.*, %laneid, in this order.
std::int64_t special_value(unsigned special, const LanePlace& at) {
  const Warp& w = warp_at(at);
  const LaunchState& launch = at.machine.subject.launch.state;
  const Dim3 block = launch.block;
  const auto part = [&](const Dim3& d) {
    return special % 3 == 0 ? d.x : special % 3 == 1 ? d.y : d.z;
  };
  const unsigned thread = w.state.index_in_cta * at.machine.subject.arch.sm.warp_size + at.lane;
  switch (special / 3) {
    case 0:
      return part({thread % block.x, thread / block.x % block.y, thread / block.x / block.y});
    case 1:
      return part(at.machine.gpu.sm(at.sm).cta_of(w).state.id);
    case 2:
      return part(block);
    case 3:
      return part(launch.grid);
    default:
      return at.lane;
  }
}

std::int64_t wrap(std::uint64_t v) {
  return static_cast<std::int64_t>(v);
}

}  // namespace

std::optional<Value> Expression::evaluate(const LanePlace& at) const {
  return evaluate(root_, at);
}

bool Expression::is_constant() const {
  return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
    const bool fixed =
        node.op == Op::Number || node.op == Op::ConstantElement || node.op == Op::ParameterElement;
    return fixed || !(is_leaf(node.op) || node.op == Op::OfLane);
  });
}

std::optional<Value> Expression::read_register(const Node& node, const LanePlace& at) const {
  const Warp& w = warp_at(at);
  RegId reg = node.registers.front();
  if (node.registers.size() > 1) {
    const WarpHistory* const history = at.machine.history.warp(at.machine.gpu.sm(at.sm), at.slot);
    const auto written = [&](RegId r) {
      return history == nullptr ? 0 : history->producers[r].cycle;
    };
    reg = *std::max_element(node.registers.begin(), node.registers.end(),
                            [&](RegId a, RegId b) { return written(a) < written(b); });
  }
  const Program& program = at.machine.subject.program;
  if (w.state.registers.empty()) throw StepError("no warp has run in this slot yet");
  if ((lanes_written(at.machine, at.sm, at.slot, reg) >> at.lane & 1) == 0) return {};
  return Value{program.registers[reg].type, simt::read_register(program, w.state, reg, at.lane)};
}

std::optional<Value> Expression::of_lane(const Node& node, const LanePlace& at) const {
  const std::optional<Value> index = evaluate(node.right, at);
  if (!index) return {};
  const std::int64_t lane = as_integer(*index);
  const unsigned lanes = at.machine.subject.arch.sm.warp_size;
  if (lane < 0 || lane >= lanes)
    throw StepError(fmt::format("there is no lane {}: lanes are 0 to {}", lane, lanes - 1));
  LanePlace there = at;
  there.lane = static_cast<unsigned>(lane);
  if ((warp_at(at).state.lanes >> there.lane & 1) == 0)
    throw StepError(
        fmt::format("lane {} has no thread: the block is no multiple of the warp", lane));
  return leaf(nodes_[static_cast<std::size_t>(node.left)], there);
}

std::optional<Value> Expression::memory(const Node& node, const LanePlace& at) const {
  const std::optional<Value> place = evaluate(node.left, at);
  if (!place) return {};
  const std::int64_t index = as_integer(*place);
  const unsigned bytes = size_of(node.type);
  const bool words = node.op == Op::Word || node.op == Op::SharedWord;
  if (!words && (index < 0 || (node.count != 0 && static_cast<std::uint64_t>(index) >= node.count)))
    throw StepError(fmt::format("index {} is outside of the {} elements", index, node.count));
  const auto offset = static_cast<std::uint64_t>(index);
  const std::uint64_t address = words ? offset : node.base + offset * node.stride;
  if (node.op == Op::SharedElement || node.op == Op::SharedWord) {
    if (at.watched != nullptr) at.watched->read_shared(address, bytes);
    const CtaState& cta = at.machine.gpu.sm(at.sm).cta_of(warp_at(at)).state;
    const auto bits = MemoryView::shared(cta, address, bytes);
    if (!bits)
      throw StepError(fmt::format("the block's shared memory has {} bytes, none at {}",
                                  cta.shared.size(), address));
    return Value{node.type, *bits};
  }
  if (node.op == Op::ConstantElement || node.op == Op::ParameterElement) {
    const LaunchState& state = at.machine.subject.launch.state;
    const auto bits =
        bits_at(node.op == Op::ConstantElement ? state.constants : state.params, address, bytes);
    if (!bits) throw StepError(fmt::format("there is nothing at offset {}", address));
    return Value{node.type, *bits};
  }
  const unsigned sm =
      at.watched == nullptr ? at.sm : at.watched->view_of(address, bytes, at.sm, at.machine.gpu);
  const auto bits = MemoryView(at.machine, sm).global(address, bytes);
  if (!bits)
    throw StepError(
        fmt::format("no device memory at 0x{:x} (shared memory is shared[...])", address));
  return Value{node.type, *bits};
}

std::optional<Value> Expression::leaf(const Node& node, const LanePlace& at) const {
  switch (node.op) {
    case Op::Number:
      return node.number;
    case Op::Warp:
      return integer_value(warp_at(at).state.index_in_cta);
    case Op::Lane:
      return integer_value(at.lane);
    case Op::Cta:
      return integer_value(wrap(warp_at(at).id.cta));
    case Op::Sm:
      return integer_value(at.sm);
    case Op::Cycle:
      return integer_value(wrap(at.cycle));
    case Op::Special:
      return integer_value(special_value(node.special, at));
    case Op::Register:
      return read_register(node, at);
    default: {
      const std::optional<Value> element = memory(node, at);
      if (!element || !node.is_bool) return element;
      return Value{ScalarType::Pred, element->bits != 0};
    }
  }
}

std::optional<Value> Expression::index_within(const Node& node, const LanePlace& at) const {
  const std::optional<Value> index = evaluate(node.left, at);
  if (!index) return {};
  const std::int64_t value = as_integer(*index);
  if (value < 0 || (node.count != 0 && static_cast<std::uint64_t>(value) >= node.count))
    throw StepError(fmt::format("index {} is outside of dimension {}, which has {}", value,
                                node.base, node.count));
  return index;
}

// && and || look at their first side alone where it decides.
std::optional<Value> Expression::binary(const Node& node, const LanePlace& at) const {
  const std::optional<Value> a = evaluate(node.left, at);
  if (!a) return {};
  const bool either = node.operation == expr::Operator::Or;
  const bool logical = either || node.operation == expr::Operator::And;
  if (logical && is_true(*a) == either) return integer_value(either);
  const std::optional<Value> b = evaluate(node.right, at);
  if (!b) return {};
  return logical ? integer_value(is_true(*b)) : apply(node.operation, *a, *b);
}

std::optional<Value> Expression::evaluate(int index, const LanePlace& at) const {
  const Node& node = nodes_[static_cast<std::size_t>(index)];
  if (is_leaf(node.op)) return leaf(node, at);
  if (node.op == Op::OfLane) return of_lane(node, at);
  if (node.op == Op::Binary) return binary(node, at);
  if (node.op == Op::Within) return index_within(node, at);
  const std::optional<Value> a = evaluate(node.left, at);
  if (!a) return {};
  if (node.op == Op::Unary) return apply(node.operation, *a);
  return evaluate(is_true(*a) ? node.right : node.other, at);
}

}  // namespace simt
