/**
 * Finds patterns whose time may grow faster than their text, by their shape.
 *
 * A pattern is unrolled into its paths: sequences of steps, each a set of characters and how often. Two shapes are told:
 *
 * - **starts again**: an unbounded step whose own characters can begin the pattern anew, and that may fail behind it, as
 *   `/0+$/` or `/^\s*x/m`: each character of a long run is tried as a beginning, and each try goes to the end of the run
 * - **shares**: two unbounded steps that can divide the same characters between them, and that may fail behind both, as
 *   `/^\s+(.*)\s+$/` or `/^(a+)*$/`: each way to divide them is tried
 *
 * It is careful, not exact: what it tells is looked at by a person, who puts it into the list of exceptions or mends it.
 */

interface Step {
  /** Source of what matches one character; `""` for a look ahead or an end. */
  readonly set: string;
  readonly min: number;
  readonly kind: "once" | "unbounded" | "loop" | "end" | "not before";
}
type Path = readonly Step[];
type Shape = "starts again" | "shares";

const PROBES = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ..."\u0301\u0416\u2013\u2019\u201c\u2028\u2029\u200b\u4e00\ufb01\ufeff\ufffe",
];
const MAX_PATHS = 5_000;

/** The shapes that a pattern has; none for most. */
export function shapesOf({ source, flags }: RegExp): Shape[] {
  const paths = new Reader(source).read();
  const members = new Map<string, ReadonlySet<string>>();
  const charactersOf = ({ set }: Step): ReadonlySet<string> => {
    const known = members.get(set);
    if (known !== undefined) return known;
    const pattern = new RegExp(`^(?:${set})$`, flags.replace(/[gmy]/g, ""));
    const found = new Set(PROBES.filter((probe) => pattern.test(probe)));
    members.set(set, found);
    return found;
  };
  const overlap = (a: Step, b: Step): boolean => [...charactersOf(a)].some((one) => charactersOf(b).has(one));
  const mayFail = (path: Path, from: number): boolean => {
    const last = path[from - 1];
    const takesAll = last !== undefined && charactersOf(last).size === PROBES.length;
    return path.slice(from).some(({ kind, min }) => (kind === "end" ? !takesAll : min > 0));
  };
  const startsAgain = (path: Path): boolean =>
    path.some((step, at) => {
      if (!["unbounded", "loop"].includes(step.kind) || !mayFail(path, at + 1)) return false;
      const before = path.slice(0, at).filter(({ min, kind }) => min > 0 || kind === "not before");
      return before.every((one) =>
        one.kind === "not before"
          ? [...charactersOf(step)].some((each) => !charactersOf(one).has(each))
          : overlap(one, step),
      );
    });
  const shares = (path: Path): boolean =>
    path.some((step, at) => {
      const steps = path.slice(at + 1);
      return (
        step.kind === "unbounded" &&
        steps.some((other, next) => {
          const between = steps.slice(0, next).filter(({ min }) => min > 0);
          return (
            other.kind === "unbounded" &&
            [step, ...between].every((one) => overlap(one, other) && overlap(one, step)) &&
            mayFail(steps, next + 1)
          );
        })
      );
    });
  const isAnchored = ([first]: Path): boolean => flags.includes("y") || first?.set === "^";
  const started = flags.includes("m") ? paths.map(withLineStart) : paths;
  const found: Shape[] = [];
  if (started.some((path) => !isAnchored(path) && startsAgain(path.filter(({ set }) => set !== "^"))))
    found.push("starts again");
  // a loop as one step would seem to share what it cannot begin with
  const whole = paths.filter((path) => path.every(({ kind }) => kind !== "loop"));
  if (whole.some((path) => shares(path.filter(({ set, kind }) => set !== "^" && kind !== "not before"))))
    found.push("shares");
  return found;
}

/** With the flag `m` a beginning is the place behind a line end. */
function withLineStart(path: Path): Path {
  return path.map((step) => (step.set === "^" ? { ...step, set: "[\\n\\r\\u2028\\u2029]", min: 1 } : step));
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Path[] {
    return this.#alternatives();
  }

  #alternatives(): Path[] {
    const all: Path[] = [];
    let paths: Path[] = [[]];
    while (this.#at < this.#source.length && this.#peek() !== ")") {
      if (this.#peek() === "|") {
        this.#at++;
        all.push(...paths);
        paths = [[]];
      } else {
        const next = this.#term();
        paths = paths.flatMap((path) => next.map((one) => [...path, ...one]));
        if (paths.length > MAX_PATHS) throw new Error(`More than ${MAX_PATHS} paths: ${this.#source}`);
      }
    }
    return [...all, ...paths];
  }

  #term(): Path[] {
    const sign = this.#take(/\^|\$|\\[bB]/y);
    if (sign === "^") return [[{ set: "^", min: 0, kind: "once" }]];
    if (sign === "$") return [[{ set: "", min: 0, kind: "end" }]];
    if (sign !== null) return [[]];
    const opened = this.#take(/\((?:\?(?:<?[=!]|:|<\w+>))?/y);
    if (opened !== null) return this.#group(opened);
    const set =
      this.#take(/\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\u....|\\x..|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|./suy) ?? "";
    // what was matched before may be anything
    const step = /^\\[k1-9]/.test(set) ? "[^]" : set;
    const { min, isUnbounded } = this.#quantifier();
    return [[{ set: step, min, kind: isUnbounded ? "unbounded" : "once" }]];
  }

  #group(opened: string): Path[] {
    const inside = this.#alternatives();
    this.#at++;
    const look = /^\(\?(<?)([=!])/.exec(opened);
    const { min, max, isUnbounded } = this.#quantifier();
    if (look !== null) {
      const [, behind, sense] = look;
      if (behind === "") return [[{ set: "", min: 0, kind: "end" }]];
      if (sense === "=") return inside;
      return inside.map((path) => path.map(({ set }) => ({ set, min: 0, kind: "not before" })));
    }
    const twice = max > 1 ? inside.flatMap((path) => inside.map((next) => [...path, ...next])) : [];
    const sets = inside.flat().flatMap(({ set, kind }) => (kind === "end" || set === "^" ? [] : [set]));
    const loop: Step = { set: sets.join("|"), min, kind: "loop" };
    return [...(min === 0 ? [[]] : []), ...inside, ...twice, ...(isUnbounded ? [[loop]] : [])];
  }

  #quantifier(): { min: number; max: number; isUnbounded: boolean } {
    const written = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (written === null) return { min: 1, max: 1, isUnbounded: false };
    const [, low = "", comma, high = ""] = /^\{(\d+)(,?)(\d*)\}/.exec(written) ?? [];
    if (low !== "") {
      const isUnbounded = comma === "," && high === "";
      const max = isUnbounded ? Number.POSITIVE_INFINITY : Number(high === "" ? low : high);
      return { min: Number(low), max, isUnbounded };
    }
    const [sign] = written;
    return {
      min: sign === "+" ? 1 : 0,
      max: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
      isUnbounded: sign !== "?",
    };
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }
}
