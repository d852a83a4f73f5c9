// What the words of shared memory hold, by the types of the variables that lie there.
import type { SharedVariable } from "./data";
import { sharedVariable } from "./names";
import type { Run } from "./run";
import { bytesOf, valueText } from "./values";

export const kWord = 4;
const kDigits = 4; // of a float
const kOf = 8; // bytes of the longest value

interface Item {
  at: number;
  bytes: number;
  type: string;
}

/** The values that begin or go on in the word at `at`; what lies between fields is none. */
function itemsAt(v: SharedVariable | undefined, at: number): Item[] {
  const from = v?.offset ?? 0, each = v?.element ?? kWord, out: Item[] = [];
  const fields = v === undefined || v.fields.length === 0 ? [{ offset: 0, bytes: Math.max(1, bytesOf(v?.type ?? "b32")), type: v?.type ?? "b32" }] : v.fields;
  for (let start = Math.floor((at - from) / each) * each; from + start < at + kWord; start += each)
    for (const f of fields) {
      const begin = from + start + f.offset;
      if (begin + f.bytes > at && begin < at + kWord) out.push({ at: begin, bytes: f.bytes, type: f.type });
    }
  return out;
}

function read(bytes: Uint8Array, { at, bytes: n }: Item): bigint {
  let bits = 0n;
  for (let i = Math.min(n, kOf) - 1; i >= 0; --i) bits = (bits << 8n) | BigInt(bytes[at + i] ?? 0);
  return bits;
}

function text(bytes: Uint8Array, item: Item, at: number, format: string, dense: boolean): string {
  if (item.at < at) return "·";
  const bits = read(bytes, item);
  if (item.type === "bool" && format === "type") return dense ? String(bits === 0n ? 0 : 1) : valueText(bits, "bool", "type");
  const as = dense && item.bytes === 1 && format === "type" ? "hex" : format;
  return valueText(bits, item.type, as, kDigits).replace(/^0x/, item.bytes === 1 ? "" : "0x");
}

/** What stands in a word: of narrow values each, of wide ones what they are where they begin. */
export function wordText(run: Run, bytes: Uint8Array, word: number, format: string): string {
  const items = itemsAt(sharedVariable(run, word * kWord), word * kWord);
  return items.map((i) => text(bytes, i, word * kWord, format, items.length > 1)).join(" ");
}
const several = (run: Run, word: number, format: string, what: (i: Item) => boolean) => {
  const items = itemsAt(sharedVariable(run, word * kWord), word * kWord);
  return format === "type" && items.length > 1 && items.some(what);
};
/** Are several bytes in it shown in hexadecimal, though nobody asked for it? */
export const showsHex = (run: Run, word: number, format: string) => several(run, word, format, (i) => i.bytes === 1 && i.type !== "bool");
/** Are several bool in it shown as 0 and 1? */
export const showsFlags = (run: Run, word: number, format: string) => several(run, word, format, (i) => i.type === "bool");
