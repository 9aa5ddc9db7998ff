// What the reading room gains with a script: keys. Everything works without it.

document.documentElement.dataset.script = "on";

function isTyping(target) {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}

/** Moves the focus from one result to the next or to the one before. */
function moveThroughResults(step) {
  const links = [...document.querySelectorAll("[data-result]")];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement);
  const next =
    at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + step, 0), links.length - 1);
  links[next].focus();
  links[next].closest("li")?.scrollIntoView({ block: "nearest" });
}

const KEYS = {
  "/": () => {
    const box = document.querySelector("input[type=search]");
    box?.focus();
    box?.select();
  },
  n: () => moveThroughResults(1),
  p: () => moveThroughResults(-1),
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
    return;
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
});

// an empty field asks nothing, so it need not stand in an address that is shared
document.addEventListener("submit", (event) => {
  const fields = event.target instanceof HTMLFormElement ? [...event.target.elements] : [];
  const empty = fields.filter(
    (field) => field.matches("input:not([type=search]), select") && field.value === "",
  );
  for (const field of empty) field.disabled = true;
  // for who comes back to this page
  setTimeout(() => {
    for (const field of empty) field.disabled = false;
  });
});
