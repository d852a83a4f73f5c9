// A list of any length of which only the rows in sight exist.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

const kRow = 26, kExtra = 8;

export function Rows(p: { label: string; total: number; row: (n: number) => ComponentChildren }) {
  const top = useSignal(0);
  const height = useSignal(400);
  const first = Math.max(0, Math.floor(top.value / kRow) - kExtra);
  const last = Math.min(p.total, Math.ceil((top.value + height.value) / kRow) + kExtra);
  const rows = [];
  for (let n = first; n < last; ++n)
    rows.push(<div class="row" style={{ top: `${n * kRow}px`, height: `${kRow}px` }} key={n}>{p.row(n)}</div>);
  return (
    <div class="rows" role="group" aria-label={p.label}
      onScroll={(e) => {
        top.value = e.currentTarget.scrollTop;
        height.value = e.currentTarget.clientHeight;
      }}>
      <div style={{ height: `${p.total * kRow}px` }}>{rows}</div>
    </div>
  );
}
