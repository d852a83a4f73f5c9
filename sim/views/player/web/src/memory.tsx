// The accesses of the instruction at hand: banks and wavefronts, or sectors and the bytes used.
import { type Access, lanesOf } from "./run";
import { Banks } from "./banks";
import { Sectors } from "./sectors";
import { at, jump, run } from "./state";
import { hex, lanesText, plural } from "./words";

function Verdict({ pattern }: Access) {
  const unit = pattern.space === "shared" ? "wavefront" : pattern.space === "const" ? "pass" : "sector";
  const units = pattern.space === "const" ? "passes" : unit + "s";
  const extra = pattern.cost - pattern.ideal;
  return (
    <p class={extra > 0 ? "verdict bad" : "verdict good"}>
      <b>{plural(pattern.cost, unit, units)}</b>
      {extra > 0
        ? `, ${pattern.ideal} would do: ${extra} too many${pattern.space === "shared" ? " (bank conflict)" : ""}`
        : `: no better way`}
    </p>
  );
}

function Addresses({ access }: { access: Access }) {
  return (
    <details>
      <summary>addresses of the lanes</summary>
      <ol class="addresses">
        {lanesOf(access).map(([lane, address]) => (
          <li><span class="dim">{lane}</span> {hex(address)}</li>
        ))}
      </ol>
    </details>
  );
}

function Picture({ access }: { access: Access }) {
  const { pattern } = access;
  return (
    <div class="access" data-space={pattern.space} data-cost={pattern.cost}>
      <p class="what">
        {pattern.space} {pattern.kind}, {plural(pattern.bytes, "byte")} a lane, {lanesText(pattern.lanes)}
      </p>
      {at.value !== run.value.data.fault.issue && <Verdict {...access} />}
      {pattern.waves ? <Banks access={access} /> : pattern.space !== "const" && <Sectors access={access} />}
      <Addresses access={access} />
    </div>
  );
}

export function Memory() {
  const accesses = run.value.accesses(at.value);
  const { fault } = run.value.data;
  return (
    <section class="panel" aria-label="Memory access">
      <h2>Memory access of this instruction</h2>
      {at.value === fault.issue && (
        <p class="verdict bad">
          <b>The access of lane {fault.lane} is the fault</b>: the instruction did not issue. Below, what its lanes asked for.
        </p>
      )}
      {accesses.length === 0 ? (
        <p class="note">
          It accesses no memory. <button type="button" onClick={() => jump("memory", 1)}>next access <kbd>m</kbd></button>
        </p>
      ) : (
        accesses.map((a) => <Picture access={a} />)
      )}
    </section>
  );
}
