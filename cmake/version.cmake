# Writes OUTPUT, a source file with the program's version and the commit that it is built from, if that
# has changed: run at each build with SOURCE (the project's folder), VERSION and OUTPUT. Without git, as in
# an archive of `git archive`, the commit is the one that git wrote into cmake/commit.txt.
set(commit "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty=+ --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(archived MATCHES "^[0-9a-f]+$")
    set(commit ${archived})
  endif()
endif()
if(commit)
  string(REGEX REPLACE "[+]$" " with changes" commit "${commit}")
  set(commit ", commit ${commit}")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"tools/simt-sim/version.h\"
namespace simt {
std::string_view program_version() {
  return \"${VERSION}${commit}\";
}
}  // namespace simt
")
