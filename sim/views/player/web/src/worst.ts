// Where in the recorded window one sees best what a piece of advice is about.
import type { PlayerData } from "./data";
import { type Run, count } from "./run";

type Advice = PlayerData["advice"][number];

/** How much of it execution i shows; 0: nothing. */
function shows(run: Run, kind: Advice["shown"], i: number): number {
  if (kind === "wait") return run.stalledBefore(i);
  if (kind === "access") return run.excess(i);
  const { path, executed } = run.data.issues;
  const jump = count(path[i] & executed[i]), rest = count(path[i] & ~executed[i]);
  return run.diverges(i) ? Math.max(1, Math.min(jump, rest)) : 0; // of a table all lanes jump
}

/** The execution that shows most of it, of several the first; -1: none shows any, or the advice is about the launch. */
export function worstOf(run: Run, { line, further, shown }: Advice): number {
  if (line === 0 || shown === "") return -1;
  const lines = new Set([line, ...further]);
  let worst = -1, most = 0;
  run.data.issues.pc.forEach((pc, i) => {
    if (!lines.has(run.lineOf(pc))) return;
    const here = shows(run, shown, i);
    if (here > most) [worst, most] = [i, here];
  });
  return worst;
}

/** Where the page opens: where a run that did not finish ended; else where one sees what the first
 *  advice is about, or the first warp comes to its line, or begins. */
export function opening(run: Run): number {
  const { status, advice, issues } = run.data;
  if (status !== "finished") return run.ended();
  const own = run.issuesOf[run.warpOf(0)];
  if (advice.length === 0) return own[0];
  const worst = worstOf(run, advice[0]);
  return worst >= 0 ? worst : (own.find((i) => run.lineOf(issues.pc[i]) === advice[0].line) ?? own[0]);
}
