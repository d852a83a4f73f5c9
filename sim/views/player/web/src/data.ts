// The page's data as simt-sim writes it (sim/views/player/player_data.cpp). Tables are columns.
// Masks have bit i for lane i. A program counter of -1 is none.

export interface Pattern {
  space: "global" | "shared" | "local" | "const";
  kind: string;
  bytes: number; // of a lane
  lanes: number;
  cost: number; // wavefronts, sectors or passes
  ideal: number;
  serialized: number; // most lanes that change one element one after the other; 0: none waits
  offsets: number[]; // of the lanes, from the access's base; local: in the thread's own memory
  waves?: number[][]; // shared: for each wavefront bank, lanes, offset of the word, ...
  passes?: number; // shared: how often each of these passes (a compare-and-swap: 2)
  retries?: number; // shared: lanes in none of these: they are told to try again
  pieces?: number[]; // local: offset in device memory, bytes, lane, ...
}

/** state, pc, lanes, join, waits for, barrier, call depth */
export type PathRow = [number, number, number, number, number, number, number];
/** id, target, participants, arrived, yielded, parent */
export type BarrierRow = [number, number, number, number, number, number];
export interface PathsState {
  paths: PathRow[];
  barriers: BarrierRow[];
  exited: number;
}

/** Where an instruction comes from in CUDA; first the place itself, then the calls it was inlined at. */
export interface CudaPlace {
  file: string; // without its folder
  path: string;
  line: number;
  column: number;
  function: string;
  text: string;
}

/** A scalar within a structure. */
export interface Field {
  name: string; // "pos.x", "hits[1]"
  type: string;
  offset: number;
  bytes: number;
}
/** What lies in a buffer or shared variable: elements, or structures. */
export interface Held {
  type: string; // "f32", "bool"
  element: number; // bytes of one element or structure
  fields: Field[]; // of a structure; none: it is none, or not known
  bytes: number; // of all; of a shared variable 0: all that follows
}
export interface BufferInfo extends Held {
  name: string;
  address: number;
}
export interface SharedVariable extends Held {
  name: string;
  offset: number;
}
export interface FunctionGraph {
  name: string;
  from: number[]; // of each basic block
  to: number[];
  edges: [number, number][];
}

export interface PageData {
  sides: PlayerData[];
  /** Of two runs: lines that are the same; figures that differ: section, label, before, after, change. */
  lines?: [number, number][];
  figures?: [string, string, string, string, string][];
  first_divergence?: string[];
}

export interface PlayerData {
  kernel: string;
  kernelTitle?: string;
  label: string;
  file: string;
  machine: {
    name: string;
    cc: string;
    divergence: "stack" | "its";
    warpSize: number;
    schedulers: number;
    banks: number;
    bankBytes: number;
    wordBytes: number;
  };
  geometry: string;
  mode: string;
  /** Of the text that the compiler made: "PTX", of machine code "SASS". */
  textName: string;
  status: "finished" | "fault" | "deadlock" | "limit";
  explanation: string;
  faultPc: number;
  cycles: number;
  /** Of the device's time: clocks of two devices differ. */
  seconds: number;
  shown: { text: string; whole: boolean; from: number; to: number };
  /** `further`: more lines that it is about; `shown`: by what an execution shows it, "" where none does. */
  advice: {
    line: number;
    further: number[];
    shown: "" | "access" | "divergence" | "wait";
    title: string;
    text: string;
    place?: string;
    gain: string;
  }[];
  checks: { text: string; line: number; passed: boolean; message: string }[];
  /** Whole run, by line of the source. */
  lines: {
    number: number[];
    text: string[];
    cuda: string[];
    code: number[];
    executed: number[];
    threads: number[];
    divergent: number[];
    sectors: number[];
    sectorsIdeal: number[];
    wavefronts: number[];
    wavefrontsIdeal: number[];
    stall: number[][];
  };
  code: {
    line: number[];
    text: string[];
    kind: string[]; // "branch", "exit", "barrier", ...; "" where the page tells nothing apart
    guarded: number[];
    target: number[];
    join: number[]; // where the lanes of a branch reconverge
    reads: number[][]; // registers
    writes: number[][];
  };
  cuda?: { files: { path: string; lines: string[] }[]; chains: CudaPlace[][]; of: number[] };
  functions: FunctionGraph[];
  registers: { name: string[]; type: string[] };
  sharedVariables: SharedVariable[];
  buffers: BufferInfo[];
  launch: {
    blocks: number;
    blockSize: [number, number, number];
    gridSize: [number, number, number];
    blocksPerSm: number;
    warpsPerBlock: number;
    warpSlots: number;
    sharedBytes: number; // of a block
    sharedPerSm: number;
    registers: number; // of a thread
    sms: number;
    smsUsed: number;
    limiters: string[];
  };
  charts: { memory: string; roofline: string }; // SVG
  stalls: { name: string; text: string; cycles: number }[];
  counters: { name: string; unit: string; text: string; value: number }[];
  warps: {
    sm: number[];
    slot: number[];
    block: number[];
    warp: number[];
    from: number[];
    to: number[];
  };
  /** By warp, then time. */
  waits: {
    warp: number[];
    from: number[];
    cycles: number[];
    state: number[];
    pc: number[];
    ordinal: number[];
  };
  states: PathsState[];
  levels: string[]; // "L1", "device memory"; "" where no memory answers
  /** Warp instructions by cycle. */
  issues: {
    cycle: number[];
    ready: number[]; // 0: it has no result, or that came after the end of the run
    warp: number[];
    ordinal: number[];
    pc: number[];
    path: number[];
    executed: number[];
    targets: number[];
    state: number[];
    level: number[]; // of levels: the furthest that its results come from
    accesses: number[];
    parts: number[];
  };
  /** Instruction, and one whose result it waited for; of several the last to come first. */
  waited: { issue: number[]; for: number[] };
  /** The row of issues that did not issue but faulted, and the lane whose access it was, -1: not
   *  recorded; and the warp that faulted, -1: none did. */
  fault: { issue: number; lane: number; sm: number; block: number; warp: number };
  /** What an instruction left in a register, or (before) what that held already at the first instruction shown. */
  values: { issue: number[]; reg: number[]; vector: number[]; before: number[] };
  vectors: string[]; // see values.ts
  /** Bytes of shared memory that changed; before: all of it, as it is after the instruction. */
  shared: { issue: number[]; offset: number[]; bytes: string[]; before: number[] };
  parts: number[][]; // counter, by how much, ...
  accesses: { pattern: number[]; base: number[] };
  patterns: Pattern[];
}

export async function load(): Promise<PageData> {
  const text = document.getElementById("run")!.textContent!;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
