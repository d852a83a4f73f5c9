// The page: loads one run or two, lays out the panels, lets the player run.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { readAddress, writeAddress } from "./address";
import { Charts } from "./charts";
import { Counters } from "./counters";
import { type PageData, load } from "./data";
import { Differences } from "./differences";
import { Help } from "./help";
import { listen } from "./keys";
import { Notes } from "./notes";
import { Now } from "./now";
import { Pairing } from "./pairing";
import { Pane, Stack, kAll, kControl, kData } from "./pane";
import { Run } from "./run";
import { Source } from "./source";
import { Player, PlayerContext, helpOpen, lead, leader, players, playing, speed, theme, usePlayer } from "./state";
import { cycleTheme, watchTheme } from "./theme";
import { firstView, Timeline } from "./timeline";
import { Transport } from "./transport";

function Facts() {
  const { data } = usePlayer().run;
  return (
    <div class="facts">
      <h1 title={data.kernel}>{players.length > 1 ? data.label : (data.kernelTitle ?? data.kernel)}</h1>
      {players.length > 1 && data.label !== (data.kernelTitle ?? data.kernel) && <span>{data.kernelTitle ?? data.kernel}</span>}
      <span>{data.machine.name}, compute capability {data.machine.cc}, {data.machine.divergence === "stack" ? "reconvergence stack" : "independent threads"}</span>
      <span>{data.geometry}</span>
      <span>{data.mode}</span>
      <span class="shown">Shown: {data.shown.text}</span>
    </div>
  );
}

function Tools() {
  return (
    <span class="tools">
      <button type="button" id="theme" title="Light, dark, as the system (t)" onClick={cycleTheme}>theme: {theme.value}</button>
      <button type="button" id="help" title="The keys (?)" onClick={() => (helpOpen.value = true)}>keys <kbd>?</kbd></button>
    </span>
  );
}

// Narrow: all panels below each other. Desk: the panels of an instruction fit on the screen.
// Wide: two panes beside each other, and beside CUDA only where its lines have room all the same.
type Room = "narrow" | "medium" | "desk" | "wide";
const hasCuda = () => players.some(({ run }) => (run.data.cuda?.files.length ?? 0) > 0);
function roomNow(): Room {
  const { innerWidth: width, innerHeight: height } = window;
  if (width < 700) return "narrow";
  if (width < 1100 || height < 640) return "medium";
  return width < (hasCuda() ? 1800 : 1600) ? "desk" : "wide";
}
const room = signal<Room>(roomNow());
const measureRoom = () => (room.value = roomNow());
addEventListener("resize", measureRoom);

function Panels() {
  if (room.value === "wide")
    return (
      <>
        <div class="column"><Source /></div>
        <div class="column"><Now /><Pane name="data" ids={kData} /></div>
        <div class="column"><Pane name="control" ids={kControl} /></div>
      </>
    );
  return (
    <>
      <div class="column"><Source /></div>
      <div class="column"><Now />{room.value === "narrow" ? <Stack ids={kAll} /> : <Pane name="one" ids={kAll} />}</div>
    </>
  );
}

function One() {
  const top = useRef<HTMLDivElement>(null), bottom = useRef<HTMLDivElement>(null);
  // What stands above and below the panels decides how high these may be.
  useLayoutEffect(() => {
    const measure = () => document.documentElement.style.setProperty("--used", `${top.current!.offsetHeight + bottom.current!.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(top.current!);
    observer.observe(bottom.current!);
    measure();
    return () => observer.disconnect();
  }, []);
  return (
    <PlayerContext.Provider value={leader()}>
      <div class="top one" ref={top}><header><Facts /><Tools /></header><Transport /><Notes /></div>
      <main class={`stage ${room.value}`}><Panels /></main>
      <div class="bottom" ref={bottom}><Timeline /></div>
      <div class="below"><Counters /><Charts /></div>
      <Help />
    </PlayerContext.Provider>
  );
}

/** The same panel of both runs; one below the other, each says whose it is, unless it does so itself. */
function Both({ children, named = false }: { children: () => preact.ComponentChildren; named?: boolean }) {
  const label = (p: Player) => (room.value === "narrow" && !named ? <p class="whose">{p.run.data.label}</p> : null);
  return (
    <div class="both">
      {players.map((p) => <div class={lead.value === p.index ? "half lead" : "half"}>{label(p)}<PlayerContext.Provider value={p}>{children()}</PlayerContext.Provider></div>)}
    </div>
  );
}

const titleOf = (page: PageData, i: number) => page.sides[i].kernelTitle ?? page.sides[i].kernel;
const sameKernel = (page: PageData) => titleOf(page, 0) === titleOf(page, 1) && page.sides.every((s) => s.label !== titleOf(page, 0));

function Two({ page }: { page: PageData }) {
  return (
    <div class={`pair ${room.value}`}>
      <header><h1>{sameKernel(page) ? `${titleOf(page, 0)}: ` : ""}{page.sides[0].label} beside {page.sides[1].label}</h1><Tools /></header>
      <PlayerContext.Provider value={leader()}><Transport /></PlayerContext.Provider>
      <main>
        <Differences page={page} />
        <Both named={true}>{() => <><Facts /><Notes brief={true} /></>}</Both>
        <Both>{() => <Now />}</Both>
        <Both>{() => <Source />}</Both>
        <Both>{() => <Pane name="one" ids={kAll} />}</Both>
        {players.map((p) => <PlayerContext.Provider value={p}><Timeline title={`Warps over time: ${p.run.data.label}`} /></PlayerContext.Provider>)}
        <Both>{() => <Charts />}</Both>
      </main>
      <Help />
    </div>
  );
}

function App({ page }: { page: PageData }) {
  if (players.some((p) => p.run.length === 0))
    return (
      <PlayerContext.Provider value={players.find((p) => p.run.length === 0)!}>
        <header><Facts /></header><Notes /><p class="note empty">No instruction issued in this window.</p>
      </PlayerContext.Provider>
    );
  return page.sides.length > 1 ? <Two page={page} /> : <One />;
}

// Plays by the clock: above 60 a second, several instructions at a time.
function play() {
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
      if (steps > 0) leader().move(steps);
      if (leader().atEnd()) playing.value = false;
    }, kFrame);
    return () => clearInterval(timer);
  });
}

/** Whoever moves leads; the other one goes along. */
function link(page: PageData) {
  const [a, b] = players;
  const there = new Map(page.lines), back = new Map(page.lines!.map(([x, y]) => [y, x]));
  const pairings = [new Pairing(a.run, b.run, there), new Pairing(b.run, a.run, back)];
  for (const p of players)
    p.moved = () => {
      lead.value = p.index;
      const i = pairings[p.index].of(p.at.value);
      if (i >= 0) players[1 - p.index].place(i);
    };
}

async function start() {
  const page = await load();
  for (const side of page.sides) players.push(new Player(new Run(side), players.length));
  if (players.length > 1) link(page);
  players.forEach(firstView);
  measureRoom();
  const empty = players.some((p) => p.run.length === 0);
  readAddress();
  watchTheme();
  render(<App page={page} />, document.getElementById("app")!);
  if (empty) return;
  writeAddress();
  listen();
  play();
  document.documentElement.dataset.ready = "1";
}
start().catch((error) => {
  document.getElementById("app")!.textContent = `This page could not be shown: ${error}`;
});
