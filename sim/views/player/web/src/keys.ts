// The keyboard. Keys of a focused control (typing, a slider's arrows) stay with it.
import { toggleFollow, togglePlay } from "./transport";
import { helpOpen, jumps, leader, speed } from "./state";
import { cycleTheme } from "./theme";
import { fit, zoom } from "./timeline";

function otherWarp(step: 1 | -1) {
  const { run: r, at, go } = leader();
  const next = r.warpOf(at.value) + step;
  const own = r.issuesOf[next];
  if (!own?.length) return;
  const cycle = r.data.issues.cycle[at.value];
  go(own.find((i) => r.data.issues.cycle[i] >= cycle) ?? own[own.length - 1]);
}

function listExecutions() {
  const { run, at, selection } = leader();
  selection.value = { kind: "line", line: run.lineOf(run.data.issues.pc[at.value]) };
}

function changeSpeed(step: 1 | -1) {
  const speeds = [1, 2, 4, 10, 30, 100, 1000];
  const now = speeds.indexOf(speed.value);
  speed.value = speeds[Math.max(0, Math.min(speeds.length - 1, now + step))];
}

const kActions: Record<string, (shift: boolean) => void> = {
  " ": togglePlay,
  ArrowRight: (shift) => leader().move(shift ? 10 : 1),
  ArrowLeft: (shift) => leader().move(shift ? -10 : -1),
  ArrowUp: () => otherWarp(-1),
  ArrowDown: () => otherWarp(1),
  Home: () => leader().go(leader().atPosition(0)),
  End: () => leader().go(leader().atPosition(leader().trackLength.value - 1)),
  f: () => toggleFollow(),
  "+": () => zoom(leader(), 0.5),
  "=": () => zoom(leader(), 0.5),
  "-": () => zoom(leader(), 2),
  "0": () => fit(leader()),
  "<": () => changeSpeed(-1),
  ">": () => changeSpeed(1),
  l: listExecutions,
  t: cycleTheme,
  "?": () => (helpOpen.value = !helpOpen.value),
  "/": () => {
    leader().selection.value = null;
    setTimeout(() => document.getElementById("filter")?.focus());
  },
};
for (const j of jumps) kActions[j.key] = (shift) => leader().jump(j.kind, shift ? -1 : 1);

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
