// Play, step, scrub, jump.
import { useComputed } from "@preact/signals";
import { Canvas } from "./canvas";
import { value } from "./colors";
import { jumps, lead, leader, players, playing, speed, usePlayer } from "./state";
import { number } from "./words";

const kSpeeds = [1, 2, 4, 10, 30, 100, 1000];

export function togglePlay() {
  const { atEnd, go, atPosition } = leader();
  if (!playing.value && atEnd()) go(atPosition(0));
  playing.value = !playing.value;
}
export function toggleFollow() {
  const value = leader().follow.value === "warp" ? "all" : "warp";
  for (const p of players) p.follow.value = value;
}

function Button(p: { label: string; title: string; children: preact.ComponentChildren; on: () => void; pressed?: boolean }) {
  return (
    <button type="button" aria-label={p.label} title={p.title} aria-pressed={p.pressed} onClick={p.on}>
      {p.children}
    </button>
  );
}

function Position() {
  const { run: r, at, follow, position, trackLength, warp } = usePlayer();
  const { issues } = r.data;
  return (
    <span class="position">
      <b>cycle {number(issues.cycle[at.value])}</b>
      <span>
        {follow.value === "warp" ? r.warpName(warp.value) : "all warps"}: instruction {number(position.value + 1)} of{" "}
        {number(trackLength.value)}
      </span>
    </span>
  );
}

// Where things happen along the scrubber.
function Marks() {
  const { run: r, track, trackLength } = usePlayer();
  const marks = useComputed(() => {
    const list = track.value;
    const n = trackLength.value;
    const out: [number, string][] = [];
    for (let p = 0; p < n; ++p) {
      const i = list ? list[p] : p;
      if (r.diverges(i)) out.push([p, "--mark-divergence"]);
      else if (r.conflicts(i)) out.push([p, "--mark-conflict"]);
      else if (r.wastes(i)) out.push([p, "--mark-waste"]);
      else if (r.reconverges(i)) out.push([p, "--mark-reconvergence"]);
    }
    return out;
  });
  return (
    <Canvas
      class="marks"
      label="Divergences, reconvergences, bank conflicts and excess sectors along the scrubber"
      draw={(g, { width, height }) => {
        const n = Math.max(1, trackLength.value - 1);
        for (const [p, color] of marks.value) {
          g.fillStyle = value(color);
          g.fillRect(8 + (p / n) * (width - 16) - 1, 0, 2, height);
        }
      }}
    />
  );
}

/** Of two runs, which one the buttons move. */
function Lead() {
  return (
    <span class="group" role="group" aria-label="The run that the buttons move">
      {players.map((p, i) => (
        <Button label={`Step ${p.run.data.label}`} title="The other run goes along" pressed={lead.value === i} on={() => { lead.value = i; p.moved(); }}>
          {p.run.data.label}
        </Button>
      ))}
    </span>
  );
}

export function Transport() {
  const { follow, go, atPosition, move, trackLength, position, jump, message } = usePlayer();
  const steps = (value: "warp" | "all") => players.forEach((p) => (p.follow.value = value));
  return (
    <section class="transport" aria-label="Player">
      <div class="controls">
        <div class="buttons steps">
        <Button label="To the start" title="To the start (Home)" on={() => go(atPosition(0))}>|◀</Button>
        <Button label="back one instruction" title="One instruction back (←)" on={() => move(-1)}><span aria-hidden="true">◀</span> back</Button>
        <button type="button" id="play" class="play" title="Play or pause (space)" onClick={togglePlay}>
          {playing.value ? "❚❚ pause" : "▶ play"}
        </button>
        <Button label="step one instruction on" title="One instruction on (→)" on={() => move(1)}>step <span aria-hidden="true">▶</span></Button>
        <Button label="To the end" title="To the end (End)" on={() => go(atPosition(trackLength.value - 1))}>▶|</Button>
      </div>
      <div class="buttons">
        <select class="speed" aria-label="Speed, instructions a second" value={String(speed.value)} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {kSpeeds.map((s) => <option value={String(s)}>{s} a second</option>)}
        </select>
        <span class="group" role="group" aria-label="What the player steps through">
          <Button label="Step through this warp" title="Step through this warp (f)" pressed={follow.value === "warp"} on={() => steps("warp")}>this warp</Button>
          <Button label="Step through all warps" title="Step through all warps in the order of issue (f)" pressed={follow.value === "all"} on={() => steps("all")}>all warps</Button>
        </span>
        {players.length > 1 && <Lead />}
        <Position />
      </div>
      </div>
      <div class="seek">
        <div class="scrub">
          <Marks />
          <input type="range" id="scrub" aria-label="Position in the run" aria-valuetext={`instruction ${position.value + 1} of ${trackLength.value}`}
            min={0} max={Math.max(0, trackLength.value - 1)} value={position.value} onInput={(e) => go(atPosition(Number(e.currentTarget.value)))} />
        </div>
        <div class="buttons jumps" role="group" aria-label="Jump to the next">
          <span class="label">next</span>
          {jumps.map((j) => (
            <button type="button" id={`jump-${j.kind}`} title={`The next ${j.label}: ${j.title} (${j.key}; shift: the one before)`}
              onClick={(e) => jump(j.kind, e.shiftKey ? -1 : 1)}>
              <i class={`dot dot-${j.kind}`} />
              {j.label} <kbd>{j.key}</kbd>
            </button>
          ))}
        </div>
      </div>
      <span class="message" role="status">{message.value}</span>
    </section>
  );
}
