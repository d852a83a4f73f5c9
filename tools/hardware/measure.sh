#!/usr/bin/env bash
# Measures every kernel of kernels/ on a real GPU and writes what tests/hardware compares with.
#
#   tools/hardware/measure.sh GPU_RUN OUT_DIR [LEVEL...]      LEVEL: assembler optimisation, 0 and 3
#
# Needs ncu and a built gpu-run (`ninja -C build gpu-run`). Leaves the GPU's clocks alone.
# OUT_DIR gets about.txt (device, driver, ncu, date), results.txt (exit codes of the checks) and
# optN.csv.gz (ncu's raw page of every kernel, "#kernel NAME" before each). Then:
#   python3 tools/hardware/extract.py OUT_DIR/opt0.csv.gz > tests/hardware/h200/exact.txt
set -euo pipefail
gpu_run=$(realpath "$1") out=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- 0 3
cd "$(dirname "$0")/../.."
{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
  ncu --version | grep Version
  date -u +%F
} > "$out/about.txt"
: > "$out/results.txt"
for level in "$@"; do
  : > "$out/opt$level.csv"
  for file in kernels/*.ir; do
    name=$(basename "$file" .ir)
    case $name in misaligned | *_faulty) continue ;; esac
    status=0
    timeout 20 "$gpu_run" --opt "$level" --config-dir configs "$file" > /dev/null 2>&1 || status=$?
    echo "$level $name $status" >> "$out/results.txt"
    [ $status -eq 0 ] || continue
    echo "#kernel $name" >> "$out/opt$level.csv"
    timeout 90 ncu --clock-control none --set full --page raw --csv "$gpu_run" --opt "$level" \
      --config-dir configs "$file" 2> /dev/null | grep '^"' >> "$out/opt$level.csv" || true
  done
  gzip -9 -f "$out/opt$level.csv"
done
