// Shared memory: a row for each wavefront, a column for each bank; in a cell the lanes it serves.
import type { Access } from "./run";
import { count } from "./run";
import { sharedName } from "./names";
import { usePlayer } from "./state";
import { laneList, lanesText, plural } from "./words";

/** `children`: what stands below the matrix. */
export function Banks({ access, children }: { access: Access; children: preact.ComponentChildren }) {
  const { pattern, base } = access;
  const { run } = usePlayer();
  const { banks } = run.data.machine;
  const waves = pattern.waves!, passes = pattern.passes ?? 1;
  const busiest = new Map<number, number>();
  for (const wave of waves) for (let i = 0; i < wave.length; i += 3) busiest.set(wave[i], (busiest.get(wave[i]) ?? 0) + 1);
  const most = Math.max(...busiest.values());
  const conflict = pattern.cost > pattern.ideal || pattern.serialized > 1;
  return (
    <>
    <div class="banks-box" tabIndex={0} role="region" aria-label="Banks" style={{ "--waves": String(waves.length) }}>
      <table class={waves.length > 20 ? "banks dense" : "banks"} aria-label={`${plural(waves.length * passes, "wavefront")} over ${banks} banks`}>
        <thead>
          <tr>
            <th class="corner"><span>bank →</span><span>wavefront ↓</span></th>
            {Array.from({ length: banks }, (_, b) => (
              <th scope="col" class={conflict && busiest.get(b) === most ? "hot" : ""}>{b}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {waves.map((wave, w) => {
            const cells = new Map<number, [number, number]>();
            for (let i = 0; i < wave.length; i += 3) cells.set(wave[i], [wave[i + 1], wave[i + 2]]);
            return (
              <tr>
                <th scope="row">{passes > 1 ? `${2 * w + 1}, ${2 * w + 2}` : w + 1}</th>
                {Array.from({ length: banks }, (_, b) => {
                  const cell = cells.get(b);
                  if (!cell) return <td />;
                  const n = count(cell[0]);
                  return (
                    <td
                      class={`on ${conflict && w > 0 && busiest.get(b) === most ? "hot" : ""} ${n > 9 ? "many" : ""}`}
                      title={`${passes > 1 ? `wavefronts ${2 * w + 1} and ${2 * w + 2}` : `wavefront ${w + 1}`}, bank ${b}: ${lanesText(cell[0])} at ${sharedName(run, base + cell[1], run.data.machine.wordBytes)}`}
                    >
                      {n === 1 ? laneList(cell[0]) : `×${n}`}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
    <div class="after-banks">
      <p class="note">
        Cell: the lane served; ×n: n lanes, one word.{passes > 1 && " Each row passes twice: compare, then swap."}
      </p>
      {children}
    </div>
    </>
  );
}
