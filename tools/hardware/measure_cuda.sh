#!/usr/bin/env bash
# Measures the CUDA originals, tests/hardware/cuda, as nvcc -O3 compiles them, under ncu on a real GPU.
#
#   tools/hardware/build_cuda.sh cubin build/cuda                      # where nvcc is
#   tools/hardware/measure_cuda.sh build/gpu-run build/cuda OUT_DIR    # where the GPU and ncu are
#
# OUT_DIR gets cuda.csv.gz (ncu's raw page, a row a kernel), cuda_source.csv.gz (its source page: CUDA
# lines beside machine instructions) and cuda.log (messages; a failed check, a refused launch).
# tests/hardware/h200 keeps all but the log. Leaves the GPU's clocks alone.
set -euo pipefail
gpu_run=$(realpath "$1") cubins=$(realpath "$2") out=$(realpath "$3")
cd "$(dirname "$0")/../.."
for ptx in tests/hardware/cuda/ptx/*.ptx; do
  name=$(basename "$ptx" .ptx)
  echo "$name $ptx --cubin $cubins/$name.cubin"
done > "$out/cuda.cases"
timeout 560 ncu --clock-control none --set full --import-source yes --source-folders "$PWD" -f -o "$out/cuda" \
  "$gpu_run" --config-dir configs --batch "$out/cuda.cases" > "$out/cuda.log" 2>&1 || echo "exit $?" >> "$out/cuda.log"
ncu --import "$out/cuda.ncu-rep" --csv --print-units base --page raw | gzip -9 > "$out/cuda.csv.gz"
# Paths are made relative to the repository.
ncu --import "$out/cuda.ncu-rep" --csv --page source --print-source cuda,sass |
  sed -E 's#^("File Path",")[^"]*/(tests/hardware/)#\1\2#' | gzip -9 > "$out/cuda_source.csv.gz"
rm "$out/cuda.ncu-rep" "$out/cuda.cases"
