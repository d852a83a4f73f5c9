// The prompt of `simt-sim step`, without a terminal: one line in, text out.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/step/parts.h"
#include "sim/step/picture.h"
#include "sim/step/prompt/stop_points.h"
#include "sim/step/stepper.h"
#include "sim/views/text.h"

namespace simt {

/// A blank line changes nothing; repeating the last command is the terminal's habit.
struct Reply {
  std::string out;    ///< ends with a newline unless empty
  std::string error;  ///< one line without "error: "; empty: the command was understood and done
  bool quit = false;
};

/// How a terminal shows output that is longer than itself; `set` changes it.
struct Paging {
  bool on = true;
  std::optional<unsigned> height;  ///< lines of a page, 0: no end; without it the terminal's
};

/// What commands work on.
struct Focus {
  unsigned sm = 0, slot = 0;
  std::optional<unsigned> lane;
};

class Prompt {
 public:
  /// `checks`: evaluated when the kernel has finished. `interrupted`: asked while the run goes on;
  /// true stops it.
  Prompt(const StepSubject& subject, Stepper& stepper, std::vector<CheckSpec> checks, Style style,
         std::function<bool()> interrupted = {});

  /// Where it stands before the first command.
  std::string welcome() const;
  Reply execute(const std::string& line);
  /// Words that may stand where the last word of `line` is begun.
  std::vector<std::string> completions(const std::string& line) const;
  /// Did the kernel finish and every check pass?
  bool checks_passed() const;
  const Paging& paging() const { return paging_; }

 private:
  friend struct CommandTable;
  using Words = std::vector<std::string>;

  // prompt.cpp
  const Machine& machine() const { return stepper_.machine(); }
  Sm& sm() const { return machine().gpu.sm(focus_.sm); }
  const Warp& warp() const { return sm().warps()[focus_.slot]; }
  /// The focused warp's next instruction, else its last.
  Pc pc() const;
  /// An expression as the person means it here. Throws StepError.
  Expression parsed(const std::string& text) const;
  LanePlace lane_place(unsigned lane) const;
  void say(const std::string& line) { out_ += line + "\n"; }
  void say(const Lines& lines);

  // moving.cpp
  void step(const Words& words);
  void next(const Words& words);
  void go_on(const Words& words);
  void run_to(const Words& words);
  void advance(const StopTest& wanted);
  enum class Sought : std::uint8_t { Instruction, Line, Divergence, Conflict };
  static std::uint64_t count_of(const Words& words);
  static std::pair<Sought, std::uint64_t> sought(const Words& words);
  StopTest counted(Sought what, std::string line) const;

  // reversing.cpp
  void back(const Words& words);
  void reverse_next(const Words& words);
  void reverse_continue(const Words& words);
  void go_to(const Words& words);
  void jump(std::uint64_t count);
  void show_jump();
  void anchor_here();
  bool at_start() const { return stepper_.event().number == 0 && !stepper_.ended(); }
  bool repeat_before(std::uint64_t number, const std::function<void(const StepEvent&)>& each);

  // showing.cpp
  void show_stop();
  void show_reason(const StopReason& reason);
  void show_settled(const Writer& writer);
  void show_end();
  void focus_on_fault(const KernelFault& fault);
  void show_operands(Pc at);
  void say_wrapped(const std::string& text);
  void follow();
  void tell_focus(const WarpId& id);
  WarpId focused() const;

  // stopping.cpp
  void break_at(const Words& words);
  void watch(const Words& words);
  void delete_points(const Words& words);

  // looking.cpp
  void why(const Words& words);
  /// What there is to say of a warp of the block that is on the SM no more; throws for what is
  /// none.
  std::string gone_warp(std::uint64_t cta, std::uint64_t wanted) const;
  void list(const Words& words);
  void list_text(const std::string& typed);
  void list_cuda();
  void list_around(bool anew, unsigned line);
  void focus(const Words& words);
  void focus_on(std::optional<unsigned> sm, std::optional<std::uint64_t> cta,
                std::optional<unsigned> warp);
  void where(const Words& words);

  // displaying.cpp
  void print(const Words& words);
  void display(const Words& words);
  void undisplay(const Words& words);
  void info_display(const Words& words);
  Format format_of(Words& words) const;
  std::string one_value(const Expression& expression, unsigned lane, Format format) const;
  void show_value(const Expression& expression, Format format);
  void show_vector(const std::string& text, const std::vector<std::string>& parts, Format format);
  void show_displays();

  // showing_parts.cpp
  bool show_parts(const std::string& text, Format format);
  std::vector<std::string> part_values(const Parts& of, Format format) const;
  std::string structure_text(const std::string& name) const;

  // settings.cpp
  void set(const Words& words);

  // help.cpp
  void info(const Words& words);
  void help(const Words& words);

  // info_*.cpp
  void info_warps(const Words& words);
  void info_lanes(const Words& words);
  void info_stack(const Words& words);
  void info_barriers(const Words& words);
  void info_registers(const Words& words);
  std::string register_line(RegId reg, LaneMask lanes) const;
  void info_shared(const Words& words);
  void info_banks(const Words& words);
  void info_memory(const Words& words);
  void info_scheduler(const Words& words);
  void info_occupancy(const Words& words);
  void info_counters(const Words& words);
  void info_breakpoints(const Words& words);
  Counters counters() const;

  const StepSubject& subject_;
  Stepper& stepper_;
  std::vector<CheckSpec> checks_;
  Style style_;
  std::function<bool()> interrupted_;
  Focus focus_;
  std::optional<WarpId> told_;  ///< the warp that was shown last, or asked for
  StopPoints points_;
  struct Display {
    unsigned number = 0;
    Expression expression;
    Format format = Format::Natural;
  };
  std::vector<Display> displays_;
  unsigned last_display_ = 0;
  Paging paging_;
  std::optional<Writer> settled_;  ///< what the stop shows, when a change came from elsewhere
  /// Where the focus came to its SM, or the run by a jump: the count of its instructions, and of
  /// all. Going back to this count comes to that very moment.
  std::uint64_t anchor_on_sm_ = 0, anchor_ = 0;
  Counters counters_before_;         ///< at the last `info counters`
  unsigned list_from_ = 0;           ///< 0: around the focused warp
  std::string list_file_;            ///< "matmul.cu:12": a line of the file listed; "": the text
  Format format_ = Format::Natural;  ///< of the command being done: print/x, display/x
  std::string out_;
};

/// A whole number of a command's argument, at least `least`. Throws StepError.
std::uint64_t parse_number(const std::string& text, const std::string& what,
                           std::uint64_t least = 0);

}  // namespace simt
