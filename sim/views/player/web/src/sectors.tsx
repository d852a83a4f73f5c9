// Global and local memory: a row for each 128-byte line that is touched, four sectors of 32 bytes in
// it; filled where a lane uses the bytes.
import { type Access, lanesOf } from "./run";
import { bufferName } from "./names";
import { usePlayer } from "./state";
import { hex, laneList, number } from "./words";

const kLine = 128, kSector = 32, kRow = 15, kByte = 3.4;

interface Piece {
  from: number; // address
  bytes: number;
  lane: number;
}
function pieces(access: Access): Piece[] {
  const { pattern, base } = access;
  if (!pattern.pieces) return lanesOf(access).map(([lane, from]) => ({ from, bytes: pattern.bytes, lane }));
  const out: Piece[] = [];
  for (let i = 0; i < pattern.pieces.length; i += 3)
    out.push({ from: base + pattern.pieces[i], bytes: pattern.pieces[i + 1], lane: pattern.pieces[i + 2] });
  return out;
}

const kLabel = 18; // characters of a label at most
const kCharacter = 8.4; // of the font of narrow screens, where the whole drawing is smaller

export function Sectors({ access }: { access: Access }) {
  const { run } = usePlayer();
  const named = (address: number, bytes?: number) => (access.pattern.space === "global" && bufferName(run, address, bytes)) || hex(address);
  const label = (address: number) => {
    const name = named(address);
    return name.length <= kLabel ? name : "…" + name.slice(-kLabel + 1);
  };
  const lines = new Map<number, Map<number, { lanes: number; bytes: number }>>(); // line, offset
  for (const p of pieces(access)) {
    const line = Math.floor(p.from / kLine);
    const row = lines.get(line) ?? new Map();
    lines.set(line, row);
    const use = row.get(p.from % kLine) ?? { lanes: 0, bytes: p.bytes };
    use.lanes |= 1 << p.lane;
    row.set(p.from % kLine, use);
  }
  const sorted = [...lines].sort((a, b) => a[0] - b[0]);
  let used = 0, fetched = 0;
  const left = 8 + kCharacter * Math.max(0, ...sorted.map(([line]) => label(line * kLine).length));
  const rows = sorted.map(([line, uses], i) => {
    const y = 14 + i * kRow;
    const touched = new Set<number>();
    for (const at of uses.keys()) touched.add(Math.floor(at / kSector));
    fetched += touched.size * kSector;
    for (const use of uses.values()) used += use.bytes;
    return (
      <g>
        <text x={left - 8} y={y + 10} text-anchor="end">{label(line * kLine)}<title>{hex(line * kLine)}</title></text>
        {[0, 1, 2, 3].map((s) => (
          <rect class={touched.has(s) ? "sector touched" : "sector"} x={left + s * kSector * kByte + 1} y={y}
            width={kSector * kByte - 2} height={kRow - 3} />
        ))}
        {[...uses].map(([at, use]) => (
          <rect class={(at / use.bytes) % 2 === 0 ? "use" : "use odd"} x={left + at * kByte + 1.2} y={y + 1}
            width={Math.max(1, use.bytes * kByte - 0.6)} height={kRow - 5}>
            <title>{`${named(line * kLine + at, use.bytes)}: lane ${laneList(use.lanes)}`}</title>
          </rect>
        ))}
      </g>
    );
  });
  const width = left + kLine * kByte + 4;
  const height = 16 + sorted.length * kRow;
  return (
    <div class="sectors-box" tabIndex={0} role="region" aria-label="Sectors">
      <svg class="sectors" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img"
        aria-label={`${sorted.length} lines of 128 bytes; ${used} of ${fetched} bytes of the touched sectors are used`}>
        {[0, 32, 64, 96].map((at) => <text x={left + at * kByte + 1} y={11}>+{at}</text>)}
        {rows}
      </svg>
      <p class="note">
        {number(used)} of the {number(fetched)} bytes in the touched sectors are used. A row is a line of 128 bytes, a box a sector of 32; framed:
        the access needs it, filled: the bytes that lanes use.
      </p>
    </div>
  );
}
