// The registers of the instruction at hand in all lanes: what it read, what it left.
import type { JSX } from "preact";
import { bufferName } from "./names";
import type { Run } from "./run";
import { bit } from "./run";
import { format, usePlayer } from "./state";
import { type Held, bytesOf, valueText } from "./values";
import { lanesText } from "./words";

const kFormats = [["type", "by type"], ["hex", "hex"], ["int", "signed"], ["unsigned", "unsigned"], ["float", "float"]] as const;

/** The instructions of the warp that wrote it, up to `place`: their lanes. */
function writtenLanes(run: Run, warp: number, reg: number, place: number, after: boolean): number {
  const { issues, code } = run.data;
  let mask = 0;
  const own = run.issuesOf[warp];
  for (let p = 0; p < own.length && (p < place || (after && p === place)); ++p)
    if (code.writes[issues.pc[own[p]]].includes(reg)) mask |= issues.executed[own[p]];
  return mask;
}

/** The instruction before `place` that wrote it last; -1: none that is recorded. */
function lastWriter(run: Run, warp: number, reg: number, place: number, held: Held): number {
  const { issues, code } = run.data;
  const own = run.issuesOf[warp];
  const since = held.issue < 0 ? -1 : run.place(held.issue);
  for (let p = place - 1; p > since; --p)
    if (issues.executed[own[p]] !== 0 && code.writes[issues.pc[own[p]]].includes(reg)) return own[p];
  return held.issue;
}

function textOf(run: Run, bits: bigint, type: string): string {
  const name = format.value === "type" && bytesOf(type) === 8 && !type.startsWith("f") ? bufferName(run, Number(bits)) : "";
  return name || valueText(bits, type, format.value);
}

/** "5 in all lanes", "0, 4, 8 ... 124 (+4 a lane)"; empty where neither. */
function summary(run: Run, lanes: bigint[], mask: number, type: string): string {
  const shown = lanes.map((_, i) => i).filter((i) => bit(mask, i));
  if (shown.length === 0) return "";
  const text = (i: number) => textOf(run, lanes[i], type);
  const first = shown[0];
  if (shown.every((i) => lanes[i] === lanes[first])) return `${text(first)} in ${shown.length === 1 ? "the lane" : "all lanes"}`;
  const step = lanes[shown[1]] - lanes[first];
  const even = shown.length > 3 && !/^b?f\d/.test(type) && shown.every((i, k) => i === first + k && lanes[i] - lanes[first] === step * BigInt(k));
  return even ? `${text(first)}, ${text(shown[1])} … ${text(shown[shown.length - 1])} (${step > 0n ? "+" : ""}${step} a lane)` : "";
}

interface Content {
  held: Held;
  before?: Held;
  type: string;
  mask: number; // lanes that wrote it
  had: number; // those that had before
  executed: number;
}
function Cells({ held, before, type, mask, had, executed }: Content) {
  const { run } = usePlayer();
  const { vector } = held;
  const size = run.data.machine.warpSize;
  const texts = Array.from({ length: size }, (_, i) => (bit(mask, i) ? textOf(run, vector!.lanes![i], type) : ""));
  const width = Math.max(3, ...texts.map((t) => t.length));
  const changes = texts.map((_, i) => (before?.vector?.lanes === undefined ? before !== undefined && bit(executed, i) : before.vector.lanes[i] !== vector!.lanes![i] || bit(mask & ~had, i)));
  const all = changes.every((c) => c); // then the mark at the left says it
  const cell = (text: string, i: number) => {
    const changed = changes[i];
    return (
      <li class={`${bit(executed, i) ? "" : "off"} ${changed && !all ? "changed" : ""}`}
        title={text === "" ? `lane ${i}: not written yet` : `lane ${i}: ${text}${changed && before?.vector?.lanes ? `, before ${textOf(run, before.vector.lanes[i], type)}` : ""}`}>
        <span class="n">{i}</span>{text === "" ? "–" : text}
      </li>
    );
  };
  // Halves stand beside each other where there is room: a row has 32, 16, 8 or 4 lanes.
  const part = (from: number, count: number): JSX.Element => {
    if (count <= 4) return <ol>{texts.slice(from, from + count).map((text, k) => cell(text, from + k))}</ol>;
    const half = count / 2;
    const least = `min(100%, calc(${half * (width + 3.5)}ch + ${half - 1}px))`;
    return (
      <div style={{ gridTemplateColumns: `repeat(auto-fit, minmax(${least}, 1fr))` }}>
        {part(from, half)}
        {part(from + half, half)}
      </div>
    );
  };
  return <div class="cells">{part(0, size)}</div>;
}

function Predicate({ mask, known }: { mask: number; known: number }) {
  const { run } = usePlayer();
  return (
    <span class="mask big" role="img" aria-label={`true in ${lanesText(mask & known)}`}>
      {Array.from({ length: run.data.machine.warpSize }, (_, i) => (
        <i class={!bit(known, i) ? "" : bit(mask, i) ? "true" : "false"} title={`lane ${i}: ${!bit(known, i) ? "not written yet" : bit(mask, i)}`} />
      ))}
    </span>
  );
}

function Register({ reg, after, brief = false }: { reg: number; after: boolean; brief?: boolean }) {
  const { run, at, warp, go } = usePlayer();
  const { registers, issues, fault } = run.data;
  const type = registers.type[reg];
  const place = run.place(at.value);
  const held = run.values.of(warp.value, reg, place, after);
  const before = after ? run.values.of(warp.value, reg, place, false) : undefined;
  const lanesOf = (h: Held | undefined, then: boolean) =>
    h?.issue === -1 ? -1 : writtenLanes(run, warp.value, reg, place, then) | (h ? issues.executed[h.issue] : 0);
  const known = lanesOf(held, after);
  const executed = issues.executed[at.value];
  const changed = after && run.values.changedAt(warp.value, reg, place);
  const lanes = held?.vector?.lanes;
  const writer = brief || after || held === undefined ? -1 : lastWriter(run, warp.value, reg, place, held);
  const words = lanes ? summary(run, lanes, brief ? known : known & executed || known, type) : "";
  return (
    <div class={changed ? "register changed" : "register"} data-register={registers.name[reg]}>
      <span class="name">
        <code>{registers.name[reg]}</code> <span class="dim">{type}</span>
      </span>
      <span class="role">{brief ? "" : after ? (changed ? "written" : at.value === fault.issue ? "" : "written, unchanged") : "read"}</span>
      <span class="value">
        {held === undefined ? <span class="dim">not written yet</span>
          : held.vector === null ? <span class="dim">its value came after the last look at this warp</span>
          : held.vector.mask !== undefined ? <><Predicate mask={held.vector.mask} known={known} /> true in {lanesText(held.vector.mask & known)}</>
          : words || (brief ? [...lanes!.slice(0, 4).map((v) => textOf(run, v, type)), "…"].join(", ") : "")}
        {writer >= 0 && (
          <button type="button" class="link from" title="Go to the instruction that wrote it" onClick={() => go(writer)}>
            from line {run.lineOf(issues.pc[writer])}
          </button>
        )}
      </span>
      {!brief && lanes && words === "" && <Cells held={held!} before={after ? before ?? { vector: null, issue: -1 } : undefined} type={type} mask={known} had={before ? lanesOf(before, false) : 0} executed={executed} />}
    </div>
  );
}

export function Registers() {
  const { run, at, warp } = usePlayer();
  const { code, issues, fault } = run.data;
  const pc = issues.pc[at.value];
  const written = at.value === fault.issue ? [] : code.writes[pc];
  const place = run.place(at.value);
  return (
    <section class="panel values" aria-label="Values">
      <h2>
        Registers of this instruction
        <label>
          as{" "}
          <select aria-label="How values are shown" value={format.value} onChange={(e) => (format.value = e.currentTarget.value as typeof format.value)}>
            {kFormats.map(([name, label]) => <option value={name}>{label}</option>)}
          </select>
        </label>
      </h2>
      {!run.values.recorded && <p class="note">No values were recorded.</p>}
      {code.reads[pc].length + written.length === 0 && <p class="note">It names no register.</p>}
      {written.map((reg) => <Register reg={reg} after={true} />)}
      {code.reads[pc].map((reg) => <Register reg={reg} after={false} />)}
      <details class="all-registers">
        <summary>all registers of the warp after it; what changed is marked</summary>
        {run.values.registersOf(warp.value).filter((reg) => run.values.of(warp.value, reg, place, true) !== undefined)
          .map((reg) => <Register reg={reg} after={true} brief={true} />)}
      </details>
    </section>
  );
}
