#!/usr/bin/env bash
# Measures programs of this folder under ncu on a GPU, every launch of each:
#
#   tests/programs/ncu.sh PROGRAM_DIR OUT_DIR [NAME...]
#
# PROGRAM_DIR holds what build.sh compiled; what is missing there is compiled first. OUT_DIR gets
# NAME.csv.gz (ncu's raw page in base units, a row a launch) and NAME.log (messages). Without names: those
# below. Leaves the GPU's clocks alone, like tools/hardware/measure_cuda.sh. NCU_FLAGS adds flags,
# SECONDS_EACH (75) limits one program.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
programs=$(mkdir -p "$1" && cd "$1" && pwd)
out=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
names=("$@")
if [ $# = 0 ]; then
  names=(vector_add saxpy matmul_tiled scan_blelloch sort_bitonic sort_radix bfs histogram reduce_shuffle
    grid_sync virtual_functions texture_2d cub_block)
fi
missing=()
for name in "${names[@]}"; do [ -x "$programs/$name" ] || missing+=("$name"); done
[ ${#missing[@]} = 0 ] || bash "$(dirname "$0")/build.sh" "$programs" "${missing[@]}" || true
failed=()
for name in "${names[@]}"; do
  start=$SECONDS
  # shellcheck disable=SC2086
  timeout -s INT -k 10 "${SECONDS_EACH:-75}" ncu --clock-control none --set full ${NCU_FLAGS:-} -f -o "$out/$name" \
    "$programs/$name" > "$out/$name.log" 2>&1 || echo "exit $?" >> "$out/$name.log"
  if [ -e "$out/$name.ncu-rep" ] &&
    ncu --import "$out/$name.ncu-rep" --csv --print-units base --page raw | gzip -9 > "$out/$name.csv.gz"; then
    rm "$out/$name.ncu-rep"
  else
    failed+=("$name")
  fi
  rows=0
  [ -e "$out/$name.csv.gz" ] && rows=$(($(gzip -dc "$out/$name.csv.gz" | grep -c '^"[0-9]') + 0))
  printf '%-20s %3d launches, %d s\n' "$name" "$rows" $((SECONDS - start))
done
if [ ${#failed[@]} != 0 ]; then
  echo "no report: ${failed[*]}" >&2
  exit 1
fi
