// Which lines of CUDA and of PTX belong together.
import type { Run } from "./run";

/** A CUDA line, "file:line" in numbers. */
export type Place = string;
export interface CudaSource {
  rows: (Place | "")[]; // by row of data.lines
  chains: Place[][]; // likewise, with the calls it was inlined at
  order: Map<Place, number>; // those with instructions, numbered
  files: number[]; // that have any
}
export function cudaSource(run: Run): CudaSource {
  const { lines, code } = run.data;
  const first = new Map<number, number>(); // first pc of a line
  const files = new Map(run.data.cuda?.files.map((f, i) => [f.path, i])); // those whose text was found
  code.line.forEach((line, pc) => first.has(line) || first.set(line, pc));
  const chains = lines.number.map((line) => {
    const pc = first.get(line);
    return pc === undefined ? [] : run.cudaOf(pc).filter((c) => files.has(c.path)).map((c) => `${files.get(c.path)}:${c.line}`);
  });
  const rows = chains.map((c) => c[0] ?? "");
  const sorted = [...new Set(rows)].filter((p) => p !== "").sort((a, b) => {
    const [fa, la] = a.split(":").map(Number), [fb, lb] = b.split(":").map(Number);
    return fa - fb || la - lb;
  });
  return { rows, chains, order: new Map(sorted.map((p, i) => [p, i])), files: [...new Set(sorted.map((p) => Number(p.split(":")[0])))] };
}

/** The line of a CUDA file that a row of data.lines belongs to, or the call there that it was inlined at. */
export function cudaLine(source: CudaSource, row: number, file: number): number | undefined {
  const place = source.chains[row]?.find((p) => Number(p.split(":")[0]) === file);
  return place === undefined ? undefined : Number(place.split(":")[1]);
}
/** The first row that a CUDA line was made into, or else that was inlined there; -1: none. */
export function rowOf({ rows, chains }: CudaSource, place: Place): number {
  const own = rows.indexOf(place);
  return own >= 0 ? own : chains.findIndex((c) => c.includes(place));
}
