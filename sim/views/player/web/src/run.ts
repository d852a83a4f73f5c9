// The recorded run with the indexes that the panels need.
import type { CudaPlace, PathRow, Pattern, PathsState, PlayerData } from "./data";
import { short } from "./mangled";
import { SharedMemory, Values } from "./values";

/** What a lane does while its warp's instruction issues. */
export enum Lane {
  Faults,
  Executes,
  GuardFalse,
  Ready,
  Yielded,
  Parked,
  WarpSync,
  CtaBarrier,
  Exited,
  Empty,
}
/** LaneState of sim/divergence/divergence.h. */
const kOfModel = [
  Lane.Executes,
  Lane.Ready,
  Lane.Parked,
  Lane.WarpSync,
  Lane.CtaBarrier,
  Lane.Exited,
  Lane.Empty,
];

export interface LaneView {
  lane: Lane;
  pc: number;
}
export interface Access {
  pattern: Pattern;
  base: number;
}
/** Lanes with their addresses, in lane order. */
export function lanesOf({ pattern, base }: Access): [number, number][] {
  const out: [number, number][] = [];
  let next = 0;
  for (let lane = 0; lane < 32; ++lane)
    if (bit(pattern.lanes, lane))
      out.push([lane, pattern.offsets[next++] + (pattern.space === "local" ? 0 : base)]);
  return out;
}

export interface Wait {
  warp: number;
  from: number;
  to: number;
  state: number;
  pc: number;
  index: number;
}

export const bit = (mask: number, lane: number) => ((mask >>> lane) & 1) === 1;
export const count = (mask: number) => {
  let n = 0;
  for (let m = mask >>> 0; m !== 0; m &= m - 1) ++n;
  return n;
};

export class Run {
  readonly issuesOf: number[][];
  readonly firstWaitOf: number[]; // of each warp, and one past the last
  readonly lineIndex = new Map<number, number>(); // line number to row of data.lines
  readonly selected: number; // the state in which a warp issues
  readonly notSelected: number;
  readonly values: Values;
  readonly sharedMemory: SharedMemory;
  private readonly placeInWarp: Int32Array;
  private readonly firstAccess: Int32Array;
  private readonly waitsOfIssue: Int32Array; // first, end for each issue
  private readonly flags: Uint8Array;

  constructor(readonly data: PlayerData) {
    const { issues, waits, warps } = data;
    const n = issues.cycle.length;
    this.selected = data.stalls.findIndex((s) => s.name === "selected");
    this.notSelected = data.stalls.findIndex((s) => s.name === "not_selected");
    this.issuesOf = warps.sm.map(() => []);
    this.placeInWarp = new Int32Array(n);
    this.firstAccess = new Int32Array(n + 1);
    for (let i = 0; i < n; ++i) {
      const own = this.issuesOf[issues.warp[i]];
      this.placeInWarp[i] = own.length;
      own.push(i);
      this.firstAccess[i + 1] = this.firstAccess[i] + issues.accesses[i];
    }
    this.firstWaitOf = new Array(warps.sm.length + 1).fill(waits.warp.length);
    this.values = new Values(data, this.issuesOf, this.place);
    this.sharedMemory = new SharedMemory(data);
    this.flags = Uint8Array.from({ length: n }, (_, i) => this.flagsOf(i));
    this.waitsOfIssue = new Int32Array(2 * n);
    for (let w = waits.warp.length - 1; w >= 0; --w) this.firstWaitOf[waits.warp[w]] = w;
    for (let w = warps.sm.length - 1; w >= 0; --w)
      this.firstWaitOf[w] = Math.min(this.firstWaitOf[w], this.firstWaitOf[w + 1]);
    for (let w = 0; w < waits.warp.length; ++w) {
      const i = this.issueOfWait(w);
      if (i < 0) continue;
      if (this.waitsOfIssue[2 * i + 1] === 0) this.waitsOfIssue[2 * i] = w;
      this.waitsOfIssue[2 * i + 1] = w + 1;
    }
    data.lines.number.forEach((line, row) => this.lineIndex.set(line, row));
  }

  /** Where a run that did not finish came to its end: the access that faulted, or the last instruction
   *  at the line that the simulator names. */
  ended(): number {
    const { fault, faultPc, issues } = this.data;
    if (fault.issue >= 0) return fault.issue;
    for (let i = this.length - 1; i >= 0 && faultPc >= 0; --i)
      if (this.lineOf(issues.pc[i]) === this.lineOf(faultPc)) return i;
    return this.length - 1;
  }
  get length() {
    return this.data.issues.cycle.length;
  }
  warpOf = (i: number) => this.data.issues.warp[i];
  place = (i: number) => this.placeInWarp[i];
  before(i: number): number {
    const place = this.placeInWarp[i];
    return place === 0 ? -1 : this.issuesOf[this.warpOf(i)][place - 1];
  }
  /** Where the instruction comes from in CUDA, the inner place first; none: the IR does not say. */
  cudaOf(pc: number): CudaPlace[] {
    const { cuda } = this.data;
    return pc < 0 || cuda === undefined ? [] : (cuda.chains[cuda.of[pc]] ?? []);
  }
  lineOf = (pc: number) => (pc < 0 ? 0 : this.data.code.line[pc]);
  /** "reduce.cu:17 (PTX line 52)", or "line 52". */
  placeOf(pc: number): string {
    const [place] = this.cudaOf(pc);
    return place ? `${place.file}:${place.line} (${this.data.textName} line ${this.lineOf(pc)})` : `line ${this.lineOf(pc)}`;
  }
  textOf(pc: number): string {
    const row = this.lineIndex.get(this.lineOf(pc));
    return short(row === undefined ? this.data.code.text[pc] : this.data.lines.text[row].trim(), this.data.kernel);
  }
  warpName(warp: number): string {
    const { sm, block, warp: number } = this.data.warps;
    const many = sm.some((s) => s !== sm[0]);
    return `${many ? `SM ${sm[warp]} ` : ""}block ${block[warp]} warp ${number[warp]}`;
  }

  /** The instruction that a wait belongs to; -1: it did not issue within the window. */
  issueOfWait(w: number): number {
    const { waits, issues } = this.data;
    const own = this.issuesOf[waits.warp[w]];
    let low = 0, high = own.length; // there may be a gap between them
    while (low < high) {
      const middle = (low + high) >> 1;
      if (issues.ordinal[own[middle]] < waits.ordinal[w]) low = middle + 1;
      else high = middle;
    }
    return low < own.length && issues.ordinal[own[low]] === waits.ordinal[w] ? own[low] : -1;
  }
  /** The instructions whose results instruction i waited for. */
  waitedFor(i: number): number[] {
    const { issue, for: producer } = this.data.waited;
    let low = 0, high = issue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (issue[middle] < i) low = middle + 1;
      else high = middle;
    }
    const out: number[] = [];
    for (; issue[low] === i; ++low) out.push(producer[low]);
    return out;
  }
  wait(w: number): Wait {
    const { warp, from, cycles, state, pc } = this.data.waits;
    return { warp: warp[w], from: from[w], to: from[w] + cycles[w], state: state[w], pc: pc[w], index: w };
  }
  waitsFor(i: number): Wait[] {
    const out: Wait[] = [];
    for (let w = this.waitsOfIssue[2 * i]; w < this.waitsOfIssue[2 * i + 1]; ++w) out.push(this.wait(w));
    return out;
  }
  /** Cycles in which the warp could not issue, before the instruction did. */
  stalledBefore(i: number): number {
    let cycles = 0;
    for (const w of this.waitsFor(i))
      if (w.state !== this.selected && w.state !== this.notSelected && w.from < this.data.issues.cycle[i])
        cycles += w.to - w.from;
    return cycles;
  }

  accesses(i: number): Access[] {
    const out: Access[] = [];
    for (let a = this.firstAccess[i]; a < this.firstAccess[i + 1]; ++a)
      out.push({ pattern: this.data.patterns[this.data.accesses.pattern[a]], base: this.data.accesses.base[a] });
    return out;
  }
  diverges = (i: number) => (this.flags[i] & 1) !== 0;
  conflicts = (i: number) => (this.flags[i] & 2) !== 0;
  wastes = (i: number) => (this.flags[i] & 4) !== 0;
  reconverges = (i: number) => (this.flags[i] & 8) !== 0;
  /** Its access wastes time: a conflict, serialized lanes, lanes that try again, sectors beyond the ideal. */
  isBad = (i: number) => (this.flags[i] & 6) !== 0;
  /** By how many wavefronts, sectors, passes and turns of lanes. */
  excess(i: number): number {
    return this.accesses(i).reduce((sum, { pattern: p }) => sum + p.cost - p.ideal + Math.max(0, p.serialized - 1) + (p.retries ?? 0), 0);
  }
  private flagsOf(i: number): number {
    let flags = this.data.issues.targets[i] > 1 ? 1 : 0;
    for (const { pattern } of this.accesses(i)) {
      if (pattern.cost > pattern.ideal) flags |= pattern.space === "shared" ? 2 : 4;
      if (pattern.serialized > 1 || pattern.retries) flags |= 2;
    }
    return flags | (this.joined(i).length > 1 ? 8 : 0);
  }
  /** The groups of lanes that have come together in the path of instruction i; one: they were together before. */
  joined(i: number): number[] {
    const previous = this.before(i);
    const earlier = previous < 0 ? -1 : this.before(previous);
    if (earlier < 0) return [];
    const { issues, states } = this.data;
    const path = issues.path[i];
    const groups = states[issues.state[earlier]].paths.map((p) => (p[0] === 2 ? p[2] & ~p[4] : p[2]) & path).filter((g) => g !== 0);
    const alone = groups.some((g) => (path & ~g) === 0);
    return alone ? [] : groups.filter((g, k) => groups.indexOf(g) === k);
  }
  /** The furthest level of memory that its results come from, in words; "": none. */
  servedBy = (i: number) => this.data.levels[this.data.issues.level[i]];
  kind = (i: number) => this.data.code.kind[this.data.issues.pc[i]];
  partOf(i: number, counter: number): number {
    const parts = this.data.parts[this.data.issues.parts[i]];
    for (let p = 0; p < parts.length; p += 2) if (parts[p] === counter) return parts[p + 1];
    return 0;
  }

  /** Each lane at the moment when instruction i issues. */
  lanes(i: number): LaneView[] {
    const { issues, states, machine, fault } = this.data;
    const previous = this.before(i);
    const known = states[issues.state[previous < 0 ? i : previous]];
    const out: LaneView[] = [];
    for (let lane = 0; lane < machine.warpSize; ++lane) {
      if (i === fault.issue && lane === fault.lane) out.push({ lane: Lane.Faults, pc: issues.pc[i] });
      else if (bit(issues.executed[i], lane)) out.push({ lane: Lane.Executes, pc: issues.pc[i] });
      else if (bit(issues.path[i], lane)) out.push({ lane: Lane.GuardFalse, pc: issues.pc[i] });
      else out.push(waiting(known, lane));
    }
    return out;
  }
}

/** Where the lanes of a path are: at the block's barrier, not at the instruction that they go on with. */
export const standsAt = ([state, pc]: PathRow) => (state === 4 && pc > 0 ? pc - 1 : pc);

function waiting(state: PathsState, lane: number): LaneView {
  if (bit(state.exited, lane)) return { lane: Lane.Exited, pc: -1 };
  const path = state.paths.find((p) => bit(p[2], lane));
  if (path === undefined) return { lane: Lane.Empty, pc: -1 };
  let kind = kOfModel[path[0]];
  if (kind === Lane.Executes) kind = Lane.Ready;
  if (kind === Lane.Ready && state.barriers.some((b) => bit(b[4], lane))) kind = Lane.Yielded;
  return { lane: kind, pc: standsAt(path) };
}
