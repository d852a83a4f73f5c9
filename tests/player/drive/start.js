// Runs the test that the page was made for. The verdict becomes an element of the page.
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
