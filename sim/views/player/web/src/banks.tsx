// Shared memory: a row for each wavefront, a column for each bank; in a cell the lanes it serves.
import type { Access } from "./run";
import { count } from "./run";
import { run } from "./state";
import { hex, laneList, lanesText } from "./words";

export function Banks({ access }: { access: Access }) {
  const { pattern, base } = access;
  const { banks, wordBytes } = run.value.data.machine;
  const waves = pattern.waves!;
  const busiest = new Map<number, number>();
  for (const wave of waves) for (let i = 0; i < wave.length; i += 3) busiest.set(wave[i], (busiest.get(wave[i]) ?? 0) + 1);
  const most = Math.max(...busiest.values());
  const conflict = pattern.cost > pattern.ideal;
  return (
    <div class="banks-box" tabIndex={0} role="region" aria-label="Banks">
      <table class="banks" aria-label={`${waves.length} wavefronts over ${banks} banks`}>
        <thead>
          <tr>
            <th scope="col" class="corner">bank</th>
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
                <th scope="row">{w + 1}</th>
                {Array.from({ length: banks }, (_, b) => {
                  const cell = cells.get(b);
                  if (!cell) return <td />;
                  const n = count(cell[0]);
                  return (
                    <td
                      class={conflict && w > 0 && busiest.get(b) === most ? "on hot" : "on"}
                      title={`wavefront ${w + 1}, bank ${b}: ${lanesText(cell[0])} at ${hex(base + cell[1])} (word ${(base + cell[1]) / wordBytes})`}
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
      <p class="note">
        A row is a wavefront: each bank delivers one word in it. A number is the lane served, ×n stands for n lanes with the
        same word.
      </p>
    </div>
  );
}
