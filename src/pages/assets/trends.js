// The numbers of a year at the pointer over the plot of trends, from its row of the table below; a click leads to the row, whose
// numbers are links to the cases.

const trendsPlot = document.querySelector(".plot-area");
if (trendsPlot !== null) {
  const tip = document.querySelector(".plot-tip");
  const texts = [...document.querySelectorAll(".trends-table thead bdi")].map((bdi) => bdi.textContent);
  const rows = [...document.querySelectorAll(".trends-table tbody tr")];
  const { first, last } = trendsPlot.dataset;
  /** The place of a row's year, from 0 at the left to 1 at the right. */
  const placeOf = ({ cells }) => (Number.parseInt(cells[0].textContent, 10) - first) / (last - first);

  const rowAt = ({ clientX }) => {
    const { left, width } = trendsPlot.getBoundingClientRect();
    const far = (row) => Math.abs(placeOf(row) - (clientX - left) / width);
    return rows.reduce((best, row) => (far(row) < far(best) ? row : best));
  };

  const show = (row) => {
    const [year, ...cells] = [...row.cells].map((cell) => cell.textContent);
    const counts = texts.map((text, at) => `${text}: ${cells[2 * at]} (${cells[2 * at + 1]})`);
    tip.textContent = [`${year}, ${cells.at(-1)} ${cells.at(-1) === "1" ? "case" : "cases"}`, ...counts].join(
      "\n",
    );
    tip.hidden = false;
    const [area, frame] = [trendsPlot, tip.parentElement].map((element) => element.getBoundingClientRect());
    const middle = area.left - frame.left + area.width * placeOf(row);
    const left = Math.max(0, Math.min(middle - tip.offsetWidth / 2, frame.width - tip.offsetWidth));
    tip.style.left = `${left}px`;
  };

  trendsPlot.addEventListener("pointermove", (event) => show(rowAt(event)));
  trendsPlot.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  trendsPlot.addEventListener("click", (event) => {
    const row = rowAt(event);
    row.scrollIntoView({ block: "center" });
    (row.querySelector("a") ?? row.closest("[tabindex]")).focus({ preventScroll: true });
  });
}
