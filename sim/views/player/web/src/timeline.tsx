// Warps over time by state: zoom, move, point at a state, click to go there.
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Canvas } from "./canvas";
import { stateColor } from "./colors";
import { type Player, usePlayer } from "./state";
import { draw, firstWait, kAxis, kLeft, kRow, rowsOf, scaleOf } from "./timeline_draw";
import { number, percent, plural, stateName } from "./words";

export function zoom({ run, at, view }: Player, factor: number, around?: number) {
  const { shown, issues } = run.data;
  const [from, to] = view.value;
  const center = around ?? issues.cycle[at.value] + 0.5;
  const span = Math.min(shown.to - shown.from, Math.max(16, (to - from) * factor));
  const start = center - ((center - from) / (to - from)) * span;
  show({ run, view }, start, span);
}
function show({ run, view }: Pick<Player, "run" | "view">, start: number, span: number) {
  const { shown } = run.data;
  const from = Math.max(shown.from, Math.min(start, shown.to - span));
  view.value = [from, from + span];
}
export function fit({ run, view }: Player) {
  const { shown } = run.data;
  view.value = [shown.from, Math.max(shown.to, shown.from + 1)];
}

/** All of it, unless that is so long that single instructions vanish. */
export function firstView(player: Player) {
  const { from, to } = player.run.data.shown;
  fit(player);
  if (to - from > 20_000) show(player, from, 5_000);
}

/** The first row that is drawn: what is scrolled to the lower edge is then whole. */
const firstRow = (top: number) => Math.ceil(top / kRow);

const kShown = 0.001; // a smaller share is left out of the legend

function Legend() {
  const { run, selection } = usePlayer();
  const { stalls, waits } = run.data;
  const inWindow = useComputed(() => {
    const sums = stalls.map(() => 0);
    waits.state.forEach((s, i) => (sums[s] += waits.cycles[i]));
    return sums;
  });
  const all = inWindow.value.reduce((a, b) => a + b, 0);
  const order = stalls.map((_, i) => i).filter((i) => inWindow.value[i] >= kShown * all).sort((a, b) => inWindow.value[b] - inWindow.value[a]);
  return (
    <span class="legend">
      {order.map((i) => (
        <button type="button" title={`${stalls[i].text}: ${plural(inWindow.value[i], "warp cycle")}; show the lines`}
          onClick={() => (selection.value = { kind: "stall", index: i })}>
          <i class="swatch" style={{ background: `var(${stateColor(stalls[i].name)})` }} />
          {stateName(stalls[i].name)} <span class="dim">{percent(inWindow.value[i], all)}</span>
        </button>
      ))}
    </span>
  );
}

export function Timeline({ title = "Warps over time" }: { title?: string }) {
  const player = usePlayer();
  const { run: r, at, go, view, warp } = player;
  const rows = useComputed(() => rowsOf(r));
  const rowHere = useComputed(() => rows.value.findIndex((row) => row.warps.includes(warp.value)));
  const top = useSignal(0);
  const tip = useSignal<{ x: number; y: number; right: number; text: string } | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; view: [number, number]; moved: boolean } | null>(null);

  /** The warp and cycle under a point, and the wait there. */
  const pick = (x: number, y: number, width: number) => {
    const row = rows.value[firstRow(top.value) + Math.floor((y - kAxis) / kRow)];
    if (!row || x < kLeft || y < kAxis) return null;
    const cycle = scaleOf(width, view.value).invert(x);
    for (const warp of row.warps) {
      const w = firstWait(r, warp, cycle);
      if (w < r.firstWaitOf[warp + 1] && r.data.waits.from[w] <= cycle) return { warp, wait: r.wait(w) };
    }
    return null;
  };
  const onPoint = (x: number, y: number, kind: "move" | "click" | "leave", e: MouseEvent) => {
    const width = (e.currentTarget as HTMLElement).clientWidth;
    if (kind === "leave") tip.value = null;
    if (kind === "leave" || drag.current?.moved) return;
    const found = pick(x, y, width);
    if (kind === "click" && found) {
      const issue = r.issueOfWait(found.wait.index);
      if (issue >= 0) go(issue);
    }
    if (kind !== "move") return;
    tip.value = found && {
      x, y: y + top.value,
      right: x > width / 2 ? width - x : 0,
      text: `${r.warpName(found.warp)}, cycles ${number(found.wait.from)} to ${number(found.wait.to)}: ` +
        `${stateName(r.data.stalls[found.wait.state].name)}\nline ${r.lineOf(found.wait.pc)}: ${r.textOf(found.wait.pc)}`,
    };
  };
  useEffect(() => {
    const element = box.current!;
    const wheel = (e: WheelEvent) => {
      if (!e.ctrlKey && !e.shiftKey && element.scrollHeight > element.clientHeight && e.deltaX === 0) return;
      e.preventDefault();
      const [from, to] = view.value;
      if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) show(player, from + ((e.deltaX + e.deltaY) / 500) * (to - from), to - from);
      else zoom(player, Math.exp(e.deltaY / 300), scaleOf(element.clientWidth, view.value).invert(e.offsetX));
    };
    const move = (e: MouseEvent) => {
      const d = drag.current;
      if (!d) return;
      if (Math.abs(e.clientX - d.x) > 3) d.moved = true;
      const span = d.view[1] - d.view[0];
      if (d.moved) show(player, d.view[0] - ((e.clientX - d.x) / (element.clientWidth - kLeft)) * span, span);
    };
    const up = () => setTimeout(() => (drag.current = null));
    element.addEventListener("wheel", wheel, { passive: false });
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", up);
    return () => {
      element.removeEventListener("wheel", wheel);
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", up);
    };
  }, []);
  /** The warp at hand stays in sight. */
  const keepRow = (row: number) => {
    const y = row * kRow;
    const element = box.current;
    if (!element) return;
    const below = y + kRow + kAxis - element.clientHeight;
    if (y < element.scrollTop) element.scrollTop = y;
    else if (below > element.scrollTop) element.scrollTop = below;
    top.value = element.scrollTop; // the event of it comes later
  };
  useSignalEffect(() => keepRow(rowHere.value));
  // What stands above it decides how high it is.
  useEffect(() => {
    const observer = new ResizeObserver(() => keepRow(rowHere.peek()));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const height = kAxis + rows.value.length * kRow;
  return (
    <section class="panel timeline" aria-label="Warps over time">
      <h2>
        {title}
        <Legend />
        <span class="aside tools">
          <button type="button" aria-label="Zoom in" title="Zoom in (+; ctrl and wheel)" onClick={() => zoom(player, 0.5)}>+</button>
          <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={() => zoom(player, 2)}>−</button>
          <button type="button" title="Show all (0)" onClick={() => fit(player)}>all</button>
        </span>
      </h2>
      <div class="scroll" ref={box} data-first={firstRow(top.value)} data-here={rowHere.value} style={{ height: `min(${height + 2}px, var(--timeline))` }}
        onScroll={(e) => (top.value = e.currentTarget.scrollTop)}
        onMouseDown={(e) => (drag.current = { x: e.clientX, view: view.value, moved: false })}>
        <div class="spacer" style={{ height: `${height}px` }}>
          <Canvas
            class="warps"
            label={`${rows.value.length} warp slots over cycles ${Math.round(view.value[0])} to ${Math.round(view.value[1])}`}
            draw={(g, size) => draw(g, size, { run: r, rows: rows.value, first: firstRow(top.value), view: view.value, issue: at.value })}
            onPoint={onPoint}
          />
        </div>
        {tip.value && <div class="tip" style={tip.value.right
          ? { right: `${tip.value.right + 12}px`, top: `${tip.value.y + 14}px` }
          : { left: `${tip.value.x + 12}px`, top: `${tip.value.y + 14}px` }}>{tip.value.text}</div>}
      </div>
    </section>
  );
}
