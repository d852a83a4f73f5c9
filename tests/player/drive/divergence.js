// Paths and lanes: branches, deadlocks, faults, barriers.
Object.assign(tests, {
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
  // The first warps do not do what the advice is about.
  late_split: async () => {
    check(opened.instruction.includes(/in (SM \d+ block \d+ warp \d+)/.exec(text(".advice"))[1]), `the headline names where the page opens: ${text(".advice")}`);
    for (let i = 0; i < 3 && !text(".advice").includes("branch splits"); ++i) await click("next");
    check(text(".advice").includes("in SM 1 block 1 warp 6"), `it names where lanes part most: ${text(".advice")}`);
    await click(".advice .worst");
    check(now().includes("DIVERGES") && now().includes("block 1 warp 6"), `and leads there: ${now()}`);
  },
});
