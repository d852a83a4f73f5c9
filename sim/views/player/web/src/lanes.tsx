// The lanes of the warp: now, and over time.
import { useComputed } from "@preact/signals";
import { Canvas } from "./canvas";
import { laneColor, value } from "./colors";
import { Lane, count } from "./run";
import { at, go, run, warp } from "./state";
import { laneWords, plural } from "./words";

const kNarrow = 11, kWide = 26, kRow = 7, kTop = 16, kLeft = 22;

function Strip() {
  const r = run.value;
  const views = r.lanes(at.value);
  return (
    <ol class="lanes" aria-label="Lanes of this instruction">
      {views.map(({ lane, pc }, i) => (
        <li
          data-lane={i}
          data-state={laneWords[lane].name}
          class={`lane lane-${Lane[lane]}`}
          title={`lane ${i}: ${laneWords[lane].name}, ${laneWords[lane].text}${pc >= 0 ? `; at line ${r.lineOf(pc)}` : ""}`}
        >
          <span class="n">{i}</span>
          <span class="at">{pc >= 0 ? r.lineOf(pc) : ""}</span>
          <span class="visually-hidden">{laneWords[lane].name}</span>
        </li>
      ))}
    </ol>
  );
}

function History() {
  const r = run.value;
  const size = r.data.machine.warpSize;
  const columnOf = (width: number) =>
    Math.max(kNarrow, Math.min(kWide, Math.floor((width - kLeft) / r.issuesOf[warp.value].length)));
  const columns = (width: number) => Math.max(1, Math.floor((width - kLeft) / columnOf(width)));
  // The instruction at hand stands at three quarters, or the picture starts with the warp.
  const first = (width: number) => {
    const n = r.issuesOf[warp.value].length;
    const place = r.place(at.value);
    return Math.max(0, Math.min(place - Math.floor(columns(width) * 0.6), n - columns(width)));
  };
  const draw = (g: CanvasRenderingContext2D, { width }: { width: number }) => {
    const own = r.issuesOf[warp.value];
    const kColumn = columnOf(width);
    const from = first(width);
    const here = r.place(at.value) - from;
    g.font = "10px ui-monospace, monospace";
    g.fillStyle = value("--dim");
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (let lane = 0; lane < size; lane += 4) g.fillText(String(lane), kLeft - 5, kTop + (lane + 0.5) * kRow);
    let lastLabel = -100;
    for (let c = 0; c < columns(width) && from + c < own.length; ++c) {
      const i = own[from + c];
      const x = kLeft + c * kColumn;
      r.lanes(i).forEach(({ lane }, row) => {
        g.fillStyle = value(laneColor[lane]);
        g.fillRect(x, kTop + row * kRow, kColumn - 1, kRow - 1);
      });
      if (c === here || (x - lastLabel > 24 && Math.abs(c - here) * kColumn > 24)) {
        lastLabel = x;
        g.fillStyle = value(c === here ? "--text" : "--dim");
        g.textAlign = "center";
        g.fillText(String(r.lineOf(r.data.issues.pc[i])), x + kColumn / 2, 7);
      }
    }
    g.strokeStyle = value("--accent");
    g.lineWidth = 2;
    g.strokeRect(kLeft + here * kColumn - 1.5, kTop - 1.5, kColumn + 2, size * kRow + 2);
  };
  return (
    <Canvas
      class="history"
      height={kTop + size * kRow + 4}
      label={`The lanes of ${r.warpName(warp.value)} over time: a column for each instruction, a row for each lane`}
      draw={draw}
      onPoint={(x, _y, kind, e) => {
        if (kind !== "click" || x < kLeft) return;
        const width = (e.currentTarget as HTMLElement).clientWidth;
        const i = r.issuesOf[warp.value][first(width) + Math.floor((x - kLeft) / columnOf(width))];
        if (i !== undefined) go(i);
      }}
    />
  );
}

export function Lanes() {
  const r = run.value;
  // What the picture shows, with the number of lanes now.
  const kinds = useComputed(() => {
    const seen = new Map<Lane, number>();
    const own = r.issuesOf[warp.value];
    const place = r.place(at.value);
    for (const i of own.slice(Math.max(0, place - 30), place + 20)) for (const { lane } of r.lanes(i)) seen.set(lane, 0);
    for (const { lane } of r.lanes(at.value)) seen.set(lane, seen.get(lane)! + 1);
    return seen;
  });
  const { executed, path } = r.data.issues;
  const off = count(path[at.value]) - count(executed[at.value]);
  return (
    <section class="panel" aria-label="Lanes">
      <h2>
        Lanes of {r.warpName(warp.value)}
        <span class="aside">
          {plural(count(path[at.value]), "lane")} in the path{off > 0 ? `, ${off} with a false guard` : ""}
        </span>
      </h2>
      <Strip />
      <p class="legend">
        {[...kinds.value].sort((a, b) => a[0] - b[0]).map(([lane, n]) => (
          <span class={n === 0 ? "dim" : ""} title={laneWords[lane].text}><i class={`swatch lane-${Lane[lane]}`} />{n > 0 ? n : ""} {laneWords[lane].name}</span>
        ))}
        <span class="dim">below a lane: its line</span>
      </p>
      <History />
      <p class="note">Each column is one instruction of this warp, headed by its line. Click one to go there.</p>
    </section>
  );
}
