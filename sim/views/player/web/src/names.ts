// Addresses by the names of the kernel's buffers and shared arrays: in[1024].
import { plain } from "./mangled";
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
