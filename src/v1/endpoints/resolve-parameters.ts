/** Apart from `resolve`, because the web process needs them without the table of reporters. */
import { fine, type Parameter } from "../parameter.ts";

export const RESOLVE_PARAMETERS: readonly Parameter<readonly string[], unknown>[] = [
  {
    name: "q",
    describes: "a citation, or a text with several; repeatable",
    repeatable: true,
    read: (texts) => fine(texts),
  },
];
