// The points of the plot of trends: values at the pointer and by keyboard, each a link to its cases. They are read from the
// table below the plot, which has the same numbers without a script.

/** Adds an SVG element. */
function addSvg(parent, name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return parent.appendChild(element);
}

/** The address of a text's cases of one year or decade; a date of the filters within it stays. */
function casesOfYear(address, year, step) {
  const url = new URL(address);
  const ends = [year, year + step - 1].map((one) => String(one).padStart(4, "0"));
  for (const [at, name] of ["decision_date_min", "decision_date_max"].entries())
    if (url.searchParams.get(name)?.startsWith(ends[at].slice(0, step === 1 ? 4 : 3)) !== true)
      url.searchParams.set(name, ends[at]);
  return url.href;
}

/** The points of each line, by year: name, address and position, in percent from the left and in pixels from the top. */
function readPoints(plot, table) {
  const { first, last, highest, step } = plot.dataset;
  const isShare = new URLSearchParams(location.search).get("scale") !== "cases";
  const height = Number(plot.getAttribute("height"));
  const heads = [...table.querySelectorAll("thead a")];
  const rows = [...table.tBodies[0].rows].map(({ cells }) => [...cells].map((cell) => cell.textContent));
  return heads.map((head, line) =>
    rows.map(([year, ...cells]) => {
      const [count, share, total] = [cells[2 * line], cells[2 * line + 1], cells.at(-1)];
      const [matches, all] = [count, total].map((text) => Number(text.replaceAll(",", "")));
      const value = isShare ? (100 * matches) / all : matches;
      return {
        year,
        words: `${year}: ${count} of ${total} ${all === 1 ? "case" : "cases"}, ${share}`,
        text: head.textContent,
        address: casesOfYear(head.href, Number.parseInt(year, 10), Number(step)),
        left: ((Number.parseInt(year, 10) - first) / (last - first)) * 100,
        top: (1 - value / highest) * height,
      };
    }),
  );
}

function addPoints(plot, table, tip) {
  let shown = null;
  const lines = readPoints(plot, table).map((points, line) => {
    const group = addSvg(plot, "g", {
      class: `line-${line + 1}`,
      role: "group",
      "aria-label": points[0].text,
    });
    return points.map((point, at) => {
      const link = addSvg(group, "a", { href: point.address, "aria-label": point.words });
      link.setAttribute("tabindex", at === 0 ? "0" : "-1");
      addSvg(link, "circle", { r: 5, cx: `${point.left}%`, cy: point.top });
      return { ...point, link, line, at };
    });
  });
  const all = lines.flat();

  const hide = () => {
    shown?.link.removeAttribute("data-shown");
    shown = null;
    tip.hidden = true;
  };
  const show = (point) => {
    hide();
    shown = point;
    point.link.setAttribute("data-shown", "");
    tip.textContent = `${point.text}, ${point.words}`;
    tip.hidden = false;
    const [area, frame] = [plot.getBoundingClientRect(), tip.parentElement.getBoundingClientRect()];
    const middle = area.left - frame.left + (area.width * point.left) / 100;
    const left = Math.max(0, Math.min(middle - tip.offsetWidth / 2, frame.width - tip.offsetWidth));
    tip.style.left = `${left}px`;
    tip.style.top = `${area.top - frame.top + point.top - tip.offsetHeight - 10}px`;
  };
  const focus = (point) => {
    for (const { link } of lines[point.line]) link.setAttribute("tabindex", "-1");
    point.link.setAttribute("tabindex", "0");
    point.link.focus();
  };
  /** The point whose year is closest to the pointer; among the lines, the closest one. */
  const pointAt = ({ clientX, clientY }) => {
    const { left, top, width } = plot.getBoundingClientRect();
    const far = (point) => Math.abs(left + (point.left / 100) * width - clientX);
    const least = Math.min(...all.map(far));
    const ofYear = all.filter((point) => far(point) <= least);
    return ofYear.reduce((best, point) =>
      Math.abs(top + point.top - clientY) < Math.abs(top + best.top - clientY) ? point : best,
    );
  };

  for (const point of all) {
    point.link.addEventListener("focus", () => show(point));
    point.link.addEventListener("blur", () => {
      if (shown === point) hide();
    });
  }
  plot.addEventListener("keydown", (event) => {
    const own = all.find(({ link }) => link === document.activeElement);
    if (own === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const points = lines[own.line];
    const other = (step) => lines[Math.min(Math.max(own.line + step, 0), lines.length - 1)][own.at];
    const next = {
      ArrowLeft: points[Math.max(own.at - 1, 0)],
      ArrowRight: points[Math.min(own.at + 1, points.length - 1)],
      Home: points[0],
      End: points.at(-1),
      ArrowUp: other(-1),
      ArrowDown: other(1),
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    focus(next);
  });
  // a finger has no way to point first: its first touch shows the value, the second one on the same point follows the link
  let isFirstTouch = false;
  plot.addEventListener("pointerdown", (event) => {
    const point = pointAt(event);
    isFirstTouch = event.pointerType === "touch" && point !== shown;
    show(point);
  });
  plot.addEventListener("pointermove", (event) => show(pointAt(event)));
  plot.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hide();
  });
  plot.addEventListener("click", (event) => {
    // by keyboard, or on the link itself, the browser follows it
    if (event.detail === 0) return;
    if (isFirstTouch) event.preventDefault();
    else if (event.target.closest("a") === null) location.assign(pointAt(event).address);
  });
}

const trendsPlot = document.querySelector(".plot-points");
const trendsNumbers = document.querySelector(".trends-table table");
if (trendsPlot !== null && trendsNumbers !== null)
  addPoints(trendsPlot, trendsNumbers, document.querySelector(".plot-tip"));
