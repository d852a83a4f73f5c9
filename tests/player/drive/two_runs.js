// Two runs on one page.
Object.assign(tests, {
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
    check(/^[\d,]+ → [\d,]+ cycles, [\d.]+ → [\d.]+ µs \((1\.00x|\d+\.\d\dx (faster|slower))\)/.test(cycles), `the cycles of both: ${cycles}`);
    await click(".differences .link");
    check(all(".differences tbody tr").length > 0, "the figures that differ");
    await press("Home");
    await tab("paths");
    check(text("main").includes("Reconvergence stack") && text("main").includes("Paths"), "each with its own model");
    equal(all(".charts svg").length, 4, "the charts of both");
  },
  // Fewer cycles of a slower clock: what takes less time is the faster one.
  slower_clock: async () => {
    const told = text(".differences h2").match(/^([\d,]+) → ([\d,]+) cycles, ([\d.]+) → ([\d.]+) µs \(.*x (faster|slower)\)/);
    check(told, `cycles and time: ${text(".differences h2")}`);
    const [before, after, start, end] = told.slice(1, 5).map((word) => Number(word.replace(/,/g, "")));
    check(after < before && end > start, "fewer cycles, more time");
    equal(told[5], "slower", "it is slower");
    check(one(".differences h2 b").classList.contains("bad"), "and is not green");
  },
  // Where the page gets narrower, and lines are broken, the current ones stay in sight.
  turned_versus: async () => {
    for (let i = 0; i < 24; ++i) await press("ArrowRight");
    // Sizes are told when a frame is drawn, which on a busy machine may be never within virtual time.
    const told = new Set();
    const observer = new ResizeObserver((entries) => entries.forEach((entry) => told.add(entry.target)));
    all(".lines").forEach((box) => observer.observe(box));
    await wait(200);
    told.clear();
    one("main").style.width = "640px";
    await wait(200);
    for (const box of all(".lines")) {
      const row = box.querySelector(".line.here");
      if (!row || !told.has(box)) continue;
      const [{ top, bottom }, of] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      check(top >= of.top - 1 && bottom <= of.bottom + 1, `${box.getAttribute("aria-label")}: the current line is at ${top} to ${bottom}, its box at ${of.top} to ${of.bottom}`);
    }
    check(all(".lines .line.here").length === 4, "a current line in each of the four listings");
  },
  // Two kernels with long names: nothing is cut off, nothing is wider than the screen.
  sized_versus: async () => {
    const width = document.documentElement.clientWidth;
    equal(document.documentElement.scrollWidth <= width, true, "the page does not scroll sideways");
    const whose = [...new Set(all(".half > .whose").map((e) => e.textContent))];
    equal(whose.length, width < 700 ? 2 : 0, "one below the other, panels say whose they are");
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
});
