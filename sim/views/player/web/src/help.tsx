// The keys.
import { useLayoutEffect, useRef } from "preact/hooks";
import { helpOpen, jumps } from "./state";

const kKeys: [string, string][] = [
  ["space", "play or pause"],
  ["→  ←", "one instruction on or back"],
  ["shift →  ←", "ten instructions"],
  ["Home  End", "first or last instruction"],
  ...jumps.map((j): [string, string] => [j.key, `next ${j.label}: ${j.title}; with shift the one before`]),
  ["f", "step through this warp, or through all warps in the order of issue"],
  ["↑  ↓", "same cycle, the warp above or below"],
  ["+  -  0", "timeline: zoom in, zoom out, show all"],
  ["<  >", "play slower or faster"],
  ["l", "list the executions of this line"],
  ["/", "filter the counters"],
  ["t", "light, dark, as the system"],
  ["?", "this list"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (helpOpen.value && !dialog.current!.open) dialog.current!.showModal();
    if (!helpOpen.value && dialog.current!.open) dialog.current!.close();
  }, [helpOpen.value]);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => (helpOpen.value = false)}>
      <h2>Keys</h2>
      <dl>
        {kKeys.map(([keys, text]) => (
          <>
            <dt>{keys.split(/\s{2,}/).map((k) => <kbd>{k}</kbd>)}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      <p class="note">
        Everything can be reached with Tab. Click a line to list its executions, a counter for its lines, a state of the legend for
        where it was spent. Timeline: drag to move, ctrl and wheel to zoom, click to go there.
      </p>
      <form method="dialog"><button>close</button></form>
    </dialog>
  );
}
