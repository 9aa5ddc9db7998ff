/** Apart from `resolve`, because the web process needs them without the table of reporters. */
import { fine, type Parameter, tooLong } from "../parameter.ts";

export const RESOLVE_PARAMETERS: readonly Parameter<readonly string[], null>[] = [
  {
    name: "q",
    describes: "a text with citations in full; repeatable",
    repeatable: true,
    read: (texts) => tooLong([texts.join(" ")]) ?? fine(texts),
  },
];
