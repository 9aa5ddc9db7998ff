// The case page: the place that is being read, and citations to copy. Without a script the links and texts are there too.

{
  const lines = [...document.querySelectorAll("[data-cite]")];
  const pages = [...document.querySelectorAll(".case-text .cb-page[id]")];
  const parts = [...document.querySelectorAll(".case-outline > ul a")].map((link) => ({
    link,
    part: document.getElementById(link.hash.slice(1)),
  }));
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
    for (const line of lines) {
      const { before, after, first } = line.dataset;
      const isFirst = page === "" || page === first;
      line.textContent = isFirst ? line.dataset.line : before + page + after;
    }
    const at = lastAbove(parts.map(({ part }) => part).filter((part) => part !== null));
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
        await navigator.clipboard.writeText(line.textContent);
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
      line.dataset.line = line.textContent;
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
