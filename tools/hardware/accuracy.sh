#!/usr/bin/env bash
# Compares the simulator with the committed measurements and writes the result anew:
#   tests/hardware/h200/accuracy.txt   the table, which is the limit that test_accuracy compares with
#   docs/ACCURACY.md, docs/accuracy_*.svg   its tables and plots
# Run it after an intended change of the timing model, look at the difference, commit both.
set -euo pipefail
cd "$(dirname "$0")/../.."
bash tools/build accuracy_table
table=tests/hardware/h200/accuracy.txt
build/tests/accuracy/accuracy_table > "$table.new"
mv "$table.new" "$table"
python3 tools/hardware/accuracy_page.py
