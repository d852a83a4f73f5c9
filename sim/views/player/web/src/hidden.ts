// Lines of a listing that say nothing to its reader: what a compiler writes for debuggers, and blank
// lines that follow another one, or such a line.

const kDebugLabel = /^\s*(\$L__|L)(tmp|func_begin|func_end)\d+:\s*$/;

/** By row. Lines with instructions stay. */
export function hiddenRows(texts: string[], code: number[]): boolean[] {
  let inSection = false, blank = true;
  return texts.map((text, row) => {
    if (/^\s*\.section\b/.test(text)) inSection = true;
    const debug = inSection || /^\s*\.(loc|file)\s/.test(text) || kDebugLabel.test(text);
    if (inSection && text.includes("}")) inSection = false;
    if (code[row]) return (blank = false);
    if (debug) return true;
    const again = blank && text.trim() === "";
    blank = text.trim() === "";
    return again;
  });
}
