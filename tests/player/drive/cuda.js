// CUDA C++ beside its instructions.
Object.assign(tests, {
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
});
