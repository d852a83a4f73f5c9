// Counters, the lines that make them up, and of a line each execution.
import { useComputed, useSignal } from "@preact/signals";
import { type Player, usePlayer } from "./state";
import { count } from "./run";
import { lanesText, number, percent, plural, stateName } from "./words";
import { Rows } from "./rows";

/** Something that happened at an instruction of the window and counted by so much. */
interface Part {
  issue: number; // -1: it has not issued
  pc: number;
  warp: number;
  cycle: number;
  by: number;
}

function partsOf({ run: r, selection }: Player): Part[] {
  const s = selection.value;
  const { issues } = r.data;
  if (s === null) return [];
  const out: Part[] = [];
  if (s.kind === "stall") {
    const { waits } = r.data;
    for (let w = 0; w < waits.state.length; ++w)
      if (waits.state[w] === s.index)
        out.push({ issue: r.issueOfWait(w), pc: waits.pc[w], warp: waits.warp[w], cycle: waits.from[w], by: waits.cycles[w] });
    return out.sort((a, b) => a.cycle - b.cycle);
  }
  for (let i = 0; i < r.length; ++i) {
    const by = s.kind === "counter" ? r.partOf(i, s.index) : r.lineOf(issues.pc[i]) === s.line ? 1 : 0;
    if (by > 0) out.push({ issue: i, pc: issues.pc[i], warp: issues.warp[i], cycle: issues.cycle[i], by });
  }
  return out;
}

function Overview() {
  const { run, selection } = usePlayer();
  const { counters, stalls, parts, issues, shown } = run.data;
  const filter = useSignal("");
  const inWindow = useComputed(() => {
    const sums = counters.map(() => 0);
    for (const p of issues.parts) for (let k = 0; k < parts[p].length; k += 2) sums[parts[p][k]] += parts[p][k + 1];
    return sums;
  });
  const cyclesHere = useComputed(() => {
    const { waits } = run.data;
    const sums = stalls.map(() => 0);
    waits.state.forEach((s, w) => (sums[s] += waits.cycles[w]));
    return sums;
  });
  const fits = (...texts: string[]) => texts.some((t) => t.toLowerCase().includes(filter.value.toLowerCase()));
  return (
    <>
      <input type="search" id="filter" aria-label="Filter the counters" placeholder="filter: sectors, bank, branch ..." value={filter.value}
        onInput={(e) => (filter.value = e.currentTarget.value)} />
      <table class="counters">
        <thead><tr><th>counter</th><th class="num">whole run</th>{!shown.whole && <th class="num">shown here</th>}</tr></thead>
        <tbody>
          {counters.map((c, index) => c.value > 0 && fits(c.name, c.text) && (
            <tr>
              <td>
                {inWindow.value[index] > 0
                  ? <button type="button" class="link" onClick={() => (selection.value = { kind: "counter", index })}>{c.text}</button>
                  : <span title="It depends on time, or nothing of it is in this window">{c.text}</span>}
                <span class="metric">{c.name}</span>
              </td>
              <td class="num">{number(c.value)} <span class="dim">{c.unit}</span></td>
              {!shown.whole && <td class="num">{inWindow.value[index] > 0 ? number(inWindow.value[index]) : ""}</td>}
            </tr>
          ))}
          {stalls.map((s, index) => s.cycles > 0 && fits(s.name, stateName(s.name), s.text, "stall") && (
            <tr>
              <td>
                <button type="button" class="link" onClick={() => (selection.value = { kind: "stall", index })}>cycles: {stateName(s.name)}</button>
                <span class="metric">{s.text}</span>
              </td>
              <td class="num">{number(s.cycles)} <span class="dim">warp cycles</span></td>{!shown.whole && <td class="num">{number(cyclesHere.value[index])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function title({ run, selection }: Player): string {
  const s = selection.value!;
  const { counters, stalls } = run.data;
  if (s.kind === "line") return `executions of line ${s.line}`;
  return s.kind === "counter" ? counters[s.index].text : `cycles: ${stateName(stalls[s.index].name)}`;
}

function Lines({ parts }: { parts: Part[] }) {
  const { run: r, selection } = usePlayer();
  const sums = new Map<number, { by: number; times: number }>();
  let all = 0;
  for (const p of parts) {
    const line = r.lineOf(p.pc);
    const sum = sums.get(line) ?? { by: 0, times: 0 };
    sums.set(line, { by: sum.by + p.by, times: sum.times + 1 });
    all += p.by;
  }
  const s = selection.value as { kind: "counter" | "stall"; index: number };
  return (
    <table class="drill">
      <thead><tr><th>line</th><th>IR</th><th class="num">{number(all)} in this window</th><th class="num">times</th></tr></thead>
      <tbody>
        {[...sums].sort((a, b) => b[1].by - a[1].by).map(([line, sum]) => (
          <tr>
            <td><button type="button" class="link" onClick={() => (selection.value = { ...s, line })}>{line}</button></td>
            <td class="ir"><code>{r.data.lines.text[r.lineIndex.get(line) ?? 0]?.trim()}</code></td>
            <td class="num"><span class="share"><i style={{ width: percent(sum.by, all) }} /></span>{number(sum.by)} <span class="dim">{percent(sum.by, all)}</span></td>
            <td class="num">{number(sum.times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Executions({ parts, unit }: { parts: Part[]; unit: string }) {
  const { run: r, at, go } = usePlayer();
  const { issues } = r.data;
  return (
    <Rows
      label="Executions"
      total={parts.length}
      row={(n) => {
        const p = parts[n];
        const access = p.issue < 0 ? [] : r.accesses(p.issue);
        return (
          <button type="button" class={p.issue === at.value ? "execution here" : "execution"} disabled={p.issue < 0}
            onClick={() => go(p.issue)}>
            <span>cycle {number(p.cycle)}</span>
            <span>{r.warpName(p.warp)}</span>
            <span>{p.issue >= 0 ? `${count(issues.executed[p.issue])} lanes: ${lanesText(issues.executed[p.issue]).replace(/^lanes? /, "")}` : "has not issued"}</span>
            <span>{access.map((a) => `${a.pattern.space}: ${a.pattern.cost} for ${a.pattern.ideal}`).join(", ")}</span>
            {unit !== "" && <b>{number(p.by)} {unit}</b>}
          </button>
        );
      }}
    />
  );
}

export function Counters() {
  const player = usePlayer();
  const { run: r, selection } = player;
  const s = selection.value;
  const parts = useComputed(() => partsOf(player));
  const line = s?.kind === "line" ? s.line : s?.line;
  const ofLine = useComputed(() => (line === undefined ? parts.value : parts.value.filter((p) => r.lineOf(p.pc) === line)));
  return (
    <section class="panel counters-panel" aria-label="Counters">
      <h2>
        {s === null ? "Counters" : (
          <nav aria-label="Where in the counters">
            <button type="button" class="link" id="all-counters" onClick={() => (selection.value = null)}>Counters</button>
            <span aria-hidden="true"> › </span>
            {s.kind !== "line" && line !== undefined
              ? <><button type="button" class="link" onClick={() => (selection.value = { kind: s.kind, index: s.index })}>{title(player)}</button><span aria-hidden="true"> › </span>line {line}</>
              : title(player)}
          </nav>
        )}
      </h2>
      {s === null ? <Overview /> : line === undefined ? <Lines parts={parts.value} /> : (
        <>
          <p class="note"><code>{r.data.lines.text[r.lineIndex.get(line) ?? 0]?.trim()}</code> {plural(ofLine.value.length, "time")} in this window; click one to go there.</p>
          <Executions parts={ofLine.value} unit={s.kind === "counter" ? r.data.counters[s.index].unit : s.kind === "stall" ? "cycles" : ""} />
        </>
      )}
    </section>
  );
}
