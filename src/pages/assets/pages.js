// Keyboard shortcuts for the reading pages, and a range of years by dragging. Everything else works without a script.

document.documentElement.dataset.script = "on";

function isTyping(target) {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Moves the focus to the next (1) or previous (-1) result. */
function moveThroughResults(step) {
  const links = [...document.querySelectorAll("[data-result]")];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement);
  const next =
    at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + step, 0), links.length - 1);
  links[next].focus();
  links[next].closest("li")?.scrollIntoView({ block: "nearest" });
}

/** Goes to the next (1) or previous (-1) match in a case; false if the page has no match. */
function moveThroughMatches(step) {
  const matches = [...document.querySelectorAll(".match-step")];
  if (matches.length === 0) return false;
  const at = matches.findIndex(({ id }) => `#${id}` === location.hash);
  const next =
    at < 0 ? (step > 0 ? 0 : matches.length - 1) : Math.min(Math.max(at + step, 0), matches.length - 1);
  // not a step of the history: the browser's way back leads to the list
  location.replace(`#${matches[next].id}`);
  return true;
}

const KEYS = {
  "/": () => {
    const box = document.querySelector("input[type=search]");
    box?.focus();
    box?.select();
  },
  n: () => moveThroughMatches(1) || moveThroughResults(1),
  p: () => moveThroughMatches(-1) || moveThroughResults(-1),
  // of a list the pages, of a case the results around it
  N: () => document.querySelector('main a[rel="next"]')?.click(),
  P: () => document.querySelector('main a[rel="prev"]')?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
    return;
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
});

// empty fields change nothing, so they are left out of the URL, which people share
document.addEventListener("submit", (event) => {
  const fields = event.target instanceof HTMLFormElement ? [...event.target.elements] : [];
  const empty = fields.filter(
    (field) => field.matches("input:not([type=search]), select") && field.value === "",
  );
  for (const field of empty) field.disabled = true;
  // for a reader who comes back to this page
  setTimeout(() => {
    for (const field of empty) field.disabled = false;
  });
});

/** Lets a reader drag over the histogram of years: it fills the fields of the dates and searches again. */
function dragYears(chart) {
  const bars = [...chart.querySelectorAll("rect")];
  const fields = ["decision_date_min", "decision_date_max"].map((id) => document.getElementById(id));
  const [first, step] = [Number(chart.dataset.first), Number(chart.dataset.step)];
  let start = -1;
  const barAt = ({ clientX }) => {
    const { left, width } = chart.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * bars.length);
    return Math.min(Math.max(at, 0), bars.length - 1);
  };
  const choose = (event) => {
    const at = barAt(event);
    const [from, to] = [Math.min(start, at), Math.max(start, at)];
    for (const [index, bar] of bars.entries()) bar.classList.toggle("out", index < from || index > to);
    const years = [first + from * step, first + (to + 1) * step - 1];
    for (const [index, field] of fields.entries()) field.value = String(years[index]).padStart(4, "0");
  };
  chart.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    start = barAt(event);
    chart.setPointerCapture(event.pointerId);
    choose(event);
  });
  chart.addEventListener("pointermove", (event) => {
    if (start >= 0) choose(event);
  });
  chart.addEventListener("pointercancel", () => {
    start = -1;
  });
  chart.addEventListener("pointerup", (event) => {
    if (start < 0) return;
    choose(event);
    start = -1;
    fields[0].form.requestSubmit();
  });
}

for (const chart of document.querySelectorAll(".year-range svg")) dragYears(chart);
