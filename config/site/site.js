/**
 * The search of the documentation. Its index is a script, loaded with the first word: a page that was opened from a disk may run other
 * files, but not read them.
 */
const MAX_RESULTS = 20;
const FRAGMENT_CHARS = 160;

const root = document.currentScript.dataset.root;
const box = document.querySelector("search");
const input = box.querySelector("input");
const found = document.getElementById("found");
let index = null;

box.hidden = false;
for (const details of document.querySelectorAll("details"))
  details.open = matchMedia("(min-width: 60rem)").matches;

function load() {
  index ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = `${root}/search-index.js`;
    script.onload = () => done(globalThis.SECTIONS);
    script.onerror = failed;
    document.head.append(script);
  });
  return index;
}

/** Every word must be in the section; in its heading it counts more. */
function score([, title, heading, text], words) {
  let sum = 0;
  for (const word of words) {
    const places = text.toLowerCase().split(word).length - 1;
    const names =
      (heading.toLowerCase().includes(word) ? 20 : 0) + (title.toLowerCase().includes(word) ? 10 : 0);
    if (places + names === 0) return 0;
    sum += names + Math.min(places, 5);
  }
  return sum;
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more });
}

function item([address, title, heading, text], words) {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - FRAGMENT_CHARS / 4);
  const fragment = `${at > 0 ? "…" : ""}${text.slice(at, at + FRAGMENT_CHARS)}`;
  const link = element("a", heading === "" ? title : `${title}: ${heading}`, { href: `${root}/${address}` });
  const entry = element("li", "");
  entry.append(link, element("p", fragment));
  return entry;
}

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return found.replaceChildren();
  const sections = (await load())
    .map((section) => [score(section, words), section])
    .filter(([sum]) => sum > 0)
    .sort(([a], [b]) => b - a);
  const list = element("ol", "");
  for (const [, section] of sections.slice(0, MAX_RESULTS)) list.append(item(section, words));
  const count = sections.length === 1 ? "1 section" : `${sections.length} sections`;
  found.replaceChildren(element("p", count, { className: "count" }), list);
}

input.addEventListener("input", search);
box.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = "";
    search();
  }
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
});
found.addEventListener("click", (event) => {
  if (event.target.closest("a") !== null) found.replaceChildren();
});
