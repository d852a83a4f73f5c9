// Addresses by the names of the kernel's buffers and shared arrays: in[1024], p[7].pos.x.
import type { Held } from "./data";
import { plain } from "./mangled";
import type { Run } from "./run";
import { hex } from "./words";

const plus = (bytes: number) => (bytes === 0 ? "" : `+${bytes}`);

/** "in[7]", "p[7].pos.x" of structures, "in[7]+2" within an element; "p[7]" where `bytes` reach beyond its first field. */
function element(name: string, held: Held, offset: number, bytes: number): string {
  const rest = offset % held.element;
  const index = `${name}[${Math.floor(offset / held.element)}]`;
  const field = held.fields.find((f) => rest >= f.offset && rest < f.offset + f.bytes);
  if (field === undefined || (rest === 0 && bytes > field.bytes)) return index + plus(rest);
  return `${held.bytes === held.element ? name : index}.${field.name}${plus(rest - field.offset)}`;
}

/** Empty where no buffer is. */
export function bufferName(run: Run, address: number, bytes = Infinity): string {
  const b = run.data.buffers.find((x) => address >= x.address && address < x.address + x.bytes);
  return b === undefined ? "" : element(b.name, b, address - b.address, bytes);
}
export function sharedVariable(run: Run, offset: number) {
  return run.data.sharedVariables.find((v) => offset >= v.offset && (v.bytes === 0 || offset < v.offset + v.bytes));
}
export function sharedName(run: Run, offset: number, bytes = Infinity): string {
  const v = sharedVariable(run, offset);
  return v === undefined ? `shared+${offset}` : element(plain(v.name), v, offset - v.offset, bytes);
}
/** Of an access of so many bytes. */
export function placeName(run: Run, space: string, address: number, bytes: number): string {
  if (space === "shared") return sharedName(run, address, bytes);
  return (space === "global" && bufferName(run, address, bytes)) || hex(address);
}
