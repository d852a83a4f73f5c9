// Draws rows of warps over time. Where a pixel covers several cycles, it shows the state that takes
// most of them, so that a long run costs as much to draw as a short one.
import { scaleLinear } from "d3-scale";
import type { Size } from "./canvas";
import { stateColor, value } from "./colors";
import type { Run } from "./run";

export const kRow = 14, kAxis = 18, kLeft = 96;

export interface Row {
  label: string;
  warps: number[]; // one after the other in a slot
}

export function rowsOf(run: Run): Row[] {
  const { sm, slot } = run.data.warps;
  const many = sm.some((s) => s !== sm[0]);
  const rows = new Map<string, Row>();
  const order = sm.map((_, w) => w).sort((a, b) => sm[a] - sm[b] || slot[a] - slot[b] || a - b);
  for (const w of order) {
    const label = `${many ? `SM ${sm[w]} ` : ""}slot ${slot[w]}`;
    const row = rows.get(label) ?? { label, warps: [] };
    row.warps.push(w);
    rows.set(label, row);
  }
  return [...rows.values()];
}

export const scaleOf = (width: number, [from, to]: [number, number]) =>
  scaleLinear().domain([from, to]).range([kLeft, width - 6]);

/** First wait of the warp that ends after `cycle`. */
export function firstWait(run: Run, warp: number, cycle: number): number {
  const { from, cycles } = run.data.waits;
  let low = run.firstWaitOf[warp], high = run.firstWaitOf[warp + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle] + cycles[middle] <= cycle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The state of each pixel of a row; -1: no warp. */
function pixels(run: Run, row: Row, from: number, to: number, width: number): Int8Array {
  const out = new Int8Array(width).fill(-1);
  const most = new Float32Array(width);
  const scale = width / (to - from);
  const { waits } = run.data;
  const share = new Map<number, number>();
  for (const warp of row.warps) {
    let pixel = -1;
    for (let w = firstWait(run, warp, from); w < run.firstWaitOf[warp + 1] && waits.from[w] < to; ++w) {
      const x0 = Math.max(0, (waits.from[w] - from) * scale);
      const x1 = Math.min(width, (waits.from[w] + waits.cycles[w] - from) * scale);
      for (let p = Math.floor(x0); p < x1; ++p) {
        if (p !== pixel) share.clear();
        pixel = p;
        const sum = (share.get(waits.state[w]) ?? 0) + Math.min(x1, p + 1) - Math.max(x0, p);
        share.set(waits.state[w], sum);
        if (sum > most[p]) {
          most[p] = sum;
          out[p] = waits.state[w];
        }
      }
    }
  }
  return out;
}

function drawRow(g: CanvasRenderingContext2D, run: Run, row: Row, y: number, view: [number, number], width: number) {
  const states = pixels(run, row, view[0], view[1], width);
  for (let x = 0; x < width; ) {
    let end = x + 1;
    while (end < width && states[end] === states[x]) ++end;
    if (states[x] >= 0) {
      g.fillStyle = value(stateColor(run.data.stalls[states[x]].name));
      g.fillRect(kLeft + x, y + 1, end - x, kRow - 2);
    }
    x = end;
  }
}

export interface Scene {
  run: Run;
  rows: Row[];
  first: number; // row at the top
  view: [number, number];
  issue: number;
}
export function draw(g: CanvasRenderingContext2D, { width, height }: Size, scene: Scene) {
  const { run, rows, first, view, issue } = scene;
  const x = scaleOf(width, view);
  const visible = Math.ceil((height - kAxis) / kRow);
  g.font = "11px ui-sans-serif, system-ui, sans-serif";
  g.textBaseline = "middle";
  const mine = run.warpOf(issue);
  for (let r = 0; r < visible && first + r < rows.length; ++r) {
    const row = rows[first + r];
    const y = kAxis + r * kRow;
    const here = row.warps.includes(mine);
    if (here) {
      g.fillStyle = value("--row-here");
      g.fillRect(0, y, width, kRow);
    }
    g.fillStyle = value(here ? "--text" : "--dim");
    g.textAlign = "right";
    g.fillText(row.label, kLeft - 8, y + kRow / 2 + 1);
    drawRow(g, run, row, y, view, Math.max(1, Math.floor(width - kLeft - 6)));
  }
  g.fillStyle = value("--dim");
  for (const t of x.ticks(Math.max(2, width / 110))) {
    g.textAlign = x(t) > width - 30 ? "right" : "center";
    g.fillText(t.toLocaleString("en-US"), Math.min(x(t), width - 2), kAxis / 2);
    g.fillRect(x(t), kAxis - 4, 1, 4);
  }
  const cycle = run.data.issues.cycle[issue];
  if (cycle >= view[0] && cycle < view[1]) {
    g.fillStyle = value("--accent");
    g.fillRect(x(cycle) - 0.5, 0, Math.max(1.5, x(cycle + 1) - x(cycle)), height);
  }
}
