#!/usr/bin/env python3
"""The machine code of what was measured, tests/hardware/machine/SET.fatbin (ptxas and fatbinary of the toolkit):

    tools/hardware/machine_sets.py documents OUT.fatbin     kernels/, as tests/hardware/h200/opt3.csv.gz has them
    tools/hardware/machine_sets.py micro OUT.fatbin         kernels/micro/, all files of tests/hardware/micro/cases.txt
    tools/hardware/machine_sets.py CUBIN_DIR OUT.fatbin     cubins of tools/hardware/build_cuda.sh: cuda, unseen

Text is given to ptxas as tools/gpu-run gives it to the driver: -O3, loops kept as written, a target of at least sm_70.
"""
import gzip
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "tests/hardware"


def launches(report):
    with gzip.open(HARDWARE / "h200" / report, "rt") as lines:
        return [line.split()[1] for line in lines if line.startswith("#kernel ")]


def micro_files():
    lines = (HARDWARE / "micro/cases.txt").read_text().splitlines()
    return sorted({line.split()[1] for line in lines if line and not line.startswith("#")})


def cubin(source, folder):
    text = re.sub(r"(?<=\.target sm_)\d+", lambda m: str(max(70, int(m[0]))), source.read_text(), count=1)
    text = re.sub(r"(\n\.address_size.*\n)", r'\1.pragma "nounroll";\n', text, count=1)
    ptx, out = folder / "in.ptx", folder / f"{source.stem}.cubin"
    ptx.write_text(text)
    subprocess.run(["ptxas", "-arch=sm_90", "-O3", "-o", out, ptx], check=True)
    return out


def packed(file, folder):
    out = folder / "one.fatbin"
    image = f"--image3=kind=elf,sm=90,file={file}"
    subprocess.run(["fatbinary", "-64", f"--create={out}", image, "--compress-all"], check=True)
    return out.read_bytes()


def main(which, out):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if which == "documents":
            cubins = [cubin(ROOT / f"kernels/{kernel}.ir", folder) for kernel in launches("opt3.csv.gz")]
        elif which == "micro":
            cubins = [cubin(ROOT / file, folder) for file in micro_files()]
        else:
            cubins = sorted(pathlib.Path(which).glob("*.cubin"))
        pathlib.Path(out).write_bytes(b"".join(packed(file, folder) for file in cubins))


if __name__ == "__main__":
    main(*sys.argv[1:])
