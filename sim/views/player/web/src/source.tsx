// CUDA and the instructions that the compiler made of it, side by side and in step: what each line
// cost in the whole run, and where the warp's lanes are now.
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Place, cudaLine, cudaSource, rowOf } from "./cuda_source";
import { hiddenRows } from "./hidden";
import { follow, keepInSight, touches } from "./in_step";
import { Fold, Line, headerRuns } from "./listing";
import { short } from "./mangled";
import { Lane, type Run } from "./run";
import { heat, type Player, usePlayer } from "./state";
import { number, percent, plural } from "./words";

interface Heat {
  name: string;
  label: string;
  of: (row: number) => number;
  all?: (row: number) => number; // of which it is a share; else of its own sum
  show: (value: number, all: number) => string;
}
function heats({ data, selected }: Run): Heat[] {
  const { lines } = data;
  const warpSize = data.machine.warpSize;
  const share = (v: number, all: number) => percent(v, all);
  const sum = (v: number) => number(v);
  return [
    { name: "waiting", label: "cycles waited", show: share,
      of: (l) => lines.stall[l].reduce((a, b, i) => a + (i === selected ? 0 : b), 0),
      all: (l) => lines.stall[l].reduce((a, b) => a + b, 0) }, // of warps' cycles, as in the report
    { name: "executed", label: "executions", of: (l) => lines.executed[l], show: sum },
    { name: "idle", label: "lanes off", of: (l) => lines.executed[l] * warpSize - lines.threads[l], show: sum },
    { name: "divergent", label: "divergences", of: (l) => lines.divergent[l], show: sum },
    { name: "conflicts", label: "bank conflicts", of: (l) => Math.max(0, lines.wavefronts[l] - lines.wavefrontsIdeal[l]), show: sum },
    { name: "sectors", label: "excess sectors", of: (l) => Math.max(0, lines.sectors[l] - lines.sectorsIdeal[l]), show: sum },
  ];
}

const kTints = 6;
const kBrief = 24; // lines of CUDA that a desk has room for
const kOpcode = 13; // characters that operands stand after, beside CUDA

/** By line, the lanes of the warp that are there while the instruction issues: "0:4,2:28". */
function lanesByLine({ run, at }: Player): Map<number, string> {
  const counts = new Map<number, Map<Lane, number>>();
  for (const { lane, pc } of run.lanes(at.value)) {
    if (pc < 0) continue;
    const kinds = counts.get(run.lineOf(pc)) ?? new Map<Lane, number>();
    counts.set(run.lineOf(pc), kinds.set(lane, (kinds.get(lane) ?? 0) + 1));
  }
  return new Map([...counts].map(([line, kinds]) => [line, [...kinds].sort((a, b) => a[0] - b[0]).map((k) => k.join(":")).join()]));
}

export function Source() {
  const player = usePlayer();
  const { run: r, at, selection, go } = player;
  const { data } = r;
  const { lines } = data;
  const ptxBox = useRef<HTMLDivElement>(null), cudaBox = useRef<HTMLDivElement>(null);
  const pointed = useSignal<Place>("");
  const cuda = useComputed(() => cudaSource(r));
  const fileChosen = useSignal(-1);
  const heatNow = useComputed(() => {
    const h = heats(r).find((x) => x.name === heat.value)!;
    const values = lines.number.map((_, row) => h.of(row));
    const sums = new Map<Place, number>();
    cuda.value.rows.forEach((p, row) => p !== "" && sums.set(p, (sums.get(p) ?? 0) + values[row]));
    return {
      values, sums, most: values.reduce((a, b) => Math.max(a, b), 1), mostCuda: Math.max(1, ...sums.values()),
      all: lines.number.reduce((sum, _, row) => sum + (h.all ?? h.of)(row), 0), show: h.show,
    };
  });
  const here = useComputed(() => r.lineOf(data.issues.pc[at.value]));
  const hereRow = useComputed(() => r.lineIndex.get(here.value) ?? -1);
  const chain = useComputed(() => cuda.value.chains[hereRow.value] ?? []);
  const lanes = useComputed(() => lanesByLine(player));
  const file = useComputed(() => {
    if (cuda.value.files.includes(fileChosen.value)) return fileChosen.value;
    const now = chain.value.length > 0 ? Number(chain.value[0].split(":")[0]) : -1;
    return now >= 0 ? now : (cuda.value.files[0] ?? -1);
  });
  const cudaLineOf = (line: number) => cudaLine(cuda.value, r.lineIndex.get(line) ?? -1, file.value);
  const ptxLineOf = (line: number) => lines.number[rowOf(cuda.value, `${file.value}:${line}`)];
  useSignalEffect(() => keepInSight(ptxBox.current, here.value));
  useSignalEffect(() => {
    keepInSight(cudaBox.current, cudaLineOf(here.value));
  });
  const text = data.cuda?.files[file.value];
  const withCuda = text !== undefined && text.lines.length > 0;
  // In a box of another width lines are broken elsewhere: a telephone that is turned.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      keepInSight(ptxBox.current, here.peek());
      keepInSight(cudaBox.current, cudaLineOf(here.peek()));
    });
    for (const box of [ptxBox.current, cudaBox.current]) if (box) observer.observe(box);
    return () => observer.disconnect();
  }, [withCuda]);
  const tint = (p: Place | "") => (p === "" ? 0 : 1 + ((cuda.value.order.get(p) ?? 0) % kTints));
  const show = (v: number) => (v > 0 ? heatNow.value.show(v, heatNow.value.all) : "");
  /** To the next instruction of a CUDA line in this warp. */
  const toPlace = (place: Place) => {
    const own = r.issuesOf[player.warp.value];
    const at_ = r.place(at.value);
    const is = (i: number) => {
      const row = r.lineIndex.get(r.lineOf(data.issues.pc[i]));
      return row !== undefined && cuda.value.rows[row] === place;
    };
    const found = own.slice(at_ + 1).find(is) ?? own.find(is);
    if (found !== undefined) go(found);
    else keepInSight(ptxBox.current, ptxLineOf(Number(place.split(":")[1])));
  };
  /** Lists the executions of a line of PTX, and shows the CUDA line that it belongs to. */
  const toLine = (line: number) => {
    selection.value = { kind: "line", line };
    keepInSight(cudaBox.current, cudaLineOf(line));
  };
  const folds = useSignal(true);
  const hidden = useComputed(() => hiddenRows(lines.text, lines.code));
  const headers = useComputed(() => headerRuns(lines.text));
  const cudaHeaders = useComputed(() => headerRuns(data.cuda?.files[file.value]?.lines ?? []));
  /** Rows with those of the launch folded to one. */
  function folded<T>(texts: T[], runs: Map<number, number>, row: (text: T, i: number) => preact.JSX.Element | null) {
    const out: (preact.JSX.Element | null)[] = [];
    for (let i = 0; i < texts.length; ++i) {
      const n = runs.get(i);
      if (n !== undefined) out.push(<Fold key={`fold ${i}`} lines={n} open={!folds.value} onClick={() => (folds.value = !folds.value)} />);
      if (n !== undefined && folds.value) i += n - 1;
      else out.push(row(texts[i], i));
    }
    return out;
  }
  // Beside CUDA there is little room: what all instructions are indented by goes, and wide gaps.
  const narrowed = (t: string) =>
    t.replace(/^\s+/, "  ").replace(/^(\s*(?:@!?%\w+\s+)?[a-z][\w.:]*)\s+/, (_, head: string) => `${head.padEnd(kOpcode)} `);
  const shown = (t: string) => (withCuda ? narrowed(short(t, data.kernel)) : t);
  const cudaTexts = withCuda ? text.lines.filter((t) => !/^\s*\/\/!/.test(t)) : [];
  const brief = withCuda && cudaTexts.length <= kBrief;
  const longest = cudaTexts.reduce((n, t) => Math.max(n, t.length), 0);
  const ptx = (
    <div class="lines ptx" ref={ptxBox} {...touches} onScroll={() => follow(ptxBox.current, cudaBox.current, cudaLineOf)} tabIndex={0} role="list" aria-label="Instructions">
      {folded(lines.number, headers.value, (line, row) => {
        if (hidden.value[row]) return null;
        const v = heatNow.value.values[row];
        const p = cuda.value.rows[row];
        return (
          <Line key={line} line={line} text={shown(lines.text[row])} code={lines.code[row] !== 0} here={line === here.value}
            related={p !== "" && pointed.value === p} tint={tint(p)}
            lanes={lanes.value.get(line) ?? ""} heat={show(v)} width={v / heatNow.value.most}
            title={`${short(lines.text[row], data.kernel) === lines.text[row] ? "" : `${lines.text[row].trim()}\n`}${lines.cuda[row] ? `${lines.cuda[row]}; ` : ""}${plural(lines.executed[row], "execution")} in the whole run; click: those of this window`}
            onClick={() => toLine(line)} onPoint={(on) => (pointed.value = on ? p : "")} />
        );
      })}
    </div>
  );
  return (
    <section class="panel source" aria-label="Source">
      <h2>
        {withCuda && cuda.value.files.length > 1 ? (
          <select aria-label="CUDA file" value={String(file.value)} onChange={(e) => (fileChosen.value = Number(e.currentTarget.value))}>
            {cuda.value.files.map((f) => <option value={String(f)}>{data.cuda!.files[f].path.split("/").pop()}</option>)}
          </select>
        ) : withCuda && <span>{text.path.split("/").pop()}</span>}
        <span>{data.file.split("/").pop()}</span>
        <label>
          heat:{" "}
          <select aria-label="What the heat of a line shows" value={heat.value} onChange={(e) => (heat.value = e.currentTarget.value)}>
            {heats(r).map((h) => <option value={h.name}>{h.label}</option>)}
          </select>
        </label>
      </h2>
      <div class={withCuda ? (brief ? "listings two brief" : "listings two") : "listings"} style={brief ? { "--longest": longest } : undefined}>
        {withCuda && (
          <div class="lines cuda-lines" ref={cudaBox} {...touches} onScroll={() => follow(cudaBox.current, ptxBox.current, ptxLineOf)} tabIndex={0} role="list" aria-label="CUDA">
            {folded(text.lines, cudaHeaders.value, (line, i) => {
              const place = `${file.value}:${i + 1}`;
              const v = heatNow.value.sums.get(place) ?? 0;
              const coded = cuda.value.order.has(place);
              return (
                <Line key={i} line={i + 1} text={line} cuda={true} code={coded} here={chain.value[0] === place}
                  related={pointed.value === place || chain.value.slice(1).includes(place)} tint={coded ? tint(place) : 0} lanes=""
                  heat={show(v)} width={v / heatNow.value.mostCuda}
                  title={chain.value.slice(1).includes(place) ? "the call that the instruction was inlined at" : coded ? "click: its next instruction in this warp" : ""}
                  onClick={() => toPlace(place)} onPoint={(on) => (pointed.value = on && coded ? place : "")} />
              );
            })}
          </div>
        )}
        {ptx}
      </div>
    </section>
  );
}
