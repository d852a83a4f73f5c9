// Colours as CSS variables; a canvas needs their values.
import { signal } from "@preact/signals";
import { Lane } from "./run";

export const laneColor: Record<Lane, string> = {
  [Lane.Faults]: "--mark-conflict",
  [Lane.Executes]: "--lane-on",
  [Lane.GuardFalse]: "--lane-guard",
  [Lane.Ready]: "--lane-ready",
  [Lane.Yielded]: "--lane-yield",
  [Lane.Parked]: "--lane-parked",
  [Lane.WarpSync]: "--lane-sync",
  [Lane.CtaBarrier]: "--lane-barrier",
  [Lane.Exited]: "--lane-exited",
  [Lane.Empty]: "--lane-empty",
};
/** Written into the page by the program (sim/views/stall_colours.def). */
export const stateColor = (name: string) => `--s-${name}`;

/** Counts up when the theme changes: what is drawn must be drawn anew. */
export const themeVersion = signal(0);
let values = new Map<string, string>();
export function themeChanged() {
  values = new Map();
  themeVersion.value = themeVersion.peek() + 1;
}
export function value(variable: string): string {
  let found = values.get(variable);
  if (found === undefined) {
    found = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    values.set(variable, found);
  }
  return found;
}
