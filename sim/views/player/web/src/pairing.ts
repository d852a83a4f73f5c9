// Two runs in step: where one of them is when the other is at an instruction. The same warp, the same
// line, executed as often as there.
import type { Run } from "./run";

/** By the warp's place in the launch: its number in the other run; -1: that did not record it. */
function sameWarp(run: Run, warp: number, other: Run): number {
  const { block, warp: number } = run.data.warps;
  const there = other.data.warps;
  return there.block.findIndex((b, w) => b === block[warp] && there.warp[w] === number[warp] && other.issuesOf[w].length > 0);
}

/** For each instruction of the warp the one of the other run. */
function pairWarp(run: Run, warp: number, other: Run, there: number, lines: Map<number, number>): number[] {
  const places = new Map<string, number>();
  const seenThere = new Map<number, number>();
  for (const i of other.issuesOf[there]) {
    const line = other.lineOf(other.data.issues.pc[i]);
    const n = seenThere.get(line) ?? 0;
    seenThere.set(line, n + 1);
    places.set(`${line}:${n}`, i);
  }
  const seen = new Map<number, number>();
  let last = other.issuesOf[there][0];
  return run.issuesOf[warp].map((i) => {
    const line = lines.get(run.lineOf(run.data.issues.pc[i]));
    if (line === undefined) return last;
    const n = seen.get(line) ?? 0;
    seen.set(line, n + 1);
    last = places.get(`${line}:${n}`) ?? last;
    return last;
  });
}

export class Pairing {
  private readonly known = new Map<number, number[]>();
  /** `lines`: of the first run to those of the second. */
  constructor(private readonly run: Run, private readonly other: Run, private readonly lines: Map<number, number>) {}

  /** The instruction of the other run; -1: that has not recorded the warp. */
  of(issue: number): number {
    const warp = this.run.warpOf(issue);
    let pairs = this.known.get(warp);
    if (pairs === undefined) {
      const there = sameWarp(this.run, warp, this.other);
      pairs = there < 0 ? [] : pairWarp(this.run, warp, this.other, there, this.lines);
      this.known.set(warp, pairs);
    }
    return pairs[this.run.place(issue)] ?? -1;
  }
}
