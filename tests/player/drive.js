// Behind a page of the player: presses its buttons and keys and checks what it shows. The verdict
// becomes an element of the page.
(async () => {
  const failures = [];
  const check = (ok, what) => ok || failures.push(what);
  const equal = (found, expected, what) => check(found === expected, `${what}: ${found}, expected ${expected}`);
  const one = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const wait = (ms = 30) => new Promise((done) => setTimeout(done, ms));
  const text = (selector) => one(selector)?.textContent ?? "";
  const position = () => Number(one("#scrub").value);
  const lanes = (state) => all(`.lane[data-state="${state}"]`).length;
  const button = (label) => all("button").find((b) => b.getAttribute("aria-label") === label || b.textContent.includes(label));
  async function press(key, shiftKey = false) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
    await wait();
  }
  async function click(selectorOrLabel) {
    (selectorOrLabel.startsWith("#") || selectorOrLabel.startsWith(".") ? one(selectorOrLabel) : button(selectorOrLabel)).click();
    await wait();
  }
  // A canvas that shows something has pixels of more than one colour.
  const drawn = (selector) => {
    const canvas = one(selector);
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(data.buffer)).size > 2;
  };

  const player = async () => {
    equal(all(".lane").length, 32, "lanes in the DOM");
    check(drawn(".history"), "the lanes over time are drawn");
    check(drawn(".warps"), "the timeline is drawn");
    equal(position(), 0, "it starts at the first instruction");
    await click("step one instruction on");
    equal(position(), 1, "step");
    await press("ArrowRight");
    equal(position(), 2, "right arrow");
    await click("back one instruction");
    equal(position(), 1, "back");
    await press("End");
    equal(position(), Number(one("#scrub").max), "End");
    await press("Home");
    equal(position(), 0, "Home");
    one("#scrub").value = 3;
    one("#scrub").dispatchEvent(new Event("input", { bubbles: true }));
    await wait();
    equal(position(), 3, "scrub");
    await wait(300);
    equal(/at=\d+/.exec(location.hash)[0], "at=4", "the address says where, as the page counts");
    location.hash = "#at=6";
    await wait(100);
    check(text(".position").includes("instruction 6 of"), `#at=6 is instruction 6: ${text(".position")}`);
    await press("Home");
    await click("#play");
    await wait(1500);
    check(position() >= 3, `it plays: at ${position()} after 1.5 s`);
    await press(" ");
    const stopped = position();
    await wait(800);
    equal(position(), stopped, "pause");
    await press("Home");
    await press("?");
    check(one("dialog").open, "? opens the keys");
    await press("?");
    check(!one("dialog").open, "and closes them");
    const before = getComputedStyle(document.body).backgroundColor;
    await press("t");
    check(getComputedStyle(document.body).backgroundColor !== before, "t changes the theme");
  };
  const divergence = async () => {
    await press("d");
    check(text('section[aria-label="Waiting"]').includes("bra"), "d goes to a branch");
    check(lanes("predicated off") > 0, "some lanes do not take it");
    await press("ArrowRight");
    check(lanes("executes") < 32, "behind it fewer lanes execute");
    await press("d", true);
    check(lanes("predicated off") > 0, "shift d goes back to the branch");
  };

  const tests = {
    if_else: async () => {
      await player();
      await divergence();
      check(text("main").includes("Convergence barriers"), "convergence barriers are shown");
      await press("ArrowRight");
      equal(lanes("inactive"), 28, "the other side is ready");
    },
    if_else_stack: async () => {
      await divergence();
      check(text("main").includes("Reconvergence stack"), "the stack is shown");
      equal(all(".paths tbody tr").length, 3, "two sides above the entry that waits");
    },
    spin_lock: async () => {
      await press("d");
      await press("ArrowRight");
      check(lanes("yielded") > 0, "lanes that spin have yielded");
    },
    deadlock: async () => {
      check(text(".notes").includes("ended in a deadlock"), "the verdict is shown");
      await press("End");
      equal(lanes("waits to rejoin"), 1, "the lane with the lock is parked");
      equal(lanes("executes"), 31, "the others spin");
      equal(all(".paths .expected").length, 31, "the parked entry still expects them");
      equal(all(".paths .mark").length, 1, "and holds the lane that came");
      check(text("header").includes("the last 500 of"), "the header says that it is a part");
    },
    fault: async () => {
      equal(lanes("faults"), 1, "the page opens at the fault, with its lane");
      check(text('section[aria-label="Waiting"]').includes("st.shared"), "at the store");
      check(text('section[aria-label="Memory access"]').includes("lane 0 is the fault"), "the access says so");
      equal(all(".addresses li").length, 32, "with the addresses of all lanes");
      await press("Home");
      equal(lanes("faults"), 0, "elsewhere no lane faults");
      await click("#fault");
      equal(lanes("faults"), 1, "the verdict leads back");
    },
    bank_column: async () => {
      await press("c");
      equal(all(".banks tbody tr").length, 32, "wavefronts");
      check(text(".verdict").startsWith("32 wavefronts, 1 would do"), "the verdict");
      const counter = all(".counters .link").find((b) => b.parentElement.textContent.includes("bank_conflicts_pipe_lsu_mem_shared_op_ld"));
      counter.click();
      await wait();
      equal(text(".drill tbody .num").includes("31"), true, "a counter opens its lines");
      await click(".drill .link");
      equal(all(".execution").length, 1, "a line opens its executions");
      await press("Home");
      await click(".execution");
      check(text(".verdict").startsWith("32 wavefronts"), "an execution is gone to");
      await click("#all-counters");
      one("#filter").value = "wavefront";
      one("#filter").dispatchEvent(new Event("input", { bubbles: true }));
      await wait();
      check(all(".counters tbody tr").length < 12, "the filter leaves few counters");
      check(all(".counters tbody tr").length > 2, "and keeps some");
    },
    copy_stride: async () => {
      await press("w");
      check(all(".sectors .touched").length >= 8, "sectors are drawn");
      check(text(".verdict").includes("too many"), "the verdict");
      await press("d");
      check(text(".message").includes("No further divergence"), "it says when there is none");
      await press("l");
      check(text(".counters-panel h2").includes("executions of line"), "l lists the executions of the line");
    },
    reduce: async () => {
      await player();
      await click("Step through all warps");
      equal(Number(one("#scrub").max) > 10000, true, "all warps have more instructions");
      const here = position();
      await press("ArrowRight");
      equal(position(), here + 1, "it steps through all warps");
      await click("Step through this warp");
      const block = text('section[aria-label="Lanes"] h2');
      await press("ArrowDown");
      check(text('section[aria-label="Lanes"] h2') !== block, "down goes to another warp");
      await press("s");
      check(/\d\d/.test(text(".waits b")), "s goes to a wait");
      for (let i = 0; i < 20 && all(".producer .link").length === 0; ++i) await press("s");
      const waiter = position();
      await click(".producer .link");
      check(position() < waiter, "what it waited for leads to an earlier instruction");
      const ticks = one(".warps").getAttribute("aria-label");
      await press("+");
      check(one(".warps").getAttribute("aria-label") !== ticks, "+ zooms");
      await click(".line button.text");
      check(all(".execution").length < 60, "only executions in sight are in the DOM");
      check(document.querySelectorAll("*").length < 6000, "the page stays small");
    },
    empty: async () => {
      check(text("body").includes("No instruction issued in this window"), "an empty window says so");
    },
  };

  const ready = () => document.documentElement.dataset.ready || window.simtTest === "empty";
  for (let i = 0; i < 200 && !(ready() && one("header")); ++i) await wait();
  await wait(200);
  try {
    await tests[window.simtTest]();
  } catch (error) {
    failures.push(String(error.stack ?? error));
  }
  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = failures.length === 0 ? "passed" : failures.join("\n");
  document.body.append(verdict);
})();
