// Device printf against the host's snprintf, and the run-time library's other functions.
#include "sim/exec/printf.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cstdio>
#include <deque>

#include "rig.h"

using namespace simt;

namespace {

template <class... T>
std::string host(const char* format, T... values) {
  std::string text(64 * 1024, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), format, values...)));
  return text;
}

/// Formats with the given raw arguments; `string` is what every %s shows.
Printed device(const std::string& format, std::deque<std::uint64_t> raw = {},
               const std::string& string = "") {
  PrintfArguments arguments;
  arguments.next = [&](unsigned) {
    const std::uint64_t value = raw.at(0);
    raw.pop_front();
    return value;
  };
  arguments.string = [&](std::uint64_t) { return string; };
  return format_printf(format, arguments);
}

}  // namespace

#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

TEST_CASE("integer conversions") {
  for (const char* spec :
       {"%d",   "%i", "%5d", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%8.3d", "%hd",
        "%hhd", "%u", "%x",  "%X",    "%#x",  "%o",  "%#o", "%08X", "%hhu",  "%hx"})
    for (const int value : {0, 1, -1, 42, -12345, 2147483647, -2147483647 - 1}) {
      INFO(spec << " of " << value);
      CHECK(device(spec, {static_cast<std::uint32_t>(value)}).text == host(spec, value));
    }
  for (const char* spec : {"%ld", "%lld", "%lu", "%llx", "%20lld", "%zd", "%zu", "%jd", "%lX"})
    for (const long long value : {0ll, -1ll, 1ll << 40, -(1ll << 62)}) {
      INFO(spec << " of " << value);
      CHECK(device(spec, {static_cast<std::uint64_t>(value)}).text == host(spec, value));
    }
}

TEST_CASE("floating-point conversions") {
  for (const char* spec : {"%f", "%.2f", "%10.3f", "%-10.1f|", "%+f", "%e", "%.3E", "%g", "%G",
                           "%#g", "%a", "%A", "%010.2f", "%lf", "%.0f"})
    for (const double value : {0.0, -0.0, 1.5, -2.25, 3.14159265358979, 1e300, 1e-300, 0.1}) {
      INFO(spec << " of " << value);
      CHECK(device(spec, {std::bit_cast<std::uint64_t>(value)}).text == host(spec, value));
    }
}

TEST_CASE("characters, strings, pointers, percent, stars") {
  CHECK(device("%c%c", {'h', 'i'}).text == "hi");
  CHECK(device("[%s]", {1}, "text").text == "[text]");
  CHECK(device("[%10s|%-10s|%.2s]", {1, 1, 1}, "text").text == "[      text|text      |te]");
  CHECK(device("%p", {0x7f00'0000'1000}).text == "0x7f0000001000");
  CHECK(device("100%%").text == "100%");
  CHECK(device("%*d|%-*d|%.*f", {6, 42, 6, 42, 2, std::bit_cast<std::uint64_t>(1.0)}).text ==
        "    42|42    |1.00");
  CHECK(device("%*d", {static_cast<std::uint32_t>(-6), 42}).text == "42    ");
  CHECK(device("%*d", {static_cast<std::uint32_t>(-1), 42}).text == "42");
  CHECK(device("plain\n").text == "plain\n");
  CHECK(device("%d of %d", {1, 2}).arguments == 2);
  CHECK(device("none").arguments == 0);
}

TEST_CASE("formats that cannot be printed") {
  CHECK_THROWS_WITH(device("%n", {0}), "printf: conversion '%n' is not supported");
  CHECK_THROWS_WITH(device("%d and %", {0}), "printf: the format ends within a conversion");
  CHECK_THROWS_WITH(device("%l", {0}), "printf: the format ends within a conversion");
  CHECK_THROWS_WITH(device("%99999999999d", {0}),
                    "printf: a width or precision is greater than 32767");
  CHECK_THROWS_WITH(device("%.*f", {40000, 0}),
                    "printf: a width or precision is greater than 32767");
}

namespace {

struct External : Rig {
  // The frame: arguments at 0, 8, 16, 24 and 32, the result at 40, a printf buffer at 64.
  explicit External(const std::string& name, unsigned arguments) {
    stack_pointer();
    program.functions[0].frame_bytes = 128;
    CallSite site;
    site.external = name;
    for (unsigned i = 0; i < arguments; ++i) site.in.push_back({8 * i, 8 * i, 8});
    site.out = {{40, 0, 8}};
    program.call_sites.push_back(site);
    emit("call", {.imm = 0});
    emit("exit", {});
    start();
  }
  std::byte* frame(unsigned lane) { return warp.local.data() + lane * warp.local_bytes_per_lane; }
  template <class T>
  void put(unsigned lane, unsigned offset, T value) {
    std::memcpy(frame(lane) + offset, &value, sizeof value);
  }
  std::uint64_t result(unsigned lane) {
    std::uint64_t value = 0;
    std::memcpy(&value, frame(lane) + 40, sizeof value);
    return value;
  }
  std::uint64_t text(const std::string& value) {
    const auto at = memory.allocate(value.size() + 1, "text");
    std::memcpy(memory.find(at, value.size() + 1), value.c_str(), value.size() + 1);
    return at;
  }
};

}  // namespace

TEST_CASE("vprintf: lanes in order, arguments at their natural alignment") {
  External rig("vprintf", 2);
  const auto format = rig.text("lane %d: %f %s %c %lld\n"), name = rig.text("ok");
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.put<std::uint64_t>(lane, 0, format);
    rig.put<std::uint64_t>(lane, 8, kLocalWindow.base + 64);
    rig.put<std::uint32_t>(lane, 64, lane);
    rig.put<double>(lane, 72, lane * 0.5);
    rig.put<std::uint64_t>(lane, 80, name);
    rig.put<std::uint32_t>(lane, 88, 'x');
    rig.put<std::int64_t>(lane, 96, -1);
  }
  const Outcome& out = rig.run(0, 0x50);
  CHECK(rig.printed == "lane 4: 2.000000 ok x -1\nlane 6: 3.000000 ok x -1\n");
  CHECK(rig.result(4) == 5);
  CHECK(rig.result(5) == 0);
  CHECK(out.num_targets == 1);
  CHECK(out.targets[0].pc == 1);
  CHECK_FALSE(out.call_changed);
}

TEST_CASE("vprintf: null pointers and bad addresses") {
  External rig("vprintf", 2);
  rig.run(0, 1);
  CHECK(static_cast<std::int64_t>(rig.result(0)) == -1);
  rig.put<std::uint64_t>(0, 0, rig.text("%s."));
  rig.put<std::uint64_t>(0, 8, kLocalWindow.base + 64);
  rig.run(0, 1);
  CHECK(rig.printed == "(null).");
  rig.put<std::uint64_t>(0, 8, 0);
  CHECK(rig.fault(0, 1) ==
        "vprintf of lane 0 reads 8 bytes at address 0x0: not near any allocation");
}

TEST_CASE("malloc and free") {
  External rig("malloc", 1);
  rig.put<std::uint64_t>(0, 0, 100);
  rig.put<std::uint64_t>(1, 0, 100);
  rig.put<std::uint64_t>(2, 0, 1ull << 30);  // more than the device heap has
  rig.run(0, 7);
  const std::uint64_t first = rig.result(0), second = rig.result(1);
  CHECK(first != 0);
  CHECK(second >= first + 100);
  CHECK(rig.result(2) == 0);
  CHECK(rig.memory.find(first, 100) != nullptr);

  rig.program.call_sites[0].external = "free";
  rig.put<std::uint64_t>(0, 0, first);
  rig.put<std::uint64_t>(1, 0, 0);
  rig.run(0, 3);
  CHECK(rig.memory.find(first, 1) == nullptr);
  CHECK(rig.fault(0, 1) ==
        "lane 0 frees address 0x7f0000000000, which is not a block from malloc: "
        "0 bytes into buffer 'device malloc' (100 bytes at 0x7f0000000000), which has "
        "been freed");
  const auto buffer = rig.memory.allocate(16, "in");
  rig.put<std::uint64_t>(0, 0, buffer);
  CHECK(rig.fault(0, 1).find("which is not a block from malloc: 0 bytes into buffer 'in'") !=
        std::string::npos);
}

TEST_CASE("calls that change memory say so: a loop around them is no proof of a deadlock") {
  External rig("malloc", 1);
  rig.put<std::uint64_t>(0, 0, 100);
  CHECK(rig.run(0, 1).memory_changed);
  const std::uint64_t block = rig.result(0);
  rig.put<std::uint64_t>(0, 0, 1ull << 30);
  CHECK(rig.run(0, 1).memory_changed);  // null over the block's address
  CHECK_FALSE(rig.run(0, 1).memory_changed);

  rig.program.call_sites[0].external = "free";
  rig.put<std::uint64_t>(0, 0, 0);
  CHECK_FALSE(rig.run(0, 1).memory_changed);
  rig.put<std::uint64_t>(0, 0, block);
  CHECK(rig.run(0, 1).memory_changed);

  External print("vprintf", 2);
  print.put<std::uint64_t>(0, 0, print.text("%d"));
  print.put<std::uint64_t>(0, 8, kLocalWindow.base + 64);
  CHECK(print.run(0, 1).memory_changed);  // the result
  CHECK_FALSE(print.run(0, 1).memory_changed);
}

TEST_CASE("malloc returns null when there is no memory") {
  External rig("malloc", 1);
  rig.memory = GlobalMemory(Window{4096, 128});
  rig.put<std::uint64_t>(0, 0, 100);
  rig.put<std::uint64_t>(1, 0, 100);
  rig.run(0, 3);
  CHECK(rig.result(0) == 4096);
  CHECK(rig.result(1) == 0);
}

TEST_CASE("the device heap is used up and refilled") {
  External rig("malloc", 1);
  rig.put<std::uint64_t>(0, 0, 8 * 1024 * 1024);
  rig.run(0, 1);
  const std::uint64_t all = rig.result(0);
  CHECK(all != 0);
  rig.run(0, 1);
  CHECK(rig.result(0) == 0);
  rig.put<std::uint64_t>(0, 0, all);
  rig.program.call_sites[0].external = "free";
  rig.run(0, 1);
  rig.program.call_sites[0].external = "malloc";
  rig.put<std::uint64_t>(0, 0, 64);
  rig.run(0, 1);
  CHECK(rig.result(0) != 0);
}

TEST_CASE("a failed assertion ends the kernel with its text") {
  External rig("__assertfail", 5);
  rig.put<std::uint64_t>(2, 0, rig.text("i < n"));
  rig.put<std::uint64_t>(2, 8, rig.text("kernel.cu"));
  rig.put<std::uint64_t>(2, 16, 12);
  rig.put<std::uint64_t>(2, 24, rig.text("scale"));
  CHECK(rig.fault(0, 4) == "assertion `i < n` failed at kernel.cu:12, in scale");
  CHECK(rig.fault_lane == 2);
}

TEST_CASE("an unknown external function is an error, not a no-op") {
  External rig("cudaDeviceSynchronize", 0);
  CHECK(rig.fault(0) == "external function 'cudaDeviceSynchronize' is not provided");
}
