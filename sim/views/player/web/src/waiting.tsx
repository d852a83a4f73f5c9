// Why the instruction at hand issued when it did, and not sooner.
import { stateColor } from "./colors";
import { usePlayer } from "./state";
import { number, plural, stateName } from "./words";

/** What the instruction adds to the counters. */
function Counts() {
  const { run, at, selection } = usePlayer();
  const { issues, parts, counters } = run.data;
  const added = parts[issues.parts[at.value]];
  const rows = [];
  for (let i = 0; i < added.length; i += 2) {
    const counter = counters[added[i]], index = added[i];
    rows.push(
      <li>
        <b>+{number(added[i + 1])}</b>{" "}
        <button type="button" class="link" title={counter.name} onClick={() => (selection.value = { kind: "counter", index })}>
          {counter.text}
        </button>
      </li>,
    );
  }
  return (
    <details>
      <summary>what it adds to the counters</summary>
      <ul class="counts">{rows}</ul>
    </details>
  );
}

export function Waiting() {
  const { run: r, at, go } = usePlayer();
  const { issues, stalls } = r.data;
  const waits = r.waitsFor(at.value);
  const all = waits.reduce((sum, w) => sum + w.to - w.from, 0);
  const ready = issues.ready[at.value];
  return (
    <section class="panel" aria-label="Waiting">
      <h2>Cycles of this instruction <span class="aside">{plural(all, "cycle")}</span></h2>
      <div class="bar" role="img" aria-label="Shares of the states">
        {waits.map((w) => (
          <i style={{ flexGrow: w.to - w.from, background: `var(${stateColor(stalls[w.state].name)})` }} />
        ))}
      </div>
      <ol class="waits">
        {waits.map((w) => (
          <li>
            <i class="swatch" style={{ background: `var(${stateColor(stalls[w.state].name)})` }} />
            <span class="from">{number(w.from)}</span>
            <b>{number(w.to - w.from)}</b> {stateName(stalls[w.state].name)}
            <span class="dim"> {stalls[w.state].text}</span>
          </li>
        ))}
      </ol>
      {r.waitedFor(at.value).map((i) => (
        <p class="note producer">
          waited for the result of{" "}
          <button type="button" class="link" onClick={() => go(i)}>line {r.lineOf(issues.pc[i])}</button>{" "}
          <code>{r.textOf(issues.pc[i])}</code>, issued at cycle {number(issues.cycle[i])}, ready at {number(issues.ready[i])}
        </p>
      ))}
      {ready > issues.cycle[at.value] && (
        <p class="note">Its result is ready at cycle {number(ready)}, {plural(ready - issues.cycle[at.value], "cycle")} after the issue{r.servedBy(at.value) && <>, from <b>{r.servedBy(at.value)}</b></>}.</p>
      )}
      <Counts />
    </section>
  );
}
