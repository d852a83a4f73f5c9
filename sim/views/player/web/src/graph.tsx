// The control-flow graph of the function at hand: basic blocks, the edges that the warp has taken, and
// where its lanes are now. Laid out by dagre.
import dagre from "@dagrejs/dagre";
import { useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FunctionGraph } from "./data";
import { Lane, type Run } from "./run";
import { usePlayer } from "./state";
import { lanesDo, number } from "./words";

const kWidth = 150, kHeight = 40, kMostBlocks = 60, kNear = 4;
const kLoop = 18, kCount = 34; // pixels beside a block for an edge to itself and for its count

interface Drawn {
  width: number;
  height: number;
  nodes: { block: number; x: number; y: number }[];
  edges: { from: number; to: number; points: { x: number; y: number }[] }[];
}

/** The blocks within some steps of one. */
function near(f: FunctionGraph, block: number): Set<number> {
  const out = new Set([block]);
  for (let step = 0; step < kNear; ++step)
    for (const [a, b] of f.edges)
      if (out.has(a) !== out.has(b) && out.size < kMostBlocks) out.add(out.has(a) ? b : a);
  return out;
}

/** From the right side of a block out and back to it, upwards. */
function loopAround({ x, y }: { x: number; y: number }) {
  const right = x + kWidth / 2, low = y + kHeight / 4, high = y - kHeight / 4;
  return [{ x: right, y: low }, { x: right + kLoop, y: low }, { x: right + kLoop, y: high }, { x: right, y: high }];
}

function layout(f: FunctionGraph, blocks: number[]): Drawn {
  const g = new dagre.graphlib.Graph();
  g.setGraph({ nodesep: 18, ranksep: 26, marginx: 6, marginy: 6 });
  g.setDefaultEdgeLabel(() => ({}));
  const kept = new Set(blocks);
  // An edge of a block to itself is no part of the layout: dagre lets it end beside the block.
  const loops = f.edges.filter(([a, b]) => a === b && kept.has(a));
  const around = new Set(loops.map(([a]) => a));
  for (const b of blocks) g.setNode(String(b), { width: kWidth + (around.has(b) ? 2 * (kLoop + kCount) : 0), height: kHeight });
  for (const [a, b] of f.edges) if (a !== b && kept.has(a) && kept.has(b)) g.setEdge(String(a), String(b));
  dagre.layout(g);
  const label = g.graph();
  return {
    width: Math.max(kWidth, label.width ?? 0),
    height: label.height ?? 0,
    nodes: blocks.map((block) => ({ block, x: g.node(String(block)).x, y: g.node(String(block)).y })),
    edges: [
      ...g.edges().map((e) => ({ from: Number(e.v), to: Number(e.w), points: g.edge(e).points })),
      ...loops.map(([a]) => ({ from: a, to: a, points: loopAround(g.node(String(a))) })),
    ],
  };
}

const functionAt = (run: Run, pc: number) => run.data.functions.findIndex((f) => pc >= f.from[0] && pc < f.to[f.to.length - 1]);
const blockAt = (f: FunctionGraph, pc: number) => f.from.findIndex((from, b) => pc >= from && pc < f.to[b]);

/** How often the warp has gone over each edge up to an instruction, and how often it will have. */
function traversals(run: Run, f: FunctionGraph, warp: number, upTo: number): Map<string, { now: number; all: number }> {
  const { issues, code, states } = run.data;
  const out = new Map<string, { now: number; all: number }>();
  const add = (a: number, pc: number, i: number, lanes: number) => {
    const b = lanes === 0 ? -1 : blockAt(f, pc);
    if (b < 0 || f.from[b] !== pc) return;
    const key = `${a}:${b}`;
    const n = out.get(key) ?? { now: 0, all: 0 };
    n.all += 1;
    if (i <= upTo) n.now += 1;
    out.set(key, n);
  };
  const lastOf = new Map(f.to.map((to, b) => [to - 1, b]));
  for (const i of run.issuesOf[warp]) {
    const pc = issues.pc[i], block = lastOf.get(pc);
    if (block === undefined) continue;
    const kind = code.kind[pc], taken = issues.executed[i], rest = issues.path[i] & ~taken;
    if (kind === "branch") add(block, code.target[pc], i, taken);
    else if (kind === "table")
      for (const p of states[issues.state[i]].paths) add(block, p[1], i, p[2] & taken);
    const leaves = kind === "branch" || kind === "table" || kind === "exit" || kind === "return" || kind === "trap";
    add(block, pc + 1, i, leaves ? rest : issues.path[i]);
  }
  return out;
}

/** Where an edge's count stands: right of its middle. */
function countAt({ from, to, points }: Drawn["edges"][number]) {
  if (from === to) return { x: points[1].x, y: (points[1].y + points[2].y) / 2 };
  return points[Math.floor(points.length / 2)];
}

const path = (points: { x: number; y: number }[]) => {
  const [first, ...rest] = points;
  if (rest.length < 2) return `M${first.x},${first.y}` + rest.map((p) => `L${p.x},${p.y}`).join("");
  let d = `M${first.x},${first.y}`;
  for (let i = 0; i + 1 < rest.length; ++i) {
    const end = i + 2 === rest.length ? rest[i + 1] : { x: (rest[i].x + rest[i + 1].x) / 2, y: (rest[i].y + rest[i + 1].y) / 2 };
    d += `Q${rest[i].x},${rest[i].y} ${end.x},${end.y}`;
  }
  return d;
};

/** The lanes that are in a block now, as a bar with a part for each state. */
function LanesIn({ x, y, kinds, size }: { x: number; y: number; kinds: Map<Lane, number>; size: number }) {
  let from = x;
  return (
    <>
      {[...kinds].sort((a, b) => a[0] - b[0]).map(([lane, n]) => {
        const width = ((kWidth - 12) * n) / size;
        const part = <rect class={`fill-${Lane[lane]}`} x={from} y={y} width={Math.max(1.5, width - 0.7)} height={6}><title>{n} {lanesDo(n, lane)}</title></rect>;
        from += width;
        return part;
      })}
    </>
  );
}

export function FlowGraph() {
  const { run, at, warp, go } = usePlayer();
  const box = useRef<HTMLDivElement>(null);
  const pc = run.data.issues.pc[at.value];
  const which = Math.max(0, functionAt(run, pc));
  const f = run.data.functions[which];
  const here = blockAt(f, pc);
  const large = f.from.length > kMostBlocks;
  const key = large ? here : -1;
  const drawn = useComputed(() => {
    const now = run.data.issues.pc[at.value];
    const fn = run.data.functions[Math.max(0, functionAt(run, now))];
    const all = fn.from.map((_, b) => b);
    const kept = fn.from.length > kMostBlocks ? near(fn, blockAt(fn, now)) : null;
    return JSON.stringify([fn.from[0], kept ? all.filter((b) => kept.has(b)) : all]);
  });
  const picture = useComputed(() => {
    const [first, blocks] = JSON.parse(drawn.value) as [number, number[]];
    return layout(run.data.functions.find((x) => x.from[0] === first)!, blocks);
  });
  const { width, height, nodes, edges } = picture.value;
  const gone = traversals(run, f, warp.value, at.value);
  const lanes = new Map<number, Map<Lane, number>>();
  for (const { lane, pc: place } of run.lanes(at.value)) {
    const b = place < 0 ? -1 : blockAt(f, place);
    if (b < 0) continue;
    const kinds = lanes.get(b) ?? new Map<Lane, number>();
    lanes.set(b, kinds.set(lane, (kinds.get(lane) ?? 0) + 1));
  }
  const previous = run.before(at.value);
  const cameFrom = previous < 0 ? -1 : blockAt(f, run.data.issues.pc[previous]);
  useEffect(() => {
    const node = nodes.find((n) => n.block === here);
    const element = box.current;
    if (!element || !node) return;
    element.scrollTop = node.y - element.clientHeight / 2;
    element.scrollLeft = node.x - element.clientWidth / 2;
  }, [here, which, key]);
  const linesOf = (b: number) => {
    const a = run.lineOf(f.from[b]), z = run.lineOf(f.to[b] - 1);
    return a === z ? `line ${a}` : `lines ${a}–${z}`;
  };
  const cudaOf = (b: number) => {
    const numbers: number[] = [];
    for (let p = f.from[b]; p < f.to[b]; ++p) for (const c of run.cudaOf(p).slice(0, 1)) numbers.push(c.line);
    if (numbers.length === 0) return "";
    const low = Math.min(...numbers), high = Math.max(...numbers);
    return `, CUDA ${low === high ? low : `${low}–${high}`}`;
  };
  const toBlock = (b: number) => {
    const own = run.issuesOf[warp.value];
    const place = run.place(at.value);
    const inside = (i: number) => run.data.issues.pc[i] >= f.from[b] && run.data.issues.pc[i] < f.to[b];
    const found = own.slice(place + 1).find(inside) ?? own.find(inside);
    if (found !== undefined) go(found);
  };
  const size = run.data.machine.warpSize;
  return (
    <section class="panel flow" aria-label="Control-flow graph">
      <h2>
        Control-flow graph{run.data.functions.length > 1 ? ` of ${f.name}` : ""}
        <span class="aside">
          {large ? `the ${nodes.length} of ${number(f.from.length)} blocks around this instruction; ` : ""}
          bold: edges that {run.warpName(warp.value)} has taken, with how often; dashed: never
        </span>
      </h2>
      <div class="flow-box" ref={box} tabIndex={0} role="region" aria-label="Graph">
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img"
          aria-label={`${nodes.length} basic blocks, ${edges.length} edges`}>
          <defs>
            <marker id={`arrow`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse" markerUnits="userSpaceOnUse">
              <path d="M0,0L8,4L0,8z" fill="context-stroke" />
            </marker>
          </defs>
          {edges.map((e) => {
            const n = gone.get(`${e.from}:${e.to}`);
            const kind = n === undefined ? "never" : n.now === 0 ? "later" : e.from === cameFrom && e.to === here && cameFrom !== here ? "just" : "gone";
            return (
              <g class={`edge ${kind}`}>
                <path d={path(e.points)} marker-end="url(#arrow)" />
              </g>
            );
          })}
          {nodes.map(({ block, x, y }) => (
            <g class={`block ${block === here ? "here" : ""}`} transform={`translate(${x - kWidth / 2},${y - kHeight / 2})`} onClick={() => toBlock(block)}>
              <rect width={kWidth} height={kHeight} rx={5} />
              <text x={8} y={16}>{linesOf(block)}{cudaOf(block)}</text>
              {lanes.has(block)
                ? <LanesIn x={6} y={26} kinds={lanes.get(block)!} size={size} />
                : <text class="dim" x={8} y={32}>{number(f.to[block] - f.from[block])} {f.to[block] - f.from[block] === 1 ? "instruction" : "instructions"}</text>}
              <title>{run.textOf(f.from[block])}{"\n"}…{"\n"}{run.textOf(f.to[block] - 1)}</title>
            </g>
          ))}
          {edges.map((e) => {
            const n = gone.get(`${e.from}:${e.to}`);
            if (n === undefined || n.now === 0) return null;
            const place = countAt(e);
            return <g class="edge count"><text x={place.x + 4} y={place.y + 3}>{number(n.now)}×</text></g>;
          })}
        </svg>
      </div>
    </section>
  );
}
