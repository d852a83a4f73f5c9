// Decodes one function: statements in order, each instruction to one Inst (now and then with
// hidden ones before or after it: the address of a local variable, a clock that cvt reads, call
// arguments given as registers). One class in several files: function_decoder.cpp (statements,
// labels), instruction.cpp, pattern_operand.cpp (operands against the table's pattern), operand.cpp
// and value.cpp (single operands), memory.cpp (addresses),
// async.cpp (asynchronous copies), texel.cpp (handles and coordinates), move.cpp, call.cpp.
#pragma once

#include <unordered_map>
#include <vector>

#include "isa/ptx/decode/debug_lines.h"
#include "isa/ptx/decode/frame.h"
#include "isa/ptx/decode/inst_builder.h"
#include "isa/ptx/decode/layout.h"
#include "isa/ptx/decode/slots.h"
#include "isa/ptx/decode/special.h"
#include "isa/ptx/decode/spellings.h"
#include "isa/ptx/decode/types.h"
#include "isa/ptx/diagnostics.h"

namespace simt::decode {

/// A .reg parameter of a call: the callee's register is known once the callee is decoded.
struct RegisterLink {
  bool is_result = false;
  std::size_t formal = 0;  ///< index among the results, or among the parameters
  Value actual;
};
struct PendingCall {
  Pc pc = kNoPc;
  std::uint32_t callee = 0;
  std::vector<RegisterLink> links;
};

/// What the functions of one program share while they are decoded.
struct Context {
  const Reachable& reachable;
  const Layout& layout;
  Diagnostics& diags;
  Program& program;
  SlotAllocator& slots;
  DebugLines& debug_lines;
  Spellings& spellings;
  std::vector<PendingCall> pending_calls;
  std::uint32_t frame_alignment = 1;  ///< the largest of all frames

  /// "did you mean 'x'?" with the nearest name in scope that `wanted` accepts, or one of `more`.
  /// "" when none is near, or when so many errors were found that no one reads on.
  std::string nearest_name(const std::string& word, const Scope& scope,
                           const std::function<bool(const Symbol&)>& wanted,
                           const std::vector<std::string>& more = {}) const;
};

class FunctionDecoder {
 public:
  FunctionDecoder(Context& context, std::uint32_t index);
  void run();

 private:
  using Args = std::vector<const ast::Operand*>;  // by OperandSpec; nullptr: absent
  struct Address {
    Value base;
    std::int64_t imm = 0;
    StateSpace space = StateSpace::Generic;
    bool in_frame_parameter = false;
  };

  // function_decoder.cpp
  void bind_formals();
  void block(const ast::Block& body);
  void statement(const ast::Statement& statement);
  void finish();
  void end_without_return();
  Pc label_pc(const ast::Name& name, const Scope& scope) const;
  Inst& emit(InstBuilder builder);

  // instruction.cpp, move.cpp
  void instruction(const ast::Instruction& inst);
  Value guard_of(const ast::Instruction& inst);
  Args assign(const ast::Instruction& inst, const std::vector<OperandSpec>& specs) const;
  void complete(InstBuilder& out);
  void check_barrier(const std::vector<OperandSpec>& specs, const Args& args, Kind kind);
  bool special_move(const ast::Instruction& inst, const OpForm& form);
  Width width_rule(const OpForm& form) const;

  // pattern_operand.cpp
  void operand(const OperandSpec& spec, const ast::Operand* arg, InstBuilder& out);
  void cache_policy(const OperandSpec& spec, const ast::Operand* arg, const OpForm& form);
  void branch_table(const ast::Operand& arg, InstBuilder& out);
  void dual_destination(const OperandSpec& spec, const ast::Operand& arg, ScalarType type,
                        InstBuilder& out);
  void vector_operand(const OperandSpec& spec, const ast::Operand& arg, InstBuilder& out);
  void vector_source(const std::vector<ast::Operand>& elements, ScalarType type, Width width,
                     InstBuilder& out);

  // operand.cpp, value.cpp
  Value source(const ast::Operand& operand, ScalarType type, Width width);
  Value destination(const ast::Operand& operand, ScalarType type, Width width);
  Value immediate(const ast::Operand& operand, ScalarType type);
  Value name_value(const ast::Operand& operand, ScalarType type, Width width);
  Value special_value(const ast::Operand& operand, const Special& special);
  Value symbol_value(const ast::Operand& operand, const Symbol& symbol, ScalarType type);
  void check_component(const ast::Operand& operand) const;
  Value register_value(const ast::Operand& operand, const Found& found);
  Value register_of(const Found& found, char component);
  std::vector<ast::Operand> components(const ast::Operand& operand) const;
  void check(const Value& value, const ast::Operand& operand, ScalarType type, Width width) const;
  Value of_register(RegId reg) const;
  Value hidden_register(const ast::Operand& at, ScalarType type);
  Value stack_pointer() const { return of_register(context_.slots.stack_pointer()); }
  [[noreturn]] void unknown(const ast::Operand& operand) const;

  // memory.cpp
  Place place_of(const ast::Operand& at, const Symbol& symbol) const;
  /// `own_parameters`: .param is the function's own frame.
  Address address(const ast::Operand& operand, StateSpace wanted, bool own_parameters);
  Value frame_address(const ast::Operand& at, std::int64_t offset);
  void memory_operand(const ast::Operand& operand, InstBuilder& out);
  // async.cpp
  void asynchronous_copy(const Args& args, InstBuilder& out);
  void copy_size(const ast::Operand& operand, InstBuilder& out);
  void copy_amount(const ast::Operand* operand, InstBuilder& out);
  // texel.cpp
  void texel_operand(const OperandSpec& spec, const ast::Operand& operand, InstBuilder& out);
  void texel_steps(const OperandSpec& spec, const ast::Operand* operand, InstBuilder& out);
  void emit_parameter(bool is_store, const Value& value, ScalarType type, std::uint32_t offset);

  // call.cpp
  struct Callee;
  struct CallPlan;
  void call(const ast::Instruction& inst, const OpForm& form);
  Callee callee_of(const ast::Instruction& inst, std::size_t at);
  void pass_argument(const ast::Operand& actual, std::size_t i, CallPlan& plan);
  void pass_result(const ast::Operand& actual, std::size_t i, CallPlan& plan);
  const ast::Variable* parameter_variable(const ast::Operand& actual) const;
  void check_sizes(const ast::Operand& actual, const ast::Variable& variable,
                   const ast::Variable& formal) const;

  Context& context_;
  std::uint32_t index_;
  const FunctionNode& node_;
  const ast::Function& function_;
  const Scope* scope_ = nullptr;
  Frame frame_;
  std::map<std::tuple<const Symbol*, std::uint32_t, char>, RegId> registers_;
  std::unordered_map<const Symbol*, Pc> labels_;
  struct BranchUse {
    Pc pc;
    ast::Name label;
    const Scope* scope;
  };
  std::vector<BranchUse> branches_;
  struct TableUse {
    const ast::BranchTargets* targets;
    const Scope* scope;
    std::size_t table;
  };
  std::vector<TableUse> tables_;
  std::uint32_t debug_line_ = 0;
  // Of the instruction at hand:
  Value guard_;
  std::string opcode_;
  SourceLoc loc_;
  bool reads_special_ = false, reads_symbol_ = false;  // its row allows such operands
  unsigned hidden_ = 0;
};

}  // namespace simt::decode
