// What the reader has chosen: the instruction at hand, how the player moves, what is selected.
import { computed, signal } from "@preact/signals";
import type { Run } from "./run";

export const run = signal<Run>(null!);
export const at = signal(0); // index of the instruction that issues
export const follow = signal<"warp" | "all">("warp");
export const playing = signal(false);
export const speed = signal(4); // instructions a second
export const theme = signal<"auto" | "light" | "dark">("auto");
export const helpOpen = signal(false);
export const heat = signal("waiting");

/** What the table of counters is opened at. */
export type Selection =
  | { kind: "counter"; index: number; line?: number }
  | { kind: "stall"; index: number; line?: number }
  | { kind: "line"; line: number };
export const selection = signal<Selection | null>(null);

/** The cycles that the timeline shows. */
export const view = signal<[number, number]>([0, 1]);

export const warp = computed(() => run.value.warpOf(at.value));
/** The instructions that the player moves through. */
export const track = computed<number[] | null>(() =>
  follow.value === "warp" ? run.value.issuesOf[warp.value] : null,
);
export const trackLength = computed(() => track.value?.length ?? run.value.length);
export const position = computed(() => (track.value ? run.value.place(at.value) : at.value));
export const atPosition = (p: number) => (track.value ? track.value[p] : p);

export function go(issue: number) {
  at.value = Math.max(0, Math.min(run.value.length - 1, issue));
  const cycle = run.value.data.issues.cycle[at.value];
  const [from, to] = view.value;
  if (cycle < from || cycle >= to) {
    const { shown } = run.value.data;
    const start = Math.max(shown.from, Math.min(cycle - (to - from) / 2, shown.to - (to - from)));
    view.value = [start, start + to - from];
  }
}
export function move(steps: number) {
  const p = position.value + steps;
  go(atPosition(Math.max(0, Math.min(trackLength.value - 1, p))));
}
export const atEnd = () => position.value >= trackLength.value - 1;

export const kStallWorthAJump = 20; // cycles

export type Jump = "divergence" | "conflict" | "waste" | "stall" | "memory";
export const jumps: { kind: Jump; key: string; label: string; title: string }[] = [
  { kind: "divergence", key: "d", label: "divergence", title: "a branch that splits the lanes" },
  { kind: "conflict", key: "c", label: "bank conflict", title: "a shared access that takes more wavefronts than it needs" },
  { kind: "waste", key: "w", label: "wasted sector", title: "an access that takes more sectors (constant memory: passes) than it needs" },
  { kind: "stall", key: "s", label: "stall", title: `an instruction that waited ${kStallWorthAJump} cycles or more` },
  { kind: "memory", key: "m", label: "memory access", title: "an instruction that accesses memory" },
];
function matches(kind: Jump, i: number): boolean {
  const r = run.value;
  if (kind === "divergence") return r.diverges(i);
  if (kind === "conflict") return r.conflicts(i);
  if (kind === "waste") return r.wastes(i);
  if (kind === "stall") return r.stalledBefore(i) >= kStallWorthAJump;
  return r.data.issues.accesses[i] > 0;
}
/** Where the next one is; -1: there is none. */
export function find(kind: Jump, step: 1 | -1): number {
  for (let p = position.value + step; p >= 0 && p < trackLength.value; p += step)
    if (matches(kind, atPosition(p))) return atPosition(p);
  return -1;
}
export const message = signal("");
export function jump(kind: Jump, step: 1 | -1) {
  const found = find(kind, step);
  const what = jumps.find((j) => j.kind === kind)!;
  const where = follow.value === "warp" ? "in this warp (f: look through all warps)" : "in this window";
  message.value = found < 0 ? `No ${step > 0 ? "further" : "earlier"} ${what.label} ${where}` : "";
  if (found >= 0) go(found);
}
