// Registers and shared memory, put together from what each instruction changed.
import type { PlayerData } from "./data";

/** Content of a register: of a predicate a mask, else 32 values. */
export interface Vector {
  mask?: number;
  lanes?: bigint[];
}

/** "ff" a mask or one value for all lanes; "0+4" 0, 4, 8 ...; "1,2,..." each lane's; ":0a.." 128 bits a lane. */
function parse(text: string, type: string): Vector {
  if (type === "pred") return { mask: parseInt(text, 16) | 0 };
  if (text.startsWith(":")) {
    const lane = (i: number) => {
      const bytes = text.slice(1 + 32 * i, 33 + 32 * i).match(/../g) ?? [];
      return BigInt("0x" + bytes.reverse().join(""));
    };
    return { lanes: Array.from({ length: 32 }, (_, i) => lane(i)) };
  }
  const big = (hex: string) => BigInt("0x" + hex);
  if (text.includes(",")) return { lanes: text.split(",").map(big) };
  const [first, step] = text.split("+");
  const all = (1n << BigInt(8 * bytesOf(type))) - 1n;
  const from = big(first), by = step === undefined ? 0n : big(step);
  return { lanes: Array.from({ length: 32 }, (_, i) => (from + by * BigInt(i)) & all) };
}

export const bytesOf = (type: string) => (type === "pred" ? 0 : type === "bool" ? 1 : Math.max(1, Number(/\d+/.exec(type)?.[0] ?? 32) / 8) * (type.endsWith("x2") ? 2 : 1));

/** What a register holds, and who left it there. */
export interface Held {
  vector: Vector | null; // null: not recorded
  issue: number; // -1: it held that before
}

interface Change {
  place: number; // in the warp
  issue: number;
  vector: number;
  before: boolean;
}

export class Values {
  private readonly changes: Map<number, Change[]>[]; // by warp, then register
  private readonly parsed = new Map<string, Vector>();

  constructor(private readonly data: PlayerData, issuesOf: number[][], place: (i: number) => number) {
    this.changes = issuesOf.map(() => new Map());
    const { issue, reg, vector, before } = data.values;
    for (let v = 0; v < issue.length; ++v) {
      const of = this.changes[data.issues.warp[issue[v]]];
      const list = of.get(reg[v]) ?? [];
      of.set(reg[v], list);
      list.push({ place: place(issue[v]), issue: issue[v], vector: vector[v], before: before[v] !== 0 });
    }
    for (const of of this.changes) for (const list of of.values()) list.sort((a, b) => a.place - b.place);
  }

  get recorded() {
    return this.data.values.issue.length > 0;
  }
  private vector(number: number, reg: number): Vector | null {
    if (number < 0) return null;
    const type = this.data.registers.type[reg];
    const key = `${number}:${type}`;
    let found = this.parsed.get(key);
    if (found === undefined) {
      found = parse(this.data.vectors[number], type);
      this.parsed.set(key, found);
    }
    return found;
  }
  /** What a register of the warp holds before (or after) its instruction at `place`; undefined: not written yet. */
  of(warp: number, reg: number, place: number, after: boolean): Held | undefined {
    let found: Change | undefined;
    for (const c of this.changes[warp].get(reg) ?? []) {
      if (c.place > place || (c.place === place && !after && !c.before)) break;
      found = c;
    }
    return found && { vector: this.vector(found.vector, reg), issue: found.before ? -1 : found.issue };
  }
  /** Did the instruction change it, in any lane? */
  changedAt(warp: number, reg: number, place: number): boolean {
    return (this.changes[warp].get(reg) ?? []).some((c) => c.place === place && !c.before);
  }
  registersOf(warp: number): number[] {
    return [...this.changes[warp].keys()].sort((a, b) => a - b);
  }
}

/** Shared memory of one block after an instruction. */
export class SharedMemory {
  private readonly changes = new Map<string, number[]>(); // rows of data.shared by block, in time
  private state: { block: string; upTo: number; bytes: Uint8Array; by: Int32Array } | null = null;

  constructor(private readonly data: PlayerData) {
    data.shared.issue.forEach((issue, row) => {
      const block = this.blockOf(issue);
      const list = this.changes.get(block) ?? [];
      this.changes.set(block, list);
      list.push(row);
    });
    for (const list of this.changes.values()) list.sort((a, b) => data.shared.issue[a] - data.shared.issue[b] || a - b);
  }
  private blockOf(issue: number): string {
    const { warps, issues } = this.data;
    const w = issues.warp[issue];
    return `${warps.sm[w]}:${warps.block[w]}`;
  }
  /** The bytes, and for each the instruction that changed it last (-1: none that is recorded). */
  after(issue: number): { bytes: Uint8Array; by: Int32Array } {
    const block = this.blockOf(issue);
    const size = this.data.launch.sharedBytes;
    if (this.state === null || this.state.block !== block || this.state.upTo > issue)
      this.state = { block, upTo: -1, bytes: new Uint8Array(size), by: new Int32Array(size).fill(-1) };
    const s = this.state;
    const { shared } = this.data;
    for (const row of this.changes.get(block) ?? []) {
      if (shared.issue[row] <= s.upTo) continue;
      if (shared.issue[row] > issue) break;
      const text = shared.bytes[row];
      for (let i = 0; 2 * i < text.length && shared.offset[row] + i < size; ++i) {
        s.bytes[shared.offset[row] + i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
        s.by[shared.offset[row] + i] = shared.before[row] ? -1 : shared.issue[row];
      }
    }
    s.upTo = issue;
    return s;
  }
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1, e = (bits >> 10) & 31, m = bits & 1023;
  if (e === 31) return m ? NaN : sign * Infinity;
  return sign * (e === 0 ? m * 2 ** -24 : (1024 + m) * 2 ** (e - 25));
}
const view = new DataView(new ArrayBuffer(8));
function real(bits: bigint, type: string): number {
  if (type === "f16") return half(Number(bits));
  view.setBigUint64(0, type === "bf16" ? bits << 16n : bits);
  return bytesOf(type) === 8 ? view.getFloat64(0) : view.getFloat32(4);
}
const short = (v: number, digits = 7) => (Number.isFinite(v) ? String(Number(v.toPrecision(digits))).replace("e+", "e") : String(v));

/** A value as text: by its type, or as the reader wants it; of a float so many digits. */
export function valueText(bits: bigint, type: string, format: string, digits = 7): string {
  if (type === "bool" && format === "type") return String(bits !== 0n);
  const width = BigInt(8 * bytesOf(type));
  const part = /^(b?f16)x2$/.exec(type)?.[1];
  if (part !== undefined && (format === "type" || format === "float"))
    return `(${[bits & 0xffffn, bits >> 16n].map((b) => short(real(b, part), digits)).join(", ")})`;
  const isFloat = /^(f16|bf16|f32|f64|tf32)$/.test(type);
  if (format === "hex" || (format === "type" && (/x2$/.test(type) || width > 64n || type === "b64"))) return "0x" + bits.toString(16);
  if (format === "float" || (format === "type" && isFloat)) {
    if (isFloat) return short(real(bits, type), digits);
    return width === 64n ? short(real(bits, "f64"), digits) : width === 32n ? short(real(bits, "f32"), digits) : width === 16n ? short(real(bits, "f16"), digits) : String(bits);
  }
  if (format === "unsigned" || (format === "type" && type.startsWith("u"))) return String(bits);
  return String(BigInt.asIntN(Number(width), bits));
}
