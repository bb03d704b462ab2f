import { z } from "zod";
import { invalidValue } from "../../kernel/problem.ts";
import { text } from "../../kernel/validation/fields.ts";
import { type ExtractionPart, type ExtractionVersion, extraction, MAX_EXTRACTED, partsOf } from "./extraction.ts";

/** Body that names some proposals of an extraction. */
export const ChosenParts = z.strictObject({
  parts: z
    .array(text({ min: 1, max: 32, pattern: /^p[1-9][0-9]*$/ }))
    .min(1)
    .max(MAX_EXTRACTED)
    .optional()
    .meta({ description: "Ids of proposals; all that are open when absent." }),
});

/**
 * Returns the open proposals that an answer names, in their order; all that are open when it names none.
 *
 * @throws {@link Problem} `wrong_state` where all were answered already; ValidationProblem for one that is not there or was answered.
 */
export function openParts(
  version: ExtractionVersion,
  answer: "accept" | "reject",
  named: readonly string[] | undefined,
): ExtractionPart[] {
  extraction.requireState(answer, version);
  const parts = partsOf(version);
  if (named === undefined) return parts.filter(({ status }) => status === "open");
  const known = new Map(parts.map((part) => [part.id, part]));
  for (const [index, id] of named.entries()) {
    const part = known.get(id);
    if (part?.status === "open") continue;
    const reason = part === undefined ? "no such proposal" : `the proposal is ${part.status} already`;
    throw invalidValue(["body", "parts", index], reason, id);
  }
  const chosen = new Set(named);
  return parts.filter(({ id }) => chosen.has(id));
}
