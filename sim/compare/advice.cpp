// What to look at when a count that must be equal is not: mostly the difference between the IR as
// written and what an assembler made of it.
#include <fmt/format.h>

#include <cmath>

#include "sim/compare/comparison.h"
#include "sim/compare/origin.h"

namespace simt::compare {
namespace {

/// Which input stands nearer to the machine code than this one does; "" when none does.
std::string nearer_input(const Subject& subject) {
  switch (origin_of(subject.program)) {
    case Origin::Nvcc:
      return subject.program.as_compiled ? "" : " As compiled (--code compiled) is nearer.";
    case Origin::Clang:
      return " The PTX that nvcc makes of the source (nvcc -ptx -O3) is nearer than clang's.";
    case Origin::Written:
      break;
  }
  return " The PTX that nvcc makes of the source (nvcc -ptx -O3) is nearer.";
}

std::string of_instructions(const Subject& subject) {
  return "The assembler unrolled, predicated or joined instructions, which changes this count." +
         nearer_input(subject);
}

bool contains(const std::string& name, std::string_view part) {
  return name.find(part) != std::string::npos;
}

/// Two, four or eight times as many on the simulated side.
int factor_of(double simulated, double measured) {
  for (const int n : {2, 4, 8})
    if (measured > 0 && std::fabs(simulated / measured - n) < 1e-6) return n;
  return 0;
}

std::string of_branches(const Row& row, const Subject& subject) {
  if (*row.simulated < *row.measured)
    return "The assembler made branches of predicated instructions or of loop tails, or the data "
           "of the two runs differ.";
  return subject.program.as_compiled
             ? "The assembler predicated or unrolled more than --code compiled does: its branches "
               "are "
               "gone, the lanes are the same."
             : "As written against as compiled: the assembler predicates short branches. Compare "
               "without --code written.";
}

std::string of_local(const Row& row) {
  return *row.measured > *row.simulated
             ? "The compiled code keeps registers or an array in local memory that the IR does "
               "not: 'ptxas -v' tells of spills and stack."
             : "The assembler kept in registers what the IR puts into local memory.";
}

std::string of_accesses(const Row& row, const Subject& subject) {
  if (const int n = factor_of(*row.simulated, *row.measured))
    return fmt::format(
        "Exactly {} times as many as measured: the assembler joined {} neighbouring "
        "accesses into one of {} times the width.",
        n, n, n);
  if (const int n = factor_of(*row.measured, *row.simulated))
    return fmt::format(
        "Exactly 1/{} of the measured count: the compiled code makes {} of each access, "
        "or the launches differ.",
        n, n);
  if (*row.simulated > *row.measured)
    return std::string(
               "The assembler joined accesses to neighbouring addresses (loads of 8 or 16 bytes a "
               "lane), or kept values in registers.") +
           nearer_input(subject);
  return of_instructions(subject);
}

/// Of sectors whose requests are as many on both sides.
std::string of_same_requests(const Row& row) {
  if (contains(row.name, "op_st"))
    return "The same stores touch other sectors: buffers at another alignment, or stores whose "
           "sectors hardware counts a little differently from run to run (bytes, parts of "
           "sectors).";
  return "The same accesses touch other sectors: buffers at another alignment, or other data in an "
         "index. Buffers start at multiples of 256 bytes here, as with cudaMalloc.";
}

/// Does the row count sectors, and are its requests, which stand beside them under the same name,
/// as many as measured?
bool has_same_requests(const Row& row, const Subject& subject, const ncu::Launch& measured) {
  std::string requests = row.name;
  const std::size_t at = requests.find("t_sectors");
  if (at == std::string::npos || contains(row.name, "local")) return false;
  requests.replace(at, 9, "t_requests");
  const ncu::MetricValue* there = measured.find(requests);
  const Metric* here = find_metric(requests);
  return there != nullptr && there->value.number && here != nullptr &&
         *there->value.number == here->value(subject.measured());
}

constexpr std::string_view kMachineCode =
    "The measured machine code is another (of another compiler, or of other options), the data of "
    "the two runs differ, or work depends on time (locks, queues, loops around a "
    "compare-and-swap).";

constexpr std::string_view kReductions =
    "The assembler makes a reduction (RED) of an atomic whose result nothing reads, and may let "
    "one lane add for all that meet on an address. The lanes and addresses are the same.";

std::string of_launch(const Row& row) {
  if (contains(row.name, "shared_mem"))
    return "The kernels declare other amounts of shared memory, or --shared differs.";
  if (contains(row.name, "barrier")) return "The kernels use other numbers of barriers.";
  return "Another launch: give the same --grid and --block, or take the right one with --launch "
         "ID.";
}

}  // namespace

std::string advice_for(const Row& row, const Subject& subject, const ncu::Launch& measured) {
  const std::string& name = row.name;
  if (name.starts_with("launch__")) return of_launch(row);
  if (has_same_requests(row, subject, measured)) return of_same_requests(row);
  if (subject.program.machine.has_value()) return std::string(kMachineCode);
  if (contains(name, "branch")) return of_branches(row, subject);
  if (contains(name, "local")) return of_local(row);
  if (contains(name, "op_atom") || contains(name, "global_red") || contains(name, "op_red"))
    return std::string(kReductions);
  if (contains(name, "sectors") || contains(name, "request") || contains(name, "wavefront") ||
      contains(name, "inst_executed"))
    return of_accesses(row, subject);
  return of_instructions(subject);
}

}  // namespace simt::compare
