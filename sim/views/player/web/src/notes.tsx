// What the simulator says of the run as a whole: how it ended, failed checks, advice.
import { go, run } from "./state";

/** To the first instruction of a line, or to the last: where a run ended. */
function toLine(line: number, last: boolean) {
  const r = run.value;
  const pcs = r.data.issues.pc;
  const at = (i: number) => r.lineOf(pcs[i]) === line;
  let i = last ? pcs.length - 1 : 0;
  while (i >= 0 && i < pcs.length && !at(i)) i += last ? -1 : 1;
  if (i >= 0 && i < pcs.length) go(i);
}
function Line({ line, last = false }: { line: number; last?: boolean }) {
  if (line === 0) return <>launch</>;
  return <button type="button" class="link" onClick={() => toLine(line, last)}>line {line}</button>;
}

export function Notes() {
  const { status, explanation, faultPc, fault, advice, checks } = run.value.data;
  const failed = checks.filter((c) => !c.passed);
  return (
    <section class="notes" aria-label="Verdicts and advice">
      {status !== "finished" && (
        <details class="bad" open>
          <summary>The run ended in a {status}{faultPc >= 0 && ` at line ${run.value.lineOf(faultPc)}`}</summary>
          {fault.issue >= 0 ? (
            <>go to <button type="button" class="link" id="fault" onClick={() => go(fault.issue)}>the access that faulted</button></>
          ) : (
            faultPc >= 0 && <>go to <Line line={run.value.lineOf(faultPc)} last /></>
          )}
          <pre>{explanation}</pre>
        </details>
      )}
      {failed.map((c) => (
        <p class="bad">check failed, <Line line={c.line} />: <code>{c.text}</code> {c.message}</p>
      ))}
      {advice.length > 0 && (
        <details>
          <summary>{advice.length === 1 ? "One thing" : `${advice.length} things`} to look at: {advice.map((a) => a.title).join("; ")}</summary>
          <ul>{advice.map((a) => <li><Line line={a.line} />: <b>{a.title}</b> {a.text}</li>)}</ul>
        </details>
      )}
    </section>
  );
}
