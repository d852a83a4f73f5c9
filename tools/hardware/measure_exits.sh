#!/usr/bin/env bash
# Measures the kernels of tests/hardware/exits on a real GPU: which end, which hang, what they write.
#
#   tools/hardware/measure_exits.sh OUT_DIR       writes OUT_DIR/h200.txt
#
# Needs nvcc, ptxas and a GPU of CC 9.0. Kernels that hang are ended with their process.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O1 -o "$work/run_each" tools/hardware/run_each.cpp -lcuda
python3 tools/hardware/exit_cases.py tests/hardware/exits/h200.txt.gz > "$work/all"
cd "$work"
for set in cuda text hand hand_text stuck; do
  gunzip -c "$OLDPWD/tests/hardware/exits/$set.ptx.gz" > "$set.ptx"
  for level in 0 3; do
    ptxas -arch=sm_90 -O$level "$set.ptx" -o "$set.$level"
    # Lines "machine-code kernel block n" of the kernels in this file.
    grep -oP '\.entry \K\w+' "$set.ptx" | sort > names
    awk -v code="$set.$level" 'NR == FNR { block[$1] = $2; next } { print code, $1, block[$1], 41 }' all names >> cases
  done
done
./run_each cases raw
sed -E 's,^[a-z_]*\.([03])/([^ ]*) ,\2 \1 ,' raw | awk 'NR == FNR { block[$1] = $2; next }
  { $2 = $2 " " block[$1]; sub("error715", "illegal"); print }' all - > "$out/h200.txt"
