// What an instruction does to the paths of its warp, in plain words.
import { type Run, count } from "./run";
import { lanesText } from "./words";

export interface Sentence {
  tag?: "DIVERGES" | "RECONVERGES" | "WAITS" | "ENDS";
  text: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const are = (mask: number, one: string, many: string) => (count(mask) === 1 ? one : many);
function who(mask: number, of: number): string {
  const n = count(of);
  if (mask === of && n > 1) return `all ${n} lanes`;
  return lanesText(mask);
}

function branch(run: Run, i: number): Sentence[] {
  const { issues, code, states } = run.data;
  const pc = issues.pc[i], path = issues.path[i], taken = issues.executed[i], rest = path & ~taken;
  const to = code.target[pc], line = run.lineOf(to);
  const back = to <= pc ? ", back" : "";
  if (taken === 0) return [{ text: `No lane jumps: ${who(path, path)} ${are(path, "goes", "go")} on to the next instruction.` }];
  if (rest === 0) return [{ text: `${capital(who(path, path))} ${are(path, "jumps", "jump")}${back} to line ${line}.` }];
  const first = states[issues.state[i]].paths.find((p) => p[0] === 0)?.[2] ?? 0;
  const join = code.join[pc];
  const order = first === 0 ? "" : ` ${capital(lanesText(first))} ${are(first, "runs", "run")} first.`;
  return [{
    tag: "DIVERGES",
    text: `${capital(lanesText(taken))} ${are(taken, "jumps", "jump")}${back} to line ${line}; ${lanesText(rest)} ${are(rest, "goes", "go")} on to line ${run.lineOf(pc + 1)}.` +
      `${order} They reconverge at ${join < 0 ? "the end" : `line ${run.lineOf(join)}`}.`,
  }];
}

function table(run: Run, i: number): Sentence[] {
  const { issues, states } = run.data;
  const lanes = issues.executed[i];
  const sides = states[issues.state[i]].paths.filter((p) => p[0] !== 2 && (p[2] & lanes) !== 0 && (p[2] & ~lanes) === 0);
  const text = sides.map((p) => `${lanesText(p[2])} to line ${run.lineOf(p[1])}`).join("; ");
  return [{ tag: sides.length > 1 ? "DIVERGES" : undefined, text: `A jump by a table: ${text || "to one place"}.` }];
}

/** Lanes that wait from here on for others of their warp or block. */
function waits(run: Run, i: number): Sentence[] {
  const { issues, states } = run.data;
  const path = issues.path[i];
  const out: Sentence[] = [];
  for (const [state, pc, lanes, , waitsFor] of states[issues.state[i]].paths) {
    const mine = lanes & path & ~waitsFor;
    if (mine === 0 || run.kind(i) === "exit") continue;
    const open = waitsFor & ~states[issues.state[i]].exited;
    if (state === 2 && open !== 0)
      out.push({ tag: "WAITS", text: `${capital(lanesText(mine))} ${are(mine, "waits", "wait")} at line ${run.lineOf(pc)} until ${lanesText(open)} ${are(open, "comes", "come")}.` });
    if (state === 3) out.push({ tag: "WAITS", text: `${capital(lanesText(mine))} ${are(mine, "waits", "wait")} for the lanes that the instruction names.` });
    if (state === 4) out.push({ tag: "WAITS", text: `${capital(lanesText(mine))} ${are(mine, "waits", "wait")} at the block's barrier for the other warps.` });
  }
  return out;
}

function ends(run: Run, i: number): Sentence[] {
  const { issues, states } = run.data;
  const previous = run.before(i);
  const now = states[issues.state[i]].exited & ~(previous < 0 ? 0 : states[issues.state[previous]].exited) & issues.path[i];
  return now === 0 ? [] : [{ tag: "ENDS", text: `${capital(lanesText(now))} ${are(now, "ends", "end")}.` }];
}

function guard(run: Run, i: number): Sentence[] {
  const { issues, code } = run.data;
  const off = issues.path[i] & ~issues.executed[i];
  if (off === 0 || code.guarded[issues.pc[i]] === 0) return [];
  const whole = issues.executed[i] === 0;
  return [{ text: whole ? "The guard is false in all lanes: nothing happens." : `The guard is false in ${lanesText(off)}: nothing happens there.` }];
}

export function sentences(run: Run, i: number): Sentence[] {
  const out: Sentence[] = [];
  const groups = run.joined(i);
  if (groups.length > 1)
    out.push({ tag: "RECONVERGES", text: `${capital(groups.map((g) => lanesText(g)).join(" and "))} go on together from here.` });
  if (run.data.fault.issue === i) return out;
  const kind = run.kind(i);
  if (kind === "branch") out.push(...branch(run, i));
  else if (kind === "table") out.push(...table(run, i));
  else out.push(...guard(run, i));
  out.push(...ends(run, i), ...waits(run, i));
  if (kind === "barrier" && !out.some((s) => s.tag === "WAITS") && run.data.issues.executed[i] !== 0)
    out.push({ text: "The last warp has come: the block's barrier opens." });
  return out;
}
