// Addresses by the names of the kernel's buffers and shared arrays: in[1024].
import type { Run } from "./run";
import { hex } from "./words";

/** "in[7]", "in[7]+2" within an element. */
function element(name: string, size: number, offset: number): string {
  const rest = offset % size;
  return `${name}[${Math.floor(offset / size)}]${rest === 0 ? "" : `+${rest}`}`;
}

/** Empty where no buffer is. */
export function bufferName(run: Run, address: number): string {
  const b = run.data.buffers.find((x) => address >= x.address && address < x.address + x.bytes);
  return b === undefined ? "" : element(b.name, b.element, address - b.address);
}
export function sharedVariable(run: Run, offset: number) {
  return run.data.sharedVariables.find((v) => offset >= v.offset && (v.bytes === 0 || offset < v.offset + v.bytes));
}
export function sharedName(run: Run, offset: number): string {
  const v = sharedVariable(run, offset);
  return v === undefined ? `shared+${offset}` : element(plain(v.name), v.element, offset - v.offset);
}
export function placeName(run: Run, space: string, address: number): string {
  if (space === "shared") return sharedName(run, address);
  return (space === "global" && bufferName(run, address)) || hex(address);
}

/** Of a function's own array its last part: "_ZZ6matmulPKfS0_PfiE2as" is as. */
export function plain(name: string): string {
  const own = /^_ZZ.*E(\d+)([A-Za-z_]\w*?)(_\d+)?$/.exec(name);
  if (!own) return name;
  // The digits end the mangled function's "E"; the name has the length that they say.
  for (let i = 0; i < own[1].length; ++i) {
    const length = Number(own[1].slice(i));
    if (length > 0 && own[2].length >= length) return own[2].slice(0, length);
  }
  return name;
}
