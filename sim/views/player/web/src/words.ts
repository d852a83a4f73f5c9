// Numbers, masks and names as text.
import { Lane, bit } from "./run";

export const number = (n: number) => n.toLocaleString("en-US");
export const plural = (n: number, one: string, many = one + "s") => `${number(n)} ${n === 1 ? one : many}`;
export const percent = (part: number, all: number) =>
  all === 0 ? "0%" : `${((100 * part) / all).toFixed(part / all < 0.0995 ? 1 : 0)}%`;
export const hex = (n: number) => "0x" + n.toString(16);
export const stateName = (name: string) => name.replace(/_/g, " ");

/** "0-15, 17" */
export function laneList(mask: number): string {
  const parts: string[] = [];
  for (let lane = 0; lane < 32; ++lane) {
    if (!bit(mask, lane)) continue;
    let end = lane;
    while (end < 31 && bit(mask, end + 1)) ++end;
    parts.push(end > lane ? `${lane}-${end}` : `${lane}`);
    lane = end;
  }
  return parts.join(", ") || "none";
}
export const lanesText = (mask: number) => {
  const list = laneList(mask);
  return /[-,]/.test(list) ? `lanes ${list}` : list === "none" ? "no lane" : `lane ${list}`;
};

// The words of `simt-sim step` (sim/step/lanes_picture.cpp).
export const laneWords: Record<Lane, { name: string; text: string }> = {
  [Lane.Faults]: { name: "faults", text: "its access is the fault that ended the run" },
  [Lane.Executes]: { name: "executes", text: "in the path that issues; its guard, if the instruction has one, is true" },
  [Lane.GuardFalse]: { name: "predicated off", text: "in the path that issues, but its guard, the predicate before the instruction (@), is false: nothing happens in it" },
  [Lane.Ready]: { name: "inactive", text: "in another path that could issue; this one has its turn" },
  [Lane.Yielded]: { name: "yielded", text: "could issue, and its convergence barrier does not wait for it" },
  [Lane.Parked]: { name: "waits to reconverge", text: "at the reconvergence point, waiting for other lanes" },
  [Lane.WarpSync]: { name: "waits for lanes", text: "waits for the lanes that a *.sync instruction names" },
  [Lane.CtaBarrier]: { name: "at the barrier", text: "waits for the block's other warps" },
  [Lane.Exited]: { name: "exited", text: "has ended" },
  [Lane.Empty]: { name: "no thread", text: "no thread of the block fills this lane" },
};

const kMany: Partial<Record<Lane, string>> = {
  [Lane.Faults]: "fault",
  [Lane.Executes]: "execute",
  [Lane.Parked]: "wait to reconverge",
  [Lane.WarpSync]: "wait for lanes",
};
/** "1 executes", "31 execute" */
export const lanesDo = (n: number, lane: Lane) => (n === 1 ? laneWords[lane].name : (kMany[lane] ?? laneWords[lane].name));

/** What a row of the stack, or a path, is doing. */
export function pathWords(stack: boolean, state: number, barrier: number): string {
  if (state === 2 && !stack && barrier >= 0) return `waits at B${barrier}`;
  return ["runs", stack ? "waits" : "ready", "parked", "waits for lanes", "at the barrier", "exited", ""][state];
}
