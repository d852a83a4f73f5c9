// The pictures of a stop, as lines of at most 80 columns where the style has an edge. In all of
// them a lane is one character, 0-9 and A-V for lanes 0 to 31, in blocks of eight.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/divergence/divergence.h"
#include "sim/step/subject.h"
#include "sim/views/text.h"

namespace simt {

using Lines = std::vector<std::string>;

inline constexpr std::size_t kColumns = 80;

/// '0'-'9', 'A'-'V'.
char lane_letter(unsigned lane);

/// 32 places, each a character and how it is painted; drawn in blocks of eight.
class Strip {
 public:
  enum class Tone : char { Dim, Plain, Good, Bad, Accent };
  /// `places`: how many are shown, 32 at most; blank until they are set.
  explicit Strip(unsigned places = kMaxWarpSize) : text_(places, ' '), tone_(places, Tone::Plain) {}
  void set(unsigned place, char c, Tone tone) {
    text_[place] = c;
    tone_[place] = tone;
  }
  char at(unsigned place) const { return text_[place]; }
  std::string draw(const Style& style) const;
  /// Columns that draw() takes.
  static constexpr std::size_t width(unsigned places) { return places + (places - 1) / 8; }

 private:
  std::string text_;
  std::vector<Tone> tone_;
};

/// An instruction that a warp has just issued.
struct StepInstruction {
  const Inst& inst;
  const Outcome& outcome;
};
/// The 32 lanes of a warp in the instruction `done` (nullptr: as they stand), with a legend of the
/// characters that occur.
Lines lanes_picture(const Warp& warp, unsigned warp_size, const StepInstruction* done,
                    const Style& style);
/// The reconvergence stack, or the paths with their convergence barriers. Nothing while all lanes
/// are together, unless `always`.
Lines paths_picture(const Program& program, const Warp& warp, unsigned warp_size,
                    DivergenceKind kind, bool always, const Style& style);

/// One access on its banks or sectors; at most about `most` rows, the rest is counted.
struct AccessPicture {
  const Machine& machine;
  unsigned sm, slot;
  std::size_t most;
};
Lines access_picture(const AccessPicture& where, const AccessRecord& record, const Style& style);

/// The instructions that a text marks: '*' the one that a stop shows, '=>' the one that the warp
/// issues next.
struct Marked {
  Pc issued = kNoPc, next = kNoPc;
  /// The one in the middle of a picture.
  Pc main() const { return issued != kNoPc ? issued : next; }
};
/// What the marks mean, where both may be there.
inline constexpr std::string_view kMarks = "* issued  => next";

/// Lines `first` to `last` of the text.
Lines source_picture(const Program& program, unsigned first, unsigned last, Marked marked,
                     const Style& style);
/// Lines `first` to `last` of the file of CUDA C++ that `word` names (code_place.h).
Lines cuda_picture(const Program& program, const std::string& word, unsigned first, unsigned last,
                   Marked marked, const Style& style);
/// Lines above and below that pictures of an instruction show.
inline constexpr unsigned kNeighbours = 2;
/// The main one of `marked` in its text, with `neighbours` lines above and below. Where CUDA C++ is
/// at hand: that, the calls where it was inlined, and the line of PTX alone.
Lines place_picture(const Program& program, Marked marked, unsigned neighbours, const Style& style);

/// What the instruction did besides: where lanes went, what it wrote.
Lines effect_lines(const StepEvent& event, const Machine& machine, const Style& style);

/// Everything that a stop shows.
Lines stop_picture(const StepEvent& event, const Machine& machine, const Style& style);

}  // namespace simt
