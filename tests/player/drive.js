// Runs in a page of the player: presses its buttons and keys and checks what it shows. The verdict
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
  const tab = async (id) => {
    await click(`#tab-${id}`);
    await wait(150); // a canvas is drawn when its size is known
  };
  const now = () => text('section[aria-label="Lanes"]');
  // A canvas that shows something has pixels of more than one colour.
  const drawn = (selector) => {
    const canvas = one(selector);
    const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(data.buffer)).size > 2;
  };

  const opened = { instruction: "", position: 0 };
  const player = async () => {
    equal(all(".lane").length, 32, "lanes in the DOM");
    await tab("lanes");
    check(drawn(".history"), "the lanes over time are drawn");
    check(drawn(".warps"), "the timeline is drawn");
    equal(position(), 0, "Home is the first instruction");
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
    check(now().includes("bra"), "d goes to a branch");
    check(now().includes("DIVERGES"), "the words say that it diverges");
    check(lanes("predicated off") > 0, "some lanes do not take it");
    await press("ArrowRight");
    check(lanes("executes") < 32, "after it fewer lanes execute");
    await press("d", true);
    check(lanes("predicated off") > 0, "shift d goes back to the branch");
  };

  const tests = {
    if_else: async () => {
      await player();
      await divergence();
      await tab("paths");
      check(text("main").includes("Convergence barriers"), "convergence barriers are shown");
      check(now().includes("Lanes 4-31 jump to line 32; lanes 0-3 go on to line 28. Lanes 0-3 run first. They reconverge at line 35."), `who goes where: ${now()}`);
      await press("ArrowRight");
      equal(lanes("inactive"), 28, "the other side is ready");
      await press("r");
      check(now().includes("RECONVERGES Lanes 0-3 and lanes 4-31 go on together"), `r goes to where they reconverge: ${now()}`);
      equal(lanes("executes"), 32, "all lanes execute there");
      await tab("graph");
      equal(all(".flow .block").length, 4, "basic blocks");
      equal(all(".flow .edge.gone").length + all(".flow .edge.just").length, 4, "the warp went over all edges");
      equal(all(".flow .block.here").length, 1, "one block is here");
      await tab("sm");
      equal(all(".slot.here").length, 1, "the warp's slot");
      check(text(".sm").includes("1 of 80 SMs ran blocks"), "the SMs");
      equal(all(".charts svg").length, 2, "memory chart and roofline");
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
      await tab("paths");
      equal(lanes("waits to reconverge"), 1, "the lane with the lock is parked");
      equal(lanes("executes"), 31, "the others spin");
      equal(all(".paths .expected").length, 31, "the parked entry still expects them");
      equal(all(".paths .mark").length, 1, "and holds the lane that came");
      check(text("header").includes("the last 500 of"), "the header says that it is a part");
    },
    fault: async () => {
      equal(lanes("faults"), 1, "the page opens at the fault, with its lane");
      check(now().includes("st.shared"), "at the store");
      check(text('section[aria-label="Memory access"]').includes("lane 0 is the fault"), "the access says so");
      equal(all(".addresses li").length, 32, "with the addresses of all lanes");
      await press("Home");
      equal(lanes("faults"), 0, "elsewhere no lane faults");
      await click("#fault");
      equal(lanes("faults"), 1, "the verdict leads back");
    },
    // The fault is not on SM 0: that SM is recorded by itself.
    fault_elsewhere: async () => {
      equal(lanes("faults"), 1, "the page opens at the fault");
      check(now().includes("block 2"), `in its block: ${now()}`);
      check(one("#elsewhere") === null, "it is on the page");
      equal(text(".advice").includes("Look at this first"), false, "advice on speed is not what matters first");
    },
    fault_unseen: async () => {
      equal(lanes("faults"), 0, "the SM that was asked for did not fault");
      check(text(".notes summary").includes("block 2 ran on SM 2; --trace-sms 2 shows it"), `the page says where: ${text(".notes summary")}`);
      equal(all(".notes summary .link").length, 0, "and leads to no other access of that line");
    },
    two_barriers: async () => {
      check(now().includes("bar.sync") && now().includes("block 2"), `the page opens where it hangs: ${now()}`);
      await tab("paths");
      check(text(".paths tbody tr").includes("at the barrier") && text(".paths tbody tr").includes("line 25"), `at the barrier's own line: ${text(".paths tbody tr")}`);
      const hint = one(".notes .hint");
      check(hint !== null && hint.textContent.startsWith("Hint: bar.sync"), "the hint stands out");
      check(!text(".notes pre").includes("hint:"), "and is told once");
      const box = hint.getBoundingClientRect();
      check(box.bottom < one(".notes pre").getBoundingClientRect().top + 1, "above the box that scrolls");
      equal(all(".notes > .advice").length, 0, "advice on speed is folded");
    },
    // Registers that hold 0, as they did before the kernel wrote them.
    zero: async () => {
      location.hash = "#at=7&tab=values";
      await wait(100);
      const k = () => text('.register[data-register="%k"]');
      check(k().includes("written") && k().includes("0 in all lanes"), `%k is written: ${k()}`);
      check(one('.register[data-register="%k"]').classList.contains("changed"), "for the first time");
      check(text('.all-registers .register[data-register="%block"]').includes("0 in all lanes"), "%block is among all registers");
      location.hash = "#at=12&tab=values";
      await wait(100);
      const read = all('.register[data-register="%k"]').find((e) => e.textContent.includes("read")).textContent;
      check(read.includes("0 in all lanes") && read.includes("from line 28"), `and read: ${read}`);
    },
    bank_column: async () => {
      equal(all(".fold").length, 1, "the lines of the launch are folded");
      equal(all('.line[data-line="3"]').length, 0, "to one");
      await click(".fold button");
      equal(all('.line[data-line="3"]').length, 1, "which a click opens");
      await click(".fold button");
      await press("c");
      check(text(".banks .corner").includes("wavefront"), "the numbers of the rows have a heading");
      equal(all(".banks tbody tr").length, 32, "wavefronts");
      check(text(".verdict").startsWith("32 wavefronts, 1 would do"), "the verdict");
      check(one(".verdict").classList.contains("bad"), "which is not green");
      check(text(".advice").includes("Look at this first"), "advice stands open");
      check(text(".advice").includes("32-way bank conflict"), "what gains most first");
      check(opened.position > 0 && /[ls][dt]\.shared/.test(opened.instruction), `the page opened there: ${opened.instruction}`);
      check(/^Est\. speedup: \d+%/.test(text(".advice .gain")), `with its gain: ${text(".advice .gain")}`);
      await tab("shared");
      check(all(".word.stored").length >= 1, "the words that the store touches");
      check(one(".word.changed").title.startsWith("data["), "by their names");
      await press("c");
      check(all(".word.loaded").length >= 1, "those that the load touches");
      await tab("values");
      check(text('.register[data-register="%x"]').includes("0, 1 … 31 (+1 a lane)"), `the loaded values: ${text(".values")}`);
      check(one('.register[data-register="%x"]').classList.contains("changed"), "are marked");
      check(text('.register[data-register="%at"]').includes("from line 22"), "who wrote the address");
      one(".values select").value = "hex";
      one(".values select").dispatchEvent(new Event("change", { bubbles: true }));
      await wait();
      check(text('.register[data-register="%at"]').includes("0x80"), "as hexadecimal");
      await tab("memory");
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
    // 31 lanes add to one word: as many wavefronts as they need, and still nothing to praise.
    no_advice: async () => {
      check(text(".advice").includes("Nothing stands out"), "it is said, as in the report");
      equal(opened.position, 0, "the page opened at the first instruction");
    },
    // Where each of four loads of one word was served.
    levels: async () => {
      const served = [];
      for (let i = 0; i < 4; ++i) {
        do await press("m"); while (!now().includes("ld.global"));
        served.push(text(".served"));
      }
      equal(served.join(" "), "Served by device memory. Served by L2. Served by L2. Served by L1.", "levels");
      await tab("cycles");
      check(text('section[aria-label="Waiting"]').includes("after the issue, from L1."), "the cycles tell it as well");
    },
    // The first warps do not do what the advice is about.
    late_split: async () => {
      check(opened.instruction.includes(/in (SM \d+ block \d+ warp \d+)/.exec(text(".advice"))[1]), `the headline names where the page opens: ${text(".advice")}`);
      for (let i = 0; i < 3 && !text(".advice").includes("branch splits"); ++i) await click("next");
      check(text(".advice").includes("in SM 1 block 1 warp 6"), `it names where lanes part most: ${text(".advice")}`);
      await click(".advice .worst");
      check(now().includes("DIVERGES") && now().includes("block 1 warp 6"), `and leads there: ${now()}`);
    },
    one_word: async () => {
      await press("c");
      await press("c");
      check(now().includes("red.shared"), "c goes to serialized lanes");
      check(text(".verdict").includes("31 lanes change one word: they are serialized"), `the verdict: ${text(".verdict")}`);
      equal(all(".verdict.good").length, 0, "nothing is green");
      equal(all(".banks td.on:not(.hot)").length <= 1, true, "nor the lanes that wait");
    },
    versus: async () => {
      equal(all('section[aria-label="Lanes"]').length, 2, "both runs");
      const instruction = () => all('section[aria-label="Lanes"] .current').map((e) => e.textContent);
      await press("d");
      equal(instruction()[0], instruction()[1], "in step");
      check(instruction()[0].includes("bra"), "at the branch");
      for (let i = 0; i < 4; ++i) await press("ArrowRight");
      equal(instruction()[0], instruction()[1], "still in step");
      await click("Step pascal");
      await press("End");
      equal(instruction()[0], instruction()[1], "the other one leads");
      const cycles = text(".differences h2");
      check(/^[\d,]+ → [\d,]+ cycles \((1\.00x|\d+\.\d\dx (faster|slower))\)/.test(cycles), `the cycles of both: ${cycles}`);
      await click(".differences .link");
      check(all(".differences tbody tr").length > 0, "the figures that differ");
      await press("Home");
      await tab("paths");
      check(text("main").includes("Reconvergence stack") && text("main").includes("Paths"), "each with its own model");
      equal(all(".charts svg").length, 4, "the charts of both");
    },
    // At one of four sizes: nothing sticks out, the right number of columns, and on a desk all of an
    // instruction on the screen.
    sized: async () => {
      await press("c");
      const width = document.documentElement.clientWidth, height = window.innerHeight;
      const inside = (what) => all("body *").filter((e) => {
        const box = e.getBoundingClientRect();
        const scrolls = e.closest(".lines, .scroll-x, .chart-box, .flow-box, .banks-box, .sectors-box, .words-box, .counters-panel, .visually-hidden, .tip");
        return !scrolls && box.width > 0 && (box.right > width + 1 || box.left < -1);
      }).forEach((e) => failures.push(`${what}: ${e.tagName}.${e.className} sticks out at ${width} pixels`));
      inside("first view");
      equal(document.documentElement.scrollWidth <= width, true, "the page does not scroll sideways");
      const columns = new Set(all("main .panel").map((e) => Math.round(e.getBoundingClientRect().left))).size;
      equal(columns, width < 1100 ? 1 : width < 1600 ? 2 : 3, `columns at ${width} pixels`);
      for (const e of all(".told, .facts span, .verdict, .advice p, .tabs button, .jumps button"))
        if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) failures.push(`cut off: ${e.textContent}`);
      if (width < 700) {
        const { top } = one("main").getBoundingClientRect();
        check(top + window.scrollY <= 0.4 * height, `what stands above the panels ends at ${top} of ${height}`);
        await click("more");
        check(text(".advice p").length > 0 && one(".advice p").scrollHeight <= one(".advice p").clientHeight + 1, "'more' shows all of the advice");
      }
      if (width >= 1100) {
        const last = all(".banks tbody tr").pop().getBoundingClientRect();
        check(last.bottom <= height, `the bank matrix ends at ${last.bottom} of ${height}`);
        const box = one(".banks").closest(".panel").getBoundingClientRect();
        const rest = one(".access details").getBoundingClientRect();
        check(rest.bottom <= box.bottom - 4, `what follows it ends at ${rest.bottom}, the panel at ${box.bottom}`);
        check(last.bottom <= box.bottom, `the bank matrix ends at ${last.bottom}, its panel at ${box.bottom}`);
        const line = one(".warps").getBoundingClientRect();
        check(line.bottom <= height + 1 && line.height >= 30, `the timeline ends at ${line.bottom} of ${height}`);
      }
      // Nothing covers the text of a line, and no line is cut.
      for (const row of all(".lines .line[data-line]")) {
        const words = row.querySelector(".text").getBoundingClientRect();
        for (const tag of row.querySelectorAll(".tag"))
          check(tag.getBoundingClientRect().right <= words.left + 1, `lanes cover line ${row.dataset.line}`);
      }
      for (const box of all(".lines")) check(box.scrollWidth <= box.clientWidth + 1, "lines are as wide as their box");
      // Its colours: red where lanes wait, green where they run.
      const [r, g] = getComputedStyle(all(".banks td.hot").pop()).backgroundColor.match(/\d+/g).map(Number);
      check(r > 1.5 * g, "a conflict is red");
      check(drawn(".warps"), "the timeline is drawn");
      for (const id of ["values", "shared", "paths", "graph", "cycles", "lanes", "sm"]) {
        if (!one(`#tab-${id}`)) continue;
        await tab(id);
        inside(id);
      }
    },
    // All of a 32-way conflict, the timeline and all columns of the paths, beside long lines of CUDA.
    sized_wide: async () => {
      await press("c");
      const panel = one(".banks").closest(".panel").getBoundingClientRect();
      const rows = all(".banks tbody tr").map((e) => e.getBoundingClientRect());
      equal(rows.length, 32, "wavefronts");
      check(rows.every((r) => r.height >= 5 && r.bottom <= Math.min(panel.bottom, innerHeight)), `wavefront 32 ends at ${rows[31].bottom}, the panel at ${panel.bottom}`);
      check(all(".banks tbody th").every((e) => e.scrollHeight <= e.clientHeight + 2), "its number is not cut");
      const after = one(".after-banks").getBoundingClientRect();
      check(after.top >= rows[31].bottom && after.bottom <= panel.bottom - 4, `what follows ends at ${after.bottom}, the panel at ${panel.bottom}`);
      const warps = one(".warps").getBoundingClientRect();
      check(warps.bottom <= innerHeight + 1 && warps.height >= 60, `the timeline ends at ${warps.bottom} of ${innerHeight}`);
      await press("d");
      await press("ArrowRight");
      await tab("paths");
      equal(all(".paths tbody tr").length, 3, "two paths and their barrier");
      for (const box of all('section[aria-label^="Paths"] .scroll-x'))
        check(box.scrollWidth <= box.clientWidth, `${box.getAttribute("aria-label")}: ${box.scrollWidth} pixels in ${box.clientWidth}`);
      check(all(".paths .mask").every((e) => e.children[31].getBoundingClientRect().right <= e.closest("td").getBoundingClientRect().right), "lane 31 is in its column");
    },
    // What is for debuggers is not shown; CUDA and PTX scroll together.
    in_step: async () => {
      const rows = all(".ptx .line[data-line]");
      const words = rows.map((e) => e.querySelector(".text").textContent);
      const debug = words.filter((t) => /^\s*(\.loc|\.file|\.section|\.b8|\$L__tmp)/.test(t));
      check(debug.length === 0, `lines for debuggers: ${debug}`);
      equal(words.filter((t, i) => t.trim() === "" && (words[i - 1] ?? "").trim() === "").length, 0, "blank lines after blank lines");
      const load = rows.find((e) => e.textContent.includes("ld.shared.f32"));
      equal(Number(load.dataset.line) > 100, true, "line numbers are those of the file");
      const ptx = one(".ptx"), cuda = one(".cuda-lines");
      const seen = (box, what) => {
        const { top, bottom } = box.getBoundingClientRect();
        return [...box.querySelectorAll(".line")].some((e) => e.textContent.includes(what) && e.getBoundingClientRect().bottom > top && e.getBoundingClientRect().top < bottom);
      };
      const turn = async (box, top) => {
        box.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
        box.scrollTop = top;
        box.dispatchEvent(new Event("scroll")); // in a frame without pictures there is none of the browser's
        await wait(60);
      };
      // A page that is still being laid out may bring its own line into sight after the first turn.
      const brings = async (box, top, other, what, words) => {
        for (let tries = 0; tries < 20 && !seen(other, what); ++tries) await turn(box, top());
        check(seen(other, what), words);
      };
      const last = all(".cuda-lines .line[data-line]:not(.tint-0)").pop().querySelector(".n").textContent;
      await turn(ptx, ptx.scrollHeight);
      await brings(ptx, () => ptx.scrollHeight, cuda, last, `the end of the PTX brings line ${last} of the CUDA`);
      await turn(ptx, 0);
      await brings(ptx, () => 0, cuda, "extern", "its beginning the beginning");
      await turn(cuda, cuda.scrollHeight);
      await brings(cuda, () => cuda.scrollHeight, ptx, "ret;", "the end of the CUDA brings what was made of it");
      await turn(cuda, 0);
      await brings(cuda, () => 0, ptx, "ld.param", "its beginning as well");
      load.querySelector("button").click();
      await wait(60);
      check(seen(cuda, "float value_read_by_column"), "a click on an instruction shows its CUDA");
    },
    // All lanes and what their colours mean, on a screen of which the browser and a verdict take a part.
    sized_lanes: async () => {
      await tab("lanes");
      const panel = one('section[aria-label="Lanes over time"]');
      check(drawn(".history"), "the lanes over time are drawn");
      const end = Math.min(window.innerHeight, panel.getBoundingClientRect().bottom);
      for (const part of panel.querySelectorAll(".legend, .history")) {
        const { bottom } = part.getBoundingClientRect();
        check(bottom <= end, `${part.className} ends at ${bottom}, what is seen at ${end}`);
      }
    },
    // All lanes of a predicate are seen.
    sized_predicate: async () => {
      await press("d");
      const panel = one('section[aria-label="Registers"]') ?? one(".mask.big").closest(".panel");
      const { right } = panel.getBoundingClientRect();
      const bars = [...one(".mask.big").querySelectorAll("i")].map((e) => e.getBoundingClientRect());
      equal(bars.length, 32, "lanes of the predicate");
      check(bars.every((b) => b.width >= 2 && b.right <= right), `lane 31 ends at ${bars[31].right}, the panel at ${right}`);
    },
    // Labels of the drawing can be read, nothing of it is cut off, and it takes no more room than it needs.
    sized_sectors: async () => {
      await press("w");
      const drawing = one(".sectors"), box = drawing.getBoundingClientRect();
      const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
      check(Math.abs(box.height - box.width * height / width) < 2, `the drawing is ${box.width} x ${box.height}`);
      const labels = [...drawing.querySelectorAll("text")];
      const size = parseFloat(getComputedStyle(labels[0]).fontSize) * box.width / width;
      check(size >= 9, `letters of ${size} pixels`);
      check(labels.every((e) => e.getBoundingClientRect().left >= box.left - 1), "a label is cut off");
    },
    // CUDA beside its instructions where there is little room.
    sized_cuda: async () => {
      const cell = one(".cuda-lines .text"), probe = document.createElement("span");
      probe.textContent = "0".repeat(40);
      cell.append(probe);
      const characters = (cell.clientWidth - 20) / (probe.getBoundingClientRect().width / 40);
      probe.remove();
      check(characters >= 40, `${characters} characters of CUDA in a row`);
      for (const box of all(".lines")) check(box.scrollWidth <= box.clientWidth + 1, `${box.className} is cut off`);
      check(text(".ptx").includes("[param_0]") && !/_Z\w+_param/.test(text(".ptx")), "parameters have short names");
      check(/ld\.shared|st\.shared/.test(text(".ptx")) && text(".ptx").includes("tile[4096]"), "arrays as well");
      check(now().includes("[param_"), `here too: ${now()}`);
      const tabs = new Set(all(".tabs button").map((b) => Math.round(b.getBoundingClientRect().bottom)));
      check(tabs.size <= 2, `tabs stand in one row: ${[...tabs]}`);
    },
    // Of a line that goes on far in: the second row has room for more than a few letters.
    sized_indent: async () => {
      await press("c");
      const far = all(".cuda-lines .text").find((e) => e.textContent.startsWith("tile[threadIdx.x / 2]"));
      const box = far.getBoundingClientRect();
      check(box.height <= 3 * 18 + 2, `it takes ${box.height} pixels`);
      const near = all(".cuda-lines .text").find((e) => e.textContent.startsWith("output[i] = tile"));
      const begin = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().left; };
      check(begin(far) > begin(near) + 20, `it begins at ${begin(far)}, the line above at ${begin(near)}`);
    },
    // A short text of CUDA C++ takes the width of its longest line; the PTX has the rest.
    sized_brief: async () => {
      const cuda = one(".cuda-lines").getBoundingClientRect(), ptx = one(".ptx").getBoundingClientRect();
      check(cuda.width <= 300, `the CUDA is ${cuda.width} pixels wide`);
      check(ptx.width > cuda.width + 80, `the PTX ${ptx.width}, the CUDA ${cuda.width}`);
      check(cuda.right <= ptx.left, "they stand side by side");
      for (const row of all(".cuda-lines .line[data-line]"))
        check(row.getBoundingClientRect().height < 27, `line ${row.dataset.line} is broken`);
    },
    // On a telephone the buttons cover the end of the listing: the line of each step stays above them.
    sized_bar: async () => {
      const ptx = one(".ptx"), bar = one(".transport .steps").getBoundingClientRect();
      await press("ArrowRight"); // what stands above the listing has its height then
      for (const e of all(".notes, .advice")) e.style.display = "none"; // room to place it
      one(".panel.source").style.marginTop = `${Math.max(0, bar.top - 100 - ptx.getBoundingClientRect().top)}px`;
      const box = ptx.getBoundingClientRect();
      check(box.bottom > bar.top + 50, `the listing ends at ${box.bottom}, the buttons begin at ${bar.top}`);
      for (let i = 0; i < 16; ++i) {
        await press("ArrowRight");
        const row = ptx.querySelector(".line.here"), { top, bottom } = row.getBoundingClientRect();
        check(top >= box.top - 1 && bottom <= bar.top + 1, `line ${row.dataset.line} is at ${top} to ${bottom}, the buttons at ${bar.top}`);
      }
    },
    // Two kernels with long names: nothing is cut off, nothing is wider than the screen.
    sized_versus: async () => {
      const width = document.documentElement.clientWidth;
      equal(document.documentElement.scrollWidth <= width, true, "the page does not scroll sideways");
      await click(".differences .link");
      for (const e of all("header *, .transport *, .facts *, .differences *, .current, .tabs *")) {
        const box = e.getBoundingClientRect();
        if (box.width > 0 && !e.closest(".scroll-x") && (box.right > width + 1 || box.left < -1))
          failures.push(`${e.tagName}.${e.className} sticks out at ${width} pixels: ${e.textContent.slice(0, 60)}`);
        if (e.children.length === 0 && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1) failures.push(`cut off: ${e.textContent}`);
      }
      const labels = all(".transport .group button").map((e) => e.textContent);
      check(labels.some((t) => t.startsWith("transform_el")) && labels.some((t) => t.startsWith("another_tr")), `what the runs are called: ${labels}`);
      check(all(".facts").every((e) => e.textContent.includes("very_long_namespace_name::detail::")), "the whole names of the kernels");
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
      await tab("cycles");
      await press("s");
      check(/\d\d/.test(text(".waits b")), "s goes to a wait");
      for (let i = 0; i < 20 && all(".producer .link").length === 0; ++i) await press("s");
      const waiter = position();
      await click(".producer .link");
      check(position() < waiter, "what it waited for leads to an earlier instruction");
      const ticks = one(".warps").getAttribute("aria-label");
      await press("+");
      check(one(".warps").getAttribute("aria-label") !== ticks, "+ zooms");
      await click(".ptx .line button.text");
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
  // A finished run opens at what the first advice is about: the tests begin at the first instruction.
  if (all(".notes .bad").length === 0 && window.simtTest !== "empty") {
    opened.instruction = now();
    opened.position = position();
    await press("Home");
  }
  try {
    await tests[window.simtTest]();
  } catch (error) {
    failures.push(String(error.stack ?? error));
  }
  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = failures.length === 0 ? "passed" : failures.join("\n");
  document.body.append(verdict);
  if (parent !== window) parent.postMessage(verdict.textContent, "*");
})();
