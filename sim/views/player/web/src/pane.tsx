// Panels behind tabs. By itself a pane shows what fits the instruction; a click keeps a tab.
import { FlowGraph } from "./graph";
import { LanesOverTime } from "./lanes";
import { Memory } from "./memory";
import { Paths } from "./paths";
import { Registers } from "./registers";
import { Shared } from "./shared";
import { SmPicture } from "./sm";
import { type Player, tabs, usePlayer } from "./state";
import { Waiting } from "./waiting";

interface Tab {
  id: string;
  label: string;
  view: () => preact.JSX.Element;
}
const kTabs: Tab[] = [
  { id: "memory", label: "Memory", view: Memory },
  { id: "values", label: "Values", view: Registers },
  { id: "shared", label: "Shared", view: Shared },
  { id: "paths", label: "Paths", view: Paths },
  { id: "graph", label: "Graph", view: FlowGraph },
  { id: "cycles", label: "Cycles", view: Waiting },
  { id: "lanes", label: "Lanes", view: LanesOverTime },
  { id: "sm", label: "SM", view: SmPicture },
];
export const kData = ["memory", "values", "shared"];
export const kControl = ["paths", "graph", "cycles", "lanes", "sm"];
export const kAll = [...kData, ...kControl];

const present = ({ run }: Player, ids: string[]) =>
  kTabs.filter((t) => ids.includes(t.id) && (t.id !== "shared" || run.data.launch.sharedBytes > 0));

/** What is worth a look at this instruction. */
function fitting({ run, at }: Player, ids: string[]): string {
  const i = at.value;
  const wanted: string[] = [];
  if (run.data.issues.accesses[i] > 0) wanted.push("memory");
  if (run.diverges(i) || run.reconverges(i) || run.kind(i) !== "") wanted.push("paths");
  wanted.push("values", "cycles");
  return wanted.find((id) => ids.includes(id)) ?? ids[0];
}

export function Pane({ name, ids }: { name: string; ids: string[] }) {
  const player = usePlayer();
  const all = present(player, ids);
  const kept = tabs.value[name] ?? "";
  const shown = all.find((t) => t.id === kept) ?? all.find((t) => t.id === fitting(player, ids))!;
  const keep = (id: string) => (tabs.value = { ...tabs.value, [name]: id });
  return (
    <div class="pane">
      <div class="tabs" role="tablist" aria-label="Views of this instruction">
        {all.map((t) => (
          <button type="button" role="tab" id={`tab-${t.id}`} aria-selected={t === shown} onClick={() => keep(t.id)}>{t.label}</button>
        ))}
        <button type="button" class="auto" aria-pressed={kept === ""} title="Show what fits each instruction" onClick={() => keep(kept === "" ? shown.id : "")}>auto</button>
      </div>
      <shown.view key={shown.id} />
    </div>
  );
}

/** All of them, one below the other. */
export function Stack({ ids }: { ids: string[] }) {
  return <>{present(usePlayer(), ids).map((t) => <t.view key={t.id} />)}</>;
}
