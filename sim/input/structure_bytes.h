// A structure given by its fields, as its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"

namespace simt {

/// What a pointer of a structure points to.
struct PointedBuffer {
  ArgSpec spec;
  ParameterInfo info;  ///< of the pointer, as if it were a parameter
  std::uint32_t offset = 0;
};

class StructureBytes {
 public:
  /// `name`: for messages. `fields` may be empty: what the bytes hold is not known.
  StructureBytes(std::string name, const std::vector<Field>& fields, std::uint64_t bytes)
      : name_(std::move(name)), fields_(fields), bytes_(bytes) {}

  /// "1.5", "id=7", "f32:1.5", "a={1,2}", "{1,2}" for a part that is a structure or an array,
  /// "a=iota(0,1)" for a part whose fields are of one type, "in[32]=zero" and "in f32[32]=zero" for
  /// a pointer. Without a name it is for the field after the last one. Throws SpecError.
  void set(const std::string& operand);

  /// What fills the parameter, or a buffer of structures.
  ArgSpec::Generator as_generator() const { return {GeneratorKind::Bytes, {}, bytes_}; }
  std::vector<PointedBuffer>& pointed() { return pointed_; }

 private:
  void set_within(const std::string& part, const std::string& operand);
  bool set_generated(const std::string& part, const std::string& text);
  void refuse_without_count(const Field& field, const std::string& text) const;
  void set_group(const std::string& part, const std::string& operand);
  bool set_pointer(const std::string& name, const std::string& operand);
  void set_typed(const std::string& type, const std::string& value);
  const Field& next_known(const std::string& part) const;
  const Field* find(const std::string& name) const;
  std::string part_at_next(const std::string& part) const;
  bool has_part(const std::string& part) const;
  [[noreturn]] void unknown(const std::string& name) const;
  std::string names() const;
  void put(const Field& field, const std::string& text);

  std::string name_;
  const std::vector<Field>& fields_;
  std::vector<std::byte> bytes_;
  std::vector<PointedBuffer> pointed_;
  std::size_t next_ = 0;  ///< the field that a value without a name is for
  std::uint32_t at_ = 0;  ///< where a value with a type goes
};

}  // namespace simt
