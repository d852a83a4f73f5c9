// The accesses of the instruction at hand: banks and wavefronts, or sectors and the bytes used.
import { type Access, count, lanesOf } from "./run";
import { Banks } from "./banks";
import { placeName } from "./names";
import { Sectors } from "./sectors";
import { usePlayer } from "./state";
import { hex, lanesText, plural } from "./words";

function units({ pattern }: Access): [string, string] {
  if (pattern.space === "shared") return ["wavefront", "wavefronts"];
  return pattern.space === "const" ? ["pass", "passes"] : ["sector", "sectors"];
}

function Verdict({ access }: { access: Access }) {
  const { pattern } = access;
  const [one, many] = units(access);
  const extra = pattern.cost - pattern.ideal;
  const cost = <b>{plural(pattern.cost, one, many)}</b>;
  if (pattern.retries)
    return (
      <>
        <p class="verdict bad">
          {cost}: {plural(count(pattern.lanes) - pattern.retries, "lane swaps", "lanes swap")}, the first of each bank; {plural(pattern.retries, "lane is", "lanes are")} told to try again
        </p>
        <p class="note">It is one round of a loop, which the compiler makes of an atomic that shared memory has no instruction for.</p>
      </>
    );
  if (pattern.serialized > 1)
    return (
      <>
        <p class="verdict bad">
          {cost}: {pattern.serialized} lanes change one {pattern.space === "shared" ? "word" : "address"}: they are serialized
          {extra > 0 && `; besides, ${pattern.ideal} would do for these addresses`}
        </p>
        <p class="note">To add up values of the lanes, add them within the warp first; one lane then changes memory once.</p>
      </>
    );
  if (extra > 0)
    return <p class="verdict bad">{cost}, {pattern.ideal} would do: {extra} too many{pattern.space === "shared" ? " (bank conflict)" : ""}</p>;
  if (pattern.space === "local")
    return <p class="verdict">{cost}, as few as these lanes need; a value in registers would need none</p>;
  const used = count(pattern.lanes) * pattern.bytes;
  if (pattern.space === "global" && count(pattern.lanes) === 1 && used < 32)
    return <p class="verdict">{cost} of 32 bytes for one lane, which uses {used} of them</p>;
  return <p class="verdict good">{cost}, as few as {count(pattern.lanes) === 1 ? "this lane needs" : "these lanes need"}</p>;
}

function Addresses({ access }: { access: Access }) {
  const { run } = usePlayer();
  const { space } = access.pattern;
  return (
    <details>
      <summary>addresses</summary>
      <ol class="addresses">
        {lanesOf(access).map(([lane, address]) => (
          <li title={hex(address)}><span class="dim">{lane}</span> {placeName(run, space, address, access.pattern.bytes)}</li>
        ))}
      </ol>
    </details>
  );
}

/** What the lanes touch, by name: "in[0]", "in[0] to in[31]". */
function Where({ access }: { access: Access }) {
  const { run } = usePlayer();
  const { space, bytes } = access.pattern;
  const addresses = lanesOf(access).map(([, a]) => a);
  const low = Math.min(...addresses), high = Math.max(...addresses);
  if (space !== "shared" && space !== "global") return null;
  const from = placeName(run, space, low, bytes), to = placeName(run, space, high, bytes);
  return <>, <code>{from}</code>{low !== high && <> to <code>{to}</code></>}</>;
}

/** Which level of memory a load was served by: of its sectors the furthest. */
function Served({ access: { pattern } }: { access: Access }) {
  const { run, at } = usePlayer();
  const level = run.servedBy(at.value);
  if (level === "" || pattern.space === "shared" || pattern.kind === "store") return null;
  return <p class="note served" title="the furthest level that a sector came from">Served by <b>{level}</b>.</p>;
}

function Picture({ access }: { access: Access }) {
  const { run, at } = usePlayer();
  const { pattern } = access;
  return (
    <div class="access" data-space={pattern.space} data-cost={pattern.cost}>
      <p class="what">
        <b>{pattern.space} {pattern.kind}</b>, {plural(pattern.bytes, "byte")} a lane, {lanesText(pattern.lanes)}<Where access={access} />
      </p>
      {at.value !== run.data.fault.issue && <Verdict access={access} />}
      <Served access={access} />
      {pattern.waves ? <Banks access={access}><Addresses access={access} /></Banks> : pattern.space !== "const" && <Sectors access={access} />}
      {!pattern.waves && <Addresses access={access} />}
    </div>
  );
}

export function Memory() {
  const { run, at, jump } = usePlayer();
  const accesses = run.accesses(at.value);
  const { fault } = run.data;
  return (
    <section class="panel memory" aria-label="Memory access">
      <h2 class="tab-says">Memory access of this instruction</h2>
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
