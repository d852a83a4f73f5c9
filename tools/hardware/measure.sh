#!/usr/bin/env bash
# Measures kernels/ and kernels/micro/ on a real GPU and writes what tests/hardware compares with.
#
#   tools/hardware/measure.sh GPU_RUN OUT_DIR [STEP...]      STEP: micro repeats opt3 micro_ncu opt0 merge where
#                                                    stores atomics
#
# Needs ncu and a built gpu-run (`ninja -C build gpu-run`). Leaves the GPU's clocks alone. Level 0 of
# the assembler keeps the program as written; level 3 runs with --no-unroll. OUT_DIR gets
#   about.txt         device, driver, ncu, date
#   micro.csv.gz      case,run,buffer,values: what the cases of tests/hardware/micro time themselves
#   repeats.csv.gz    case,run,metric,value: cycles of four launches of every kernel and launch case (those of
#                     kernels/micro/atomics*.ir are such), at level 3
#   optN.csv.gz       ncu's raw page of every kernel of kernels/ ("#kernel NAME" before each)
#   micro_ncu.csv.gz  the same of the cases marked "# ncu"
#   micro_cold.csv.gz as micro.csv.gz, under ncu, which empties the caches before the kernel
#   merge.csv         sectors on their way to L2 when several SMs read the same lines (kernels/micro/merge.ir)
#   where.csv         which SM each CTA of a small grid runs on (kernels/micro/where.ir)
#   stores.csv        which stores and loads hit L1, sectors written (kernels/micro/store_again.ir, store_interval.ir)
#   atomics_ncu.csv.gz what the slices of L2 do for the cases of kernels/micro/atomics*.ir
#   *.log             messages: failed checks, refused launches
# Then: python3 tools/hardware/extract.py OUT_DIR/opt0.csv.gz > tests/hardware/h200/exact.txt
set -euo pipefail
gpu_run=$(realpath "$1") out=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- micro repeats opt3 micro_ncu opt0 merge where stores atomics
cd "$(dirname "$0")/../.."
cases=tests/hardware/micro/cases.txt
atomics='\batomics(_result)?\.ir' # launches that do nothing else

kernel_cases() { # LEVEL [OPTION]
  for file in kernels/*.ir; do
    name=$(basename "$file" .ir)
    case $name in misaligned | *_faulty) ;; *) echo "$name $file --opt $*" ;; esac
  done
}

micro_cases() { # the cases on stdin with the options that all have in common
  sed -E '/^#/d; s/ *# ncu//; s/$/ --opt 3 --no-unroll --no-check/'
}

profile() { # NAME: profiles $out/NAME.cases into $out/NAME.csv.gz
  timeout 560 ncu --clock-control none --set full --page raw --csv --print-units base \
    --log-file "$out/$1.ncu" "$gpu_run" --config-dir configs --batch "$out/$1.cases" \
    > "$out/$1.log" 2>&1 || echo "exit $?" >> "$out/$1.log"
  if python3 tools/hardware/split_ncu.py "$out/$1.ncu" "$out/$1.cases" > "$out/$1.csv" 2>> "$out/$1.log"; then
    rm "$out/$1.ncu" "$out/$1.cases"
  fi
  gzip -9 -f "$out/$1.csv"
}

repeats() { # how much the same launch differs from run to run
  { kernel_cases 3 --no-unroll --no-check; grep -E "^launch|$atomics" $cases | micro_cases; } |
    sed 's/$/ --repeat 4/' > "$out/repeats.cases"
  timeout 300 ncu --clock-control none --print-units base --page raw --csv --log-file "$out/repeats.ncu" \
    --metrics sm__cycles_active.avg,sm__cycles_active.min,sm__cycles_active.max,gpc__cycles_elapsed.max \
    "$gpu_run" --config-dir configs --batch "$out/repeats.cases" > "$out/repeats.log" 2>&1 || true
  python3 tools/hardware/split_ncu.py --values 4 "$out/repeats.ncu" "$out/repeats.cases" | gzip -9 > "$out/repeats.csv.gz"
  rm "$out/repeats.ncu" "$out/repeats.cases"
}

count() { # NAME METRIC,... [FILE]: counts the cases of FILE, tests/hardware/micro/NAME.txt, into $out/NAME.csv
  micro_cases < "${3:-tests/hardware/micro/$1.txt}" > "$out/$1.cases"
  timeout 300 ncu --clock-control none --print-units base --page raw --csv --log-file "$out/$1.ncu" \
    --metrics "$2" "$gpu_run" --config-dir configs --batch "$out/$1.cases" > "$out/$1.log" 2>&1 || true
  python3 tools/hardware/split_ncu.py --table "$2" "$out/$1.ncu" "$out/$1.cases" > "$out/$1.csv"
  rm "$out/$1.ncu" "$out/$1.cases"
}

merge() {
  local metrics=l1tex__m_xbar2l1tex_read_sectors_mem_lg_op_ld.sum,lts__t_sectors_srcunit_tex_op_read.sum
  metrics+=,lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum,lts__t_sectors_srcunit_ltcfabric.sum
  metrics+=,lts__t_sectors_srcunit_ltcfabric_lookup_miss.sum
  metrics+=,lrc__lts2lrc_sectors_op_read.sum,lrc__xbar2gpc_sectors_op_read.sum
  count merge "$metrics"
}

stores() {
  local metrics=
  for access in global_op_st global_op_ld local_op_st local_op_ld; do
    for outcome in hit miss; do metrics+=l1tex__t_sectors_pipe_lsu_mem_${access}_lookup_$outcome.sum,; done
  done
  count stores "${metrics}l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_st.sum"
}

atomics() {
  local metrics=lts__t_requests_srcunit_tex_op_red.sum,lts__t_sectors_srcunit_ltcfabric.sum,lts__cycles_elapsed.max
  metrics+=,l1tex__m_l1tex2xbar_req_cycles_active.sum
  for counted in lts__t_sectors_op_red lts__t_sectors_op_atom lts__d_atomic_input_cycles_active; do
    metrics+=,$counted.sum,$counted.max
  done
  count atomics_ncu "$metrics" <(grep -E "$atomics" $cases)
  gzip -9 -f "$out/atomics_ncu.csv"
}

where() {
  micro_cases < tests/hardware/micro/where.txt | sed 's/$/ --print where/' > "$out/where.cases"
  "$gpu_run" --config-dir configs --batch "$out/where.cases" 2> "$out/where.log" |
    python3 -c '
import csv, sys
print("ctas,threads,smid of each CTA")
for name, _, _, *smids in csv.reader(sys.stdin):
    print(*name.split("_")[1:], " ".join(smids), sep=",")' > "$out/where.csv" || true
  rm "$out/where.cases"
}

places() {
  echo launch_clock kernels/micro/launch_clock.ir --grid 1024 --block 1024 --arg 'u32[3072]=zero' --print cycles \
    > "$out/places.cases"
  places=$("$gpu_run" --config-dir configs --batch "$out/places.cases" 2>> "$out/micro.log" | grep ,cycles, |
    tools/hardware/gpc_places.py)
  rm "$out/places.cases"
}

{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
  ncu --version | grep Version
  date -u +%F
} > "$out/about.txt"
for step in "$@"; do
  case $step in
    micro)
      places # of this device's SMs, for share.ir and sectors.ir, which number them GPC after GPC
      micro_cases < $cases | sed -E "/ kernels.micro.(share|sectors)/s/=iota\(0,1\)/=$places/" |
        sed -E 's/$/ --print time/; /launch_(empty|store)|'"$atomics"'/!s/$/ --print cycles/; /--repeat/!s/$/ --repeat 3/' \
          > "$out/micro.cases"
      "$gpu_run" --config-dir configs --batch "$out/micro.cases" > "$out/micro.csv" 2> "$out/micro.log" || true
      rm "$out/micro.cases"
      gzip -9 -f "$out/micro.csv"
      ;;
    micro_ncu)
      grep '# ncu' $cases | micro_cases |
        sed -E 's/--repeat [0-9]+//; /launch_(empty|store)/!s/$/ --print cycles/' > "$out/micro_ncu.cases"
      profile micro_ncu
      grep ',cycles,' "$out/micro_ncu.log" | gzip -9 > "$out/micro_cold.csv.gz"
      ;;
    repeats) repeats ;;
    merge | where | stores | atomics) "$step" ;;
    opt0) kernel_cases 0 > "$out/opt0.cases" && profile opt0 ;;
    opt3) kernel_cases 3 --no-unroll > "$out/opt3.cases" && profile opt3 ;;
    *) echo "unknown step $step" >&2 && exit 2 ;;
  esac
done
