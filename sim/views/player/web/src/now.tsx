// The instruction at hand: its text, its lanes, and what it does in plain words.
import { LaneLegend, Strip } from "./lanes";
import { sentences } from "./branch";
import { count } from "./run";
import { usePlayer } from "./state";
import { plural } from "./words";

const kClass = { DIVERGES: "tag-diverges", RECONVERGES: "tag-reconverges", WAITS: "tag-waits", ENDS: "tag-ends" };

export function Now() {
  const { run: r, at, warp } = usePlayer();
  const { issues } = r.data;
  const pc = issues.pc[at.value];
  const [place] = r.cudaOf(pc);
  const path = count(issues.path[at.value]);
  return (
    <section class="panel now" aria-label="Lanes">
      <h2>
        <span class="warp-name">{r.warpName(warp.value)}</span>
        <code class="current">{r.textOf(pc)}</code>
        <span class="aside">{place ? `${place.file}:${place.line}, ${r.data.textName} ` : ""}line {r.lineOf(pc)}, {plural(path, "lane")} in the path</span>
      </h2>
      <Strip />
      <div class="told">
      <LaneLegend />
      <ul class="words" aria-live="polite">
        {sentences(r, at.value).map((s) => (
          <li>{s.tag && <b class={`tag ${kClass[s.tag]}`}>{s.tag}</b>} {s.text}</li>
        ))}
      </ul>
      </div>
    </section>
  );
}
