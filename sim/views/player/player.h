// The player: a page that shows a recorded run step by step, in one file that needs no network.
// The page's program (player.js, player.css in `bundle`) is built from `web` by tools/build_player
// and committed, so that building simt-sim needs no Node.
#pragma once

#include <string>
#include <vector>

#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"
#include "sim/trace/recording.h"
#include "sim/views/report.h"

namespace simt {

/// A run as the page shows it.
struct Played {
  const Subject& subject;
  const trace::Recording& recording;
  const BoundLaunch& launch;
  const Signature& signature;  ///< of its kernel
  std::string label = {};      ///< of two: what tells it from the other
};

/// Two runs beside each other.
struct PlayedPair {
  Played a, b;
  /// Lines of the two programs that are the same, from 1.
  struct Lines {
    unsigned a, b;
  };
  std::vector<Lines> lines;
  struct Figure {
    std::string section, label, a, b, change;
  };
  std::vector<Figure> figures;                ///< that differ
  std::vector<std::string> first_divergence;  ///< in words
};

/// What the page shows, as JSON; sim/views/player/web/src/data.ts says what each field is.
std::string player_data(const Played& run);
std::string player_data(const PlayedPair& runs);
/// The page. The data is deflated and inlined.
std::string render_player(const Played& run);
std::string render_player(const PlayedPair& runs);

}  // namespace simt
