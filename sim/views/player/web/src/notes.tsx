// What the simulator says of the run as a whole: how it ended, failed checks, advice.
import { go, run } from "./state";

function toLine(line: number) {
  const r = run.value;
  const i = r.data.issues.pc.findIndex((pc) => r.lineOf(pc) === line);
  if (i >= 0) go(i);
}
function Line({ line }: { line: number }) {
  if (line === 0) return <>launch</>;
  return <button type="button" class="link" onClick={() => toLine(line)}>line {line}</button>;
}

export function Notes() {
  const { status, explanation, faultPc, advice, checks } = run.value.data;
  const failed = checks.filter((c) => !c.passed);
  return (
    <section class="notes" aria-label="Verdicts and advice">
      {status !== "finished" && (
        <details class="bad" open>
          <summary>The run ended in a {status}{faultPc >= 0 && ` at line ${run.value.lineOf(faultPc)}`}</summary>
          {faultPc >= 0 && <>go to <Line line={run.value.lineOf(faultPc)} /></>}
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
