// What the simulator says of the run as a whole: how it ended, failed checks, what to look at.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { PlayerData } from "./data";
import { usePlayer } from "./state";
import { plural } from "./words";
import { worstOf } from "./worst";

function Line({ line, place, last = false }: { line: number; place?: string; last?: boolean }) {
  const { run: r, go } = usePlayer();
  if (line === 0) return <span class="dim">launch</span>;
  /** To the first instruction of a line that shows the trouble, or to the last: where a run ended. */
  const toLine = () => {
    const found: number[] = [];
    r.data.issues.pc.forEach((pc, i) => r.lineOf(pc) === line && found.push(i));
    if (found.length === 0) return;
    go(last ? found[found.length - 1] : (found.find((i) => r.isBad(i) || r.diverges(i)) ?? found[0]));
  };
  return <button type="button" class="link" onClick={toLine}>{place && !place.startsWith("line") ? place : `line ${line}`}</button>;
}

/** The line of a piece of advice, and which execution shows it best: the way there. */
function Where({ advice }: { advice: PlayerData["advice"][number] }) {
  const { run: r, go } = usePlayer();
  const worst = useMemo(() => worstOf(r, advice), [r, advice]);
  if (worst < 0)
    return <><Line line={advice.line} place={advice.place} />{advice.shown !== "" && <span class="dim"> (no execution in this window shows it)</span>}</>;
  const place = advice.place ?? `line ${advice.line}`;
  return <button type="button" class="link worst" title="to the execution that shows it best" onClick={() => go(worst)}>{place} in {r.warpName(r.warpOf(worst))}</button>;
}

const kTwoLines = 230; // characters, on a desk

function Advice() {
  const { advice, status } = usePlayer().run.data;
  const shown = useSignal(0);
  const open = useSignal(false);
  if (advice.length === 0) return (
    <div class="advice">
      <p>Nothing stands out: no access, branch or wait that costs much.</p>
    </div>
  );
  const a = advice[Math.min(shown.value, advice.length - 1)];
  const n = advice.length;
  const move = (step: number) => (shown.value = (shown.value + step + n) % n);
  return (
    <div class={a.text.length + a.title.length > kTwoLines ? "advice long" : "advice"}>
      {n > 1 && (
        <span class="pager">
          <button type="button" aria-label="previous" onClick={() => move(-1)}>‹</button>
          <span>{shown.value + 1} of {n}</span>
          <button type="button" aria-label="next" onClick={() => move(1)}>›</button>
        </span>
      )}
      <p class={open.value ? "" : "short"}><span class="dim">{shown.value === 0 && status === "finished" ? "Look at this first:" : "Look at:"}</span> <Where advice={a} /> <b>{a.title}.</b> <span class="gain" title="the share of the launch's time that would go away">{a.gain}.</span> {a.text}</p>
      <button type="button" class="link more" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>{open.value ? "less" : "more"}</button>
    </div>
  );
}

/** How a run that did not finish ended: where, what to do about it, and the whole story. */
function Verdict() {
  const { run, go } = usePlayer();
  const { status, explanation, faultPc, fault, warps } = run.data;
  const isHint = (line: string) => /^\s*hint:/.test(line);
  const told = explanation.split("\n");
  const elsewhere = fault.sm >= 0 && !warps.sm.includes(fault.sm);
  return (
    <details class="bad" open>
      <summary>
        <b>The run ended in a {status}</b>{faultPc >= 0 && ` at ${run.placeOf(faultPc)}`}
        {elsewhere ? (
          <>. <b id="elsewhere">It is not on this page</b>: block {fault.block} ran on SM {fault.sm}; --trace-sms {fault.sm} shows it</>
        ) : fault.issue >= 0 ? (
          <>; go to <button type="button" class="link" id="fault" onClick={() => go(fault.issue)}>the access that faulted</button></>
        ) : (
          faultPc >= 0 && <>; <Line line={run.lineOf(faultPc)} place="go there" last /></>
        )}
      </summary>
      {told.filter(isHint).map((line) => <p class="hint"><b>Hint:</b>{line.replace(/^\s*hint:/, "")}</p>)}
      <pre>{told.filter((line) => !isHint(line)).join("\n")}</pre>
    </details>
  );
}

/** `brief`: only what went wrong. */
export function Notes({ brief = false }: { brief?: boolean }) {
  const { status, checks, advice } = usePlayer().run.data;
  const failed = checks.filter((c) => !c.passed);
  return (
    <section class="notes" aria-label="Verdicts and advice">
      {status !== "finished" && <Verdict />}
      {failed.map((c) => (
        <p class="bad"><b>A check failed</b>{c.line > 0 && ` (line ${c.line})`}: <code>{c.text}</code>{c.message && `: ${c.message}`}</p>
      ))}
      {!brief && status === "finished" && <Advice />}
      {!brief && status !== "finished" && advice.length > 0 && (
        <details class="aside-advice"><summary>{plural(advice.length, "remark")} on the speed of what ran</summary><Advice /></details>
      )}
    </section>
  );
}
