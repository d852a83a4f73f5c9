// A comparison as a person reads it, as JSON, and as a page.
#pragma once

#include <string>

#include "sim/compare/comparison.h"
#include "sim/views/text.h"

namespace simt::compare {

/// Sections with their metrics, differences first. `all`: also the metrics that agree.
std::string render_text(const Comparison& comparison, const Style& style, bool all);
/// {"kernel", "arch", "report", "launch", "tolerance", "failed", "summary", "metrics": [...],
/// "lines": [...], "memory_chart": {"simulated", "measured"}, "roofline": {"simulated",
/// "measured"}, "not_modelled": [...], "remarks": [...]}; the charts as in sim/views/charts_json.h
std::string render_json(const Comparison& comparison, const Subject& subject,
                        const ncu::Launch& measured);
/// One page without references to other files: the tables, the memory charts and the roofline.
std::string render_html(const Comparison& comparison, const Subject& subject,
                        const ncu::Launch& measured);

/// "+12.3%", "-3.0 pt" or "=" of a row.
std::string difference_text(const Row& row);
/// A value with separators and as many places as it needs.
std::string value_text(const Row& row, const std::optional<double>& value);

}  // namespace simt::compare
