// The lanes of the warp: now, and over time.
import { useComputed } from "@preact/signals";
import { Canvas, type Size } from "./canvas";
import { laneColor, value } from "./colors";
import { Lane } from "./run";
import { usePlayer } from "./state";
import { laneWords, lanesDo } from "./words";

const kNarrow = 11, kWide = 26, kTop = 16, kLeft = 22;

/** The lanes as instruction at hand issues. */
export function Strip() {
  const { run: r, at } = usePlayer();
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
  const { run: r, at, go, warp } = usePlayer();
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
  const draw = (g: CanvasRenderingContext2D, { width, height }: Size) => {
    const kRow = Math.max(3, Math.floor(((height - kTop - 4) / size) * 2) / 2);
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

/** The states of the lanes in the picture, with the number of lanes now. */
export function LaneLegend({ around = 0 }: { around?: number }) {
  const { run: r, at, warp } = usePlayer();
  const kinds = useComputed(() => {
    const seen = new Map<Lane, number>();
    const own = r.issuesOf[warp.value];
    const place = r.place(at.value);
    if (around > 0)
      for (const i of own.slice(Math.max(0, place - around), place + around)) for (const { lane } of r.lanes(i)) seen.set(lane, 0);
    for (const { lane } of r.lanes(at.value)) seen.set(lane, (seen.get(lane) ?? 0) + 1);
    return seen;
  });
  return (
    <p class="legend">
      {[...kinds.value].sort((a, b) => a[0] - b[0]).map(([lane, n]) => (
        <span class={n === 0 ? "dim" : ""} title={laneWords[lane].text}><i class={`swatch lane-${Lane[lane]}`} />{n > 0 ? n : ""} {lanesDo(n, lane)}</span>
      ))}
    </p>
  );
}

export function LanesOverTime() {
  return (
    <section class="panel lanes-time" aria-label="Lanes over time">
      <h2>Lanes over time <span class="aside">a column: an instruction, headed by its line; a row: a lane</span></h2>
      <LaneLegend around={30} />
      <History />
    </section>
  );
}
