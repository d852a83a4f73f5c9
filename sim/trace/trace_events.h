// The file of a trace in the Trace Event Format, which Perfetto and chrome://tracing open: one JSON
// object with a list of events, written as they come.
#pragma once

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace simt::trace {

class TraceEvents {
 public:
  explicit TraceEvents(std::ostream& out) : out_(out) {}

 protected:
  /// `unit` is what viewers write at times, "ms" or "ns"; `about` the members of "otherData".
  void begin(std::string_view unit, std::string_view about) {
    fmt::print(out_, "{{\"displayTimeUnit\":\"{}\",\"otherData\":{{{}}},\"traceEvents\":[", unit,
               about);
  }
  /// The members of one event.
  template <class... Args>
  void event(fmt::format_string<Args...> format, Args&&... args) {
    fmt::print(out_, "{}\n{{", first_ ? "" : ",");
    first_ = false;
    fmt::print(out_, format, std::forward<Args>(args)...);
    fmt::print(out_, "}}");
  }
  void end() { fmt::print(out_, "\n]}}\n"); }

 private:
  std::ostream& out_;
  bool first_ = true;
};

}  // namespace simt::trace
