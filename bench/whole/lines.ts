/** The lines of a jurisdiction's bulk file, in the order of their ids, as the publisher wrote them. */
import { type CaseMaker, jurisdictionAtSpot, lineOf } from "./case.ts";
import { at, casesOfReporter, type Layout, lastUpTo, type Spot, yearCount } from "./layout.ts";
import { REPORTER_LIST } from "./reporters.ts";

/** @param j the jurisdiction's place in `JURISDICTIONS` */
export function* linesOf(maker: CaseMaker, j: number): Generator<string> {
  for (const spot of spotsOf(maker.layout, j)) yield lineOf(maker, spot, j);
}

/** Where the jurisdiction's cases are printed, in the order of their ids. */
function* spotsOf(layout: Layout, j: number): Generator<Spot> {
  const volumes = REPORTER_LIST.flatMap(({ jurisdictions }, r) =>
    jurisdictions.includes(j) ? volumesOf(layout, r) : [],
  );
  volumes.sort((a, b) => a.id - b.id);
  for (const { r, first } of volumes) {
    const reporter = REPORTER_LIST[r];
    if (reporter === undefined) continue;
    for (const spot of spotsOfVolume(layout, r, first)) {
      if (reporter.jurisdictions.length === 1 || jurisdictionAtSpot(layout, reporter, spot) === j) yield spot;
    }
  }
}

function volumesOf(
  layout: Layout,
  r: number,
): { readonly r: number; readonly first: number; readonly id: number }[] {
  const size = REPORTER_LIST[r]?.volumeCases ?? 1;
  const count = Math.ceil(casesOfReporter(layout, r) / size);
  const number = at(layout.firstVolumes, r);
  return Array.from({ length: count }, (_, nth) => ({
    r,
    first: nth * size,
    id: at(layout.volumeIds, number + nth),
  }));
}

/** @param first the place of the volume's first case among the reporter's */
function* spotsOfVolume({ before, years }: Layout, r: number, first: number): Generator<Spot> {
  const row = r * (yearCount(years) + 1);
  const end = Math.min(first + (REPORTER_LIST[r]?.volumeCases ?? 1), at(before, row + yearCount(years)));
  let y = lastUpTo(before, [row, row + yearCount(years)], first) - row;
  for (let k = first; k < end; k++) {
    while (at(before, row + y + 1) <= k) y++;
    const start = at(before, row + y);
    yield { reporter: r, year: years.from + y, nth: k - start, of: at(before, row + y + 1) - start };
  }
}
