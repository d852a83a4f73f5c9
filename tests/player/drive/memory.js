// Accesses: banks, sectors, levels of memory, what shared memory and registers hold.
Object.assign(tests, {
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
  // Shared structures have their fields' names and values; several bytes or bool in a word say how they are shown.
  structures: async () => {
    for (let i = 0; i < 12 && !text(".access .what").includes("p["); ++i) await press("m");
    check(text(".access .what").endsWith("p[0].x to p[31].x"), `what the lanes touch: ${text(".access .what")}`);
    for (let i = 0; i < 3 && !text(".access .what").includes(".n"); ++i) await press("m");
    check(text(".access .what").endsWith("p[0].n to p[31].n"), `its second field: ${text(".access .what")}`);
    await tab("shared");
    const word = (name) => all(".words-row .word").find((e) => e.title.startsWith(`${name},`));
    for (let i = 0; i < 20 && !word("p[3].n"); ++i) await wait();
    equal(word("p[3].x")?.textContent, "3", "a float of a structure");
    equal(word("p[3].n")?.textContent, "3", "an int of a structure");
    check(word("p[3].n"), `words that are drawn: ${all(".words-row .word").map((e) => e.title.split(",")[0])}`);
    equal(word("bytes[4]")?.textContent, "4 5 6 7", "bytes");
    check(text(".shared .legend").includes("hexadecimal"), "which are said to be hexadecimal");
    check(all(".words-row .name").some((e) => /^p\[\d+\](\.n)?$/.test(e.textContent)), `rows are named by structures: ${all(".words-row .name").map((e) => e.textContent)}`);
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
  failed_check: async () => {
    check(/^A check failed: out\[0\] == 7: out\[0\] is /.test(text(".notes .bad")), `the failed check: ${text(".notes .bad")}`);
  },
  // Halves and pairs of them are shown as what they are.
  halves: async () => {
    await tab("values");
    const value = (type) => all(".register").filter((e) => e.querySelector(".dim").textContent === type).map((e) => e.textContent);
    const seen = { f16: [], f16x2: [] };
    for (let i = 0; i < Number(one("#scrub").max); ++i) {
      await press("ArrowRight");
      for (const type of Object.keys(seen)) seen[type].push(...value(type));
    }
    check(seen.f16.some((t) => t.includes("1.5")), `halves: ${seen.f16.slice(0, 3)}`);
    check(seen.f16x2.some((t) => t.includes("(1.5, -1.5)")), `pairs: ${seen.f16x2.slice(0, 3)}`);
  },
  // A line's heat is the share of all of warps' cycles that the report's source page has.
  heat: async () => {
    const shares = all(".ptx .heat em").map((e) => parseFloat(e.textContent));
    const sum = shares.reduce((a, b) => a + b, 0);
    check(sum > 90 && sum < 99, `they leave room for the cycles in which warps issue: ${sum}`);
  },
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
  one_word: async () => {
    await press("c");
    await press("c");
    check(now().includes("red.shared"), "c goes to serialized lanes");
    check(text(".verdict").includes("31 lanes change one word: they are serialized"), `the verdict: ${text(".verdict")}`);
    equal(all(".verdict.good").length, 0, "nothing is green");
    equal(all(".banks td.on:not(.hot)").length <= 1, true, "nor the lanes that wait");
  },
  try_again: async () => {
    do await press("m"); while (!now().includes("ATOMS.CAST.SPIN"));
    const [, swap, again] = text(".verdict").match(/^2 wavefronts: (\d+) lanes? swaps?, .*; (\d+) lanes are told to try again/);
    equal(Number(swap) + Number(again), 32, "each lane swaps or tries again");
    equal(all(".banks tbody tr").map((r) => r.querySelector("th").textContent).join(" "), "1, 2", "the wavefronts drawn");
    equal(all(".banks td.on").map((c) => c.textContent).join(" "), "0", "the lane that swaps");
    check(text(".after-banks").includes("Each row passes twice"), "why a row is two");
    equal(one(".banks").getAttribute("aria-label"), "2 wavefronts over 32 banks", "the label");
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
});
