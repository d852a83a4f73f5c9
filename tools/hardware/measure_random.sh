#!/usr/bin/env bash
# Runs random kernels on a real GPU: what the code of ptxas -O0 and -O3 leaves in memory.
#
#   tools/hardware/measure_random.sh SIMT_SIM OUT_DIR       writes OUT_DIR/h100.txt
#
# Needs nvcc, ptxas and a GPU of CC 9.0; SIMT_SIM is simt-sim, which fills the kernels' buffer `in`.
# A line: "SEED DIGEST", and the digest of -O3 where it is another one.
set -euo pipefail
simt_sim=$(realpath "$1") out=$(realpath "$2")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
g++ -std=c++20 -I. -o "$work/random_texts" tools/hardware/random_texts.cpp \
  tests/kernels/random_{program,statements,operations}.cpp
nvcc -O1 -o "$work/random_words" tools/hardware/random_words.cpp -lcuda
cd "$work"
./random_texts 1 2000 .
{ grep '^//! arg in' 1.ir; cat << 'END'; } > fill.ir
//! grid 1
//! block 32
.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 pin) { ret; }
END
"$simt_sim" fill.ir --dump 0=in.bin > report.txt
for level in 0 3; do
  seq 1 2000 | xargs -P "$(nproc)" -I{} ptxas -arch=sm_90 -O$level {}.ir -o {}.$level
  ./random_words in.bin $(seq -f "%g.$level" 1 2000) | sed "s/\.$level / /" > words.$level
done
paste -d' ' words.0 words.3 | awk '{ print $1, $2 ($2 == $4 ? "" : " " $4) }' > "$out/h100.txt"
