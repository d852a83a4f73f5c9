#!/usr/bin/env bash
# Records what the programs of this folder print on a GPU, and how they end:
#
#   tests/programs/record.sh PROGRAM_DIR OUT_DIR
#
# PROGRAM_DIR holds what build.sh compiled; what is missing there is compiled first. Each program runs
# twice, one minute at most each time. OUT_DIR gets NAME.out (its stdout), NAME.code (its exit status) and
# README.md (the device, its driver, the toolkit); NAME.err holds what it wrote to stderr, if anything. A
# program whose second run printed something else is named, and the script ends with status 1.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")" && pwd)
[ $# = 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
programs=$(mkdir -p "$1" && cd "$1" && pwd)
out=$(mkdir -p "$2" && cd "$2" && pwd)
nvcc=$(readlink -f "$(command -v "${NVCC:-nvcc}")")
toolkit=$(cd "$(dirname "$nvcc")/.." && pwd)
export LD_LIBRARY_PATH=$toolkit/lib64:$toolkit/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

missing=()
names=()
for path in "$source_dir"/*.cu "$source_dir"/*/main.cu; do
  case $path in
    */copies.cu | */launch_costs.cu | */staging.cu) continue ;; # they measure times: never twice the same
    */main.cu) name=$(basename "$(dirname "$path")") ;;
    *) name=$(basename "$path" .cu) ;;
  esac
  names+=("$name")
  [ -x "$programs/$name" ] || missing+=("$name")
done
[ ${#missing[@]} = 0 ] || bash "$source_dir/build.sh" "$programs" "${missing[@]}" || true

different=()
for name in "${names[@]}"; do
  [ -x "$programs/$name" ] || continue
  code=0
  (cd "$programs" && timeout 60 "./$name") < /dev/null > "$out/$name.out" 2> "$out/$name.err" || code=$?
  echo "$code" > "$out/$name.code"
  [ -s "$out/$name.err" ] || rm "$out/$name.err"
  again=0
  (cd "$programs" && timeout 60 "./$name") < /dev/null > "$out/.again" 2> /dev/null || again=$?
  if [ "$again" != "$code" ] || ! cmp -s "$out/.again" "$out/$name.out"; then different+=("$name"); fi
  rm -f "$out/.again"
  printf '%-24s exit %s\n' "$name" "$code"
done
device=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)
release=$("$nvcc" --version | sed -n 's/.*\(release .*\)/\1/p')
echo "Recorded by tests/programs/record.sh on: $device (name, driver); nvcc $release." > "$out/README.md"
cat "$out/README.md"
if [ ${#different[@]} != 0 ]; then
  echo "not the same twice: ${different[*]}" >&2
  exit 1
fi
