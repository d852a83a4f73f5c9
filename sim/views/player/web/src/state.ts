// What the reader has chosen: of each run the instruction at hand, what is selected, what the
// timeline shows; of the page how it plays and looks.
import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Run } from "./run";

export const playing = signal(false);
export const speed = signal(4); // instructions a second
export const theme = signal<"auto" | "light" | "dark">("auto");
export const helpOpen = signal(false);
export const heat = signal("waiting");
export const format = signal<"type" | "hex" | "int" | "unsigned" | "float">("type");
/** The tab of each pane; "" follows the instruction. */
export const tabs = signal<Record<string, string>>({});

/** What the table of counters is opened at. */
export type Selection =
  | { kind: "counter"; index: number; line?: number }
  | { kind: "stall"; index: number; line?: number }
  | { kind: "line"; line: number };

export const kStallWorthAJump = 20; // cycles

export type Jump = "divergence" | "reconvergence" | "conflict" | "waste" | "stall" | "memory";
export const jumps: { kind: Jump; key: string; label: string; title: string }[] = [
  { kind: "divergence", key: "d", label: "divergence", title: "a branch that splits the lanes" },
  { kind: "reconvergence", key: "r", label: "reconvergence", title: "the first instruction of lanes that have reconverged" },
  { kind: "conflict", key: "c", label: "bank conflict", title: "a shared access that takes more wavefronts than it needs, or serialized lanes on one word" },
  { kind: "waste", key: "w", label: "excess sector", title: "an access that takes more sectors (constant memory: passes) than it needs" },
  { kind: "stall", key: "s", label: "stall", title: `an instruction that waited ${kStallWorthAJump} cycles or more` },
  { kind: "memory", key: "m", label: "memory access", title: "an instruction that accesses memory" },
];

/** One run as it is played. */
export class Player {
  readonly at = signal(0); // index of the instruction that issues
  readonly follow = signal<"warp" | "all">("warp");
  readonly selection = signal<Selection | null>(null);
  readonly message = signal("");
  /** The cycles that the timeline shows. */
  readonly view = signal<[number, number]>([0, 1]);
  readonly warp = computed(() => this.run.warpOf(this.at.value));
  /** The instructions that the player moves through; null: all. */
  readonly track = computed<number[] | null>(() =>
    this.follow.value === "warp" ? this.run.issuesOf[this.warp.value] : null,
  );
  readonly trackLength = computed(() => this.track.value?.length ?? this.run.length);
  readonly position = computed(() => (this.track.value ? this.run.place(this.at.value) : this.at.value));
  /** Told of each move that the reader makes. */
  moved: () => void = () => {};

  constructor(readonly run: Run, readonly index: number) {}

  atPosition = (p: number) => (this.track.value ? this.track.value[p] : p);

  /** Goes there without telling. */
  place(issue: number) {
    if (this.run.length === 0) return;
    this.at.value = Math.max(0, Math.min(this.run.length - 1, issue));
    const { data } = this.run;
    const cycle = data.issues.cycle[this.at.value];
    const [from, to] = this.view.value;
    if (cycle >= from && cycle < to) return;
    const start = Math.max(data.shown.from, Math.min(cycle - (to - from) / 2, data.shown.to - (to - from)));
    this.view.value = [start, start + to - from];
  }
  go = (issue: number) => {
    this.place(issue);
    this.message.value = "";
    this.moved();
  };
  move = (steps: number) => {
    const p = this.position.value + steps;
    this.go(this.atPosition(Math.max(0, Math.min(this.trackLength.value - 1, p))));
  };
  atEnd = () => this.position.value >= this.trackLength.value - 1;

  private matches(kind: Jump, i: number): boolean {
    const r = this.run;
    if (kind === "divergence") return r.diverges(i);
    if (kind === "reconvergence") return r.reconverges(i);
    if (kind === "conflict") return r.conflicts(i);
    if (kind === "waste") return r.wastes(i);
    if (kind === "stall") return r.stalledBefore(i) >= kStallWorthAJump;
    return r.data.issues.accesses[i] > 0;
  }
  /** Where the next one is; -1: there is none. */
  find(kind: Jump, step: 1 | -1): number {
    for (let p = this.position.value + step; p >= 0 && p < this.trackLength.value; p += step)
      if (this.matches(kind, this.atPosition(p))) return this.atPosition(p);
    return -1;
  }
  jump = (kind: Jump, step: 1 | -1) => {
    const found = this.find(kind, step);
    const what = jumps.find((j) => j.kind === kind)!;
    const where = this.follow.value === "warp" ? "in this warp (f: look through all warps)" : "in this window";
    if (found >= 0) this.go(found);
    this.message.value = found < 0 ? `No ${step > 0 ? "further" : "earlier"} ${what.label} ${where}` : "";
  };
}

export const players: Player[] = [];
/** Of two runs the one that the keys and buttons move; the other goes along. */
export const lead = signal(0);
export const leader = () => players[lead.value];

export const PlayerContext = createContext<Player>(null!);
export const usePlayer = () => useContext(PlayerContext);
