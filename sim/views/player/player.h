// The player: a page that shows a recorded run step by step, in one file that needs no network.
// The page's program (player.js, player.css in `bundle`) is built from `web` by tools/build_player
// and committed, so that building simt-sim needs no Node.
#pragma once

#include <string>

#include "sim/trace/recording.h"
#include "sim/views/report.h"

namespace simt {

/// What the page shows, as JSON; sim/views/player/web/src/data.ts says what each field is.
std::string player_data(const Subject& subject, const trace::Recording& recording);
/// The page. The data is deflated and inlined.
std::string render_player(const Subject& subject, const trace::Recording& recording);

}  // namespace simt
