#!/usr/bin/env python3
"""wrap_docs.py FILE.md...: folds each paragraph or list item that has a line of more than 120 characters.

So are commands of ```console blocks, at their options. Other code, tables, headings and pictures stay as they are. A paragraph whose lines are all short enough stays, too.
"""
import re
import sys
import textwrap

LIMIT = 120
KEPT = re.compile(r"(#|\||```|    |<!--|!\[|`tools/run )")
STARTS_ITEM = re.compile(r" *([-*+#>|]|\d+\.)( |$)")  # a line of text that Markdown would take for something else
ITEM = re.compile(r"( *(?:[-*]|\d+\.) +)")


def folded(block):
    if all(len(line) <= LIMIT for line in block):
        return block
    item = ITEM.match(block[0])
    indent = " " * (item.end() if item else 0)
    text = " ".join(line.strip() for line in block)
    for width in range(LIMIT, LIMIT // 2, -1):
        lines = textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        if not any(STARTS_ITEM.match(line) for line in lines[1:]):
            break
    return lines


WORD = re.compile(r"""(?:'[^']*'|"[^"]*"|[^\s'"])+""")


def command_parts(line):
    """Words, an option with its value; a long list of metrics as several options."""
    out = []
    words = WORD.findall(line)
    while words:
        word = words.pop(0)
        if word.startswith("#"):  # stays with the last word
            return out[:-1] + [" ".join([out[-1], word] + words)]
        has_value = word.startswith("--") and words and not words[0].startswith(("-", "#", "|", "kernels/"))
        if has_value:
            value = words.pop(0)
            names = value.split(",")
            if word == "--metrics" and len(value) > LIMIT // 2:
                out += [f"{word} {name}" for name in names]
                continue
            word += " " + value
        out.append(word)
    return out


def folded_command(line):
    """A command with a \\ at the end of each line but the last."""
    if len(line) <= LIMIT:
        return [line]
    parts = command_parts(line)
    out = [parts[0]]
    for part in parts[1:]:
        if len(out[-1]) + len(part) + 3 <= LIMIT:
            out[-1] += " " + part
        else:
            out[-1] += " \\"
            out.append("    " + part)
    return out


def wrapped(lines):
    out, block, code = [], [], False
    for line in lines + [""]:
        starts_code = line.startswith("```")
        kept = code or starts_code or not line.strip() or (KEPT.match(line) and not block)
        if block and (kept or KEPT.match(line) and not line.startswith("    ") or ITEM.match(line)):
            out += folded(block)
            block = []
        if starts_code:
            code = not code
        if code and line.startswith("$ "):
            out += folded_command(line)
        elif kept or KEPT.match(line) and not line.startswith("    "):
            out.append(line)
        else:
            block.append(line)
    return out[:-1]


def main():
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            before = file.read()
        after = "\n".join(wrapped(before.split("\n")[:-1])) + "\n"
        if after != before:
            with open(path, "w", encoding="utf-8") as file:
                file.write(after)


main()
