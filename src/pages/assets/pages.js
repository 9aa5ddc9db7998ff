// Keyboard shortcuts for the reading pages. Everything else works without a script.

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
