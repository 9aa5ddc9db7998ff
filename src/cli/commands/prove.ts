/** `caselaw prove`: prints a proof that the text of a case is in the corpus. */
import { openCorpus } from "../../corpus/open-corpus.ts";
import { notFound, onlyCase } from "../asking/resolve-case.ts";
import type { Declare } from "../context.ts";

const EXAMPLES = `
Examples:
  caselaw prove 435800
  caselaw prove '1 Ill. 2d 100' > proof.json

It prints one JSON object: case_id, text_sha256, leaf_index, tree_size, root and inclusion_path. docs/check-proof.py, a short
script that needs Python only, checks it against a root and the case as /v1/cases/ answers it.`;

export const declareProve: Declare = (command, run) => {
  command
    .argument("<id|cite>", "the id of a case, or a citation")
    .addHelpText("after", EXAMPLES)
    .action(
      run(async (context, argument: string) => {
        const { settings, stdout } = context;
        using corpus = openCorpus(settings.db);
        const record = await onlyCase(corpus, argument, { cannot: "prove", verb: "prove" }, context);
        if (typeof record === "number") return record;
        const { proveCase } = await import("../../v1/proofs.ts");
        const proof = proveCase(settings.db, record.id);
        if (proof === null) return await notFound("Cannot prove: the case was removed meanwhile", context);
        await stdout.write(`${JSON.stringify(proof)}\n`);
        return undefined;
      }),
    );
};
