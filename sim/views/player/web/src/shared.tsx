// Shared memory of the block as a grid: what it holds after the instruction, with the bytes that the
// instruction touches.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { sharedName } from "./names";
import { type Run, lanesOf } from "./run";
import { kWord, showsFlags, showsHex, wordText } from "./shared_words";
import { format, usePlayer } from "./state";
import { laneList, number, plural } from "./words";

const kRow = 18, kSpare = 6, kLabel = 78, kCell = 54;

interface Touch {
  lanes: number; // mask
  from: number; // first byte within the word
  to: number;
  writes: boolean;
}
/** By word, what the instruction touches. */
function touches(run: Run, issue: number): Map<number, Touch> {
  const out = new Map<number, Touch>();
  for (const access of run.accesses(issue)) {
    if (access.pattern.space !== "shared") continue;
    for (const [lane, address] of lanesOf(access))
      for (let a = address; a < address + access.pattern.bytes; a = Math.floor(a / kWord) * kWord + kWord) {
        const word = Math.floor(a / kWord);
        const t = out.get(word) ?? { lanes: 0, from: kWord, to: 0, writes: access.pattern.kind !== "load" };
        out.set(word, t);
        t.lanes |= 1 << lane;
        t.from = Math.min(t.from, a - word * kWord);
        t.to = Math.max(t.to, Math.min(kWord, address + access.pattern.bytes - word * kWord));
      }
  }
  return out;
}

export function Shared() {
  const { run, at, go } = usePlayer();
  const box = useRef<HTMLDivElement>(null);
  const size = useSignal({ width: 560, height: 300, top: 0 });
  const { launch, issues, fault } = run.data;
  const words = Math.ceil(launch.sharedBytes / kWord);
  const faulted = at.value === fault.issue;
  const before = run.before(at.value);
  const { bytes, by } = run.sharedMemory.after(faulted && before >= 0 ? before : at.value);
  const touched = touches(run, at.value);
  // As many words in a row as fit, in whole parts of the 32 banks.
  const cell = format.value === "hex" ? kCell + 20 : kCell;
  const room = Math.floor((size.value.width - kLabel) / cell);
  const columns = room >= 32 ? 32 : room >= 16 ? 16 : room >= 8 ? 8 : 4;
  const rows = Math.ceil(words / columns);
  const firstTouched = touched.size === 0 ? -1 : Math.floor(Math.min(...touched.keys()) / columns);
  useEffect(() => {
    const element = box.current!;
    const measure = () => {
      const { clientWidth: width, clientHeight: height, scrollTop: top } = element;
      const s = size.value;
      if (s.width !== width || s.height !== height || s.top !== top) size.value = { width, height, top };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current!;
    const y = firstTouched * kRow;
    if (firstTouched < 0 || (y >= element.scrollTop && y + kRow <= element.scrollTop + element.clientHeight)) return;
    element.scrollTop = y - kRow;
    size.value = { ...size.value, top: element.scrollTop }; // the scroll event may come frames later
  }, [firstTouched]);
  const first = Math.max(0, Math.floor(size.value.top / kRow) - kSpare);
  const last = Math.min(rows, Math.ceil((size.value.top + size.value.height) / kRow) + kSpare);
  const shown = [];
  for (let row = first; row < last; ++row)
    shown.push(
      <div class="words-row" key={row} style={{ top: `${row * kRow}px`, gridTemplateColumns: `${kLabel}px repeat(${columns}, minmax(0, 1fr))` }}>
        <span class="name">{sharedName(run, row * columns * kWord)}</span>
        {Array.from({ length: columns }, (_, c) => {
          const word = row * columns + c;
          if (word >= words) return <span />;
          const t = touched.get(word);
          const wrote = by[word * kWord] >= 0 || by[word * kWord + 3] >= 0;
          const changed = !faulted && [0, 1, 2, 3].some((k) => by[word * kWord + k] === at.value);
          const text = wordText(run, bytes, word, format.value);
          const part = t && (t.from > 0 || t.to < kWord) ? { background: `linear-gradient(to right, transparent ${25 * t.from}%, var(--touch) ${25 * t.from}% ${25 * t.to}%, transparent ${25 * t.to}%)` } : undefined;
          return (
            <span class={`word ${t ? (part ? "part" : t.writes ? "stored" : "loaded") : ""} ${changed ? "changed" : ""} ${wrote || t?.writes ? "" : "fresh"}`} style={part}
              title={`${sharedName(run, word * kWord, kWord)}, bank ${word % run.data.machine.banks}: ${text}${t ? `; ${t.writes ? "changed" : "read"} by lane ${laneList(t.lanes)}` : ""}`}>
              {text}
            </span>
          );
        })}
      </div>,
    );
  const seen = Array.from({ length: Math.max(0, Math.min(words, last * columns) - first * columns) }, (_, i) => first * columns + i);
  const hex = seen.some((word) => showsHex(run, word, format.value)), flags = seen.some((word) => showsFlags(run, word, format.value));
  const touchedLast = (() => {
    for (let i = before; i >= 0; i = run.before(i)) if (run.accesses(i).some((a) => a.pattern.space === "shared")) return i;
    return -1;
  })();
  return (
    <section class="panel shared" aria-label="Shared memory">
      <h2>
        Shared memory of block {run.data.warps.block[issues.warp[at.value]]}
        <span class="aside">
          {plural(launch.sharedBytes, "byte")}, {number(columns)} words in a row; {touched.size > 0
            ? `this instruction touches ${plural(touched.size, "word")}`
            : <>this instruction touches none {touchedLast >= 0 && <button type="button" class="link" onClick={() => go(touchedLast)}>the last that did</button>}</>}
        </span>
      </h2>
      <div class="words-box" ref={box} tabIndex={0} role="region" aria-label="Words of shared memory"
        onScroll={(e) => (size.value = { ...size.value, top: e.currentTarget.scrollTop })}>
        <div style={{ height: `${rows * kRow}px`, position: "relative" }}>{shown}</div>
      </div>
      <p class="legend">
        <span><i class="swatch word loaded" />read</span>
        <span><i class="swatch word stored" />written</span>
        <span><i class="swatch word changed" />its value changed</span>
        <span class="dim">dim: not changed since the recording began</span>
        {hex && <span class="dim">several bytes in a word: in hexadecimal</span>}
        {flags && <span class="dim">several bool in a word: 1 true, 0 false</span>}
      </p>
    </section>
  );
}
