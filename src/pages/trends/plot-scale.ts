/** The round numbers along the axes of a plot. */

/** Steps of an axis: from 0 up to at least the highest value, six at most. @param leastStep 1 where there are no halves */
export function valueTicks(highest: number, leastStep = 0): number[] {
  const step = Math.max(leastStep, roundStep(highest / 5));
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => rounded(at * step));
}

/** Years to name, within the first and the last, at most `most` of them. */
export function yearTicks(first: number, last: number, most: number): number[] {
  const step = Math.max(1, roundStep((last - first) / most));
  const from = Math.ceil(first / step) * step;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, at) => from + at * step);
}

/** The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … */
function roundStep(atLeast: number): number {
  if (!(atLeast > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((one) => one * power >= atLeast * (1 - 1e-9)) ?? 10;
  return rounded(step * power);
}

/** Without the last digits that sums of fractions leave. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
