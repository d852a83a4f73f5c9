// The end of the program, before anything of it is destroyed: devices finish what they were given
// while objects of static and of thread storage duration are still there. A handler of atexit()
// would come too late for those made after it was registered. Of a program that ends without
// destroying anything (_exit) what has ended by then is reported.
#include <dlfcn.h>

#include <cstdlib>

#include "sim/program/export.h"
#include "sim/program/process.h"

namespace {

using simt::program::Process;
using Main = int (*)(int, char**, char**);
using StartMain = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
Main main_of_program;

void end_program() {
  if (Process* const process = Process::existing()) process->close();
}

int main_and_end(int argc, char** argv, char** environment) {
  const int code = main_of_program(argc, argv, environment);
  end_program();
  return code;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

/// Called by the program's first instructions (System V ABI, AMD64: _start).
extern "C" SIMT_PROGRAM_API int __libc_start_main(Main main, int argc, char** argv, void (*init)(),
                                                  void (*fini)(), void (*rtld_fini)(),
                                                  void* stack_end) {
  main_of_program = main;
  return next<StartMain>("__libc_start_main")(main_and_end, argc, argv, init, fini, rtld_fini,
                                              stack_end);
}

extern "C" [[noreturn]] SIMT_PROGRAM_API void exit(int code) noexcept {
  end_program();
  next<void (*)(int)>("exit")(code);
  __builtin_unreachable();
}

#define ENDS_AT_ONCE(name)                                                  \
  extern "C" [[noreturn]] SIMT_PROGRAM_API void name(int code) noexcept {   \
    if (Process* const process = Process::existing()) process->interrupt(); \
    next<void (*)(int)>(#name)(code);                                       \
    __builtin_unreachable();                                                \
  }
ENDS_AT_ONCE(_exit)
ENDS_AT_ONCE(_Exit)
ENDS_AT_ONCE(quick_exit)
#undef ENDS_AT_ONCE
