#!/usr/bin/env bash
# Compiles the CUDA sources of a folder, tests/hardware/cuda by default, with nvcc -O3:
#
#   tools/hardware/build_cuda.sh ptx [FOLDER]             the PTX beside them, FOLDER/ptx/NAME.ptx, with the
#                                                         launch header of NAME.cu, or else of
#                                                         kernels/NAME.ir: what the simulator runs
#   tools/hardware/build_cuda.sh cubin OUT_DIR [FOLDER]   machine code, OUT_DIR/NAME.cubin: what is measured
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
what=$1
case $what in
  ptx) folder=$(realpath "${2:-$root/tests/hardware/cuda}") out=$folder/ptx ;;
  cubin) folder=$(realpath "${3:-$root/tests/hardware/cuda}") out=$(realpath -m "$2") ;;
  *) echo "build_cuda.sh: ptx or cubin, not $what" >&2 && exit 2 ;;
esac
cd "$root"
folder=$(realpath --relative-to=. "$folder")
mkdir -p "$out"
for source in "$folder"/*.cu; do
  name=$(basename "$source" .cu)
  options=(-O3 -lineinfo -arch=sm_90 -std=c++17)
  if [ "$what" = cubin ]; then
    nvcc "${options[@]}" -cubin -o "$out/$name.cubin" "$source"
    continue
  fi
  # Paths are made relative to the repository and to the toolkit.
  {
    echo "// Made from $source by tools/hardware/build_cuda.sh; do not edit."
    grep '^//!' "$source" || grep '^//!' "kernels/$name.ir"
    nvcc "${options[@]}" -ptx -o - "$source" | sed -E "s#\"$PWD/#\"#; s#\"[^\"]*/include/#\"#" | grep -v '^//'
  } > "$out/$name.ptx"
done
