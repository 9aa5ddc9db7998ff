// The case page: the place that is being read, and citations to copy. Without a script the links and texts are there too.

{
  const lines = [...document.querySelectorAll("[data-cite]")];
  const scan = document.querySelector("a[data-scan]");
  // footnotes can be next to the text, so their order on the page differs
  const isInText = (element) => element !== null && element.closest(".cb-footnote") === null;
  const pages = [...document.querySelectorAll(".case-text .cb-page[id]")].filter(isInText);
  const parts = [...document.querySelectorAll(".case-outline > ul a")]
    .map((link) => ({ link, part: document.getElementById(link.hash.slice(1)) }))
    .filter(({ part }) => isInText(part));
  /** What begins above this line of the window is being read, in CSS pixels. */
  const READING_LINE = 120;

  const lastAbove = (elements) => {
    let [from, to] = [0, elements.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (elements[middle].getBoundingClientRect().top <= READING_LINE) from = middle + 1;
      else to = middle;
    }
    return elements[from - 1];
  };

  const showPlace = () => {
    const page = lastAbove(pages)?.id.slice(1) ?? "";
    for (const { dataset, lastChild } of lines) {
      const { before, after, first, rest } = dataset;
      if (before !== undefined) lastChild.data = page === "" || page === first ? rest : before + page + after;
    }
    // pages of the PDF are counted from 1
    const first = Number(scan?.dataset.scan || Number.NaN);
    const nth = Number(page === "" ? first : page) - first + 1;
    if (nth >= 1) scan.hash = `#page=${nth}`;
    const at = lastAbove(parts.map(({ part }) => part));
    for (const { link, part } of parts) {
      if (part === at && at !== undefined) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };

  const addCopyButton = (line) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${line.previousElementSibling?.textContent ?? "the citation"}`);
    button.addEventListener("click", async () => {
      try {
        const types = { "text/plain": line.textContent, "text/html": line.innerHTML };
        const blobs = Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]);
        await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
        button.textContent = "Copied";
      } catch {
        // only pages from this machine or over HTTPS may write to the clipboard
        getSelection()?.selectAllChildren(line);
        button.textContent = "Selected";
      }
    });
    line.after(" ", button);
  };

  if (lines.length > 0) {
    for (const line of lines) {
      line.dataset.rest = line.lastChild.data;
      addCopyButton(line);
    }
    let isWaiting = false;
    const later = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        showPlace();
      });
    };
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    later();
  }
}

// On narrow screens the column is a sheet over the text, so that the place that is being read stays. Without it, a link leads there.
{
  const sheet = document.getElementById("outline");
  const way = document.querySelector(".case-way a");
  way?.addEventListener("click", (event) => {
    if (sheet.showPopover === undefined) return;
    event.preventDefault();
    sheet.popover = "auto";
    sheet.showPopover();
    sheet.querySelector(".case-close").focus();
  });
  sheet?.addEventListener("toggle", ({ target, newState }) => {
    if (target === sheet && newState === "closed") sheet.popover = null;
  });
  sheet?.addEventListener("click", ({ target }) => {
    if (sheet.popover !== null && target.closest('a[href^="#"], .case-close')) sheet.hidePopover();
  });
}

// On wide screens a footnote is next to the line of its mark, below the footnote before it. The document keeps its order.
{
  const text = document.querySelector(".case-text");
  const wide = matchMedia("screen and (min-width: 80rem)");
  /** Between two footnotes, in CSS pixels. */
  const GAP = 10;

  const places = new Map();
  for (const mark of text?.querySelectorAll("a.cb-mark[href]") ?? []) {
    const note = document.getElementById(mark.hash.slice(1));
    if (note?.classList.contains("cb-footnote") && !places.has(note)) places.set(note, mark);
  }

  const place = () => {
    if (!wide.matches) return;
    const start = text.getBoundingClientRect().top;
    const measured = [...places].map(([note, mark]) => ({
      note,
      at: mark.getBoundingClientRect().top - start,
      height: note.getBoundingClientRect().height,
    }));
    let end = 0;
    for (const { note, at, height } of measured) {
      const top = Math.max(at, end);
      note.style.setProperty("top", `${top}px`);
      end = top + height + GAP;
    }
    text.style.setProperty("--notes-end", `${end}px`);
  };

  if (places.size > 0) {
    for (const note of places.keys()) note.dataset.side = "";
    place();
    addEventListener("resize", place);
    addEventListener("load", place);
    document.fonts.ready.then(place);
  }
}

// A footnote is shown next to its mark: while the mark has the pointer or the focus, and after a tap. Its link stays.
{
  const box = document.createElement("div");
  box.setAttribute("role", "note");
  box.hidden = true;
  /** Between the mark and the box, in CSS pixels. */
  const GAP = 8;

  const hide = () => {
    box.hidden = true;
  };

  /** A footnote next to the text that is in view needs no box. */
  const isInView = (note) => {
    const { top, bottom } = note.getBoundingClientRect();
    return getComputedStyle(note).position === "absolute" && top >= 0 && bottom <= innerHeight;
  };

  const show = (mark) => {
    const note = document.getElementById(mark.hash.slice(1));
    if (note === null || isInView(note)) return;
    const copy = note.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll("[id]")]) element.removeAttribute("id");
    copy.querySelector(".cb-back")?.remove();
    box.replaceChildren(...copy.childNodes);
    box.hidden = false;
    const at = mark.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const below = at.bottom + GAP;
    const top = below + height <= innerHeight ? below : Math.max(GAP, at.top - GAP - height);
    box.style.setProperty("top", `${top}px`);
    box.style.setProperty("left", `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`);
  };

  const markOf = (target) => (target instanceof Element ? target.closest("a.cb-mark[href]") : null);

  if (document.querySelector("a.cb-mark[href]") !== null) {
    document.querySelector(".case")?.append(box);
    const react = (event) => {
      const mark = markOf(event.target);
      if (mark !== null) show(mark);
      else if (!box.contains(event.target)) hide();
    };
    document.addEventListener("pointerover", react);
    document.addEventListener("focusin", react);
    document.addEventListener("scroll", hide, { passive: true });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hide();
    });
    document.addEventListener("click", (event) => {
      const mark = markOf(event.target);
      if (mark === null || !matchMedia("(hover: none)").matches) return;
      event.preventDefault();
      show(mark);
    });
  }
}
