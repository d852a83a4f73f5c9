// The reconvergence stack, or the paths of independent threads with their convergence barriers.
import type { PathRow } from "./data";
import { bit, count, standsAt } from "./run";
import { usePlayer } from "./state";
import { laneList, lanesText, pathWords } from "./words";

/** Lanes as cells: `mark` in another colour, `expected` ones, which are elsewhere yet, as frames. */
export function MaskBar({ mask, mark = 0, expected = 0, rest = false }: { mask: number; mark?: number; expected?: number; rest?: boolean }) {
  const size = usePlayer().run.data.machine.warpSize;
  const text = lanesText(mask & ~expected) + (expected !== 0 ? `; still expected: ${lanesText(expected)}` : "");
  const kind = (lane: number) =>
    bit(mark, lane) ? "mark" : bit(expected, lane) ? "expected" : bit(mask, lane) ? (rest ? "rest" : "on") : "";
  return (
    <span class="mask" role="img" aria-label={text} title={text}>
      {Array.from({ length: size }, (_, lane) => <i class={kind(lane)} />)}
    </span>
  );
}

/** The lanes of a path: only one that runs has them active; a parked entry also lists those to come. */
function PathLanes({ path }: { path: PathRow }) {
  const [state, , lanes, , waitsFor] = path;
  if (state !== 2) return <MaskBar mask={lanes} rest={state !== 0} />;
  const expected = lanes & waitsFor;
  return <MaskBar mask={lanes} mark={lanes & ~expected} expected={expected} />;
}

function Place({ pc }: { pc: number }) {
  const { run } = usePlayer();
  if (pc < 0) return <span class="dim">the end</span>;
  return <span title={run.textOf(pc)}>line {run.lineOf(pc)}</span>;
}

/** Lanes by number while that is short. */
const brief = (mask: number) => (laneList(mask).length <= 8 ? lanesText(mask) : `${count(mask)} lanes`);

/** What makes an entry another one: not that it ran on. */
const key = (p: PathRow) => [p[0], p[0] === 0 ? 0 : p[1], ...p.slice(2)].join();

export function Paths() {
  const { run: r, at } = usePlayer();
  const stack = r.data.machine.divergence === "stack";
  const state = r.data.states[r.data.issues.state[at.value]];
  const previous = r.before(at.value);
  const before = new Set(previous < 0 ? [] : r.data.states[r.data.issues.state[previous]].paths.map(key));
  const calls = state.paths.some((p) => p[6] > 0);
  const waiting = state.paths.some((p) => p[4] !== 0);
  const yields = state.barriers.some((b) => b[4] !== 0), nested = state.barriers.some((b) => b[5] >= 0);
  const inBarrier = state.paths.some((p) => p[5] >= 0);
  return (
    <section class="panel" aria-label={stack ? "Reconvergence stack" : "Paths and convergence barriers"}>
      <h2>
        {stack ? "Reconvergence stack" : "Paths"} <span class="aside">after this instruction; what changed is marked</span>
      </h2>
      {state.paths.length === 0 ? (
        <p class="note">All lanes have ended.</p>
      ) : (
        <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of paths"><table class="paths">
          <thead>
            <tr>
              <th>{stack ? "top first" : "path"}</th><th>lanes</th><th>at</th><th>reconverges at</th>
              {inBarrier && <th>barrier</th>}{calls && <th title="calls that it is inside of">depth</th>}{waiting && <th>waits for</th>}
            </tr>
          </thead>
          <tbody>
            {state.paths.map((p) => (
              <tr class={previous >= 0 && !before.has(key(p)) ? "changed" : ""}>
                <td><span class={`tag path-${p[0]}`}>{pathWords(stack, p[0], p[5])}</span></td>
                <td class="lanes-cell"><PathLanes path={p} /></td>
                <td><Place pc={standsAt(p)} /></td>
                <td><Place pc={p[3]} /></td>
                {inBarrier && <td>{p[5] >= 0 ? `B${p[5]}` : ""}</td>}
                {calls && <td>{p[6]}</td>}
                {waiting && <td title={p[4] !== 0 ? lanesText(p[4]) : ""}>{p[4] !== 0 ? brief(p[4]) : ""}</td>}
              </tr>
            ))}
          </tbody>
        </table></div>
      )}
      {state.barriers.length > 0 && (
        <>
          <h3>Convergence barriers</h3>
          <div class="scroll-x" tabIndex={0} role="region" aria-label="Table of convergence barriers"><table class="paths">
            <thead><tr><th>barrier</th><th>participants, arrived ones marked</th><th>opens at</th>{yields && <th>yielded</th>}{nested && <th>inside</th>}</tr></thead>
            <tbody>
              {state.barriers.map(([id, target, participants, arrived, yielded, parent]) => (
                <tr>
                  <td>B{id}</td>
                  <td class="lanes-cell"><MaskBar mask={participants} mark={arrived} /></td>
                  <td><Place pc={target} /></td>
                  {yields && <td>{yielded !== 0 ? laneList(yielded) : ""}</td>}
                  {nested && <td>{parent >= 0 ? `B${parent}` : ""}</td>}
                </tr>
              ))}
            </tbody>
          </table></div>
        </>
      )}
    </section>
  );
}
