#!/usr/bin/env python3
"""wrap_docs.py FILE.md...: folds each paragraph or list item that has a line of more than 120 characters.

Code, tables, headings, pictures and commands stay as they are. A paragraph whose lines are all short enough stays, too.
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
        if kept or KEPT.match(line) and not line.startswith("    "):
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
