// The capture of streams: what they are given becomes nodes of a graph (CUDA C++ Programming Guide,
// "Creating a Graph Using Stream Capture"). A wait for an event that a capturing stream has
// recorded brings another stream in. Which calls are refused meanwhile, with which error, and that
// a refused one spoils the capture, is measured on an H200.
#pragma once

#include <thread>

#include "sim/program/graph.h"

namespace simt::program {

struct Stream;

/// Whose unsafe calls are refused: everyone's, the capturing thread's, nobody's.
enum class CaptureMode : std::uint8_t { Global, ThreadLocal, Relaxed };

struct Capture {
  std::uint64_t id = 0;  ///< from 1
  GraphPtr graph;
  CaptureMode mode = CaptureMode::Global;
  std::thread::id thread;          ///< that began it
  const Stream* origin = nullptr;  ///< where it must end
  bool invalid = false, ended = false;
};
using CapturePtr = std::shared_ptr<Capture>;

/// What a stream or an event of a capture comes after.
struct CapturePoint {
  CapturePtr capture;  ///< nullptr: it is of none
  std::vector<GraphNode*> after;
};

/// The calling thread's own wish (cudaThreadExchangeStreamCaptureMode).
SIMT_PROGRAM_API CaptureMode& thread_capture_mode();

}  // namespace simt::program
