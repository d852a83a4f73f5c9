// The page's address holds where the reader is: #at=120&theme=dark&follow=all&line=14&help=1
// `at` is the number that the page shows, of the warp BLOCK.WARP (#at=6&warp=2.1; without one, the
// first that issued), with follow=all among the instructions of all warps.
import { effect } from "@preact/signals";
import { format, helpOpen, leader, type Player, playing, tabs, theme } from "./state";
import { opening } from "./worst";

const warpName = ({ run }: Player, w: number) => `${run.data.warps.block[w]}.${run.data.warps.warp[w]}`;

function issueAt(player: Player, number: number, warpWanted: string | null): number {
  const { run: r, follow } = player;
  if (follow.value === "all") return number - 1;
  const named = r.issuesOf.findIndex((own, w) => own.length > 0 && warpName(player, w) === warpWanted);
  const own = r.issuesOf[named >= 0 ? named : r.warpOf(0)];
  return own[Math.max(0, Math.min(own.length - 1, number - 1))];
}

let first = true; // the page has just been opened

export function readAddress() {
  const p = new URLSearchParams(location.hash.slice(1));
  const player = leader();
  const { run, follow, go, selection } = player;
  const { counters, stalls } = run.data;
  follow.value = p.get("follow") === "all" ? "all" : "warp";
  if (run.length > 0) {
    if (p.has("at")) go(issueAt(player, Number(p.get("at")) || 1, p.get("warp")));
    else if (first) go(opening(run));
    else player.moved();
    first = false;
  }
  const wanted = p.get("theme");
  if (wanted === "light" || wanted === "dark") theme.value = wanted;
  const line = p.has("line") ? Number(p.get("line")) : undefined;
  const counter = counters.findIndex((c) => c.name === p.get("counter"));
  const stall = stalls.findIndex((s) => s.name === p.get("stall"));
  if (counter >= 0) selection.value = { kind: "counter", index: counter, line };
  else if (stall >= 0) selection.value = { kind: "stall", index: stall, line };
  else if (line !== undefined) selection.value = { kind: "line", line };
  const tab = p.get("tab");
  if (tab) tabs.value = { one: tab, data: tab, control: tab };
  if (p.has("format")) format.value = p.get("format") as typeof format.value;
  if (p.has("help")) helpOpen.value = true;
}

const kAfter = 200; // ms: browsers refuse to change it too often

export function writeAddress() {
  addEventListener("hashchange", readAddress);
  effect(() => {
    const p = new URLSearchParams();
    const player = leader();
    const { run, follow, selection, position, warp } = player;
    const { counters, stalls } = run.data;
    const s = selection.value;
    p.set("at", String(position.value + 1));
    if (follow.value === "all") p.set("follow", "all");
    else if (run.issuesOf.length > 1) p.set("warp", warpName(player, warp.value));
    const tab = tabs.value.one || tabs.value.data || tabs.value.control;
    if (tab) p.set("tab", tab);
    if (format.value !== "type") p.set("format", format.value);
    if (theme.value !== "auto") p.set("theme", theme.value);
    if (s?.kind === "counter") p.set("counter", counters[s.index].name);
    if (s?.kind === "stall") p.set("stall", stalls[s.index].name);
    if (s?.line !== undefined) p.set("line", String(s.line));
    if (playing.value) return;
    const timer = setTimeout(() => history.replaceState(null, "", "#" + p), kAfter);
    return () => clearTimeout(timer);
  });
}
