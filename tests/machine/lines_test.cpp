// Lines of the source in machine code: the line tables of a cubin, and what programs make of them.
// tests/machine/cubins/inlined_*.cubin: inlined.cu, nvcc -lineinfo.
#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

#include "isa/container/cubin.h"
#include "isa/core/debug_sources.h"
#include "isa/core/place.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/cubin_image.h"
#include "isa/machine/lower/lower.h"
#include "sim/views/source_columns.h"

using namespace simt;

namespace {

const std::string kFolder = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/";

std::string bytes_of_file(const std::string& name) {
  std::ifstream in(kFolder + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
Cubin inlined(unsigned target) {
  return read_cubin(bytes_of_file("inlined_" + std::to_string(target) + ".cubin"));
}
Program program_of(const Cubin& cubin) {
  Program out = machine::lower(machine::image_of(cubin, cubin.code.at(0)));
  out.text.name = kFolder + "inlined.cubin";
  read_debug_sources(out);
  return out;
}
/// The instruction with this text.
Pc first_with(const Program& program, const std::string& text) {
  for (Pc pc = 0; pc < program.text.lines.size(); ++pc)
    if (program.text.lines[pc].find(text) != std::string::npos) return pc;
  return kNoPc;
}

}  // namespace

TEST_CASE("a cubin tells the lines of its source, with the calls of inlined functions") {
  for (const unsigned target : {75U, 90U}) {
    INFO("sm_" << target);
    const Cubin cubin = inlined(target);
    REQUIRE(cubin.lines.source.size() == 1);
    const LineTable& table = cubin.lines.source[0];
    REQUIRE(table.files.size() == 1);
    CHECK(table.files[0].ends_with("/inlined.cu"));
    REQUIRE(table.sequences.size() == 1);
    CHECK(table.sequences[0].section == ".text.inlined");
    CHECK(table.sequences[0].rows.front().line == 8);
    CHECK(table.sequences[0].end == cubin.code[0].bytes.size());
    REQUIRE(cubin.lines.ptx.size() == 1);
    CHECK(cubin.lines.ptx_text.at(8) == ".version 9.0");
  }
}

TEST_CASE("the chain of an instruction of machine code: the line, the calls, the PTX, the word") {
  for (const unsigned target : {75U, 90U}) {
    INFO("sm_" << target);
    const Program program = program_of(inlined(target));
    const Pc pc = first_with(program, "FFMA");
    REQUIRE(pc != kNoPc);
    const auto chain = cuda_chain(program, pc);
    REQUIRE(chain.size() == 3);
    CHECK(chain[0].place() == "inlined.cu:2");
    CHECK(chain[0].function == "square");
    CHECK(chain[0].text == "return x * x + 1.0f;");
    CHECK(chain[1].place() == "inlined.cu:5");
    CHECK(chain[1].function == "twice");
    CHECK(chain[2].place() == "inlined.cu:11");
    CHECK(chain[2].function == "inlined");
    CHECK(place_text(program, pc) ==
          "inlined.cu:2 (inlined at 5, 11; SASS line " + std::to_string(pc + 1) + ")");
    const auto lines = place_lines(program, pc);
    REQUIRE(lines.size() == 5);
    CHECK(lines[3].starts_with("PTX line "));
    CHECK(lines[3].find("fma.rn.f32") != std::string::npos);
    CHECK(lines[4].find("FFMA") != std::string::npos);
  }
}

TEST_CASE("the source page says that a line's instructions are machine code") {
  Program program = program_of(inlined(90));
  const auto legend = [&] { return SourceColumns(program, false, true).legend(Style{}); };
  CHECK_THAT(legend(), Catch::Matchers::Contains("instructions of machine code"));
  program.machine.reset();
  CHECK_THAT(legend(), Catch::Matchers::Contains("instructions of PTX"));
}

TEST_CASE("without CUDA C++ the lines are those of the PTX") {
  Cubin cubin = inlined(90);
  cubin.lines.source.clear();
  Program program = program_of(cubin);
  CHECK(!has_cuda_lines(program));
  machine::take_ptx_as_source(program, "inlined.ptx");
  const auto chain = cuda_chain(program, first_with(program, "FFMA"));
  REQUIRE(chain.size() == 1);
  CHECK(chain[0].file == "inlined.ptx");
  CHECK(chain[0].text.starts_with("fma.rn.f32"));
}

TEST_CASE("a line table that is cut off or changed is read or refused, never beyond its end") {
  const std::string whole = bytes_of_file("inlined_90.cubin");
  const std::size_t from = whole.find("\xfb\x0e\x0a") - 14;  // behind its first header
  std::size_t refused = 0;
  for (std::size_t at = from; at < from + 0xa0; ++at)
    for (const int bits : {0xff, 0x80, 0x01}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ bits);
      try {
        const Cubin cubin = read_cubin(changed);
        for (const LineTable& table : cubin.lines.source)
          for (const LineSequence& sequence : table.sequences)
            for (std::size_t i = 0; i < sequence.rows.size(); ++i)
              CHECK(sequence.rows[i].inlined_at <= i);
        program_of(cubin);
      } catch (const ContainerError&) {
        ++refused;
      }
    }
  CHECK(refused > 0);
}
