#include "sim/program/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "sim/program/host_faults.h"
#include "sim/program/host_thread.h"
#include "sim/program/launch_watch.h"
#include "sim/program/range_advice.h"
#include "sim/program/timeline/overlap.h"
#include "sim/program/timeline/perfetto.h"
#include "sim/program/timeline/svg.h"

namespace simt::program {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t whole_pages(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + kPage - 1) / kPage * kPage;
}

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "simt-sim: {}\n", why);
  std::_Exit(2);
}

ExecOptions options_of_environment() {
  const char* const text = std::getenv(kOptionsVariable);
  if (text == nullptr) return {};
  try {
    return ExecOptions::from_json(text);
  } catch (const std::invalid_argument& e) {
    give_up(fmt::format("{} is not what 'simt-sim exec' writes: {}", kOptionsVariable, e.what()));
  }
}

// Tells who started the program that a process has come here. True: none has before.
bool mark_used() {
  const char* const file = std::getenv(kUsedVariable);
  const int mark = file == nullptr ? -1 : open(file, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (mark < 0) return true;
  flock(mark, LOCK_EX);
  struct stat before {};
  const bool first = fstat(mark, &before) != 0 || before.st_size == 0;
  const bool written = write(mark, "1", 1) == 1;
  ::close(mark);
  return first || !written;
}

// Several processes of one program: each has report files of its own.
void name_by_process(ExecOptions& options) {
  std::string names;
  for (std::string* const file : {&options.report_file, &options.json_file, &options.timeline_file,
                                  &options.html_file, &options.trace_file}) {
    if (file->empty()) continue;
    *file = numbered(*file, static_cast<std::uint64_t>(getpid()));
    names += (names.empty() ? "" : ", ") + *file;
  }
  if (!names.empty())
    fmt::print(stderr,
               "simt-sim: another process of the program has called CUDA before: the reports of {} "
               "are in {}\n",
               getpid(), names);
}

// Without a lock: exit() may be called by the constructor.
std::atomic<Process*> made_process{nullptr};

}  // namespace

Process& Process::get() {
  // Never destroyed: destructors of the program may still call the runtime.
  static Process* const process = [] {
    made_process = new Process;
    return made_process.load();
  }();
  return *process;
}

Process* Process::existing() {
  return made_process;
}

Process::Process() : options_(options_of_environment()), pid_(getpid()) {
  if (!mark_used()) name_by_process(options_);
  try {
    log_ = std::make_unique<LaunchLog>(options_);
    const auto order = std::make_shared<LaunchOrder>(options_);
    for (unsigned i = 0; i < options_.devices; ++i) {
      const auto launched = [this, i](LaunchRecord&& record) {
        log_->add(record, gpus_[i]->arch());
      };
      gpus_.push_back(std::make_unique<Gpu>(i, options_, launched, order));
    }
  } catch (const std::exception& e) {
    give_up(e.what());
  }
  watch_host_faults();
}

// A child that the program has forked has no devices of its own, and ends without a report.
bool Process::forked() const {
  return getpid() != pid_;
}

void Process::tell_of_fork() {
  if (told_of_fork_.test_and_set()) return;
  tell(
      "a process that was forked after its parent had called CUDA cannot call it, as on a device: "
      "fork before the first call");
}

void Process::close() {
  if (forked()) return;
  const std::lock_guard<std::recursive_mutex> guard(lock_);
  std::string lost;
  for (const auto& gpu : gpus_) {
    gpu->finish();
    lost += gpu->lost();
  }
  report(lost);
}

void Process::interrupt() {
  if (forked()) return;
  std::fflush(stdout);  // what the program wrote
  std::string unfinished;
  for (const auto& gpu : gpus_) unfinished += gpu->unfinished();
  report(unfinished);
}

void Process::report(const std::string& unfinished) {
  std::vector<const timeline::DeviceTimeline*> timelines;
  std::string overlap;
  for (const auto& gpu : gpus_)
    if (const timeline::DeviceTimeline* const t = gpu->timeline(); t != nullptr) {
      timelines.push_back(t);
      overlap += timeline::overlap_text(*t);
    }
  if (!timelines.empty()) {
    std::ofstream out(options_.timeline_file);
    if (options_.timeline_file.ends_with(".svg"))
      out << timeline::timeline_svg(timelines);
    else
      timeline::write_perfetto(timelines, out);
  }
  log_->close(overlap, unfinished);
}

void Process::attach(void* host, std::uint64_t bytes, DeviceMemory::Kind kind) {
  const char* const what = kind == DeviceMemory::Kind::Managed ? "managed" : "pinned";
  const std::string name = fmt::format("{} memory {}", what, ++host_buffers_);
  for (const auto& gpu : gpus_) gpu->memory().attach(host, bytes, kind, name);
}

void* Process::allocate_host(std::uint64_t bytes, DeviceMemory::Kind kind, bool of_module) {
  void* const host = mmap(nullptr, whole_pages(bytes), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (host == MAP_FAILED) throw CallError(Status::MemoryAllocation);
  attach(host, bytes, kind);
  host_allocations_[host] = {bytes, of_module ? -1 : host_thread().device};
  return host;
}

void Process::register_host(void* host, std::uint64_t bytes) {
  if (registered_.contains(host)) throw CallError(Status::HostMemoryAlreadyRegistered);
  attach(host, bytes, DeviceMemory::Kind::Pinned);
  registered_[host] = {bytes, host_thread().device};
}

bool Process::free_host(void* host) {
  const auto it = host_allocations_.find(host);
  if (it == host_allocations_.end()) return false;
  for (const auto& gpu : gpus_) gpu->memory().detach(host);
  const std::uint64_t bytes = whole_pages(it->second.bytes);
  forget_advice({reinterpret_cast<std::uint64_t>(host), bytes});
  munmap(host, bytes);
  host_allocations_.erase(it);
  return true;
}

bool Process::unregister_host(void* host) {
  if (registered_.erase(host) == 0) return false;
  for (const auto& gpu : gpus_) gpu->memory().detach(host);
  return true;
}

void Process::device_was_reset(unsigned device) {
  const auto of_device = [&](std::map<void*, HostMemory>& all) {
    std::vector<void*> out;
    for (const auto& [host, memory] : all)
      if (memory.device == static_cast<int>(device)) out.push_back(host);
    return out;
  };
  for (void* const host : of_device(host_allocations_)) free_host(host);
  for (void* const host : of_device(registered_)) unregister_host(host);
  for (const auto& [handle, event] : events_) event->lost |= event->device == device;
}

bool Process::free_device(std::uint64_t address) {
  return std::ranges::any_of(gpus_, [&](const auto& gpu) { return gpu->memory().free(address); });
}

void Process::settle_others(const Gpu& here, std::uint64_t address) {
  for (const auto& gpu : gpus_)
    if (gpu.get() != &here && gpu->memory().region(address).kind == DeviceMemory::Kind::Device)
      gpu->synchronize();
}

Event& Process::create_event(bool timing) {
  auto made = std::make_unique<Event>();
  made->timing = timing;
  made->device = static_cast<unsigned>(host_thread().device);
  Event& event = *made;
  events_[&event] = std::move(made);
  return event;
}

Event& Process::event(void* handle, Status if_lost) {
  const auto it = events_.find(handle);
  if (it == events_.end()) throw CallError(Status::InvalidResourceHandle);
  if (it->second->lost) throw CallError(if_lost);
  return *it->second;
}

void Process::destroy_event(void* handle) {
  event(handle);
  events_.erase(handle);
}

void Process::tell(const std::string& text) {
  std::fflush(stdout);
  fmt::print(stderr, "simt-sim: {}\n", text);
}

void Process::tell_once(const std::string& what) {
  if (std::ranges::find(told_, what) != told_.end()) return;
  told_.push_back(what);
  tell(what);
}

void Process::refused(const Gpu& gpu, const std::string& kernel, const Dim3& grid,
                      const Dim3& block, const std::string& why) {
  log_->add_refused(kernel, grid, block, why, gpu.arch());
}

void Process::tell_of_time() {
  if (!options_.timing) tell_once("with --timing off nothing takes time: events are 0 ms apart");
}

}  // namespace simt::program
