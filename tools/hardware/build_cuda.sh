#!/usr/bin/env bash
# Compiles the CUDA originals, tests/hardware/cuda/*.cu, with nvcc -O3:
#
#   tools/hardware/build_cuda.sh ptx            the PTX beside them, ptx/NAME.ptx, with the launch
#                                               header of kernels/NAME.ir: what the simulator runs
#   tools/hardware/build_cuda.sh cubin OUT_DIR  machine code, OUT_DIR/NAME.cubin: what is measured
set -euo pipefail
cd "$(dirname "$0")/../.."
what=$1 out=${2:-tests/hardware/cuda/ptx}
mkdir -p "$out"
for source in tests/hardware/cuda/*.cu; do
  name=$(basename "$source" .cu)
  options=(-O3 -lineinfo -arch=sm_90 -std=c++17)
  if [ "$what" = cubin ]; then
    nvcc "${options[@]}" -cubin -o "$out/$name.cubin" "$source"
    continue
  fi
  # Paths are made relative to the repository and to the toolkit.
  {
    echo "// Made from tests/hardware/cuda/$name.cu by tools/hardware/build_cuda.sh; do not edit."
    grep '^//!' "kernels/$name.ir"
    nvcc "${options[@]}" -ptx -o - "$source" | sed -E "s#\"$PWD/#\"#; s#\"[^\"]*/include/#\"#" | grep -v '^//'
  } > "$out/$name.ptx"
done
