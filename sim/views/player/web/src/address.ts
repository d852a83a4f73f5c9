// The page's address holds where the reader is: #at=120&theme=dark&follow=all&line=14&help=1
import { effect } from "@preact/signals";
import { at, follow, go, helpOpen, playing, run, selection, theme } from "./state";

export function readAddress() {
  const p = new URLSearchParams(location.hash.slice(1));
  const { counters, stalls } = run.value.data;
  if (p.get("follow") === "all") follow.value = "all";
  if (p.has("at")) go(Number(p.get("at")) || 0);
  const wanted = p.get("theme");
  if (wanted === "light" || wanted === "dark") theme.value = wanted;
  const line = p.has("line") ? Number(p.get("line")) : undefined;
  const counter = counters.findIndex((c) => c.name === p.get("counter"));
  const stall = stalls.findIndex((s) => s.name === p.get("stall"));
  if (counter >= 0) selection.value = { kind: "counter", index: counter, line };
  else if (stall >= 0) selection.value = { kind: "stall", index: stall, line };
  else if (line !== undefined) selection.value = { kind: "line", line };
  if (p.has("help")) helpOpen.value = true;
}

const kAfter = 200; // ms: browsers refuse to change it too often

export function writeAddress() {
  effect(() => {
    const p = new URLSearchParams();
    const { counters, stalls } = run.value.data;
    const s = selection.value;
    p.set("at", String(at.value));
    if (follow.value === "all") p.set("follow", "all");
    if (theme.value !== "auto") p.set("theme", theme.value);
    if (s?.kind === "counter") p.set("counter", counters[s.index].name);
    if (s?.kind === "stall") p.set("stall", stalls[s.index].name);
    if (s?.line !== undefined) p.set("line", String(s.line));
    if (playing.value) return;
    const timer = setTimeout(() => history.replaceState(null, "", "#" + p), kAfter);
    return () => clearTimeout(timer);
  });
}
