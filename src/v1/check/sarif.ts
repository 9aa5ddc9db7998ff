/** What a check found as SARIF 2.1.0, which services for code review read. */
import type { Judgement } from "../../check/judgement.ts";
import type { V1Check } from "./check.ts";
import { findingsOf, JUDGEMENT_WORDS } from "./words.ts";

const LEVELS: Readonly<Record<Judgement, string>> = {
  confirmed: "none",
  unsure: "warning",
  wrong: "error",
  unknown: "note",
};

/** A checked draft and the path of its file. */
export interface CheckedFile {
  readonly path: string;
  readonly checked: V1Check;
}

/** One run over some drafts: a result for each citation and quotation that is not confirmed. */
export function checkSarif(files: readonly CheckedFile[], version: string): object {
  const results = files.flatMap(({ path, checked }) =>
    findingsOf(checked).map(({ rule, judgement, message, line, subject }) => ({
      ruleId: rule,
      level: LEVELS[judgement],
      message: { text: `${JUDGEMENT_WORDS[judgement]}: ${message}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(path.replaceAll("\\", "/")) },
            region: { startLine: line, snippet: { text: subject } },
          },
        },
      ],
    })),
  );
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "caselaw", version, rules: rules.map((id) => ({ id })) } },
        columnKind: "utf16CodeUnits",
        results,
      },
    ],
  };
}
