// The keyboard. Keys of a focused control (typing, a slider's arrows) stay with it.
import { togglePlay } from "./transport";
import { at, atPosition, follow, go, helpOpen, jump, jumps, move, run, selection, speed, trackLength } from "./state";
import { cycleTheme } from "./theme";
import { fit, zoom } from "./timeline";

function otherWarp(step: 1 | -1) {
  const r = run.value;
  const next = r.warpOf(at.value) + step;
  const own = r.issuesOf[next];
  if (!own?.length) return;
  const cycle = r.data.issues.cycle[at.value];
  go(own.find((i) => r.data.issues.cycle[i] >= cycle) ?? own[own.length - 1]);
}

function changeSpeed(step: 1 | -1) {
  const speeds = [1, 2, 4, 10, 30, 100, 1000];
  const now = speeds.indexOf(speed.value);
  speed.value = speeds[Math.max(0, Math.min(speeds.length - 1, now + step))];
}

const kActions: Record<string, (shift: boolean) => void> = {
  " ": togglePlay,
  ArrowRight: (shift) => move(shift ? 10 : 1),
  ArrowLeft: (shift) => move(shift ? -10 : -1),
  ArrowUp: () => otherWarp(-1),
  ArrowDown: () => otherWarp(1),
  Home: () => go(atPosition(0)),
  End: () => go(atPosition(trackLength.value - 1)),
  f: () => (follow.value = follow.value === "warp" ? "all" : "warp"),
  "+": () => zoom(0.5),
  "=": () => zoom(0.5),
  "-": () => zoom(2),
  "0": fit,
  "<": () => changeSpeed(-1),
  ">": () => changeSpeed(1),
  l: () => (selection.value = { kind: "line", line: run.value.lineOf(run.value.data.issues.pc[at.value]) }),
  t: cycleTheme,
  "?": () => (helpOpen.value = !helpOpen.value),
  "/": () => {
    selection.value = null;
    setTimeout(() => document.getElementById("filter")?.focus());
  },
};
for (const j of jumps) kActions[j.key] = (shift) => jump(j.kind, shift ? -1 : 1);

export function listen() {
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || (helpOpen.value && e.key !== "?")) return;
    const target = e.target as HTMLElement;
    const types = target.matches("input[type=search], select");
    const presses = target.matches("button, summary") && (e.key === " " || e.key === "Enter");
    const slides = target.matches("input[type=range]") && /^(Arrow|Home|End)/.test(e.key);
    const scrolls = target.matches(".lines, .rows, .scroll, .banks-box, .sectors-box") && /^Arrow(Up|Down)$/.test(e.key);
    if (types || presses || slides || scrolls) return;
    const action = kActions[e.key] ?? kActions[e.key.toLowerCase()];
    if (!action) return;
    e.preventDefault();
    action(e.shiftKey);
  });
}
