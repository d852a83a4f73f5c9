// Instances of class templates, as text: "Span<float>" and what its parameters stand for.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace simt {

struct TemplateInstance {
  std::string name;                         ///< "Span"
  std::vector<std::string> arguments = {};  ///< "float"; none: it is no instance
};
TemplateInstance template_instance(const std::string& type);

/// `body` with the arguments in the place of the parameters that `head` declares, "template <class
/// T, int N>". Nothing where their numbers differ or a parameter has no plain name.
std::optional<std::string> with_template_arguments(std::string body, const std::string& head,
                                                   const std::vector<std::string>& arguments);

}  // namespace simt
