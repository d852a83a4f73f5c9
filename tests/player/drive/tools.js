// What the tests of the page share: they press its buttons and keys and look at what it shows.
// run_in_chromium puts all files of this folder into one function.
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

const tests = {};
