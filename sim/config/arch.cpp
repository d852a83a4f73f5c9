#include "sim/config/arch.h"

#include "sim/config/arch_names.h"

namespace simt {
namespace {

template <class E>
std::optional<E> find_name(std::string_view name) {
  const auto names = enum_names(E{});
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<E>(i);
  return std::nullopt;
}
template <class E>
std::string_view name_at(E e) {
  return enum_names(e)[static_cast<std::size_t>(e)];
}

}  // namespace

std::span<const std::string_view> enum_names(DivergenceKind) {
  static constexpr std::string_view kNames[] = {"stack", "its"};
  return kNames;
}
std::span<const std::string_view> enum_names(FirstSide) {
  static constexpr std::string_view kNames[] = {"fall-through", "taken", "fewer-lanes",
                                                "more-lanes"};
  return kNames;
}
std::span<const std::string_view> enum_names(SchedulerKind) {
  static constexpr std::string_view kNames[] = {
#define SCHEDULER(kind, name, Class) name,
#include "sim/config/schedulers.def"
  };
  return kNames;
}

std::string_view name_of(DivergenceKind k) {
  return name_at(k);
}
std::string_view name_of(FirstSide k) {
  return name_at(k);
}
std::string_view name_of(SchedulerKind k) {
  return name_at(k);
}
std::optional<DivergenceKind> divergence_kind(std::string_view name) {
  return find_name<DivergenceKind>(name);
}
std::optional<FirstSide> first_side(std::string_view name) {
  return find_name<FirstSide>(name);
}
std::optional<SchedulerKind> scheduler_kind(std::string_view name) {
  return find_name<SchedulerKind>(name);
}

}  // namespace simt
