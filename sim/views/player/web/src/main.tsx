// The page: loads the run, lays out the panels, lets the player run.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { readAddress, writeAddress } from "./address";
import { Counters } from "./counters";
import { load } from "./data";
import { Help } from "./help";
import { listen } from "./keys";
import { Lanes } from "./lanes";
import { Memory } from "./memory";
import { Notes } from "./notes";
import { Paths } from "./paths";
import { Run } from "./run";
import { Source } from "./source";
import { atEnd, helpOpen, move, playing, run, speed, theme } from "./state";
import { cycleTheme, watchTheme } from "./theme";
import { firstView, Timeline } from "./timeline";
import { Transport } from "./transport";
import { Waiting } from "./waiting";

function Header() {
  const { data } = run.value;
  return (
    <header>
      <div class="facts">
        <h1>{data.kernel}</h1>
        <span>{data.machine.name}, compute capability {data.machine.cc}, {data.machine.divergence === "stack" ? "reconvergence stack" : "independent threads"}</span>
        <span>{data.geometry}</span>
        <span>{data.mode}</span>
        <span class="shown">Shown: {data.shown.text}</span>
      </div>
      <span class="tools">
        <button type="button" id="theme" title="Light, dark, as the system (t)" onClick={cycleTheme}>theme: {theme.value}</button>
        <button type="button" id="help" title="The keys (?)" onClick={() => (helpOpen.value = true)}>keys <kbd>?</kbd></button>
      </span>
    </header>
  );
}

// Three columns where there is room, else two.
const kWide = matchMedia("(min-width: 1500px)");
const wide = signal(kWide.matches);
kWide.addEventListener("change", () => (wide.value = kWide.matches));

function Panels() {
  if (wide.value)
    return (
      <>
        <div class="column"><Source /></div>
        <div class="column"><Lanes /><Paths /></div>
        <div class="column"><Waiting /><Memory /></div>
      </>
    );
  return (
    <>
      <div class="column"><Source /><Waiting /><Paths /></div>
      <div class="column"><Lanes /><Memory /></div>
    </>
  );
}

function App() {
  if (run.value.length === 0) return <><Header /><Notes /><p class="note empty">No instruction issued in this window.</p></>;
  return (
    <>
      <Header />
      <Transport />
      <Notes />
      <main>
        <Panels />
        <Timeline />
        <Counters />
      </main>
      <Help />
    </>
  );
}

// Plays by the clock: above 60 a second, several instructions at a time.
function player() {
  const kFrame = 1000 / 60;
  effect(() => {
    if (!playing.value) return;
    let last = performance.now(), owed = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      owed += Math.min(1, (now - last) / 1000) * speed.value;
      last = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 0) move(steps);
      if (atEnd()) playing.value = false;
    }, kFrame);
    return () => clearInterval(timer);
  });
}

async function start() {
  run.value = new Run(await load());
  firstView();
  readAddress();
  watchTheme();
  render(<App />, document.getElementById("app")!);
  if (run.value.length === 0) return;
  writeAddress();
  listen();
  player();
  document.documentElement.dataset.ready = "1";
}
start().catch((error) => {
  document.getElementById("app")!.textContent = `This page could not be shown: ${error}`;
});
