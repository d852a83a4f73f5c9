#!/usr/bin/env bash
# Compiles the programs of this folder as their users would, `nvcc -O2 NAME.cu`, to OUT_DIR/NAME:
#
#   tests/programs/build.sh OUT_DIR [-cudart shared] [NAME...]
#
# A program's first line `// nvcc: FLAGS` names flags it needs beyond those. A folder is one program; its
# flags stand in its main.cu. NVCC names the compiler (nvcc), NVCC_FLAGS more flags, JOBS how many run at a
# time. Ends with status 1, and the names, if some did not compile.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
runtime=static
if [ "${1:-}" = -cudart ]; then
  runtime=$2
  shift 2
fi
cd "$source_dir"

compile() {
  local name=$1 sources first flags
  if [ -d "$name" ]; then sources=("$name"/*.cu) first=$name/main.cu; else sources=("$name.cu") first=$name.cu; fi
  flags=$(sed -n '1s|^// nvcc: ||p' "$first")
  # The flags of a program are words to be split.
  # shellcheck disable=SC2086
  if ! "${NVCC:-nvcc}" -O2 -cudart "$runtime" $flags ${NVCC_FLAGS:-} -o "$out/$name" "${sources[@]}"; then
    echo "$name" >> "$out/.failed"
  fi
}
export -f compile
export out runtime

names=("$@")
if [ $# = 0 ]; then
  for path in *.cu */main.cu; do
    case $path in
      */main.cu) names+=("${path%/main.cu}") ;;
      *) names+=("${path%.cu}") ;;
    esac
  done
fi
rm -f "$out/.failed"
printf '%s\n' "${names[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -c 'compile {}'
if [ -e "$out/.failed" ]; then
  echo "not compiled: $(sort "$out/.failed" | tr '\n' ' ')" >&2
  exit 1
fi
