// Of two runs: where they first diverge, and the figures that differ.
import { useSignal } from "@preact/signals";
import type { PageData, PlayerData } from "./data";

/** Of the time of the second run by that of the first. */
function speedWords(factor: number): string {
  const times = (factor < 1 ? 1 / factor : factor).toFixed(2);
  return times === "1.00" ? "(1.00x)" : `(${times}x ${factor < 1 ? "faster" : "slower"})`;
}

/** "5,019 → 4,614 cycles"; where a cycle is not as long in both, "2.53 → 3.02 µs" as well. */
function timeWords(a: PlayerData, b: PlayerData): string {
  const cycles = `${a.cycles.toLocaleString("en-US")} → ${b.cycles.toLocaleString("en-US")} cycles`;
  const sameClock = Math.abs(a.seconds * b.cycles - b.seconds * a.cycles) <= 1e-3 * a.seconds * b.cycles;
  if (sameClock) return cycles;
  const [unit, name] = Math.max(a.seconds, b.seconds) < 1e-3 ? [1e6, "µs"] : [1e3, "ms"];
  return `${cycles}, ${(a.seconds * unit).toFixed(2)} → ${(b.seconds * unit).toFixed(2)} ${name}`;
}

export function Differences({ page }: { page: PageData }) {
  const open = useSignal(false);
  const [a, b] = page.sides;
  const figures = page.figures ?? [];
  const cycles = a.status === "finished" && b.status === "finished";
  const factor = a.seconds > 0 ? b.seconds / a.seconds : 0;
  return (
    <section class="panel differences" aria-label="Differences">
      <h2>
        {cycles && <span>{timeWords(a, b)}{" "}
          <b class={factor < 0.995 ? "good" : factor > 1.005 ? "bad" : ""}>{speedWords(factor)}</b></span>}
        {!cycles && <span>{a.label}: {a.status}; {b.label}: {b.status}</span>}
        {figures.length === 0 ? <span>no figure differs</span> : <button type="button" class="link" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          {open.value ? "hide" : "show"} the {figures.length === 1 ? "figure that differs" : `${figures.length} figures that differ`}
        </button>}
      </h2>
      {page.first_divergence!.map((sentence) => <p class="note">{sentence}</p>)}
      {open.value && (
        <div class="scroll-x"><table>
          <thead><tr><th>figure</th><th class="num">{a.label}</th><th class="num">{b.label}</th><th class="num">change</th></tr></thead>
          <tbody>
            {figures.map(([section, label, before, after, change]) => (
              <tr><td>{label} <span class="dim">{section}</span></td><td class="num">{before}</td><td class="num">{after}</td><td class="num">{change}</td></tr>
            ))}
          </tbody>
        </table></div>
      )}
    </section>
  );
}
