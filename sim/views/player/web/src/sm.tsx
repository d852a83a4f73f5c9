// The SM at the cycle at hand: its schedulers, their warp slots, the blocks that the warps belong to.
import { stateColor } from "./colors";
import type { Run } from "./run";
import { usePlayer } from "./state";
import { firstWait } from "./timeline_draw";
import { number, plural, stateName } from "./words";

interface Slot {
  warp: number;
  state: number;
  issues: boolean;
}
/** By slot, the warps that are resident at the cycle. */
function slotsAt(run: Run, sm: number, cycle: number): Map<number, Slot> {
  const out = new Map<number, Slot>();
  const { warps, waits } = run.data;
  for (let w = 0; w < warps.sm.length; ++w) {
    if (warps.sm[w] !== sm || warps.from[w] > cycle || warps.to[w] <= cycle) continue;
    const wait = firstWait(run, w, cycle);
    const known = wait < run.firstWaitOf[w + 1] && waits.from[wait] <= cycle;
    const state = known ? waits.state[wait] : -1;
    out.set(warps.slot[w], { warp: w, state, issues: state === run.selected });
  }
  return out;
}

export function SmPicture() {
  const { run, at, warp, go } = usePlayer();
  const { machine, launch, issues, warps, stalls } = run.data;
  const sm = warps.sm[warp.value], cycle = issues.cycle[at.value];
  const slots = slotsAt(run, sm, cycle);
  const blocks = [...new Set([...slots.values()].map((s) => warps.block[s.warp]))].sort((a, b) => a - b);
  const perScheduler = Math.ceil(launch.warpSlots / machine.schedulers);
  const used = Math.max(1, ...[...slots.keys()].map((s) => Math.floor(s / machine.schedulers) + 1));
  const depth = Math.min(perScheduler, used + (used < perScheduler ? 1 : 0));
  const to = (w: number) => {
    const own = run.issuesOf[w];
    if (own.length > 0) go(own.find((i) => issues.cycle[i] >= cycle) ?? own[own.length - 1]);
  };
  const issuing = [...slots.values()].filter((s) => s.issues).length;
  return (
    <section class="panel sm" aria-label="The SM">
      <h2>
        SM {sm} at cycle {number(cycle)}
        <span class="aside">
          {plural(blocks.length, "block")} here{launch.blocks > 1 ? ` of ${number(launch.blocks)}` : ""} (room for {launch.blocksPerSm}),{" "}
          {slots.size} of {launch.warpSlots} warp slots taken, {issuing} of {machine.schedulers} schedulers issue
        </span>
      </h2>
      <div class="schedulers" style={{ gridTemplateColumns: `repeat(${machine.schedulers}, minmax(0, 1fr))` }}>
        {Array.from({ length: machine.schedulers }, (_, p) => {
          const issuer = [...slots].find(([slot, s]) => slot % machine.schedulers === p && s.issues);
          return (
            <div class="scheduler">
              <h3>scheduler {p}: <b class={issuer ? "issues" : ""}>{issuer ? "issues" : "idle"}</b></h3>
              {Array.from({ length: depth }, (_, k) => {
                const slot = k * machine.schedulers + p;
                const s = slots.get(slot);
                if (slot >= launch.warpSlots) return null;
                if (s === undefined) return <span class="slot empty" title={`slot ${slot}: no warp`}>–</span>;
                const name = s.state < 0 ? "not recorded" : stateName(stalls[s.state].name);
                return (
                  <button type="button" class={`slot ${s.warp === warp.value ? "here" : ""} ${s.issues ? "issues" : ""}`} data-block={blocks.indexOf(warps.block[s.warp]) % 6}
                    title={`slot ${slot}, ${run.warpName(s.warp)}: ${name}${s.state >= 0 ? ` (${stalls[s.state].text})` : ""}`} onClick={() => to(s.warp)}>
                    <i class="swatch" style={{ background: s.state < 0 ? "none" : `var(${stateColor(stalls[s.state].name)})` }} />
                    <b>{warps.block[s.warp]}.{warps.warp[s.warp]}</b>
                    <span class="dim">{name}</span>
                  </button>
                );
              })}
              {perScheduler > depth && <span class="slot rest" title="slots without a warp">{perScheduler - depth} empty</span>}
            </div>
          );
        })}
      </div>
      {launch.sharedBytes > 0 && launch.sharedPerSm > 0 && (
        <p class="note">
          Shared memory: {number(launch.sharedBytes * blocks.length)} of {number(launch.sharedPerSm)} bytes of the SM, {number(launch.sharedBytes)} a block.
        </p>
      )}
      <p class="note">A slot holds a warp, named BLOCK.WARP, and shows what that waits for. Slots of one block have one colour at their left.</p>
      <p class="note">
        {number(launch.smsUsed)} of {number(launch.sms)} SMs ran blocks of this launch
        {launch.limiters.length > 0 ? `; what limits the blocks on an SM: ${launch.limiters.join(", ")}` : ""}.
      </p>
    </section>
  );
}
