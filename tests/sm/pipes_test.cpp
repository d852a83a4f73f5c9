// When a pipe takes an instruction: whole cycles from sixteenths.
#include "sim/sm/parts/pipes.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("pipes: a free pipe takes an instruction at once and is busy for its interval") {
  Pipes pipes;
  CHECK(pipes.free_at(Pipe::Fma) == 0);
  CHECK(pipes.occupy(Pipe::Fma, 100, 2 * 16) == 100);
  CHECK(pipes.free_at(Pipe::Fma) == 102);
}

TEST_CASE("pipes: an instruction that comes while its pipe is busy begins when it is free") {
  Pipes pipes;
  CHECK(pipes.occupy(Pipe::Xu, 10, 8 * 16) == 10);
  CHECK(pipes.occupy(Pipe::Xu, 11, 8 * 16) == 18);
  CHECK(pipes.occupy(Pipe::Xu, 12, 8 * 16) == 26);
  CHECK(pipes.free_at(Pipe::Xu) == 34);
  CHECK(pipes.occupy(Pipe::Xu, 50, 8 * 16) == 50);  // it has been idle
}

TEST_CASE("pipes: fractions of a cycle add up") {
  Pipes pipes;  // one and a half cycles each: begins in cycles 0, 1, 3, 4, 6
  CHECK(pipes.occupy(Pipe::Alu, 0, 24) == 0);
  CHECK(pipes.free_at(Pipe::Alu) == 1);
  CHECK(pipes.occupy(Pipe::Alu, 1, 24) == 1);
  CHECK(pipes.free_at(Pipe::Alu) == 3);
  CHECK(pipes.occupy(Pipe::Alu, 3, 24) == 3);
  CHECK(pipes.occupy(Pipe::Alu, 4, 24) == 4);
  CHECK(pipes.occupy(Pipe::Alu, 6, 24) == 6);
  CHECK(pipes.free_at(Pipe::Alu) == 7);
}

TEST_CASE("pipes: a fraction that is left does not outlast the cycle in which the pipe is free") {
  Pipes pipes;
  CHECK(pipes.occupy(Pipe::Alu, 0, 24) == 0);
  CHECK(pipes.occupy(Pipe::Alu, 2, 24) == 2);  // free since 1.5: from 2 on a whole interval
  CHECK(pipes.free_at(Pipe::Alu) == 3);
}

TEST_CASE("pipes: each is by itself") {
  Pipes pipes;
  pipes.occupy(Pipe::Fma, 5, 16 * 16);
  CHECK(pipes.free_at(Pipe::Alu) == 0);
  CHECK(pipes.occupy(Pipe::Alu, 5, 16) == 5);
  CHECK(Pipes().free_at(Pipe::Fma) == 0);
}
