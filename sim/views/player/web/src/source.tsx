// The IR with what each line cost in the whole run, and where the warp's lanes are now.
import { computed, useComputed, useSignalEffect } from "@preact/signals";
import { Component } from "preact";
import { useRef } from "preact/hooks";
import { at, heat, run, selection } from "./state";
import { Lane } from "./run";
import { laneWords, number, percent, plural } from "./words";

interface Heat {
  name: string;
  label: string;
  of: (row: number) => number;
  show: (value: number, all: number) => string;
}
function heats(): Heat[] {
  const { lines } = run.value.data;
  const { selected } = run.value;
  const warpSize = run.value.data.machine.warpSize;
  const share = (v: number, all: number) => percent(v, all);
  const sum = (v: number) => number(v);
  return [
    { name: "waiting", label: "cycles waited", show: share,
      of: (l) => lines.stall[l].reduce((a, b, i) => a + (i === selected ? 0 : b), 0) },
    { name: "executed", label: "executions", of: (l) => lines.executed[l], show: sum },
    { name: "idle", label: "lanes off", of: (l) => lines.executed[l] * warpSize - lines.threads[l], show: sum },
    { name: "divergent", label: "divergences", of: (l) => lines.divergent[l], show: sum },
    { name: "conflicts", label: "bank conflicts", of: (l) => lines.wavefronts[l] - lines.wavefrontsIdeal[l], show: sum },
    { name: "sectors", label: "wasted sectors", of: (l) => Math.max(0, lines.sectors[l] - lines.sectorsIdeal[l]), show: sum },
  ];
}

// The comment and the opcode stand out; nothing more.
function Code({ text }: { text: string }) {
  const comment = text.indexOf("//");
  const code = comment <= 0 ? text.slice(0, comment < 0 ? undefined : 0) : text.slice(0, comment).replace(/(\S)\s+$/, "$1  ");
  const parts = /^(\s*(?:@!?%\w+\s+)?)([a-z][\w.:]*)(\s.*|;.*)$/s.exec(code);
  return (
    <code>
      {parts ? [parts[1], <b>{parts[2]}</b>, parts[3]] : code}
      {comment >= 0 && <i>{text.slice(comment)}</i>}
    </code>
  );
}

/** By line, the lanes of the warp that are there while the instruction issues: "0:4,2:28". */
function lanesByLine(): Map<number, string> {
  const r = run.value;
  const counts = new Map<number, Map<Lane, number>>();
  for (const { lane, pc } of r.lanes(at.value)) {
    if (pc < 0) continue;
    const kinds = counts.get(r.lineOf(pc)) ?? new Map<Lane, number>();
    counts.set(r.lineOf(pc), kinds.set(lane, (kinds.get(lane) ?? 0) + 1));
  }
  return new Map([...counts].map(([line, kinds]) => [line, [...kinds].map((k) => k.join(":")).join()]));
}

// Files of nvcc and clang say which CUDA line an instruction comes from.
const withCuda = computed(() => run.value.data.lines.cuda.some((place) => place !== ""));

/** ":17" where all code comes from one file. */
const shortPlace = computed(() => {
  const files = new Set(run.value.data.lines.cuda.filter((p) => p !== "").map((p) => p.replace(/:\d+$/, "")));
  return (place: string) => (files.size > 1 ? place : place.replace(/^.*:/, ":"));
});

interface LineProps {
  row: number;
  here: boolean;
  lanes: string;
  heat: string;
  width: number;
  title: string;
}
/** Drawn anew only when something of it changed: a file may have thousands of lines. */
class Line extends Component<LineProps> {
  shouldComponentUpdate(next: LineProps) {
    return (Object.keys(next) as (keyof LineProps)[]).some((k) => next[k] !== this.props[k]);
  }
  render({ row, here, lanes, heat, width, title }: LineProps) {
    const { lines } = run.value.data;
    const line = lines.number[row];
    return (
      <div role="listitem" data-line={line} class={here ? "line here" : "line"} aria-current={here ? "step" : undefined}>
        <span class="n">{line}</span>
        {withCuda.value && <span class="cuda" title={lines.cuda[row]}>{shortPlace.value(lines.cuda[row])}</span>}
        <span class="heat" title={title}>
          {heat && <i style={{ width: `${100 * width}%` }} />}
          {heat && <em>{heat}</em>}
        </span>
        {lines.code[row] ? (
          <button type="button" class="text" tabIndex={-1}
            title={`${plural(lines.executed[row], "execution")} in the whole run; show those of this window`}
            onClick={() => (selection.value = { kind: "line", line })}>
            <Code text={lines.text[row]} />
          </button>
        ) : (
          <span class="text"><Code text={lines.text[row]} /></span>
        )}
        {lanes && (
          <span class="who">
            {lanes.split(",").map((entry) => {
              const [lane, n] = entry.split(":").map(Number) as [Lane, number];
              return <span class={`tag lane-${Lane[lane]}`} title={laneWords[lane].text}>{n} {laneWords[lane].name}</span>;
            })}
          </span>
        )}
      </div>
    );
  }
}

export function Source() {
  const list = useRef<HTMLDivElement>(null);
  const r = run.value;
  const { lines } = r.data;
  const heatNow = useComputed(() => {
    const h = heats().find((x) => x.name === heat.value)!;
    const values = lines.number.map((_, row) => h.of(row));
    return { values, most: values.reduce((a, b) => Math.max(a, b), 1), all: values.reduce((a, b) => a + b, 0), show: h.show };
  });
  const here = useComputed(() => r.lineOf(r.data.issues.pc[at.value]));
  const lanes = useComputed(lanesByLine);
  useSignalEffect(() => {
    const box = list.current;
    const row = box?.querySelector<HTMLElement>(`[data-line="${here.value}"]`);
    if (!box || !row) return;
    const top = row.offsetTop, bottom = top + row.offsetHeight;
    if (top < box.scrollTop + 40 || bottom > box.scrollTop + box.clientHeight - 40)
      box.scrollTop = top - box.clientHeight / 2;
  });
  return (
    <section class="panel source" aria-label="Source">
      <h2>
        {r.data.file.split("/").pop()}
        <label>
          heat:{" "}
          <select aria-label="What the heat of a line shows" value={heat.value} onChange={(e) => (heat.value = e.currentTarget.value)}>
            {heats().map((h) => <option value={h.name}>{h.label}</option>)}
          </select>
        </label>
      </h2>
      <div class={withCuda.value ? "lines with-cuda" : "lines"} ref={list} tabIndex={0} role="list" aria-label="Lines of the source">
        {lines.number.map((line, row) => {
          const v = heatNow.value.values[row];
          return (
            <Line key={line} row={row} here={line === here.value} lanes={lanes.value.get(line) ?? ""}
              heat={v > 0 ? heatNow.value.show(v, heatNow.value.all) : ""} width={v / heatNow.value.most}
              title={v > 0 ? `${number(v)} in the whole run` : ""} />
          );
        })}
      </div>
    </section>
  );
}
