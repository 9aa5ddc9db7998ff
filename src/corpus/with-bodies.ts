/** Adds the requested parts of their bodies to cases, as far as the reader may see them. */
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { Case } from "../domain/records.ts";
import { previewer } from "../text/snippets.ts";
import { type Access, isAllowed } from "./access.ts";
import { type BodyRequest, bodyIn, type CaseWithBody, textsOf, WITHHELD } from "./bodies.ts";

/** The cases in their order. A withheld body has no preview either. */
export function withBodies(
  reader: CorpusSource,
  cases: readonly Case[],
  { format, preview }: BodyRequest,
  access: Access,
): CaseWithBody[] {
  if (format === null && preview === null) return cases.map((one) => ({ ...one, body: null, preview: null }));
  const allowed = new Set(
    cases.filter((one) => isAllowed(access, one.jurisdiction?.whitelisted ?? false)).map(({ id }) => id),
  );
  const bodies = reader.bodies([...allowed]);
  const fragmentsOf = preview === null ? null : previewer(preview);
  return cases.map((one) => {
    const stored = bodies.get(one.id);
    return {
      ...one,
      body: format === null ? null : allowed.has(one.id) ? bodyIn(format, stored) : WITHHELD,
      preview: fragmentsOf === null ? null : fragmentsOf(textsOf(stored)),
    };
  });
}
