// Light, dark, or as the system has it.
import { effect } from "@preact/signals";
import { themeChanged } from "./colors";
import { theme } from "./state";

export function cycleTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = dark ? (["auto", "light", "dark"] as const) : (["auto", "dark", "light"] as const);
  theme.value = order[(order.indexOf(theme.value) + 1) % 3];
}

export function watchTheme() {
  effect(() => {
    if (theme.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    themeChanged();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themeChanged);
}
