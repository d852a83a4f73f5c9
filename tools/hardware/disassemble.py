#!/usr/bin/env python3
"""Writes tests/machine/golden anew, on a machine with CUDA 13's nvcc, ptxas and cuobjdump:

    tools/hardware/disassemble.py [--seconds N]

Assembles what this repository has of PTX and CUDA C++ for sm_75, sm_80, sm_86, sm_89 and sm_90, and a kernel
for each line of tests/machine/one_instruction.txt; disassembles all of it; keeps two instruction words of each
text that differs in more than numbers, with their text and, where the text depends on it, their address."""

import argparse
import gzip
import multiprocessing
import os
import re
import subprocess
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), '../..'))
GOLDEN = os.path.join(ROOT, 'tests/machine/golden')
ONE = os.path.join(ROOT, 'tests/machine/one_instruction.txt')
TARGETS = ['75', '80', '86', '89', '90']
WORDS_OF_A_TEXT = 2
FIRST = re.compile(r'^\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;?\s*/\* 0x([0-9a-f]{16}) \*/')
SECOND = re.compile(r'^\s*/\* 0x([0-9a-f]{16}) \*/')
PLACED = re.compile(r'\b(BRA|BSSY|CALL|RET|LEPC|WARPSYNC)\b')  # their text depends on the address

# Letter of a register in one_instruction.txt: its type, and that of the load that fills it.
REGISTERS = {'r': ('b32', 'u32'), 'f': ('f32', 'f32'), 'h': ('b16', 'u16'), 'q': ('b64', 'u64'),
             'd': ('f64', 'f64'), 'x': ('b128', 'u64'), 'p': ('pred', 'u32')}
OPERAND = re.compile(r'(?<![.\w%:])(=?)([rfhqdxp])(\d+)(?![\w])')


def load(register, at):
    if register[0] == 'p':
        return f'.reg .u32 %l{register}; ld.global.u32 %l{register},[%pin+{at}]; setp.ne.u32 %{register},%l{register},0;'
    if register[0] == 'x':
        return f'ld.global.v2.u64 {{%xa,%xb}},[%pin+{at}]; mov.b128 %{register},{{%xa,%xb}};'
    return f'ld.global.{REGISTERS[register[0]][1]} %{register},[%pin+{at}];'


def store(register, at):
    if register[0] == 'p':
        return f'.reg .u32 %o{register}; selp.u32 %o{register},1,0,%{register}; st.global.u32 [%pout+{at}],%o{register};'
    if register[0] == 'x':
        return f'mov.b128 {{%xa,%xb}},%{register}; st.global.v2.u64 [%pout+{at}],{{%xa,%xb}};'
    return f'st.global.{REGISTERS[register[0]][1]} [%pout+{at}],%{register};'


def kernel(name, text):
    read, written = [], []
    for sign, letter, number in OPERAND.findall(text):
        register = letter + number
        if sign and register not in written:
            written.append(register)
        elif not sign and register not in read and register not in written:
            read.append(register)
    body = OPERAND.sub(lambda m: '%' + m.group(2) + m.group(3), text)
    places = {'G': '%pG', 'L': '%pL', 'S': '%pS', 'K': 'K'}
    body = re.sub(r'\[([GLSK])(?=[\],+])', lambda m: '[' + places[m.group(1)], body)
    lines = [f'.visible .entry {name}(.param .u64 pin,.param .u64 pout,.param .u64 pg)', '{',
             '.local .align 16 .b8 L[256];']
    lines += [f'.reg .{REGISTERS[r[0]][0]} %{r};' for r in read + written]
    lines += ['.reg .u64 %pin,%pout,%pG,%pL,%w; .reg .u32 %t,%pS,%s; .reg .b64 %xa,%xb;',
              'ld.param.u64 %pin,[pin]; ld.param.u64 %pout,[pout]; ld.param.u64 %pG,[pg];',
              'mov.u32 %t,%tid.x; mul.wide.u32 %w,%t,0x400; add.u64 %pin,%pin,%w; add.u64 %pout,%pout,%w;',
              'add.u64 %pG,%pG,%w; mov.u32 %pS,S; shl.b32 %s,%t,4; add.u32 %pS,%pS,%s; mov.u64 %pL,L;']
    lines += [load(r, 16 * i) for i, r in enumerate(read)] + [body + ';']
    lines += [store(r, 16 * i) for i, r in enumerate(written)] + ['ret;', '}']
    return '\n'.join(lines)


def one_instruction_kernels(folder):
    by_target = {}
    for line in open(ONE):
        if not line.startswith('#'):
            targets, text = line.rstrip('\n').split('\t')
            for target in targets.split(','):
                by_target.setdefault(target, []).append(text)
    for target, texts in by_target.items():
        path = os.path.join(folder, f'one_{target}.ptx')
        with open(path, 'w') as out:
            out.write(f'.version 9.0\n.target sm_{target}\n.address_size 64\n'
                      '.shared .align 128 .b8 S[4096];\n.const .align 16 .b8 K[256];\n')
            out.write('\n'.join(kernel(f'k{i}', text) for i, text in enumerate(texts)) + '\n')
        yield path, [target]


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=100)
    except subprocess.TimeoutExpired:
        return None


def words_of(cubin):
    listing = run('cuobjdump', '-sass', cubin)
    first = None
    for line in listing.stdout.splitlines() if listing else []:
        if match := FIRST.match(line):
            first = match
        elif first and (match := SECOND.match(line)):
            text = first.group(2)
            yield first.group(3) + ' ' + match.group(1), first.group(1) if PLACED.search(text) else '0', text
            first = None


def assembled(job):
    path, targets = job
    out = set()
    with tempfile.TemporaryDirectory() as folder:
        for target in targets:
            ptx = path
            if path.endswith('.cu'):
                ptx = os.path.join(folder, target + '.ptx')
                flags = re.match(r'// nvcc: (.*)|', open(path, errors='replace').readline()).group(1) or ''
                made = run('nvcc', '-ptx', '-O3', '-std=c++17', '-w', '-arch=compute_' + target, *flags.split(), '-o', ptx, path)
                if made is None or made.returncode:
                    continue
            cubin = os.path.join(folder, target + '.cubin')
            made = run('ptxas', '-O3', '-arch=sm_' + target, ptx, '-o', cubin)
            if made is not None and made.returncode == 0:
                out.update((target[:2], *word) for word in words_of(cubin))
    return out


def sources():
    for top in ['kernels', 'docs', 'tests']:
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            for file in sorted(files):
                if file.endswith(('.ir', '.ptx', '.cu')):
                    yield os.path.join(folder, file), TARGETS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seconds', type=float, default=3600, help='take what is ready by then')
    limit = time.time() + parser.parse_args().seconds
    words = set()
    with tempfile.TemporaryDirectory() as folder, multiprocessing.Pool() as pool:
        jobs = [*one_instruction_kernels(folder), *sources()]
        for found in pool.imap_unordered(assembled, jobs):
            words |= found
            if time.time() > limit:
                break
    kept = {}
    number = re.compile(r'0x[0-9a-f]+|\d+(\.\d+)?(e[-+]\d+)?')
    for target, word, address, text in sorted(words, key=lambda w: (w[0], w[1][13:16], w)):
        same = kept.setdefault(target, {}).setdefault((word[13:16], number.sub('#', text)), [])
        if len(same) < WORDS_OF_A_TEXT:
            same.append(f'{word} {address} {text}\n')
    for target, texts in kept.items():
        with open(f'{GOLDEN}/sm_{target}.txt.gz', 'wb') as out, gzip.GzipFile('', 'wb', 9, out, mtime=0) as packed:
            packed.write(''.join(line for lines in texts.values() for line in lines).encode())


if __name__ == '__main__':
    main()
