#include "sim/views/metric_rollups.h"

#include <algorithm>
#include <utility>

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
  bool one_each_sm;                        ///< its instances are the SMs
};

double schedulers(const ArchConfig& a) {
  return a.sm.count * a.sm.sub_partitions;
}
double sms(const ArchConfig& a) {
  return a.sm.count;
}
double one(const ArchConfig&) {
  return 1;
}
double sm_cycles(const Measured& m) {
  return static_cast<double>(m.run.cycles_elapsed);
}

constexpr HardwareUnit kUnits[] = {
    {"smsp", schedulers, [](const Measured& m) { return count(m, Counter::smsp_cycles_active); },
     [](const Measured& m) { return schedulers(m.arch) * sm_cycles(m); }, false, false},
    {"sm", sms, [](const Measured& m) { return count(m, Counter::sm_cycles_active); },
     [](const Measured& m) { return sms(m.arch) * sm_cycles(m); }, false, true},
    {"l1tex", sms, [](const Measured& m) { return count(m, Counter::sm_cycles_active); },
     [](const Measured& m) { return sms(m.arch) * sm_cycles(m); }, false, true},
    {"lts", nullptr, nullptr, sm_cycles, true, false},
    {"dram", nullptr, nullptr,
     [](const Measured& m) { return m.run.seconds() * m.arch.dram.clock_mhz * 1e6; }, false, false},
    {"gpc", one, nullptr, sm_cycles, false, false},
    {"gpu", one, nullptr, sm_cycles, true, false},
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

// What the SM with the least (or most) counted; 0 for a run that did not start. SMs without a block
// counted alike: one of them is asked.
template <class Pick>
Value extreme(const Value& of_sm, Pick pick) {
  return [of_sm, pick](const Measured& m) {
    double found = 0;
    bool any = false, idle = false;
    for (const SmResult& sm : m.run.sms) {
      if (!sm.used() && std::exchange(idle, true)) continue;
      const double value = of_sm({m.run, m.arch, m.program, &sm});
      found = std::exchange(any, true) ? pick(found, value) : value;
    }
    return found;
  };
}
Value least(const Value& of_sm) {
  return extreme(of_sm, [](double a, double b) { return std::min(a, b); });
}
Value most(const Value& of_sm) {
  return extreme(of_sm, [](double a, double b) { return std::max(a, b); });
}

class Rollups {
 public:
  Rollups(MetricList& list, const BaseCounter& base)
      : list_(list), base_(base), unit_(unit_of(base.name)) {}

  void add() {
    rollup(".sum", "", base_.sum, false);
    if (unit_ != nullptr && unit_->instances != nullptr)
      rollup(
          ".avg", ", average over its instances",
          [sum = base_.sum, n = unit_->instances](const Measured& m) {
            return ratio(sum(m), n(m.arch));
          },
          true);
    else if (unit_ != nullptr)
      percentages(".avg", base_.sum);
    if (base_.each) {
      extremes(base_.each, base_.each);
    } else if (keeps_instances()) {
      extremes(least(base_.sum), most(base_.sum));
    }
  }

 private:
  bool keeps_instances() const { return unit_ != nullptr && unit_->one_each_sm; }

  void extremes(const Value& min, const Value& max) {
    rollup(".min", ", of the instance with the least", min, true);
    rollup(".max", ", of the instance with the most", max, true);
  }

  // `single`: the roll-up is that of one instance, not of all.
  void rollup(const std::string& suffix, const std::string& what, const Value& value, bool single) {
    put(suffix, base_.unit, what, suffix != ".avg", value);
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
            [peak = base_.peak, n = unit_->instances, single](const Measured& m) {
              return peak(m.arch) * (single || n == nullptr ? 1 : n(m.arch));
            });
    }
    if (suffix == ".sum" || suffix == ".avg")
      percentages(suffix, base_.sum);
    else
      percentages(suffix, [value, n = unit_->instances](const Measured& m) {
        return value(m) * n(m.arch);
      });
  }

  // Cycles of all instances divided by their number: cycles that one instance had.
  void per_cycle(const std::string& suffix, const std::string& what, const Value& value,
                 double (*cycles)(const Measured&)) {
    put(suffix, rate_unit(base_.unit, "cycle"), what, false,
        [value, cycles, n = unit_->instances](const Measured& m) {
          return ratio(value(m), ratio(cycles(m), n == nullptr ? 1 : n(m.arch)));
        });
  }

  // `all`: what all instances count together, or would if all were as the least or the busiest. The
  // share of the peak is the same for the sum and for the average instance.
  void percentages(const std::string& suffix, const Value& all) {
    if (!base_.peak) return;
    const auto add_one = [&](const std::string& name, const char* what,
                             double (*cycles)(const Measured&)) {
      put(suffix + name, "%", what, false, [all, peak = base_.peak, cycles](const Measured& m) {
        return percent(all(m), peak(m.arch) * cycles(m));
      });
    };
    add_one(".pct_of_peak_sustained_elapsed", ", of the most in elapsed cycles", unit_->elapsed);
    if (unit_->active != nullptr)
      add_one(".pct_of_peak_sustained_active", ", of the most in active cycles", unit_->active);
  }

  void put(const std::string& suffix, std::string unit, const std::string& what, bool integral,
           Value value) {
    // What involves cycles or time depends on the timing model; so does which SM got which block.
    const bool plain = suffix == ".sum" || suffix == ".avg" || suffix.ends_with(".peak_sustained");
    const CounterClass cls =
        base_.cls == CounterClass::Exact && !plain ? CounterClass::Modelled : base_.cls;
    list_.push_back({base_.name + suffix, std::move(unit), base_.text + what, cls, false, integral,
                     std::move(value), listed(suffix)});
  }

  bool listed(const std::string& suffix) const {
    const auto named = [&](const std::string& name) {
      return std::find(base_.listed.begin(), base_.listed.end(), name) != base_.listed.end();
    };
    if (named(suffix)) return true;
    const bool extreme = suffix.starts_with(".min") || suffix.starts_with(".max");
    if (!extreme || !keeps_instances() || base_.each) return false;
    const std::string rate = suffix.substr(4);
    return named(".sum" + rate) || named(".avg" + rate);
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
