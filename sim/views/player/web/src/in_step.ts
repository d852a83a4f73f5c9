// Two listings that scroll together: where the reader scrolls one, the other shows what belongs to it.

/** Where a box was scrolled to by us; an event of that is not the reader's. */
const ours = new WeakMap<HTMLElement, number>();
/** The box that wheel, finger, mouse or keys were last used in: only there does the reader scroll. */
let touched: EventTarget | null = null;

export const touches = Object.fromEntries(
  ["onWheel", "onPointerDown", "onTouchStart", "onKeyDown"].map((name) => [name, (e: Event) => { touched = e.currentTarget; }]),
);

function scroll(box: HTMLElement, top: number) {
  box.scrollTop = top;
  ours.set(box, box.scrollTop);
}
function scrolledByReader(box: HTMLElement): boolean {
  const expected = ours.get(box);
  ours.delete(box);
  return touched === box && (expected === undefined || Math.abs(box.scrollTop - expected) > 1);
}

const rowOf = (box: HTMLElement, line: number) => box.querySelector<HTMLElement>(`[data-line="${line}"]`);

const kFewest = 54; // pixels: three rows
/** What of the box is seen, from its top: on a small screen a part is below it, or under the buttons. */
function seen(box: HTMLElement): [number, number] {
  const { top } = box.getBoundingClientRect();
  const bar = document.querySelector<HTMLElement>(".transport .steps");
  const covered = bar && getComputedStyle(bar).position === "fixed" ? bar.offsetHeight : 0;
  const from = Math.max(0, -top), to = Math.min(box.clientHeight, window.innerHeight - covered - top);
  return to - from >= kFewest ? [from, to] : [0, box.clientHeight];
}

/** Scrolls a listing so that a line is in sight. */
export function keepInSight(box: HTMLElement | null, line: number | undefined, share = 0.5) {
  const row = line !== undefined && box && rowOf(box, line);
  if (!box || !row) return;
  const [from, to] = seen(box), room = to - from, edge = Math.min(30, room / 4);
  const top = row.offsetTop - from, bottom = top + row.offsetHeight;
  if (top < box.scrollTop + edge || bottom > box.scrollTop + room - edge) scroll(box, top - (room - row.offsetHeight) * share);
}

/** How far down the box its reader looks: at its first line when it shows the first, at its last when
 *  it shows the last. */
const looksAt = (box: HTMLElement) => box.scrollTop / Math.max(1, box.scrollHeight - box.clientHeight);

/** The lines of a box, the one that its reader looks at first, then those next to it. */
function linesFromSight(box: HTMLElement): number[] {
  const y = box.scrollTop + looksAt(box) * box.clientHeight;
  const rows = [...box.querySelectorAll<HTMLElement>("[data-line]")];
  const distance = (e: HTMLElement) => Math.max(e.offsetTop - y, y - e.offsetTop - e.offsetHeight, 0);
  return rows.sort((a, b) => distance(a) - distance(b)).map((e) => Number(e.dataset.line));
}

/** The reader has scrolled `from`: `to` shows the line that belongs to the nearest one that has any. */
export function follow(from: HTMLElement | null, to: HTMLElement | null, partner: (line: number) => number | undefined) {
  if (!from || !to || !scrolledByReader(from)) return;
  for (const line of linesFromSight(from)) {
    const other = partner(line);
    if (other === undefined || !rowOf(to, other)) continue;
    keepInSight(to, other, looksAt(from));
    return;
  }
}
