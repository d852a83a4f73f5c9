#include "sim/views/metric_rollups.h"

#include <algorithm>

namespace simt {
namespace {

using Value = std::function<double(const Measured&)>;

/// The hardware unit that a counter belongs to: how many there are and how many cycles they had.
struct HardwareUnit {
  std::string_view prefix;
  double (*instances)(const ArchConfig&);  ///< null: not known
  double (*active)(const Measured&);       ///< cycles of all instances; null: not modelled
  double (*elapsed)(const Measured&);      ///< cycles of all instances
  bool own_clock;                          ///< its cycles are not known: no rates per cycle
};

double schedulers(const ArchConfig& a) {
  return a.num_sms * a.sub_partitions;
}
double sms(const ArchConfig& a) {
  return a.num_sms;
}
double one(const ArchConfig&) {
  return 1;
}
double sm_cycles(const Measured& m) {
  return static_cast<double>(m.run.cycles_elapsed);
}

constexpr HardwareUnit kUnits[] = {
    {"smsp", schedulers, [](const Measured& m) { return count(m, Counter::smsp_cycles_active); },
     [](const Measured& m) { return schedulers(m.arch) * sm_cycles(m); }, false},
    {"sm", sms, [](const Measured& m) { return count(m, Counter::sm_cycles_active); },
     [](const Measured& m) { return sms(m.arch) * sm_cycles(m); }, false},
    {"l1tex", sms, [](const Measured& m) { return count(m, Counter::sm_cycles_active); },
     [](const Measured& m) { return sms(m.arch) * sm_cycles(m); }, false},
    {"lts", nullptr, nullptr, sm_cycles, true},
    {"dram", nullptr, nullptr,
     [](const Measured& m) { return m.run.seconds() * m.arch.dram_clock_mhz * 1e6; }, false},
    {"gpc", one, nullptr, sm_cycles, false},
    {"gpu", one, nullptr, sm_cycles, true},
};

const HardwareUnit* unit_of(std::string_view name) {
  const std::string_view prefix = name.substr(0, name.find("__"));
  const auto* found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                   [&](const HardwareUnit& u) { return u.prefix == prefix; });
  return found == std::end(kUnits) ? nullptr : found;
}

std::string rate_unit(const std::string& unit, std::string_view per) {
  if (per == "s") return unit == "cycle" ? "hz" : unit.empty() ? "" : unit + "/s";
  // Quantities that are summed over cycles: the rate is the quantity itself.
  if (unit == "warp" || unit == "branches") return unit;
  return unit.empty() || unit == "cycle" ? "" : unit + "/cycle";
}

class Rollups {
 public:
  Rollups(MetricList& list, const BaseCounter& base)
      : list_(list), base_(base), unit_(unit_of(base.name)) {}

  void add() {
    rollup(
        ".sum", "", [sum = base_.sum](const Measured& m) { return sum(m); }, nullptr);
    if (unit_ != nullptr && unit_->instances != nullptr)
      rollup(
          ".avg", ", average over its instances",
          [sum = base_.sum, n = unit_->instances](const Measured& m) {
            return ratio(sum(m), n(m.arch));
          },
          unit_->instances);
    else if (unit_ != nullptr)
      percentages(".avg");
    if (base_.max) put(".max", base_.unit, ", of the busiest instance", true, base_.max);
  }

 private:
  using Instances = double (*)(const ArchConfig&);

  // `instances`: by how many the roll-up divides the sum; null for .sum itself.
  void rollup(const std::string& suffix, const std::string& what, const Value& value,
              Instances instances) {
    put(suffix, base_.unit, what, instances == nullptr, value);
    if (unit_ == nullptr) return;
    put(suffix + ".per_second", rate_unit(base_.unit, "s"), what + ", per second", false,
        [value](const Measured& m) { return ratio(value(m), m.run.seconds()); });
    if (!unit_->own_clock) {
      per_cycle(suffix + ".per_cycle_elapsed", what + ", per elapsed cycle", value, unit_->elapsed);
      if (unit_->active != nullptr)
        per_cycle(suffix + ".per_cycle_active", what + ", per active cycle", value, unit_->active);
      if (base_.peak)
        put(suffix + ".peak_sustained", rate_unit(base_.unit, "cycle"),
            what + ", the most in a cycle", false,
            [peak = base_.peak, n = unit_->instances, instances](const Measured& m) {
              const double all = n == nullptr ? 1 : n(m.arch);
              return peak(m.arch) * (instances == nullptr ? all : 1);
            });
    }
    percentages(suffix);
  }

  // Cycles of all instances divided by their number: cycles that one instance had.
  void per_cycle(const std::string& suffix, const std::string& what, const Value& value,
                 double (*cycles)(const Measured&)) {
    put(suffix, rate_unit(base_.unit, "cycle"), what, false,
        [value, cycles, n = unit_->instances](const Measured& m) {
          return ratio(value(m), ratio(cycles(m), n == nullptr ? 1 : n(m.arch)));
        });
  }

  // The share of the peak is the same for the sum and for the average instance.
  void percentages(const std::string& suffix) {
    if (!base_.peak) return;
    const auto add_one = [&](const std::string& name, const char* what,
                             double (*cycles)(const Measured&)) {
      put(suffix + name, "%", what, false,
          [sum = base_.sum, peak = base_.peak, cycles](const Measured& m) {
            return percent(sum(m), peak(m.arch) * cycles(m));
          });
    };
    add_one(".pct_of_peak_sustained_elapsed", ", of the most in elapsed cycles", unit_->elapsed);
    if (unit_->active != nullptr)
      add_one(".pct_of_peak_sustained_active", ", of the most in active cycles", unit_->active);
  }

  void put(const std::string& suffix, std::string unit, const std::string& what, bool integral,
           Value value) {
    const bool listed =
        std::find(base_.listed.begin(), base_.listed.end(), suffix) != base_.listed.end();
    // What involves cycles or time depends on the timing model.
    const bool plain = suffix == ".sum" || suffix == ".avg" || suffix == ".max" ||
                       suffix.ends_with(".peak_sustained");
    const CounterClass cls =
        base_.cls == CounterClass::Exact && !plain ? CounterClass::Modelled : base_.cls;
    list_.push_back({base_.name + suffix, std::move(unit), base_.text + what, cls, false, integral,
                     std::move(value), listed});
  }

  MetricList& list_;
  const BaseCounter& base_;
  const HardwareUnit* unit_;
};

}  // namespace

void add_counter(MetricList& list, const BaseCounter& base) {
  Rollups(list, base).add();
}

}  // namespace simt
