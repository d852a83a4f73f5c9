// What fits and what is seen at a given size of the page.
Object.assign(tests, {
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
    const textBox = (e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return range.getBoundingClientRect();
    };
    for (const cell of all(".banks td.on")) {
      const words = textBox(cell), box = cell.getBoundingClientRect();
      if (words.left < box.left - 0.5 || words.right > box.right + 0.5) failures.push(`a bank's cell cuts ${cell.textContent}`);
    }
    const heads = all(".banks thead th:not(.corner)").filter((e) => getComputedStyle(e).visibility !== "hidden").map(textBox);
    check(heads.every((box, i) => i === 0 || heads[i - 1].right <= box.left), "numbers of banks do not touch");
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
    for (let i = 0; i < 40 && !seen(cuda, "float value_read_by_column"); ++i) await wait(60);
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
  // A loop's edge begins and ends at its block, and no block hides its count; a row of values
  // has 4, 8, 16 or 32 lanes.
  sized_loop: async () => {
    location.hash = "#at=353&tab=graph"; // lane 31 has begun anew: no even step from lane to lane
    await wait(300);
    const blocks = all(".flow .block rect:first-child").map((e) => e.getBoundingClientRect());
    const loops = all(".flow .edge path").filter((e) => e.getTotalLength && /^M[^C]*Q/.test(e.getAttribute("d") ?? "") &&
      Math.abs(e.getPointAtLength(0).x - e.getPointAtLength(e.getTotalLength()).x) < 1 && e.getPointAtLength(0).y > e.getPointAtLength(e.getTotalLength()).y);
    equal(loops.length, 2, "edges of a block to itself");
    for (const loop of loops) {
      const at = (l) => new DOMPoint(loop.getPointAtLength(l).x, loop.getPointAtLength(l).y).matrixTransform(loop.getScreenCTM());
      for (const end of [at(0), at(loop.getTotalLength())])
        check(blocks.some((b) => Math.abs(end.x - b.right) < 1.5 && end.y > b.top && end.y < b.bottom), `it ends at ${end.x}, ${end.y}`);
    }
    const counts = all(".flow .edge.count text");
    check(counts.some((e) => e.textContent === "40×"), `how often it was taken: ${counts.map((e) => e.textContent)}`);
    for (const { left, right, top, bottom } of counts.map((e) => e.getBoundingClientRect()))
      check(!blocks.some((b) => left < b.right && right > b.left && top < b.bottom && bottom > b.top), `a count at ${left}, ${top} is on a block`);
    if (one("#tab-values")) await tab("values"); // where there is room for one panel alone
    for (let i = 0; i < 9 && !one(".cells"); ++i) await press("ArrowRight");
    const tops = [...one(".cells").querySelectorAll("li")].map((e) => Math.round(e.getBoundingClientRect().top));
    equal(tops.length, 32, "lanes with a value");
    const row = tops.filter((t) => t === tops[0]).length;
    check([4, 8, 16, 32].includes(row), `${row} lanes in a row`);
    check(new Set(tops).size === 32 / row, `${new Set(tops).size} rows of ${row} lanes`);
  },
  // Whichever warp is looked at, all of its row is seen; nothing of the legend is cut off.
  sized_timeline: async () => {
    const box = one(".timeline .scroll"), kRow = 14, kAxis = 18;
    check(box.scrollHeight > box.clientHeight + 2 * kRow, "more rows than there is room for");
    const legend = one(".timeline .legend");
    check(legend.scrollHeight <= legend.clientHeight + 1, `the legend is ${legend.scrollHeight} pixels high, of which ${legend.clientHeight} are seen`);
    for (let i = 0; i < 20; ++i) {
      await press("ArrowDown");
      // The page is laid out anew after the step, and then looks again.
      const end = () => kAxis + (Number(box.dataset.here) - Number(box.dataset.first) + 1) * kRow;
      const seen = () => Number(box.dataset.here) >= Number(box.dataset.first) && end() <= box.clientHeight;
      for (let tries = 0; tries < 20 && !seen(); ++tries) await wait();
      const { first, here } = box.dataset, bottom = end();
      check(seen(), `row ${here} of rows from ${first} ends at ${bottom} of ${box.clientHeight}`);
    }
    check(Number(box.dataset.here) > 9, `other rows were looked at: ${box.dataset.here}`);
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
  // On a telephone the buttons cover the end of the listing: the line of each step stays above them.
  sized_bar: async () => {
    const ptx = one(".ptx"), bar = one(".transport .steps").getBoundingClientRect();
    await press("ArrowRight"); // what stands above the listing has its height then
    for (const e of all(".notes, .advice")) e.style.display = "none"; // room to place it
    one(".panel.source").style.marginTop = `${Math.max(0, bar.top - 100 - ptx.getBoundingClientRect().top)}px`;
    const box = ptx.getBoundingClientRect();
    check(box.bottom > bar.top + 50, `the listing ends at ${box.bottom}, the buttons begin at ${bar.top}`);
    const here = () => ptx.querySelector(".line.here").getBoundingClientRect();
    const seen = () => here().top >= box.top - 1 && here().bottom <= bar.top + 1;
    for (let i = 0; i < 16; ++i) {
      await press("ArrowRight");
      for (let frame = 0; frame < 10 && !seen(); ++frame) await wait(); // a loaded machine draws late
      const line = ptx.querySelector(".line.here").dataset.line;
      check(seen(), `line ${line} is at ${here().top} to ${here().bottom}, the buttons at ${bar.top}`);
    }
  },
  empty: async () => {
    check(text("body").includes("No instruction issued in this window"), "an empty window says so");
  },
});
