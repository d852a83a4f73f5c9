#!/usr/bin/env bash
# Measures the CUDA sources of a folder, tests/hardware/cuda by default, as nvcc -O3 compiles them, under
# ncu on a real GPU.
#
#   tools/hardware/build_cuda.sh cubin build/cuda [FOLDER]                      # where nvcc is
#   tools/hardware/measure_cuda.sh build/gpu-run build/cuda OUT_DIR [FOLDER]    # where the GPU and ncu are
#
# OUT_DIR gets NAME.csv.gz (NAME: the folder's; ncu's raw page, a row a kernel), NAME_source.csv.gz (its
# source page: CUDA lines beside machine instructions) and NAME.log (messages; a failed check, a refused
# launch). tests/hardware/h200 keeps all but the log. Leaves the GPU's clocks alone.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
gpu_run=$(realpath "$1") cubins=$(realpath "$2") out=$(realpath -m "$3")
folder=$(realpath "${4:-$root/tests/hardware/cuda}")
cd "$root"
folder=$(realpath --relative-to=. "$folder")
mkdir -p "$out"
set=$(basename "$folder")
for ptx in "$folder"/ptx/*.ptx; do
  name=$(basename "$ptx" .ptx)
  echo "$name $ptx --cubin $cubins/$name.cubin"
done > "$out/$set.cases"
timeout 560 ncu --clock-control none --set full --import-source yes --source-folders "$PWD" -f -o "$out/$set" \
  "$gpu_run" --config-dir configs --batch "$out/$set.cases" > "$out/$set.log" 2>&1 || echo "exit $?" >> "$out/$set.log"
ncu --import "$out/$set.ncu-rep" --csv --print-units base --page raw | gzip -9 > "$out/$set.csv.gz"
# Paths are made relative to the repository.
ncu --import "$out/$set.ncu-rep" --csv --page source --print-source cuda,sass |
  sed -E 's#^("File Path",")[^"]*/(tests/hardware/)#\1\2#' | gzip -9 > "$out/${set}_source.csv.gz"
rm "$out/$set.ncu-rep" "$out/$set.cases"
