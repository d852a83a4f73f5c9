#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <map>

#include "sim/trace/names.h"
#include "sim/trace/producers.h"
#include "sim/trace/steps.h"
#include "sim/trace/writers.h"

namespace simt::trace {
namespace {

class KanataWriter {
 public:
  KanataWriter(const Traced& traced, std::ostream& out)
      : r_(traced.recording),
        out_(out),
        names_(instruction_names(traced.program)),
        dependences_(waited_for(r_, traced.program)),
        row_of_(r_.issues.size()) {
    const StepIndex index(r_);
    for (std::uint32_t w = 0; w < r_.warps.size(); ++w)
      for (const Step& step : index.of(w)) rows_.push_back({w, step});
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const Row& a, const Row& b) { return a.step.from() < b.step.from(); });
  }

  void write() {
    fmt::print(out_, "Kanata\t0004\n");
    if (rows_.empty()) return;
    now_ = rows_.front().step.from();
    fmt::print(out_, "C=\t{}\n", now_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      write_until(rows_[i].step.from());
      add_row(i);
    }
    write_until(kOpen);
  }

 private:
  enum class End : std::uint8_t { None, Retired, Flushed };
  struct Command {
    std::string text;
    End end;
  };
  struct Row {
    std::uint32_t warp;
    Step step;
  };

  // Commands wait here until no later row can come before them.
  void add(std::uint64_t cycle, std::size_t row, std::string text, End end = End::None) {
    pending_.emplace(std::pair(cycle, row), Command{std::move(text), end});
  }

  void add_row(std::size_t id) {
    const auto& [warp, step] = rows_[id];
    const WarpRecord& w = r_.warps[warp];
    add(step.from(), id, fmt::format("I\t{}\t{}\t{}", id, step.waits.front().ordinal, warp));
    add(step.from(), id,
        fmt::format("L\t{}\t0\tSM {} block {} warp {}: {}", id, w.sm, w.cta, w.warp,
                    names_[step.pc()]));
    if (step.issue != nullptr)
      add(step.from(), id,
          fmt::format("L\t{}\t1\tlanes {:08x}, guard true {:08x}", id, step.issue->path,
                      step.issue->executed));
    std::uint64_t end = step.to();
    for (const WaitRecord& wait : step.waits) stage(id, wait.from, wait.to, stage_of(wait.reason));
    if (step.issue != nullptr && step.issue->ready > end) {
      stage(id, end, step.issue->ready, "Ex");
      end = step.issue->ready;
    }
    add_dependences(id, step);
    // A flushed row is one that did not issue within the window. The number of a retirement is
    // known when it is written.
    add(end, id, fmt::format("R\t{}", id), step.issue != nullptr ? End::Retired : End::Flushed);
  }

  // Producers stand in earlier rows: they issued before the consumer began to wait.
  void add_dependences(std::size_t id, const Step& step) {
    if (step.issue == nullptr) return;
    const std::uint32_t issue = step.index;
    row_of_[issue] = id;
    const auto by_consumer = [](const Dependence& d, std::uint32_t i) { return d.consumer < i; };
    auto d = std::lower_bound(dependences_.begin(), dependences_.end(), issue, by_consumer);
    for (; d != dependences_.end() && d->consumer == issue; ++d)
      add(step.issue->cycle, id, fmt::format("W\t{}\t{}\t0", id, row_of_[d->producer]));
  }

  void stage(std::size_t id, std::uint64_t from, std::uint64_t to, std::string_view name) {
    add(from, id, fmt::format("S\t{}\t0\t{}", id, name));
    add(to, id, fmt::format("E\t{}\t0\t{}", id, name));
  }

  static std::string_view stage_of(Stall reason) {
    return reason == Stall::selected ? "Is" : info(reason).name;
  }

  void write(const Command& c) {
    if (c.end == End::None)
      fmt::print(out_, "{}\n", c.text);
    else if (c.end == End::Retired)
      fmt::print(out_, "{}\t{}\t0\n", c.text, retired_++);
    else
      fmt::print(out_, "{}\t{}\t1\n", c.text, retired_);
  }

  void write_until(std::uint64_t cycle) {
    while (!pending_.empty() && pending_.begin()->first.first < cycle) {
      const auto first = pending_.begin();
      if (first->first.first > now_) fmt::print(out_, "C\t{}\n", first->first.first - now_);
      now_ = first->first.first;
      write(first->second);
      pending_.erase(first);
    }
  }

  const Recording& r_;
  std::ostream& out_;
  std::vector<std::string> names_;
  std::vector<Row> rows_;
  /// By cycle and row; equal keys keep the order in which they were added.
  std::multimap<std::pair<std::uint64_t, std::size_t>, Command> pending_;
  std::vector<Dependence> dependences_;
  std::vector<std::size_t> row_of_;  ///< of each issue
  std::uint64_t now_ = 0, retired_ = 0;
};

}  // namespace

void write_kanata(const Traced& traced, std::ostream& out) {
  KanataWriter(traced, out).write();
}

}  // namespace simt::trace
